import type { Additions } from "./differences.ts";
import type { Known } from "./match.ts";
import type { Values } from "./reading.ts";
import type { Outcome, Reason } from "./reasons.ts";

/** What becomes of a row. `row` counts from 1; those of the survey have their own file. */
export type PlanRow = {
	source: "roster" | "survey";
	row: number;
	name: string;
	outcome: Outcome;
	reasons: Reason[];
	/** As they were understood. */
	values: Values;
	/** The record that it is about, where it is there already. */
	known: Known | undefined;
	adds: Additions;
	/** The guardian: a record, or another row of the roster. */
	guardian: { id: number } | { row: number } | undefined;
};

export const NOTHING: Additions = { changes: [], notes: [], paidYears: [], certificate: false };
