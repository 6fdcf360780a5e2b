import {
	type ChoiceOf,
	type ColumnOf,
	choicesIn,
	type MappingOf,
	mapSheets,
	type Vocabulary,
} from "#domain/system/index.ts";
import type { Sheet } from "#kernel/table.ts";
import { isCounter, type Target, targetNamed, targetOfHeader } from "./columns.ts";

export type Column = ColumnOf<Target>;
export type Mapping = MappingOf<Target>;
export type Choice = ChoiceOf<Target>;

const ROSTER: Vocabulary<Target> = {
	targetOf: targetOfHeader,
	named: targetNamed,
	shared: new Set<Target>(["phone", "phone_home", "remarks", "note", "ignore"]),
	isHeader: (targets) => targets.has("name") && targets.size >= 2,
	isCounter,
};

/**
 * Returns the sheet with the header of a roster, and the meaning of its columns; undefined when no sheet has a row with
 * 姓名 and one more known column.
 */
export const mapSheet = (
	sheets: readonly Sheet[],
	choice: Choice = {},
): { sheet: Sheet; mapping: Mapping } | undefined => mapSheets(sheets, ROSTER, choice);

/** Reads the choices of `--map` and forms about a roster's columns; `unknown` are the parts that are not understood. */
export const readChoices = (text: string, mapping: Mapping): ReturnType<typeof choicesIn<Target>> =>
	choicesIn(text, mapping, ROSTER);
