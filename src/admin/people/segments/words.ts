import * as z from "zod";
import { MEMBER_CONDITIONS } from "#admin/people/members/list-conditions.ts";
import type { SegmentRow } from "#db/people/segments.ts";
import { fieldName } from "#domain/people/member-fields/rules.ts";
import { SEGMENT_CONDITIONS, type SegmentCondition } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Filter } from "#ui/filters.ts";

/** Returns the label and the options of a condition, as the members' list has them; the options of types and groups are read. */
export function conditionOf(name: SegmentCondition): { label: string; options: Option[] } {
	const { field } = MEMBER_CONDITIONS[name];
	return field.type === "select"
		? { label: field.label, options: [...(field.options ?? [])] }
		: { label: "", options: [] };
}

const Own = z.record(z.string(), z.string());
/** Returns the conditions of a segment on own fields as the parameters of the members' list: ["f12", "3"]. */
export const ownOf = (row: Pick<SegmentRow, "own">): [string, string][] =>
	Object.entries(Own.parse(JSON.parse(row.own))).map(([id, value]) => [fieldName({ id: Number(id) }), value]);

/**
 * Returns the conditions of a segment in words: 狀態：有效. `own` are the conditions on own fields that the list offers to
 * everybody; a field that is not among them any more finds nobody.
 */
export const segmentWords = (row: SegmentRow, own: readonly Filter[]): string[] => [
	...SEGMENT_CONDITIONS.flatMap((name) => {
		const value = row[name];
		if (value === null) return [];
		const { label, options } = conditionOf(name);
		const named = name === "group" ? row.group_name : name === "type" ? row.type_name : null;
		const word = named ?? options.find((one) => one.value === value)?.label;
		return [`${label}：${word ?? value}`];
	}),
	...ownOf(row).map(([name, value]) => {
		const filter = own.find((one) => one.name === name);
		return filter ? `${filter.label}：${wordOf(filter, value)}` : "自訂欄位已停用，沒有人符合";
	}),
];

/** Returns the word for a value of a condition on an own field. */
export const wordOf = (filter: Filter, value: string): string =>
	("options" in filter ? filter.options.find((one) => one.value === value)?.label : undefined) ?? value;

/** Returns the conditions of a segment as the query text of the members' list. */
export const segmentQuery = (row: SegmentRow): string =>
	new URLSearchParams([
		...SEGMENT_CONDITIONS.flatMap((name): [string, string][] =>
			row[name] === null ? [] : [[name, String(row[name])]],
		),
		...ownOf(row),
	]).toString();

/** Returns the address of the members' list with the conditions of a segment. */
export const segmentHref = (row: SegmentRow): string => `${paths.admin.members.list()}?${segmentQuery(row)}`;

/** Returns segments as the options of a condition. Undefined when there are none. */
export const segmentOptions = (rows: readonly Pick<SegmentRow, "id" | "name">[]): Option[] | undefined =>
	rows.length === 0 ? undefined : rows.map(({ id, name }) => ({ value: String(id), label: name }));
