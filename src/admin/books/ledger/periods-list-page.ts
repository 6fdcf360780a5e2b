import type { MonthRow } from "#db/books/periods.ts";
import type { OpeningHead, Turning } from "#db/books/year-openings.ts";
import type { YearHead } from "#db/books/years.ts";
import { BookYear } from "#domain/books/periods/form.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { always, fieldsOf, oneOf } from "#kits/list/conditions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { moment } from "#ui/time.ts";
import { keepingTabs, monthWords, periodStatus } from "./periods-words.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

/** The conditions of the page. */
export const PERIODS = { year: always(oneOf("年度", BookYear)) };

export type Periods = {
	year: number;
	/** The years to choose from, newest first. */
	years: number[];
	months: MonthRow[];
	head: YearHead;
	opening: OpeningHead;
	turning: Turning[];
	/** Today (YYYY-MM-DD). */
	today: string;
	/** Whether the current user can close periods. */
	mayClose: boolean;
	/** Whether the current user can draft vouchers. */
	mayPost: boolean;
};

/** Draws the page 會計期間: the months of a year, and the state of its opening (年初轉列) and its closing. */
export function periodListPage(of: Periods): Page {
	const { year, years, months } = of;
	return {
		title: "會計期間",
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: "每個月的帳對過後結帳，結帳後不能再入帳；十二個月都結帳後，辦理年度結帳。",
		tabs: keepingTabs(ledger.periods()),
		actions: [
			of.mayPost && linkButton({ label: "年底調整", href: ledger.accruals() }),
			of.mayClose && linkButton({ label: "逐月結帳", href: ledger.closings() }),
		],
		body: html`<div class="split">
			${card(
				{ flush: true, label: `${yearWords(year)}的月份` },
				filters({
					here: { path: ledger.periods(), query: { year: String(year) } },
					fields: fieldsOf(PERIODS, { year: years.map((one) => ({ value: String(one), label: yearWords(one) })) }),
				}),
				table({ caption: `${yearWords(year)}的月份`, cards: true, columns: columns(of), rows: months }),
			)}
			${yearCard(of)}
		</div>`,
	};
}

const columns = ({ mayClose, today }: Periods): Column<MonthRow>[] => [
	{
		label: "月份",
		head: true,
		nowrap: true,
		cell: ({ month }) => html`<a href=${ledger.period(month)}>${monthWords(month)}</a>`,
	},
	{ label: "狀態", sheet: "corner", bare: true, cell: (row) => periodStatus(row.status) },
	{ label: "傳票", end: true, cell: ({ vouchers }) => `${figure(vouchers)} 張` },
	{
		label: "草稿",
		end: true,
		cell: ({ drafts }) => (drafts === 0 ? html`<span class="soft">—</span>` : `${figure(drafts)} 張`),
	},
	{
		label: "結帳",
		nowrap: true,
		cell: ({ closer, closed_at }) =>
			closed_at === null
				? html`<span class="soft">—</span>`
				: html`<span>${closer ?? "系統"}<small>${moment(closed_at)}</small></span>`,
	},
	{
		label: "操作",
		end: true,
		quiet: true,
		sheet: "acts",
		cell: ({ month, status: state }) =>
			linkButton({
				label: state === "open" && mayClose && `${month}-31` < today ? "檢查與結帳" : "查看",
				size: "s",
				href: ledger.period(month),
				about: monthWords(month),
			}),
	},
];

function yearCard(of: Periods): VNode {
	const { year, head } = of;
	return card(
		{
			title: `${yearWords(year)}的年度作業`,
			foot: html`<a href=${ledger.year(year)}>${yearWords(year)}的年初轉列與年度結帳</a>`,
		},
		funds([
			{ name: "已結帳的月份", value: `${head.closed_months}／12` },
			{ name: "本年收入", value: money(head.income) },
			{ name: "本年支出", value: money(head.expense) },
			{ name: "本年餘絀", value: money(head.income - head.expense) },
			{ name: "年初轉列", value: openingStatus(of) },
			{ name: "年度結帳", value: closingStatus(head) },
		]),
	);
}

/** Draws the state of the opening of a year (年初轉列). */
export function openingStatus({ opening, turning, year, today }: Periods): VNode {
	const left = opening.differing > 0 || turning.length > 0;
	if (today < `${year}-01-01`) return status({ word: "還沒到" });
	if (!left) return status(opening.voucher_id === null ? { word: "不需要" } : { word: "已轉列", tone: "ok" });
	return status(
		opening.voucher_id === null
			? { word: "待轉列", tone: "warn" }
			: { word: "要重新轉列", tone: "warn", icon: "refresh" },
	);
}

/** Draws the state of the closing of a year. */
export function closingStatus(head: YearHead): VNode {
	if (head.voucher_id !== null) return status({ word: "已結帳", tone: "ok", icon: "lock" });
	return status(
		head.closed_months === 12 && head.accounts > 0 ? { word: "可以結帳", tone: "info" } : { word: "未結帳" },
	);
}
