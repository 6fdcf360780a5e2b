import type { DraftRow } from "#db/books/voucher-drafts.ts";
import type { DraftsQuery } from "#domain/books/vouchers/form.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith, sortOf } from "#ui/url-state.ts";
import { VOUCHERS, voucherTabs } from "./voucher-words.ts";
import { LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;
export const DRAFTS_PER_PAGE = 50;

/** Draws the page 傳票草稿: manual vouchers that are not posted yet. */
export function draftsPage(of: { rows: DraftRow[]; query: DraftsQuery; mayPost: boolean; at: number }): Page {
	const { rows, query, mayPost, at } = of;
	const here: Here = { path: ledger.drafts(), query: { q: query.q, balance: query.balance, sort: query.sort } };
	return {
		title: "傳票草稿",
		area: VOUCHERS,
		crumbs: LEDGER_CRUMBS,
		lead: "手開的傳票，過帳後才進日記簿；收款、支出申請與收入的傳票由系統自動過帳。",
		tabs: voucherTabs(here.path),
		actions: mayPost && (rows.length > 0 || isAsked(query)) && createButton(),
		body: card(
			{ flush: true, label: "傳票草稿" },
			filters({
				here,
				search: { placeholder: "摘要", label: "搜尋草稿" },
				fields: [
					{
						name: "balance",
						label: "借貸",
						options: [
							{ value: "even", label: "平衡" },
							{ value: "uneven", label: "不平衡" },
						],
					},
				],
			}),
			table({
				caption: "傳票草稿",
				cards: true,
				columns: columns(at),
				rows,
				sorted: { here, now: sortOf(here, "date") },
				empty: emptyOf(query, here, mayPost),
			}),
			rows.length > 0 &&
				pager({ here, page: query.page, size: DRAFTS_PER_PAGE, total: rows[0]?.total ?? 0, unit: "張" }),
		),
	};
}

const createButton = (): VNode =>
	linkButton({ label: "開傳票", icon: "plus", tone: "primary", href: ledger.voucherCreate() });

const columns = (at: number): Column<DraftRow>[] => [
	{
		label: "摘要",
		head: true,
		cell: ({ id, description, turns_next_year }) =>
			html`<span><a href=${ledger.voucher(id)}>${description}</a><small>草稿 ${id}${turns_next_year === 1 && "，次年迴轉"}</small></span>`,
	},
	{ label: "日期", sort: "date", nowrap: true, cell: ({ date }) => rocWords(date) },
	{
		label: "製票",
		cell: ({ author, updated_at }) => html`<span>${author ?? "系統"}<small>${ago(updated_at, at)}</small></span>`,
	},
	{ label: "借方", sort: "amount", end: true, pair: true, cell: ({ debit }) => amount(debit) },
	{ label: "貸方", end: true, cell: ({ credit }) => amount(credit) },
	{
		label: "借貸",
		sheet: "corner",
		bare: true,
		cell: ({ debit, credit }) =>
			debit === credit && debit > 0
				? status({ word: "平衡", tone: "ok" })
				: status({ word: "不平衡", tone: "warn", icon: "warn" }),
	},
];

const isAsked = ({ q, balance }: Pick<DraftsQuery, "q" | "balance">): boolean => q !== "" || balance !== undefined;

function emptyOf({ q, balance, page }: DraftsQuery, here: Here, mayPost: boolean): VNode {
	if (isAsked({ q, balance }))
		return noMatch({ title: "找不到符合的草稿", clearHref: hrefWith({ ...here, query: {} }, {}) });
	if (page > 1) return pastTheEnd(here, "列表已經變短", "草稿");
	return noneYet({
		title: "沒有傳票草稿",
		text: "銀行利息、折舊、調整這類系統不會自動過帳的交易，用手開的傳票入帳。第一次使用，請先開帳。",
		actions: mayPost && createButton(),
	});
}
