import type { GuardianStanding } from "#domain/system/index.ts";
import type { Doubt } from "./decisions.ts";
import type { Additions } from "./differences.ts";
import type { Known } from "./match.ts";
import type { Values } from "./reading.ts";
import type { Outcome, Reason } from "./reasons.ts";

/** A guardian who is linked: an existing record, or another row of the roster; `as` is left out for a plain one. */
export type GuardianLink = ({ id: number } | { row: number }) & { as?: GuardianStanding | undefined };

/** What the import would do with a row. `row` counts from 1 in the file that the row comes from (`source`). */
export type PlanRow = {
	source: "roster" | "survey";
	row: number;
	name: string;
	outcome: Outcome;
	reasons: Reason[];
	/** The values of the row as they were read. */
	values: Values;
	/** The existing record that the row is about. */
	known: Known | undefined;
	adds: Additions;
	/** The guardian who comes newly, and a second one who does. */
	guardian: GuardianLink | undefined;
	second?: GuardianLink | undefined;
	/** Whether it is an organisation's (團體會員). */
	isOrganisation?: boolean | undefined;
	/** Why the row is or was in doubt, and what was decided about it; left out for a row without a doubt. */
	doubt?: Doubt | undefined;
};

export const NOTHING: Additions = { changes: [], notes: [], paidYears: [], groups: [], own: [], certificate: false };

/** The rows of a plan that are or were in doubt. */
export type DoubtfulRow = PlanRow & { doubt: Doubt };
export const doubtful = (rows: readonly PlanRow[]): DoubtfulRow[] =>
	rows.flatMap((row) => (row.doubt ? [{ ...row, doubt: row.doubt }] : []));
