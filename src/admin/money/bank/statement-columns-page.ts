import type { StatementRow } from "#db/money/bank-statements.ts";
import type { Looked } from "#domain/money/bank-statements/actions.ts";
import { TARGET_LABELS, TARGETS } from "#domain/money/bank-statements/columns.ts";
import type { Column, Mapping, ReadingOptions } from "#domain/money/bank-statements/mapping.ts";
import { paths } from "#http/paths.ts";
import { readDate } from "#kernel/calendar.ts";
import { cellText, columnName, type Sheet } from "#kernel/table.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column as TableColumn, table } from "#ui/table.ts";
import { STATEMENT_CRUMBS } from "./words.ts";

const { bank } = paths.admin;
const EXAMPLES = 3;
const LONGEST = 24;
const SHOWN_ROWS = 20;

export type ColumnsPage = { row: StatementRow; options: ReadingOptions } & Looked;

/** Returns the form filled from the present mapping of the file's columns to fields, and the options. */
export const columnsForm = ({ mapping, options }: ColumnsPage): FormState =>
	freshForm({
		header_row: options.header ? String(options.header.row + 1) : "",
		header_rows: String(options.header?.rows ?? 1),
		accept_dates: options.accept_dates ? "1" : "",
		...Object.fromEntries((mapping?.columns ?? []).map(({ index, target }) => [`c${index}`, target])),
	});

/** Draws the page 欄位: what each column of a bank's file is, with example cells. */
export const statementColumnsPage = (page: ColumnsPage, state: FormState): Page => ({
	title: "欄位",
	name: page.row.filename,
	area: "匯入銀行檔",
	crumbs: [...STATEMENT_CRUMBS, { label: page.row.filename, href: bank.statement(page.row.id) }],
	lead: page.mapping
		? `工作表「${page.mapping.sheet}」，標題在第 ${page.mapping.header + 1} 列。這次的選擇會記在「${page.row.account_name}」，下次不用再選。`
		: "找不到有日期與金額的標題列，請指定它在第幾列。",
	body: form(
		{
			action: bank.columns(page.row.id),
			state,
			version: page.row.version,
			submit: "看明細預覽",
			busy: "讀取中...",
			cancel: bank.statements(),
			main: true,
		},
		page.mapping ? columnsCard(page.sheet, page.mapping, state) : beginning(page.sheet),
		card(
			{ title: "選項" },
			html`<div class="cols">
				${field({ name: "header_row", label: "標題在第幾列", state, type: "number", narrow: true, hint: page.mapping ? "留空就自動尋找。" : "例如 5。" })}
				${field({
					name: "header_rows",
					label: "標題有幾列",
					state,
					type: "select",
					options: [
						{ value: "1", label: "一列" },
						{ value: "2", label: "兩列（下面一列優先）" },
					],
				})}
			</div>`,
			checkbox({ name: "accept_dates", label: "接受只有兩位數年份的日期（例如 26/11/3 讀作 2026 年）", state }),
		),
	),
});

function columnsCard(sheet: Sheet, { columns, first }: Mapping, state: FormState): VNode {
	const unknown = columns.filter(({ known }) => !known).length;
	const list: TableColumn<Column>[] = [
		{
			label: "檔案的欄",
			head: true,
			cell: ({ index, header }) => [
				html`<b>${header || "（沒有標題）"}</b>`,
				html`<small>${columnName(index)} 欄</small>`,
			],
		},
		{
			label: "內容舉例",
			sheet: "line",
			cell: (column) => examples(sheet, column, first).join("、") || html`<span class="soft">空白</span>`,
		},
		{
			label: "讀成",
			sheet: "line",
			cell: ({ index, header }) =>
				field({
					name: `c${index}`,
					label: `${header || columnName(index)} 讀成`,
					hideLabel: true,
					state,
					type: "select",
					options: TARGETS.map((value) => ({ value, label: TARGET_LABELS[value] })),
				}),
		},
	];
	return card(
		{ title: "欄位", count: columns.length, flush: true },
		unknown > 0 &&
			html`<div class="card-body">${notice({ tone: "info" }, `有 ${unknown} 欄認不出來，預設不使用。`)}</div>`,
		table({ caption: "欄位", cards: true, columns: list, rows: columns }),
	);
}

const examples = ({ rows }: Sheet, { index, target }: Column, first: number): string[] =>
	[
		...new Set(
			rows
				.slice(first, first + 200)
				.map((cells) => cells[index])
				.map((cell) => (target === "date" && typeof cell === "number" ? (readDate(cell)?.date ?? "") : cellText(cell)))
				.filter((text) => text !== "")
				.map((text) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}...` : text)),
		),
	].slice(0, EXAMPLES);

/** Draws the first rows of the sheet with their numbers, so that the user can find the header. */
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
			rows: rows.slice(0, SHOWN_ROWS).map((cells, at) => ({
				at: at + 1,
				text: cells
					.slice(0, 10)
					.map(cellText)
					.filter((text) => text !== "")
					.join("｜"),
			})),
		}),
	);
