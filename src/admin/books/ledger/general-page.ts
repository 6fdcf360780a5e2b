import type { LedgerHead, LedgerLine } from "#db/books/ledger-reports.ts";
import type { AccountRow } from "#db/books/voucher-reads.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { type Span, spanFields, spanQuery } from "./query.ts";
import { reportPage, withUnit } from "./report.ts";
import { LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger, members } = paths.admin;
export const LINES_PER_PAGE = 100;

export type General = {
	accounts: AccountRow[];
	/** The chosen account; undefined before one is chosen. */
	head: LedgerHead | undefined;
	lines: LedgerLine[];
	span: Span;
	/** The page number; 0 when all rows are on one page, for printing. */
	page: number;
	association: string;
};

/** Returns a balance with its side: 借 1,000. */
export const sideWords = (balance: number): string =>
	balance === 0 ? "0" : `${balance > 0 ? "借" : "貸"} ${figure(Math.abs(balance))}`;

/** Draws an account's balance with its side; a cash account below zero is red. */
export const heldWords = (code: string, balance: number): Children =>
	isCash(code) ? holding(balance, sideWords(balance)) : sideWords(balance);

/** Returns the accounts as the options of a select field. */
export const accountOptions = (accounts: readonly AccountRow[]) =>
	accounts.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }));

/**
 * Draws 總分類帳 of the chosen account: the opening balance, each line with its contra accounts, and the balance after
 * it; before an account is chosen, only the filter.
 */
export function generalPage({ accounts, head, lines, span, page, association }: General): Page {
	const here: Here = {
		path: ledger.general(),
		query: { account: head && String(head.id), ...spanQuery(span) },
	};
	return reportPage({
		association,
		title: "總分類帳",
		name: head ? `${head.code} ${head.name}` : "總分類帳",
		span: `${head ? `${head.code} ${head.name}　` : ""}${spanWords(span.days)}`,
		lead: head ? withUnit(spanWords(span.days)) : "選擇會計科目，就會列出它在這段期間的每一筆。",
		area: "總分類帳",
		crumbs: head ? [...LEDGER_CRUMBS, { label: "總分類帳", href: ledger.general() }] : LEDGER_CRUMBS,
		tabs: ledgerTabs(here.path),
		files: head && ((format) => hrefWith({ ...here, path: ledger.generalExport(format) }, {})),
		printHref: page === 0 ? undefined : hrefWith(here, { print: "1" }),
		tooLong: page === 0 && head !== undefined && lines.length < head.lines,
		body: card(
			{ flush: true, label: head?.name ?? "總分類帳" },
			filters({
				here,
				fields: [
					{ name: "account", label: "會計科目", options: accountOptions(accounts), empty: "請選擇", always: true },
					...spanFields(span),
				],
			}),
			!head &&
				noneYet({ title: "還沒有選擇會計科目", text: "選一個科目再按「篩選」；也可以從試算表或財務報表點科目進來。" }),
			head && [
				linesTable(head, lines, { here, page }),
				page > 0 && lines.length > 0 && pager({ here, page, size: LINES_PER_PAGE, total: head.lines, unit: "行" }),
			],
		),
	});
}

type Row = LedgerLine | { opening: number };

function linesTable(head: LedgerHead, lines: LedgerLine[], { here, page }: { here: Here; page: number }): VNode {
	const closing = head.opening + head.debit - head.credit;
	const of = (cell: (line: LedgerLine) => VNode | string) => (row: Row) => ("opening" in row ? "" : cell(row));
	return table<Row>({
		caption: `${head.name}的明細`,
		tight: true,
		book: true,
		columns: [
			{ label: "日期", nowrap: true, cell: of(({ date }) => rocWords(date)) },
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
