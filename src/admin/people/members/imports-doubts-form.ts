import * as z from "zod";
import { type Decision, decidedAtOnce, isDecision, type Settled } from "#domain/people/roster/decisions.ts";
import type { DoubtfulRow } from "#domain/people/roster/plan-row.ts";
import { rowNumber } from "#domain/people/roster/writing.ts";
import { Version } from "#kernel/form.ts";

/** Returns the name of the field that decides about a row. */
export const fieldOfRow = (row: DoubtfulRow): string => `d${rowNumber(row)}`;

const WAYS = ["same", "other", "skip"] as const;
/** What one press decides about all rows of one reason, as a button or a box sends it: `name_alone:same`. */
const AtOnce = z
	.string()
	.regex(/^[a-z_]{1,40}:(?:same|other|skip)$/)
	.transform((text) => {
		const [code, as] = text.split(":");
		return { code, as: WAYS.find((way) => way === as) };
	});

/**
 * The schema of the form of doubts: a decision for each row (`d12`, those of the survey `d-12`), empty while nothing is
 * decided; `all` is the pressed button, `tick` the box, each for all rows of one reason.
 */
export const DoubtsForm = z
	.object({ version: Version, all: AtOnce.optional(), tick: AtOnce.optional() })
	.catchall(z.string().refine((text) => text === "" || isDecision(text)))
	.transform(({ version, all, tick, ...fields }) => ({
		version,
		atOnce: all ?? tick,
		decided: Object.entries(fields).flatMap(([name, text]): { key: string; decision: Decision | undefined }[] => {
			const key = /^d(-?[1-9]\d{0,5})$/.exec(name)?.[1];
			if (key === undefined || typeof text !== "string") return [];
			return [{ key, decision: isDecision(text) ? text : undefined }];
		}),
	}));
export type DoubtsForm = z.infer<typeof DoubtsForm>;

/** Returns all decisions after a form was sent: those that it names, then those of one press for all rows of a reason. */
export function decisionsAfter(
	before: Settled,
	{ decided, atOnce }: Pick<DoubtsForm, "decided" | "atOnce">,
	rows: readonly DoubtfulRow[],
): Settled {
	const all = new Map(Object.entries(before));
	const set = (key: string, decision: Decision | undefined) => (decision ? all.set(key, decision) : all.delete(key));
	const inDoubt = new Set(rows.map((row) => String(rowNumber(row))));
	for (const { key, decision } of decided) if (inDoubt.has(key)) set(key, decision);
	const { code, as } = atOnce ?? {};
	for (const row of rows.filter(({ doubt }) => doubt.reason.code === code)) {
		const decision = as && decidedAtOnce(row.doubt.reason, as);
		if (decision) set(String(rowNumber(row)), decision);
	}
	return Object.fromEntries(all);
}
