import { refused } from "#admin/books/ledger/periods-words.ts";
import type { PaidShareRow } from "#db/books/remittances.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import {
	type CategorySum,
	DUE_WORDS,
	type Due,
	duesOf,
	isPartOf,
	periodWords,
	sumsByCategory,
} from "#domain/books/remittances/due.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/list/conditions.ts";
import { card } from "#ui/card.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { hrefWith } from "#ui/url-state.ts";
import { isLate, ownCard, pressOf } from "./month-press.ts";
import { MONTH, type MonthShown } from "./month-query.ts";
import { lackNotice } from "./rates-page.ts";
import { categoryWords, WITHHOLDING, WITHHOLDING_CRUMBS, withholdingTabs } from "./words.ts";

const { withholding, finance } = paths.admin;
/** The most payments that the page lists; the sums are of all. */
const SHOWN = 500;

/** Draws the page 本月應繳: what a month's payments make due, the sums by category, and the payments themselves. */
export function monthPage(of: MonthShown): Page {
	const { month, shares, rates, today } = of;
	return {
		title: "扣繳",
		area: WITHHOLDING,
		crumbs: WITHHOLDING_CRUMBS,
		tabs: withholdingTabs(withholding.month()),
		lead: `${periodWords(month)}付款的支出申請代扣的所得稅與補充保費，和要繳的期限。`,
		body: html`<div class="stack loose">
			${refused(of.state)}
			${lackNotice(rates, today, withholding.rates())}
			${card(
				{ flush: true, label: `${periodWords(month)}應繳` },
				filters({
					here: { path: withholding.month(), query: { month } },
					fields: fieldsOf({ month: MONTH.month }, {}),
				}),
				table({
					caption: `${periodWords(month)}應繳`,
					cards: true,
					columns: dueColumns(of),
					rows: duesOf(month, shares, of.sums),
				}),
			)}
			<div class="split">
				${card(
					{ title: "各類所得", flush: true },
					table({
						caption: "各類所得的給付與扣繳",
						cards: true,
						columns: sumColumns(month),
						rows: sumsByCategory(shares),
						empty: html`<p class="card-body soft">這個月沒有付過要扣繳的所得。</p>`,
					}),
				)}
				${ownCard(of)}
			</div>
			${paidCard(of)}
		</div>`,
	};
}

/** Returns the address of the payments that a figure sums. */
const listHref = (month: string, narrow: Record<string, string>): string =>
	`${hrefWith({ path: withholding.month(), query: { month } }, narrow)}#paid`;

const dueColumns = (of: MonthShown): Column<Due>[] => [
	{
		label: "項目",
		head: true,
		cell: ({ kind, period }) =>
			html`<span>${DUE_WORDS[kind].short}<small class="soft">${DUE_WORDS[kind].office}${kind === "foreign_tax" && `，${dayText(period)}給付`}</small></span>`,
	},
	{
		label: "金額",
		end: true,
		nowrap: true,
		cell: ({ kind, period, amount, carried }) =>
			amount + carried === 0
				? figure(0)
				: html`<a href=${listHref(of.month, { due: kind, ...(kind === "foreign_tax" && { day: period }) })}>${figure(amount)}</a>`,
	},
	{
		label: "繳納期限",
		nowrap: true,
		cell: (due) => [dayText(due.dueOn), isLate(due, of) && [" ", status({ word: "已過期限", tone: "danger" })]],
	},
	{ label: "繳納", sheet: "line", cell: (due) => pressOf(due, of) },
];

const sumColumns = (month: string): Column<CategorySum>[] => [
	{
		label: "所得類別",
		head: true,
		cell: ({ category, is_resident, many }) =>
			html`<span><a href=${listHref(month, { category: category ?? "unlisted", resident: String(is_resident) })}>${categoryWords(category)}</a><small class="soft">${is_resident === 0 && "非居住者，"}${figure(many)} 筆</small></span>`,
	},
	{ label: "給付總額", end: true, nowrap: true, cell: ({ gross }) => figure(gross) },
	{ label: "所得稅", end: true, nowrap: true, cell: ({ tax }) => figure(tax) },
	{ label: "補充保費", end: true, nowrap: true, cell: ({ premium }) => figure(premium) },
];

/** Returns the payments that the address asks for. */
function picked({ month, asked: { category, resident, due, day }, shares }: MonthShown): PaidShareRow[] {
	return shares.filter(
		(one) =>
			(category === undefined || (one.category ?? "unlisted") === category) &&
			(resident === undefined || String(one.is_resident) === resident) &&
			(due === undefined || isPartOf(one, { kind: due, period: due === "foreign_tax" ? (day ?? "") : month })),
	);
}

function paidCard(of: MonthShown): VNode {
	const rows = picked(of);
	const sum = (what: "gross" | "tax" | "premium"): string => money(rows.reduce((all, one) => all + one[what], 0));
	const isNarrowed = rows.length < of.shares.length;
	return html`<div id="paid">${card(
		{ title: "付款明細", count: rows.length, flush: true },
		html`<p class="card-body">給付 ${sum("gross")}，所得稅 ${sum("tax")}，補充保費 ${sum("premium")}。${
			isNarrowed && html`<a href=${listHref(of.month, {})}>看全部</a>`
		}</p>`,
		table({
			caption: "付款明細",
			cards: true,
			columns: PAID,
			rows: rows.slice(0, SHOWN),
			empty: html`<p class="card-body soft">沒有符合的付款。</p>`,
		}),
		rows.length > SHOWN && html`<p class="card-body soft">只列出前 ${figure(SHOWN)} 筆；合計是全部的。</p>`,
	)}</div>`;
}

const PAID: Column<PaidShareRow>[] = [
	{
		label: "受款人",
		head: true,
		cell: ({ payee_name, is_resident }) =>
			html`<span>${payee_name}${is_resident === 0 && html`<small class="soft">非居住者</small>`}</span>`,
	},
	{
		label: "支出申請",
		sheet: "line",
		cell: ({ document_id, title, ...of }) =>
			html`<a href=${finance.show(document_id)}>${financeNumber(of)} ${title}</a>`,
	},
	{ label: "付款日", nowrap: true, cell: ({ paid_on }) => dayText(paid_on) },
	{ label: "類別", cell: ({ category }) => categoryWords(category) },
	{ label: "給付", end: true, nowrap: true, cell: ({ gross }) => figure(gross) },
	{ label: "所得稅", end: true, nowrap: true, cell: ({ tax }) => figure(tax) },
	{ label: "補充保費", end: true, nowrap: true, cell: ({ premium }) => figure(premium) },
];
