import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import {
	type Bounce,
	bounceMail,
	emptyMails,
	sendMailAgain,
	settleMail,
	type TakenMail,
	takeMails,
} from "#db/system/mail.ts";
import { emptyNotifications, notify } from "#db/system/notifications.ts";
import type { By } from "#kernel/by.ts";
import { newMessageId } from "#platform/crypto.ts";
import { type Outcome, outcomeOf, type Tried } from "./retries.ts";

/**
 * The milliseconds for which a taken mail is reserved: longer than a try can take, so that only a dead consumer's mails
 * are taken over.
 */
export const LEASE_MS = 60_000;
const KEPT_MS = 180 * 24 * 3_600_000;
const ERROR_CHARACTERS = 500;

/** Takes at most `limit` mails due at `at` (UTC milliseconds); no other consumer sends them for LEASE_MS. */
export const claimMails = (db: Db, { at, limit }: { at: number; limit: number }): Promise<TakenMail[]> =>
	takeMails(db.$client, { at, until: at + LEASE_MS, limit });

/**
 * Records the result of a try and sets the mail's next state, which it returns. `random` in [0, 1) is for the jitter.
 */
export async function settleTry(
	db: Db,
	mail: TakenMail,
	{ tried, at, random }: { tried: Tried; at: number; random: number },
): Promise<Outcome["state"]> {
	const outcome = outcomeOf(tried, mail.attempts, { at, random });
	const isSent = tried.result === "sent";
	const settled = {
		state: outcome.state,
		dueAt: outcome.state === "queued" ? outcome.dueAt : at,
		counts: outcome.state !== "queued" || outcome.counts,
		provider: isSent ? tried.provider : null,
		providerId: isSent ? tried.providerId : null,
		error: isSent ? null : tried.error.slice(0, ERROR_CHARACTERS),
	};
	await commit(db, [settleMail(mail, settled, at)]);
	return outcome.state;
}

/**
 * Records a provider's report that a mail did not arrive. Reports of unknown mails are ignored; a repeated report
 * changes nothing.
 */
export const noteBounce = (db: Db, bounce: Bounce, at: number): Promise<void> =>
	commit(db, [bounceMail({ ...bounce, reason: bounce.reason.slice(0, ERROR_CHARACTERS) }, at)]);

/**
 * Makes a mail due at once, one that was sent or failed as well as a waiting one; it is sent when the caller has queued
 * the message `mail.due`. Refuses `mail.stale`: the mail changed since it was seen, is being sent right now, or was
 * emptied.
 */
export const resendMail = (db: Db, mail: { id: string; version: number; template: string }, by: By): Promise<void> =>
	commit(db, [
		...sendMailAgain(mail, by.at),
		...recordAudit(db, {
			...by,
			action: "mail.resend",
			auditableType: "mail",
			auditableId: mail.id,
			description: mail.template,
		}),
	]);

/**
 * Makes a test mail to the user who asks, which is sent when the caller has queued `mail.due`. Returns the mail's id.
 */
export async function sendTestMail(db: Db, userId: number, by: By): Promise<string> {
	const id = newMessageId();
	await commit(db, [
		notify("mail_test", { id, user: userId, data: { askedAt: by.at }, at: by.at }),
		...recordAudit(db, {
			...by,
			action: "mail.test",
			auditableType: "mail",
			auditableId: id,
			description: "mail_test",
		}),
	]);
	return id;
}

/**
 * Removes addresses, names and contents from mails that were settled more than 180 days ago, and from their
 * notifications.
 */
export const emptyOldMails = (db: Db, at: number): Promise<void> =>
	commit(db, [emptyMails(at - KEPT_MS), emptyNotifications(at - KEPT_MS)]);
