import { RECORD, type RecordField } from "#domain/people/members/record.ts";
import {
	type ChoiceOf,
	type ColumnOf,
	choicesIn,
	type MappingOf,
	mapSheets,
	type Vocabulary,
} from "#domain/system/index.ts";
import type { Sheet } from "#kernel/table.ts";
import { COLUMNS, isCounter, type Target, targetNamed, targetOfHeader, tidyHeader } from "./columns.ts";
import { type OwnColumn, ownTargets } from "./own-fields.ts";

export type Column = ColumnOf<Target>;
/** The columns of a roster, and the own fields (`own`) that columns may be taken into. */
export type Mapping = MappingOf<Target> & { own: readonly OwnColumn[] };
export type Choice = ChoiceOf<Target>;

/** The headers of our own exports: no own field takes a column of one of these. */
const OURS: ReadonlySet<string> = new Set(
	[
		...Object.values<RecordField>(RECORD).flatMap(({ label, file }) => [label, file?.label ?? label]),
		...(["status", "left_on", "guardian", "certificate"] as const).map((field) => COLUMNS[field][0]),
	].map(tidyHeader),
);

/** The words of rosters. An own field is found by its name, also where rosters call another column so. */
function rosterWords(own: readonly OwnColumn[]): Vocabulary<Target> {
	const ownOf = ownTargets(own, tidyHeader);
	const either = (found: Target | undefined, text: string): Target | undefined =>
		OURS.has(tidyHeader(text)) ? found : (ownOf(text) ?? found);
	return {
		targetOf: (header) => either(targetOfHeader(header), header),
		named: (text) => either(targetNamed(text), text),
		shared: new Set<Target>(["phone", "phone_home", "remarks", "note", "ignore"]),
		isHeader: (targets) => targets.has("name") && targets.size >= 2,
		isCounter,
	};
}

/**
 * Returns the sheet with the header of a roster, and the meaning of its columns; undefined when no sheet has a row with
 * 姓名 and one more known column. `own` are the own fields in use.
 */
export function mapSheet(
	sheets: readonly Sheet[],
	choice: Choice = {},
	own: readonly OwnColumn[] = [],
): { sheet: Sheet; mapping: Mapping } | undefined {
	const found = mapSheets(sheets, rosterWords(own), choice);
	return found && { ...found, mapping: { ...found.mapping, own } };
}

/** Reads the choices of `--map` and forms about a roster's columns; `unknown` are the parts that are not understood. */
export const readChoices = (text: string, mapping: Mapping): ReturnType<typeof choicesIn<Target>> =>
	choicesIn(text, mapping, rosterWords(mapping.own));
