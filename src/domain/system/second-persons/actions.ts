import { sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { recordAudit } from "#db/system/audit.ts";
import {
	insertConfirmation,
	type MovesRight,
	NEWEST,
	type NewConfirmation,
	tellOfNewest,
} from "#db/system/confirmations.ts";
import type { By } from "#kernel/by.ts";

/** What became of a change: done, or kept until a second person confirms it or its time has come. */
export type Outcome = "done" | "waits";

/** Whether a change waits for a second person: rights are watched, this moves one, and it is no operator's. */
export const waitsFor = ({ is_watched, moves }: MovesRight, by: By): boolean =>
	by.userId !== null && is_watched === 1 && moves === 1;

/** Keeps a change for a second person, and tells whoever may stop it; relay `mail.due` afterwards. Refuses `confirmation.waits`. */
export const asking = (db: Db, what: NewConfirmation, by: By): Write[] => [
	...insertConfirmation(what, { state: "waiting", by }),
	...tellOfNewest({ kind: what.kind, by }),
	...recordAudit(db, {
		...by,
		action: "confirmation.ask",
		auditableType: "confirmation",
		auditableId: sql`CAST(${NEWEST} AS TEXT)`,
		description: what.kind,
		changes: what.kind === "user_login" ? {} : { ...what.asked },
	}),
];

/** Lists for 理事長 and 監事 what was done at once, as long as rights are not watched. */
export const listing = (what: NewConfirmation, { is_watched, moves }: MovesRight, by: By): Write[] =>
	by.userId !== null && is_watched === 0 && moves === 1 ? insertConfirmation(what, { state: "listed", by }) : [];
