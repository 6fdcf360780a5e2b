import * as z from "zod";
import type { ColumnOf, MappingOf } from "#domain/people/roster/headers.ts";
import { type Cell, cellText, columnName, type Sheet } from "#kernel/table.ts";
import { card } from "#ui/card.ts";
import { field } from "#ui/field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { type Column as TableColumn, table } from "#ui/table.ts";

/* What the forms of imported lists have in common: which row is the header, and what each column is. */

/** A row number: in the form it counts from 1, the parsed value counts from 0; null when the field is empty. */
export const HeaderRow = z
	.string()
	.regex(/^(?:[1-9]\d{0,4})?$/, { error: "請填列的號碼，例如 3。" })
	.default("")
	.transform((text) => (text === "" ? null : Number(text) - 1));
export const HeaderRows = z.enum(["1", "2"]).default("1");

type Header = { row: number; rows: 1 | 2 };
/** Returns the header that the fields for its row and its number of rows describe. */
export const headerOf = (row: number | null, rows: "1" | "2"): Header | null =>
	row === null ? null : { row, rows: rows === "2" ? 2 : 1 };

/** Returns the chosen targets of the columns, from the fields `c0`, `c1` and so on. */
export const chosenIn = <T>(
	fields: Readonly<Record<string, string>>,
	named: (text: string) => T | undefined,
): { index: number; target: T }[] =>
	Object.entries(fields).flatMap(([name, text]) => {
		const index = /^c(\d{1,3})$/.exec(name)?.[1];
		const target = named(text);
		return index === undefined || target === undefined ? [] : [{ index: Number(index), target }];
	});

/**
 * Returns the choices that differ from the present mapping of columns to fields. Targets that the header gives by
 * itself are not stored, so that another header row can give others.
 */
export const changedIn = <T extends string>(
	chosen: readonly { index: number; target: T }[],
	mapping: MappingOf<T> | undefined,
): Record<number, T> =>
	Object.fromEntries(
		chosen
			.filter(({ index, target }) => mapping?.columns.find((column) => column.index === index)?.target !== target)
			.map(({ index, target }) => [index, target]),
	);

/** Returns the header and the columns as form values. */
export const mappingValues = (
	header: Header | null,
	columns: readonly { index: number; target: string }[],
): Record<string, string> => ({
	header_row: header ? String(header.row + 1) : "",
	header_rows: String(header?.rows ?? 1),
	...Object.fromEntries(columns.map(({ index, target }) => [`c${index}`, target])),
});

const EXAMPLES = 3;

type ColumnsCard<T extends string> = {
	sheet: Sheet;
	mapping: MappingOf<T>;
	state: FormState;
	/** What the file's columns are called: 名冊的欄. */
	list: string;
	/** The sentence on what happens to unknown columns. */
	unknown: string;
	options: (column: ColumnOf<T>) => { value: string; label: string }[];
	/** Returns an example of a cell's text that may be shown. */
	example: (cell: Cell | undefined, column: ColumnOf<T>) => string;
};

/** Draws every column with example cells and the field for what it is imported as. */
export function columnsCard<T extends string>(of: ColumnsCard<T>): VNode {
	const { sheet, mapping, state, list, options, example } = of;
	const unknown = mapping.columns.filter(({ target, known }) => target === "ignore" && !known).length;
	const examplesOf = (column: ColumnOf<T>): string[] =>
		sheet.rows
			.slice(mapping.first)
			.map((cells) => example(cells[column.index], column))
			.filter((text) => text !== "")
			.slice(0, EXAMPLES);
	const columns: TableColumn<ColumnOf<T>>[] = [
		{
			label: `${list}的欄`,
			head: true,
			cell: ({ index, header }) => [
				html`<b>${header || "（沒有標題）"}</b>`,
				html`<small>${columnName(index)} 欄</small>`,
			],
		},
		{
			label: "內容舉例",
			sheet: "line",
			cell: (column) => examplesOf(column).join("、") || html`<span class="soft">空白</span>`,
		},
		{
			label: "匯入成",
			sheet: "line",
			cell: (column) =>
				field({
					name: `c${column.index}`,
					label: `${column.header || columnName(column.index)} 匯入成`,
					hideLabel: true,
					state,
					type: "select",
					options: options(column),
				}),
		},
	];
	return card(
		{ title: "欄位", count: mapping.columns.length, flush: true },
		unknown > 0 &&
			html`<div class="card-body">${notice({ tone: "warn" }, `有 ${unknown} 欄認不出來，${of.unknown}`)}</div>`,
		table({ caption: "欄位", cards: true, columns, rows: mapping.columns }),
	);
}

/** The most characters of a row in the preview. */
const MOST_SHOWN = 500;

/** Draws the first rows of the sheet with their numbers, so that the user can find the header. */
export const previewCard = ({ rows, sheet }: Sheet): VNode =>
	card(
		{ title: `工作表「${sheet}」的開頭`, flush: true },
		table({
			caption: "檔案的開頭",
			tight: true,
			columns: [
				{ label: "列", head: true, cell: ({ at }: { at: number; text: string }) => String(at) },
				{ label: "內容", cell: ({ text }: { at: number; text: string }) => text },
			],
			rows: rows.slice(0, 20).map((cells, at) => ({
				at: at + 1,
				text: cells
					.slice(0, 8)
					.map(cellText)
					.filter((text) => text !== "")
					.join("｜")
					.slice(0, MOST_SHOWN),
			})),
		}),
	);

/** Draws the fields for the header's row and its number of rows. */
export const headerFields = (state: FormState, isFound: boolean): VNode => html`<div class="cols">
	${field({ name: "header_row", label: "標題在第幾列", state, type: "number", narrow: true, hint: isFound ? "留空就自動尋找。" : "例如 3。" })}
	${field({
		name: "header_rows",
		label: "標題有幾列",
		state,
		type: "select",
		options: [
			{ value: "1", label: "一列" },
			{ value: "2", label: "兩列（上面一列是分組）" },
		],
	})}
</div>`;
