import type { ColumnOf, MappingOf } from "#domain/system/index.ts";
import { type Cell, cellText } from "#kernel/table.ts";

/** Why a row below the header is not a person. */
export type PassedCode = "subtotal" | "header_again" | "no_person";
/** A row that is not a person, with the reason. */
export type Passed = { row: number; reason: { code: PassedCode }; text: string };
/** A row of data; `at` counts from 0. */
export type FilledRow = { cells: Cell[]; at: number };
type TargetOf = (header: string) => string | undefined;

/**
 * Returns the rows below the header that have data of a person (`filled`), and the other rows with the reason
 * (`passed`); blank rows are left out.
 */
export function filledRows(
	rows: readonly Cell[][],
	{ first, columns }: MappingOf<string>,
	targetOf: TargetOf,
): { filled: FilledRow[]; passed: Passed[] } {
	const [filled, passed]: [FilledRow[], Passed[]] = [[], []];
	for (const [at, cells] of rows.entries()) {
		if (at < first || cells.every((cell) => cellText(cell) === "")) continue;
		const code = passes(cells, columns, targetOf);
		if (code) passed.push({ row: at + 1, reason: { code }, text: firstText(cells) });
		else filled.push({ cells, at });
	}
	return { filled, passed };
}

const SUM = /^(?:小計|合計|總計|總數|共計|總人數|人數合計|人數|本頁小計|本頁合計)(?:[:：(（\d ]|$)/;

const firstText = (cells: readonly Cell[]): string => cells.map(cellText).find((text) => text !== "") ?? "";

/**
 * Returns why a row is no person: a sum, the header repeated, or a single text (a footer, 以下空白); undefined for a
 * person.
 */
function passes(
	cells: readonly Cell[],
	columns: readonly ColumnOf<string>[],
	targetOf: TargetOf,
): PassedCode | undefined {
	const texts = cells.map(cellText).filter((text) => text !== "");
	if (texts.some((text) => SUM.test(text)) && !hasIdentity(cells, columns)) return "subtotal";
	const headers = columns.filter(
		({ index, target }) => target !== "ignore" && targetOf(cellText(cells[index])) === target,
	);
	if (headers.length >= 2) return "header_again";
	return texts.length === 1 ? "no_person" : undefined;
}

const hasIdentity = (cells: readonly Cell[], columns: readonly ColumnOf<string>[]): boolean =>
	columns
		.filter(({ target }) => target === "member_no" || target === "national_id" || target === "birth_date")
		.map(({ index }) => cellText(cells[index]))
		.some((text) => /\d/.test(text) && !SUM.test(text));
