import type { StatementRow } from "#db/money/bank-statements.ts";
import type { PlannedStatement } from "#domain/money/bank-statements/actions.ts";
import { type PlannedRow, ROW_OUTCOMES, type RowOutcome } from "#domain/money/bank-statements/plan.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { noMatch } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { readCounts } from "./statement-counts.ts";
import { ROW_LOOKS, rowWords, STATEMENT_CRUMBS } from "./words.ts";

const { bank } = paths.admin;
const PER_PAGE = 100;

export type DraftPage = { row: StatementRow; plan: PlannedStatement; outcome: RowOutcome | undefined; page: number };

/** Draws what the import of a statement would bring, row by row, and the button that imports it. */
export function statementDraftPage({ row, plan, outcome, page }: DraftPage, state?: FormState): Page {
	const here: Here = { path: bank.statement(row.id), query: { outcome } };
	const shown = plan.rows.filter(({ becomes }) => outcome === undefined || becomes === outcome);
	return {
		title: row.filename,
		area: "匯入銀行檔",
		crumbs: STATEMENT_CRUMBS,
		lead: html`<span>${status({ word: "待確認", tone: "warn" })} ${row.account_name}，工作表「${plan.mapping.sheet}」。還沒有寫入任何明細。</span>`,
		actions: [linkButton({ label: "欄位", icon: "settings", href: bank.columns(row.id) }), removal(row)],
		body: html`<div class="stack">
			${state && !state.prefix && errorSummary(state)}
			${tabs(outcomeTabs(here, plan, outcome), "結果")}
			${card(
				{ title: "明細預覽", count: plan.rows.length, flush: true },
				table({
					caption: "明細預覽",
					cards: true,
					columns: COLUMNS,
					rows: shown.slice((page - 1) * PER_PAGE, page * PER_PAGE),
					empty: noMatch({ title: "沒有這種結果的列", clearHref: bank.statement(row.id) }),
				}),
				pager({ here, page, size: PER_PAGE, total: shown.length, unit: "列" }),
			)}
			${confirmation(row, plan, state)}
		</div>`,
	};
}

const removal = (row: StatementRow): VNode => html`<form method="post" action=${bank.removal(row.id)}>
	<input type="hidden" name="version" value=${String(row.version)} />
	${button({ label: "捨棄這個檔案", tone: "quiet", icon: "trash", busy: "捨棄中..." })}
</form>`;

const outcomeTabs = (here: Here, { counts, rows }: PlannedStatement, now: RowOutcome | undefined) => [
	{ label: "全部", href: hrefWith(here, { outcome: undefined }), current: now === undefined, count: rows.length },
	...ROW_OUTCOMES.map((one) => ({
		label: ROW_LOOKS[one].word,
		href: hrefWith(here, { outcome: one }),
		current: now === one,
		count: counts[one],
	})),
];

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

/** Draws what will be written, and the button. */
function confirmation(row: StatementRow, { counts, seen }: PlannedStatement, sent: FormState | undefined): VNode {
	const days = counts.first && counts.last ? `${rocWords(counts.first)}至 ${rocWords(counts.last)}` : "";
	const list = facts(
		[
			{ name: "新增", value: `${figure(counts.new)} 筆` },
			{ name: "已匯入過", value: `${figure(counts.known)} 筆` },
			{ name: "有誤", value: `${figure(counts.error)} 列` },
			{ name: "期間", value: days },
		],
		2,
	);
	if (counts.new === 0)
		return card(
			{ title: "匯入" },
			list,
			html`<p class="soft">沒有新的明細可以匯入${counts.error > 0 ? "：有誤的列請先修正欄位或檔案" : "，這份檔案的內容系統裡都有了"}。</p>`,
		);
	const state = sent ?? freshForm({}, "apply");
	return card(
		{ title: "匯入" },
		list,
		part(
			{ name: "long-work", props: { label: "匯入明細" } },
			form(
				{
					action: bank.application(row.id),
					state: { ...state, prefix: "apply" },
					version: row.version,
					submit: `匯入 ${figure(counts.new)} 筆明細`,
					busy: "匯入中...",
				},
				html`<input type="hidden" name="seen" value=${seen} />`,
				counts.error > 0 &&
					checkbox({ name: "skip_errors", label: `略過有誤的 ${figure(counts.error)} 列，其餘照樣匯入`, state }),
				html`<p>全部寫入或全部不寫入。支出的明細會保留，不需要處理。</p>`,
			),
		),
	);
}

/** Draws an imported statement: what it brought, with a link to its lines. */
export function statementDonePage(row: StatementRow): Page {
	const counts = readCounts(row.counts);
	const lines = `${bank.lines()}?account=${row.bank_account_id}`;
	return {
		title: row.filename,
		area: "匯入銀行檔",
		crumbs: STATEMENT_CRUMBS,
		lead: html`<span>${status({ word: "已匯入", tone: "ok" })} ${row.account_name}</span>`,
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
					value: counts.first && counts.last && `${rocWords(counts.first)}至 ${rocWords(counts.last)}`,
				},
				{ name: "匯入者", value: row.created_by_name },
			]),
		),
	};
}
