import type { StatementRow } from "#db/money/bank-statements.ts";
import type { PlannedStatement } from "#domain/money/bank-statements/actions.ts";
import { type PlannedRow, ROW_OUTCOMES, type RowOutcome } from "#domain/money/bank-statements/plan.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import type { ConfirmOf, PreviewOf } from "#kits/import/declaration.ts";
import { STATE_LOOKS } from "#kits/import/upload-list.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { readCounts } from "./statement-counts.ts";
import { ROW_LOOKS, rowWords, STATEMENT_CRUMBS } from "./words.ts";

const quiet = (words: string): VNode => html`<span class="soft">${words}</span>`;
const COLUMNS: Column<PlannedRow>[] = [
	{ label: "列", nowrap: true, cell: ({ row }) => String(row) },
	{ label: "日期", head: true, nowrap: true, cell: ({ line }) => (line ? rocWords(line.day) : quiet("—")) },
	{
		label: "存入",
		end: true,
		nowrap: true,
		cell: ({ line }) => (line && line.amount > 0 ? amountOf(line.amount, line.fee) : quiet("—")),
	},
	{
		label: "支出",
		end: true,
		nowrap: true,
		cell: ({ line }) => (line && line.amount < 0 ? figure(-line.amount) : quiet("—")),
	},
	{ label: "末五碼", nowrap: true, cell: ({ line }) => line?.last5 ?? quiet("—") },
	{ label: "摘要與附言", sheet: "line", cell: memoOf },
	{ label: "餘額", end: true, nowrap: true, cell: ({ line }) => figure(line?.balance) },
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ becomes }) => status(ROW_LOOKS[becomes]) },
];

const amountOf = (amount: number, fee: number): Children =>
	fee === 0 ? figure(amount) : html`<span>${figure(amount)}<small>手續費 ${figure(fee)}</small></span>`;

function memoOf({ line, said }: PlannedRow): Children {
	if (!line) return said.map((one) => rowWords(one)).join("；");
	const more = said.map((one) => rowWords(one)).join("；");
	return html`<span>${line.memo || quiet("（沒有）")}${more !== "" && html`<small>${more}</small>`}</span>`;
}

/** The preview of a statement, with the rows in the order of the file. */
export const statementPreview: PreviewOf<StatementRow, PlannedStatement, PlannedRow, RowOutcome> = {
	title: "明細預覽",
	lead: ({ mapping }, { account_name }) => `${account_name}，工作表「${mapping.sheet}」。還沒有寫入任何明細。`,
	lines: ({ rows }) => rows,
	outcomes: ROW_OUTCOMES,
	looks: ROW_LOOKS,
	outcomeOf: ({ becomes }) => becomes,
	count: ({ rows, counts }, outcome) => (outcome ? counts[outcome] : rows.length),
	columns: COLUMNS,
	size: 100,
};

const daysOf = ({ first, last }: { first: string | null; last: string | null }): string =>
	first && last ? `${rocWords(first)}至 ${rocWords(last)}` : "";

export const statementConfirm: ConfirmOf<PlannedStatement> = {
	title: "匯入",
	facts: ({ counts }) => [
		{ name: "新增", value: `${figure(counts.new)} 筆` },
		{ name: "已匯入過", value: `${figure(counts.known)} 筆` },
		{ name: "有誤", value: `${figure(counts.error)} 列` },
		{ name: "期間", value: daysOf(counts) },
	],
	nothing: ({ counts }) =>
		counts.new === 0
			? `沒有新的明細可以匯入${counts.error > 0 ? "：有誤的列請先修正欄位或檔案" : "，這份檔案的內容系統裡都有了"}。`
			: undefined,
	inside: ({ counts }, state) => [
		counts.error > 0 &&
			checkbox({ name: "skip_errors", label: `略過有誤的 ${figure(counts.error)} 列，其餘照樣匯入`, state }),
		html`<p>全部寫入或全部不寫入。支出的明細會保留，不需要處理。</p>`,
	],
	label: "匯入明細",
	submit: ({ counts }) => `匯入 ${figure(counts.new)} 筆明細`,
};

/** Draws the page of a statement that was written: the numbers of its bank lines, and a link to them. */
export function statementDonePage(row: StatementRow): Page {
	const counts = readCounts(row.counts);
	const lines = `${paths.admin.bank.lines()}?account=${row.bank_account_id}`;
	return {
		title: row.filename,
		area: "匯入銀行檔",
		crumbs: STATEMENT_CRUMBS,
		lead: html`<span>${status(STATE_LOOKS.applied)} ${row.account_name}</span>`,
		actions: linkButton({ label: "對帳", tone: "primary", href: lines }),
		slim: true,
		body: card(
			{ title: "結果" },
			facts([
				{ name: "新增的明細", value: `${figure(counts.new)} 筆` },
				{ name: "已匯入過", value: `${figure(counts.known)} 筆` },
				{ name: "略過的列", value: `${figure(counts.skip + counts.error)} 列` },
				{
					name: "期間",
					value: daysOf(counts),
				},
				{ name: "匯入者", value: row.created_by_name },
			]),
		),
	};
}
