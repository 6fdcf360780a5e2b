import * as z from "zod";
import { CONDITION_NAMES } from "#domain/people/member-fields/rules.ts";
import { SEGMENT_CONDITIONS, type SegmentConditions, SegmentInput } from "./form.ts";

/** What members a kept view of their list shows: the conditions of a segment, and those on own fields. */
export type ViewConditions = { conditions: SegmentConditions; own: { field: number; value: string }[] };

/** What a view keeps besides conditions: order, columns, and whether all are counted. */
const LOOKS: readonly string[] = ["sort", "cols", "counts"];
const Conditions = SegmentInput.pick({
	...{ status: true, type: true, identity: true, disability: true, dues: true, city: true, group: true },
});
const isCondition = (name: string): boolean => SEGMENT_CONDITIONS.some((one) => one === name);

/**
 * Returns the conditions of a view of the members' list, given as its query text. Undefined for one that a segment cannot
 * say: a view without a condition, or with one that not everybody sees who sees members (notes).
 */
export function conditionsOfView(query: string): ViewConditions | undefined {
	const asked = [...new URLSearchParams(query)].filter(([name, value]) => value !== "" && !LOOKS.includes(name));
	if (asked.length === 0 || !asked.every(([name]) => isCondition(name) || CONDITION_NAMES.test(name))) return undefined;
	const parsed = Conditions.safeParse(Object.fromEntries(asked.filter(([name]) => isCondition(name))));
	if (!parsed.success) return undefined;
	const own = asked.filter(([name]) => CONDITION_NAMES.test(name));
	return {
		conditions: parsed.data,
		own: own.map(([name, value]) => ({ field: Number(name.slice(1)), value: value.trim() })),
	};
}

const Own = z.record(z.string(), z.string());
/** Returns whether a stored segment (`own` is its JSON) has these conditions and no others. */
export const hasConditions = (
	row: SegmentConditions & { own: string },
	{ conditions, own }: ViewConditions,
): boolean => {
	const stored = Own.parse(JSON.parse(row.own));
	return (
		SEGMENT_CONDITIONS.every((name) => row[name] === conditions[name]) &&
		Object.keys(stored).length === own.length &&
		own.every(({ field, value }) => stored[String(field)] === value)
	);
};
