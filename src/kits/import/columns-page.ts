import type { Looked } from "#domain/system/index.ts";
import { cellText, columnName, type Sheet } from "#kernel/table.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import type { ColumnsOf, Common, ImportedRow, Mapped } from "./declaration.ts";

type Of<R, O, M extends Mapped, B extends string> = Common<R> & { columns: ColumnsOf<R, O, M, B> };

/**
 * Draws the page on which a user chooses what each column of the file is, with examples of its cells, and how the rows
 * are read.
 */
export function columnsPage<R extends ImportedRow, O, M extends Mapped, B extends string>(
	{ places, area, crumbs, columns: of }: Of<R, O, M, B>,
	{ row, sheet, mapping, at }: Looked<M> & { row: R; at: number },
	state: FormState,
): Page {
	return {
		title: of.title,
		name: row.filename,
		area,
		crumbs: [...crumbs, { label: row.filename, href: places.show(row.id) }],
		lead: mapping ? of.lead(mapping, row) : of.noHeader,
		body: form(
			{
				...{ action: places.columns(row.id), state, version: row.version, main: true },
				...{ submit: of.submit, busy: of.busy, cancel: of.cancel(row) },
			},
			mapping ? columnsCard(of, { sheet, mapping, at }, state) : beginning(sheet),
			card(
				{ title: of.options },
				headerFields(of, state, mapping !== undefined),
				Object.entries<string>(of.boxes).map(([name, label]) => checkbox({ name, label, state })),
			),
		),
	};
}

const EXAMPLES = 3;

function columnsCard<R, O, M extends Mapped, B extends string>(
	of: ColumnsOf<R, O, M, B>,
	{ sheet, mapping, at }: { sheet: Sheet; mapping: M; at: number },
	state: FormState,
): VNode {
	const unknown = mapping.columns.filter(of.unknown.is).length;
	const below = sheet.rows.slice(mapping.first);
	const examples = (column: M["columns"][number]): string[] =>
		of
			.examples(
				below.map((cells) => cells[column.index]),
				column,
				mapping,
			)
			.slice(0, EXAMPLES);
	const columns: Column<M["columns"][number]>[] = [
		{
			label: of.column,
			head: true,
			cell: ({ index, header }) => [
				html`<b>${header || "（沒有標題）"}</b>`,
				html`<small>${columnName(index)} 欄</small>`,
			],
		},
		{
			label: "內容舉例",
			sheet: "line",
			cell: (column) => examples(column).join("、") || html`<span class="soft">空白</span>`,
		},
		{
			label: of.becomes,
			sheet: "line",
			cell: (column) =>
				field({
					name: `c${column.index}`,
					label: `${column.header || columnName(column.index)} ${of.becomes}`,
					hideLabel: true,
					state,
					type: "select",
					options: of.targets(column, at, mapping),
				}),
		},
	];
	return card(
		{ title: "欄位", count: mapping.columns.length, flush: true },
		unknown > 0 &&
			html`<div class="card-body">${notice({ tone: of.unknown.tone }, `有 ${unknown} 欄認不出來，${of.unknown.words}`)}</div>`,
		table({ caption: "欄位", cards: true, columns, rows: mapping.columns }),
	);
}

/**
 * How much of the file's beginning is shown: the most rows, the most cells of each row, and the most characters of a
 * row's joined text.
 */
const SHOWN = { rows: 20, cells: 10, characters: 500 };

/** Draws the file's first rows with their row numbers, so that the user can find the header row. */
const beginning = ({ rows, sheet }: Sheet): VNode =>
	card(
		{ title: `工作表「${sheet}」的開頭`, flush: true },
		table({
			caption: "檔案的開頭",
			tight: true,
			columns: [
				{ label: "列", head: true, cell: ({ at }: { at: number; text: string }) => String(at) },
				{ label: "內容", cell: ({ text }: { at: number; text: string }) => text },
			],
			rows: rows.slice(0, SHOWN.rows).map((cells, at) => ({
				at: at + 1,
				text: cells
					.slice(0, SHOWN.cells)
					.map(cellText)
					.filter((text) => text !== "")
					.join("｜")
					.slice(0, SHOWN.characters),
			})),
		}),
	);

/** Draws the fields for the header's row number and its number of rows. */
const headerFields = (
	{ exampleRow, twoRows }: { exampleRow: string; twoRows: string },
	state: FormState,
	isFound: boolean,
): VNode => html`<div class="cols">
	${field({ name: "header_row", label: "標題在第幾列", state, type: "number", narrow: true, hint: isFound ? "留空就自動尋找。" : `例如 ${exampleRow}。` })}
	${field({
		name: "header_rows",
		label: "標題有幾列",
		state,
		type: "select",
		options: [
			{ value: "1", label: "一列" },
			{ value: "2", label: twoRows },
		],
	})}
</div>`;
