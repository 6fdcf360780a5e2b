import { sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import type { Db, Write } from "#db/commit.ts";
import {
	insertConfirmation,
	type MovesRight,
	NEWEST,
	type NewConfirmation,
	tellOfNewest,
} from "#db/system/confirmations.ts";
import type { By } from "#kernel/by.ts";

/** The result of a change: made, or stored until a second person confirms it or its waiting time is over. */
export type Outcome = "done" | "waits";

/**
 * Whether a change waits for a second person: confirmations are required (`is_watched`), the change gives or moves a
 * powerful right (`moves`), and a user makes it, not a maintenance command.
 */
export const waitsFor = ({ is_watched, moves }: MovesRight, by: By): boolean =>
	by.userId !== null && is_watched === 1 && moves === 1;

/**
 * Returns the writes that store a change for a second person and tell the users who may stop it; the caller then queues
 * the message `mail.due`. Refuses `confirmation.waits` when the same change waits already.
 */
export const asking = (db: Db, what: NewConfirmation, by: By): Write[] => [
	...insertConfirmation(what, { state: "waiting", by }),
	...tellOfNewest({ kind: what.kind, by }),
	...recordAudit(db, {
		...by,
		action: "confirmation.ask",
		auditableType: "confirmation",
		auditableId: sql`CAST(${NEWEST} AS TEXT)`,
		description: what.kind,
		changes: what.kind === "user_login" || what.kind === "guardian" ? {} : { ...what.asked },
	}),
];

/**
 * Returns the writes that list a change made at once, for 理事長 and 監事 to look at, while confirmations are not
 * required (`is_watched` 0).
 */
export const listing = (what: NewConfirmation, { is_watched, moves }: MovesRight, by: By): Write[] =>
	by.userId !== null && is_watched === 0 && moves === 1 ? insertConfirmation(what, { state: "listed", by }) : [];
