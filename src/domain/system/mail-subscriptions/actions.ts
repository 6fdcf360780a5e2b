import { commit, type Db } from "#db/commit.ts";
import { auditSubscription, deleteUnsubscription, insertUnsubscription } from "#db/system/mail-subscriptions.ts";
import type { By } from "#kernel/by.ts";
import type { Subscriber } from "./rules.ts";

/** Unsubscribes a user or member from a kind of mail. A repetition changes nothing. */
export const unsubscribe = (db: Db, of: Subscriber, by: By): Promise<void> =>
	commit(db, [insertUnsubscription(of, by.at), auditSubscription(of, { action: "mail.unsubscribe", by })]);

/** Subscribes a user or member to a kind of mail again. */
export const subscribe = (db: Db, of: Subscriber, by: By): Promise<void> =>
	commit(db, [deleteUnsubscription(of), auditSubscription(of, { action: "mail.subscribe", by })]);
