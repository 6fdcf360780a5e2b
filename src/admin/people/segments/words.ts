import { MEMBER_CONDITIONS } from "#admin/people/members/list-conditions.ts";
import type { SegmentRow } from "#db/people/segments.ts";
import { SEGMENT_CONDITIONS, type SegmentCondition } from "#domain/people/segments/form.ts";
import { paths } from "#http/paths.ts";
import type { Option } from "#ui/field-parts.ts";

/** Returns the label and the options of a condition, as the members' list has them; the options of types and groups are read. */
export function conditionOf(name: SegmentCondition): { label: string; options: Option[] } {
	const { field } = MEMBER_CONDITIONS[name];
	return field.type === "select"
		? { label: field.label, options: [...(field.options ?? [])] }
		: { label: "", options: [] };
}

/** Returns the conditions of a segment in words: 狀態：有效. */
export const segmentWords = (row: SegmentRow): string[] =>
	SEGMENT_CONDITIONS.flatMap((name) => {
		const value = row[name];
		if (value === null) return [];
		const { label, options } = conditionOf(name);
		const named = name === "group" ? row.group_name : name === "type" ? row.type_name : null;
		const word = named ?? options.find((one) => one.value === value)?.label;
		return [`${label}：${word ?? value}`];
	});

/** Returns the conditions of a segment as the query text of the members' list. */
export const segmentQuery = (row: SegmentRow): string =>
	new URLSearchParams(
		SEGMENT_CONDITIONS.flatMap((name) => (row[name] === null ? [] : [[name, String(row[name])]])),
	).toString();

/** Returns the address of the members' list with the conditions of a segment. */
export const segmentHref = (row: SegmentRow): string => `${paths.admin.members.list()}?${segmentQuery(row)}`;

/** Returns segments as the options of a condition. Undefined when there are none. */
export const segmentOptions = (rows: readonly Pick<SegmentRow, "id" | "name">[]): Option[] | undefined =>
	rows.length === 0 ? undefined : rows.map(({ id, name }) => ({ value: String(id), label: name }));
