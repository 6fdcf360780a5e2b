import type { StatementRow } from "#db/money/bank-statements.ts";
import type { PlannedStatement } from "#domain/money/bank-statements/actions.ts";
import type { FileDoubts } from "#domain/money/bank-statements/balances.ts";
import { type PlannedRow, ROW_OUTCOMES, type RowOutcome } from "#domain/money/bank-statements/plan.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { ConfirmOf, PreviewOf } from "#kits/import/declaration.ts";
import { STATE_LOOKS } from "#kits/import/upload-list.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { readCounts } from "./statement-counts.ts";
import { ROW_LOOKS, rowWords, STATEMENT_CRUMBS } from "./words.ts";

const quiet = (words: string): VNode => html`<span class="soft">${words}</span>`;
const COLUMNS: Column<PlannedRow>[] = [
	{ label: "列", nowrap: true, cell: ({ row }) => String(row) },
	{ label: "日期", head: true, nowrap: true, cell: ({ line }) => (line ? dayText(line.day) : quiet("—")) },
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
	columns: () => COLUMNS,
	size: 100,
};

const daysOf = ({ first, last }: { first: string | null; last: string | null }): string =>
	first && last ? `${dayText(first)}至 ${dayText(last)}` : "";

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
	inside: ({ counts, doubts }, state) => [
		doubtsOf(doubts, state),
		counts.error > 0 &&
			checkbox({ name: "skip_errors", label: `略過有誤的 ${figure(counts.error)} 列，其餘照樣匯入`, state }),
		html`<p>全部寫入或全部不寫入。</p>`,
	],
	label: "匯入明細",
	submit: ({ counts }) => `匯入 ${figure(counts.new)} 筆明細`,
};

/** Draws what is wrong with the file as a whole, each with the tick without which it is not taken. */
const doubtsOf = ({ breaks, gap, otherNumbers }: FileDoubts, state: FormState): Children => [
	otherNumbers.length > 0 && [
		notice(
			{ tone: "danger", title: "這份檔案像是別的帳戶的" },
			`檔案上的帳號是 ${otherNumbers.join("、")}，與選擇的帳戶不同。`,
		),
		checkbox({ name: "accept_account", label: "帳號沒有錯，照樣匯入", state }),
	],
	(breaks.length > 0 || gap !== null) && [
		notice(
			{ tone: "warn", title: "餘額接不起來" },
			gap &&
				html`<p>系統裡到 ${dayText(gap.day)} 的餘額是 ${figure(gap.stored)} 元，這份檔案從 ${figure(gap.found)} 元開始：中間可能少了明細。</p>`,
			breaks.length > 0 &&
				html`<ul>
					${breaks.slice(0, MOST_BREAKS).map(({ row, expected, found }) => html`<li>第 ${String(row)} 列的餘額應是 ${figure(expected)} 元，檔案上是 ${figure(found)} 元</li>`)}
				</ul>`,
			breaks.length > MOST_BREAKS && html`<p>另有 ${figure(breaks.length - MOST_BREAKS)} 列。</p>`,
		),
		checkbox({ name: "accept_balance", label: "已核對過，照樣匯入", state }),
	],
];
const MOST_BREAKS = 10;

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
