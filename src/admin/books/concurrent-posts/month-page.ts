import { FINANCE_CRUMBS } from "#admin/books/finance/words.ts";
import type { ConcurrentUse } from "#db/books/concurrent-posts.ts";
import { CONCURRENT_WORDS, storedWords } from "#domain/books/concurrent-posts/resolution.ts";
import { FINANCE_STATE_LABELS, financeNumber } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { type Column, table } from "#ui/table.ts";
import { clockWords, dateWords } from "#ui/time.ts";
import { listTitle, TITLE } from "./words.ts";

const { concurrentPosts, finance, income } = paths.admin;

const DONE: Record<ConcurrentUse["kind"], string> = { review: "財務審核", pay: "付款", income: "收入登錄與入帳" };

/**
 * Draws the list of a month ("2026-11"): the reviews, payments and income that one person handled both as cashier and
 * as accountant, with a button that prints the list.
 */
export function concurrentMonthPage(month: string, rows: ConcurrentUse[]): Page {
	const reviewed = rows.filter(({ kind }) => kind === "review");
	const sum = reviewed.reduce((all, { amount }) => all + (amount ?? 0), 0);
	const resolutions = [...new Set(rows.map(({ resolution }) => storedWords(resolution)))];
	return {
		title: listTitle(month),
		area: "支出申請",
		crumbs: [...FINANCE_CRUMBS, { label: TITLE, href: concurrentPosts.list() }],
		lead: `財務審核 ${figure(reviewed.length)} 件，實付合計 ${money(sum)}。`,
		actions: printButton("plain"),
		body: html`<div class="stack">
			${resolutions.map((words) => html`<p class="small">${words}</p>`)}
			${card(
				{ flush: true, label: listTitle(month) },
				table({
					caption: listTitle(month),
					cards: true,
					columns: COLUMNS,
					rows,
					empty: noneYet({ title: "這個月沒有", text: `沒有以「${CONCURRENT_WORDS}」辦理的單據。` }),
				}),
			)}
		</div>`,
	};
}

const COLUMNS: Column<ConcurrentUse>[] = [
	{
		label: "單號",
		head: true,
		nowrap: true,
		cell: ({ kind, id, ...row }) =>
			kind === "income"
				? html`<a href=${income.show(id)}>${incomeNumber(row)}</a>`
				: html`<a href=${finance.show(id)}>${financeNumber(row)}</a>`,
	},
	{ label: "辦理", cell: ({ kind, name }) => `${DONE[kind]}：${name}` },
	{ label: "時間", nowrap: true, cell: ({ at }) => `${dateWords(at)} ${clockWords(at)}` },
	{ label: "主旨", cell: ({ title }) => title },
	{ label: "受款人或付款人", cell: ({ other }) => other },
	{ label: "理事長核准", cell: ({ kind, chair }) => (kind === "income" ? "" : (chair ?? "尚未核准")) },
	{ label: "狀態", cell: ({ state }) => state && FINANCE_STATE_LABELS[state] },
	{ label: "金額", end: true, cell: ({ amount }) => amount !== null && figure(amount) },
];
