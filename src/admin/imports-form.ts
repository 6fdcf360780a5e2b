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

/** A row as people count them; from 0, null where it is left empty. */
export const HeaderRow = z
	.string()
	.regex(/^(?:[1-9]\d{0,4})?$/, { error: "請填列的號碼，例如 3。" })
	.default("")
	.transform((text) => (text === "" ? null : Number(text) - 1));
export const HeaderRows = z.enum(["1", "2"]).default("1");

type Header = { row: number; rows: 1 | 2 };
/** What those two fields say. */
export const headerOf = (row: number | null, rows: "1" | "2"): Header | null =>
	row === null ? null : { row, rows: rows === "2" ? 2 : 1 };

/** The fields of the columns, `c0` and on. */
export const chosenIn = <T>(
	fields: Readonly<Record<string, string>>,
	named: (text: string) => T | undefined,
): { index: number; target: T }[] =>
	Object.entries(fields).flatMap(([name, text]) => {
		const index = /^c(\d{1,3})$/.exec(name)?.[1];
		const target = named(text);
		return index === undefined || target === undefined ? [] : [{ index: Number(index), target }];
	});

/** What differs from the mapping in force: what the header tells by itself is not kept, so that another row may tell otherwise. */
export const changedIn = <T extends string>(
	chosen: readonly { index: number; target: T }[],
	mapping: MappingOf<T> | undefined,
): Record<number, T> =>
	Object.fromEntries(
		chosen
			.filter(({ index, target }) => mapping?.columns.find((column) => column.index === index)?.target !== target)
			.map(({ index, target }) => [index, target]),
	);

/** The header and the columns as the form shows them. */
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
	/** What the file is called: 名冊的欄. */
	list: string;
	/** What becomes of columns that nobody knows. */
	unknown: string;
	options: (column: ColumnOf<T>) => { value: string; label: string }[];
	/** A cell as it may be shown. */
	example: (cell: Cell | undefined, column: ColumnOf<T>) => string;
};

/** Every column with what stands in it, and what it is imported as. */
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

/** Of a row in the preview, in characters. */
const MOST_SHOWN = 500;

/** The first rows with their numbers, so that somebody finds the header. */
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

/** Where the header is. */
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
