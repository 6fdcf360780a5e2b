import type { CashDay, CashRow } from "#db/books/cash-book.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { holding } from "#ui/holding.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { Span } from "./query.ts";
import { accountHref, deep, withUnit } from "./report.ts";
import { spanWords } from "./words.ts";

const { ledger } = paths.admin;

export type CashBook = {
	rows: CashRow[];
	/** The sum (NT$) that only moved from one cash account to another. */
	moved: number;
	span: Span;
};

const sum = (rows: readonly CashRow[], of: "opening" | "receipts" | "payments"): number =>
	rows.reduce((total, row) => total + row[of], 0);
export const balanceOf = ({ opening, receipts, payments }: Pick<CashRow, "opening" | "receipts" | "payments">) =>
	opening + receipts - payments;

/** Returns the sums of all cash accounts, without what only moved between them. */
export const cashTotal = (rows: readonly CashRow[], moved: number) => ({
	opening: sum(rows, "opening"),
	receipts: sum(rows, "receipts") - moved,
	payments: sum(rows, "payments") - moved,
});

/** Returns the query of the page of a period, or of one account in it. */
export const cashQuery = ({ months }: Span, account?: number) => ({
	account: account === undefined ? undefined : String(account),
	...months,
});
const hrefOf = (span: Span, account?: number): string =>
	hrefWith({ path: ledger.cashBook(), query: cashQuery(span, account) }, {});

/** Draws 現金出納表: for each cash account the opening balance, receipts, payments and closing balance. */
export const drawCashBook = (of: CashBook) => ({
	title: "現金出納表",
	span: spanWords(of.span.days),
	label: "現金與存款",
	isEmpty: of.rows.length === 0,
	body: cashTable(of),
});

const footRow = (label: string, values: number[]): VNode =>
	html`<tr role="row">
		<th role="rowheader" scope="row" colspan="2">${label}</th>
		${values.map((value, at) => html`<td role="cell" class=${at % 3 === 0 ? "num pair" : "num"}>${amount(value)}</td>`)}
	</tr>`;

/** Draws the table of cash accounts; an account links to its days. */
export function cashTable({ rows, moved, span }: CashBook): VNode {
	const total = cashTotal(rows, moved);
	return table<CashRow>({
		caption: "現金出納表",
		tight: true,
		book: true,
		columns: [
			{ label: "代號", nowrap: true, cell: ({ code }) => code },
			{
				label: "會計科目",
				head: true,
				cell: ({ id, name }) => html`<a href=${hrefOf(span, id)}>${name}</a>`,
			},
			{ label: "上期結存", end: true, pair: true, cell: ({ opening }) => holding(opening) },
			{ label: "本期收入", end: true, cell: (row) => deep(row.receipts, accountHref(row.id, span.months)) },
			{ label: "本期支出", end: true, cell: (row) => deep(row.payments, accountHref(row.id, span.months)) },
			{ label: "本期結存", end: true, pair: true, cell: (row) => holding(balanceOf(row)) },
		],
		rows: [...rows],
		empty: noneYet({ title: "這段期間沒有現金收支", text: "核對收款後，收到的錢會自動入帳；也可以改選其他月份。" }),
		foot: rows.length > 0 && [
			moved !== 0 && footRow("減：帳戶之間互轉（存入、提領）", [0, -moved, -moved, 0]),
			footRow("合計", [total.opening, total.receipts, total.payments, balanceOf(total)]),
		],
	});
}

export type CashDays = {
	account: { id: number; code: string; name: string; opening: number; debit: number; credit: number };
	days: CashDay[];
	span: Span;
};

/** Draws the days of one cash account. */
export function drawCashDays({ account, days, span }: CashDays, shown: { here: Here; page: number }) {
	const name = `${account.code} ${account.name}`;
	return {
		title: "現金出納表",
		name,
		span: `${name}　${spanWords(span.days)}`,
		lead: withUnit(spanWords(span.days)),
		above: { label: "現金出納表", href: hrefOf(span) },
		label: name,
		lines: { shown: days.length, total: days[0]?.days ?? 0, unit: "天" },
		isEmpty: false,
		body: daysTable({ account, days }, shown),
	};
}

function daysTable({ account, days }: Omit<CashDays, "span">, { here, page }: { here: Here; page: number }): VNode {
	const { opening, debit, credit } = account;
	return table<CashDay>({
		caption: `${account.name}每日收支`,
		tight: true,
		book: true,
		columns: [
			{
				label: "日期",
				head: true,
				nowrap: true,
				cell: ({ date }) => html`<a href=${accountHref(account.id, { from: date, to: date })}>${dayText(date)}</a>`,
			},
			{ label: "傳票張數", end: true, cell: ({ vouchers }) => figure(vouchers) },
			{ label: "收入", end: true, pair: true, cell: ({ receipts }) => amount(receipts) },
			{ label: "支出", end: true, cell: ({ payments }) => amount(payments) },
			{ label: "結存", end: true, pair: true, cell: ({ moved }) => holding(opening + moved) },
		],
		rows: days,
		empty:
			page > 1
				? pastTheEnd(here, "列表已經變短")
				: noneYet({ title: "這段期間沒有收支", text: `結存 ${figure(opening)} 元。可以改選其他月份。` }),
		foot:
			days.length > 0 &&
			html`<tr role="row">
				<th role="rowheader" scope="row" colspan="2">上期結存 ${figure(opening)}　本期合計與結存</th>
				<td role="cell" class="num pair">${amount(debit)}</td>
				<td role="cell" class="num">${amount(credit)}</td>
				<td role="cell" class="num pair">${holding(opening + debit - credit)}</td>
			</tr>`,
	});
}
