import * as z from "zod";
import { MOST_COLUMNS, MOST_ROWS } from "#kernel/table.ts";
import { type Target, targetNamed } from "./columns.ts";
import { type Decision, isDecision } from "./decisions.ts";
import type { Choice } from "./mapping.ts";

const TargetText = z.string().transform((text, context): Target => {
	const target = targetNamed(text);
	if (target !== undefined) return target;
	context.addIssue({ code: "custom", message: "unknown target" });
	return z.NEVER;
});

const DecisionText = z.custom<Decision>((text) => typeof text === "string" && isDecision(text));

/** The options for reading a roster, stored with its import. */
export const RosterOptions = z.object({
	/** The targets of columns, by the column's index from 0. */
	columns: z.record(z.coerce.number().int().min(0).max(MOST_COLUMNS), TargetText).default({}),
	/** The place of the header; rows count from 0. Null: the header is searched. */
	header: z
		.object({ row: z.int().min(0).max(MOST_ROWS), rows: z.union([z.literal(1), z.literal(2)]) })
		.nullable()
		.default(null),
	accept_dates: z.boolean().default(false),
	leave_empty: z.boolean().default(false),
	/** Refuses a row whose national id cannot be read, instead of taking it without the id. */
	strict: z.boolean().default(false),
	keep_unknown: z.boolean().default(false),
	fill_only: z.boolean().default(false),
	/** Takes each row of the survey whose name stands once, and which nothing contradicts, as that person. */
	accept_names: z.boolean().default(false),
	/** Says that everybody in the file agreed on paper to what the own fields of special data are for. */
	own_agreed: z.boolean().default(false),
	/** What was decided about doubtful rows, by the number of the row; those of the survey are negative. */
	settled: z.record(z.string().regex(/^-?[1-9]\d{0,5}$/), DecisionText).default({}),
});
export type RosterOptions = z.infer<typeof RosterOptions>;

export const NO_OPTIONS: RosterOptions = RosterOptions.parse({});

/** Returns the user's choices about the columns and the header, from the options of an import. */
export const choiceOf = ({ columns, header }: RosterOptions): Choice => ({ columns, ...(header ? { header } : {}) });
