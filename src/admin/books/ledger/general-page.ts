import type { LedgerHead, LedgerLine } from "#db/books/ledger-reports.ts";
import type { AccountRow } from "#db/books/voucher-reads.ts";
import { accountWords } from "#domain/books/accounts/chart.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { amount, figure } from "#ui/money.ts";
import { table } from "#ui/table.ts";
import type { Here } from "#ui/url-state.ts";
import { accountOptions, unclearAccount } from "./asked-account.ts";
import type { Span } from "./query.ts";
import { accountHref, withUnit } from "./report.ts";
import { spanWords } from "./words.ts";

const { ledger, members } = paths.admin;

type General = {
	accounts: AccountRow[];
	/** The account as it was typed. */
	named: string | undefined;
	/** The chosen account; undefined before one is chosen. */
	head: LedgerHead | undefined;
	lines: LedgerLine[];
	/** The accounts with postings before and after the chosen one. */
	beside: Beside[];
	span: Span;
};
type Beside = Pick<LedgerHead, "id" | "code" | "name">;

/** Returns a balance with its side: 借 1,000. */
export const sideWords = (balance: number): string =>
	balance === 0 ? "0" : `${balance > 0 ? "借" : "貸"} ${figure(Math.abs(balance))}`;

/** Draws an account's balance with its side; a cash account below zero is red. */
export const heldWords = (code: string, balance: number): Children =>
	isCash(code) ? holding(balance, sideWords(balance)) : sideWords(balance);

/** Draws 總分類帳 of an account: the opening balance, each line with its contra accounts, and the balance after it. */
export function drawGeneral(
	{ accounts, named, head, lines, beside, span }: General,
	shown: { here: Here; page: number },
) {
	const shared = { title: "總分類帳", options: { named: accountOptions(accounts) }, isEmpty: !head };
	if (!head)
		return {
			...shared,
			span: spanWords(span.days),
			lead: "選擇會計科目，就會列出它在這段期間的每一筆。",
			label: "總分類帳",
			body:
				named !== undefined
					? unclearAccount(named, accounts, shown.here)
					: noneYet({
							title: "還沒有選擇會計科目",
							text: "打科目的代號或名稱再按「篩選」；也可以從試算表或財務報表點科目進來。",
						}),
		};
	const name = `${head.code} ${head.name}`;
	return {
		...shared,
		name,
		span: `${name}　${spanWords(span.days)}`,
		lead: withUnit(spanWords(span.days)),
		above: { label: "總分類帳", href: ledger.general() },
		label: head.name,
		lines: { shown: lines.length, total: head.lines, unit: "行" },
		body: [besideLinks(head, beside, span), linesTable(head, lines, shown)],
	};
}

/** Draws the links to the accounts before and after an account, in the same period. */
const besideLinks = ({ code }: LedgerHead, beside: readonly Beside[], { months }: Span): Children =>
	beside.length > 0 &&
	html`<nav class="strip beside" aria-label="前後的會計科目">
		${beside.map((one) =>
			one.code < code
				? html`<a rel="prev" href=${accountHref(one.id, months)}>${icon("left")}${accountWords(one)}</a>`
				: html`<a rel="next" href=${accountHref(one.id, months)}>${accountWords(one)}${icon("right")}</a>`,
		)}
	</nav>`;

type Row = LedgerLine | { opening: number };

function linesTable(head: LedgerHead, lines: LedgerLine[], { here, page }: { here: Here; page: number }): VNode {
	const closing = head.opening + head.debit - head.credit;
	const of = (cell: (line: LedgerLine) => VNode | string) => (row: Row) => ("opening" in row ? "" : cell(row));
	return table<Row>({
		caption: `${head.name}的明細`,
		tight: true,
		book: true,
		columns: [
			{ label: "日期", nowrap: true, cell: of(({ date }) => dayText(date)) },
			{
				label: "傳票",
				head: true,
				nowrap: true,
				cell: (row) =>
					"opening" in row ? "期初餘額" : html`<a href=${ledger.voucher(row.voucher_id)}>${row.number}</a>`,
			},
			{
				label: "摘要",
				cell: of(
					({ memo, description, member_id, member_no }) =>
						html`<span>${memo || description}${member_id !== null && html`<small><a href=${members.show(member_id)}>${member_no ?? "會員"}</a></small>`}</span>`,
				),
			},
			{ label: "對方科目", cell: of(({ contra }) => contra ?? "—") },
			{ label: "借方", end: true, pair: true, cell: of(({ debit }) => amount(debit)) },
			{ label: "貸方", end: true, cell: of(({ credit }) => amount(credit)) },
			{
				label: "餘額",
				end: true,
				pair: true,
				cell: (row) => heldWords(head.code, "opening" in row ? row.opening : row.balance),
			},
		],
		rows: lines.length > 0 && page <= 1 ? [{ opening: head.opening }, ...lines] : lines,
		rowClass: (row) => ("opening" in row ? "group" : undefined),
		empty:
			head.lines > 0
				? pastTheEnd(here, "明細已經變短")
				: noneYet({
						title: "這段期間沒有明細",
						text: `期初與期末餘額都是${sideWords(head.opening)}。可以改選其他月份。`,
					}),
		foot:
			lines.length > 0 &&
			html`<tr role="row">
				<th role="rowheader" scope="row" colspan="4">本期合計與期末餘額</th>
				<td role="cell" class="num pair">${amount(head.debit)}</td>
				<td role="cell" class="num">${amount(head.credit)}</td>
				<td role="cell" class="num pair">${heldWords(head.code, closing)}</td>
			</tr>`,
	});
}
