import { type Cell, cellText, type Sheet } from "#kernel/table.ts";
import { COLUMNS, FIELDS, type Field, fieldOfHeader } from "./columns.ts";
import { groupNamesIn } from "./group-names.ts";
import type { Mapping } from "./mapping.ts";
import { readNotes } from "./notes.ts";
import { type OwnCell, ownOf, ownText } from "./own-fields.ts";
import { paidYearsIn } from "./paid-years.ts";
import { isReadable, type Readable, type ReadCell, readField } from "./read-field.ts";
import type { Reading, Values } from "./reading.ts";
import type { Reason } from "./reasons.ts";
import { filledRows, type Passed } from "./rows.ts";
import { guardianName, isNothing, yesOrNo } from "./values.ts";

/** A row as it was read. `row` counts from 1, as spreadsheets do. */
export type Interpreted = {
	row: number;
	name: string;
	values: Values;
	/** The guardians that the row names, two at most. */
	guardians: Wanted[];
	/** True when the row says 有 for 身心障礙證明. */
	certificate: boolean;
	paidYears: number[];
	/** The names of groups, as the row writes them. */
	groups: string[];
	/** What the row says of own fields. */
	own: OwnCell[];
	/** Notes of at most 2,000 characters each. */
	notes: string[];
	errors: Reason[];
	conflicts: Reason[];
	/** Remarks to be shown; they do not stop the row. */
	notices: Reason[];
};

/** A guardian as a row names them: the column, and the text that says as what they stand. */
export type Wanted = { name: string; field: "guardian" | "second_guardian"; as?: string | undefined };

type Row = { cells: Cell[]; at: number; formulas: ReadonlySet<string> };

/**
 * Reads every row below the header into `people`, or into `passed` with the reason when the row is not a person (a sum,
 * a repeated header); blank rows are left out.
 */
export function interpretRows(
	{ rows, formulas }: Sheet,
	mapping: Mapping,
	reading: Reading,
): { people: Interpreted[]; passed: Passed[] } {
	const { filled, passed } = filledRows(rows, mapping, fieldOfHeader);
	const people = filled.map((row) => interpret({ ...row, formulas }, mapping, reading));
	return { people, passed };
}

function interpret({ cells, at, formulas }: Row, mapping: Mapping, reading: Reading): Interpreted {
	const result: Interpreted = {
		row: at + 1,
		name: "",
		values: {},
		guardians: [],
		certificate: false,
		paidYears: [],
		groups: [],
		own: [],
		notes: [],
		errors: [],
		conflicts: [],
		notices: [],
	};
	const known = new Set(mapping.columns.map(({ target }) => target));
	const cellOf = (field: Field): Cell[] =>
		mapping.columns.filter(({ target }) => target === field).map(({ index }) => cells[index] ?? null);
	for (const { index, target } of mapping.columns)
		if (target !== "ignore" && formulas.has(`${at},${index}`))
			result.notices.push({ code: "formula", text: cellText(cells[index]) });
	for (const field of READ_FIELDS) {
		const given = cellOf(field).filter((cell) => !isNothing(cellText(cell)));
		for (const cell of given) take(result, field, { cell, reading, hasCity: known.has("city"), values: result.values });
	}
	result.name = result.values.name ?? "";
	if (result.name === "" && result.errors.every(({ field }) => field !== "name"))
		result.errors.unshift({ code: "no_name", field: "name" });
	readRest(result, { cells, mapping, cellOf, reading });
	return result;
}

/**
 * The fields in the order of reading, where an earlier one helps with a later one: a landline in the column of mobiles,
 * an address after its city.
 */
const READ_FIELDS: readonly Readable[] = FIELDS.filter(isReadable);

function take(result: Interpreted, field: Readable, of: ReadCell): void {
	const read = readField(field, of);
	const { text } = read;
	if (read.values) Object.assign(result.values, read.values);
	if (read.spills) result.notes.push(`${COLUMNS[field][0]}：${text}`);
	if (read.notice) result.notices.push({ ...read.notice, field, text });
	if (read.refused === undefined) return;
	if (read.refused.code === "date_ambiguous") result.conflicts.push({ ...read.refused, field, text });
	else if (field === "national_id" && !of.reading.strict) result.notices.push({ code: "id_left_out", field, text });
	else if (of.reading.leaveEmpty && field !== "name") result.notices.push({ code: "left_empty", field, text });
	else result.errors.push({ ...read.refused, field, text });
}

type Rest = { cells: Cell[]; mapping: Mapping; cellOf: (field: Field) => Cell[]; reading: Reading };

function readRest(result: Interpreted, { cells, mapping, cellOf, reading }: Rest): void {
	result.guardians = guardiansIn((field) => cellText(cellOf(field)[0]));
	for (const text of cellOf("certificate").map(cellText)) {
		const has = text === "" ? false : yesOrNo(text);
		if (has === undefined) result.notices.push({ code: "certificate_unclear", field: "certificate", text });
		result.certificate ||= has === true;
	}
	const { years, unclear } = paidYearsIn(cells, mapping.columns);
	result.paidYears = years;
	result.notices.push(...unclear.map((text): Reason => ({ code: "paid_unclear", text })));
	result.groups = groupNamesIn(cellOf("groups").map(cellText));
	result.own = mapping.columns.flatMap(({ index, target }): OwnCell[] => {
		const field = ownOf(mapping.own, target);
		const text = field?.is_open === 1 ? ownText(field, cells[index] ?? null, reading.acceptDates) : "";
		return field && text !== "" ? [{ field, text }] : [];
	});
	if (cellOf("diagnosis").some((cell) => !isNothing(cellText(cell))))
		result.notices.push({ code: "diagnosis_left_out", field: "diagnosis" });
	result.notes.push(...readNotes(cells, mapping.columns, reading.keepUnknown));
}

/** Returns the guardians in the cells of a row: of 王大明（父）、李小美 in one cell both. Nobody is named twice. */
function guardiansIn(textOf: (field: Field) => string): Wanted[] {
	const said = (field: Field) => (isNothing(textOf(field)) ? "" : textOf(field));
	const named = (["guardian", "second_guardian"] as const).flatMap((field) => {
		const names = said(field).split(/[、，,；;／/]/);
		const as = said(`${field}_as`) || undefined;
		return names.map((text): Wanted => ({ name: guardianName(text), field, as: names.length > 1 ? undefined : as }));
	});
	const first = named.filter(({ name }, at) => name !== "" && named.findIndex((one) => one.name === name) === at);
	return first.slice(0, 2);
}
