import type { AssetRow } from "#db/books/assets.ts";
import type { CashRow } from "#db/books/cash-book.ts";
import type { FundMove, FundRow } from "#db/books/funds.ts";
import type { BudgetedRow, SheetRow } from "#db/books/ledger-reports.ts";
import { monthsOf } from "#domain/books/ledger/months.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { always, fieldsOf, oneOf } from "#kits/list/conditions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { fileButtons } from "#ui/export-links.ts";
import { filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { stamps } from "#ui/stamps.ts";
import { hrefWith } from "#ui/url-state.ts";
import { assetsTable, standingOf } from "./assets-table.ts";
import { cashTable } from "./cash-book-page.ts";
import { fundStatement, fundsTable } from "./funds-table.ts";
import { Year } from "./query.ts";
import { accountHref, deep, reportHead, type Titles, yearSignersOf } from "./report.ts";
import { assetLines, otherLines, type StatementLine, statementLines } from "./statement-lines.ts";
import { finalTable, linesTable } from "./statements-page.ts";
import { dayWords, LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger } = paths.admin;

/** The conditions of the page. */
export const ANNUAL = { year: always(oneOf("年度", Year)) };

/** The data of a year's statements. */
export type Annual = {
	year: number;
	/** The years that have books, newest first. */
	years: readonly number[];
	final: BudgetedRow[];
	cash: CashRow[];
	moved: number;
	sheet: SheetRow[];
	assets: AssetRow[];
	funds: FundRow[];
	fundMoves: FundMove[];
	/** The number of closed months of the year, and whether the year is closed. */
	closed: { months: number; year: 0 | 1 };
	association: string;
	titles: Titles;
};

const rocYear = (year: number): string => `${year - 1911} 年`;

/**
 * Returns whether a year has nothing to report: no cash accounts, no rows of the statements, and no assets at its end.
 */
export const isEmptyYear = (annual: Annual): boolean =>
	annual.cash.length + annual.final.length + annual.sheet.length + listed(annual).length === 0;

/**
 * Draws the page 年度報表: the four statements that the rules for associations require (社會團體財務處理辦法 §12) and 現金出納表, an
 * attachment of choice, each on its own sheets with its signers.
 */
export function annualPage(annual: Annual): Page {
	const { year, years, closed } = annual;
	const here = { path: ledger.annual(), query: { year: String(year) } };
	const isEmpty = isEmptyYear(annual);
	return {
		title: `${rocYear(year)}度報表`,
		area: "年度報表",
		crumbs: LEDGER_CRUMBS,
		lead: "收支決算表、資產負債表、財產目錄與基金收支表四張（社會團體財務處理辦法 §12），附現金出納表，一次列印，每張都有簽章欄。",
		tabs: ledgerTabs(here.path),
		sheets: ["ledger"],
		actions: !isEmpty && [
			fileButtons((format) => hrefWith({ ...here, path: ledger.annualExport(format) }, {})),
			printButton(),
			linkButton({ label: "決議與公告", href: paths.admin.statements.show(year) }),
		],
		body: html`<div class="stack loose">
			<div class="no-print stack">
				${card(
					{ flush: true, label: "年度" },
					filters({
						here,
						fields: fieldsOf(ANNUAL, { year: years.map((value) => ({ value: String(value), label: rocYear(value) })) }),
					}),
				)}
				${closed.year === 0 && !isEmpty && notice({ tone: "warn" }, standing(annual), html`<a href=${ledger.periods()}>看會計期間</a>`)}
			</div>
			${isEmpty ? none : papers(annual)}
		</div>`,
	};
}

/** Draws the five statements of the year, each with its own head and the line of its signers. */
function papers(annual: Annual): VNode[] {
	const { year, association, cash, moved } = annual;
	const months = monthsOf(year);
	const days = daysOf(months);
	const one = (title: string, when: string, body: Children): VNode => html`<div class="report card">
		${reportHead({ association, title, span: when, isOpen: annual.closed.year === 0 }, false)} ${body} ${stamps(yearSignersOf(annual.titles))}
	</div>`;
	const final = finalTable(statementLines("final", annual.final), { now: months, before: monthsOf(year - 1) });
	return [
		one("收支決算表", spanWords(days), final),
		one("資產負債表", dayWords(days.to), sheetTables(annual)),
		one("財產目錄", dayWords(days.to), assetsTable(listed(annual), noneYet({ title: "沒有財產" }))),
		one("基金收支表", spanWords(days), fundsTable(fundStatement(annual.funds, annual.fundMoves, year))),
		one("附表　現金出納表", spanWords(days), cashTable({ rows: cash, moved, span: { months, days } })),
	];
}

const none = card(
	{ flush: true, label: "年度報表" },
	noneYet({ title: "這一年還沒有帳", text: "有收款、支出或手開的傳票過帳後，就能列出各張報表。" }),
);

const standing = ({ year, closed }: Annual): string =>
	closed.months === 12
		? `${rocYear(year)}的十二個月都已結帳，但還沒有辦理年度結帳。`
		: `${rocYear(year)}還有 ${12 - closed.months} 個月沒有結帳，數字還會變動。`;

/** Returns the assets that exist at the end of the year, with their values on that day. */
export const listed = ({ assets, year }: Pick<Annual, "assets" | "year">) =>
	standingOf(assets, year).filter(({ isHere }) => isHere);

/** Draws the balance sheet: 資產 on one side, 負債 and 基金暨餘絀 on the other. */
function sheetTables({ sheet, year }: Annual): VNode {
	const left = assetLines(sheet);
	const total = left[0] && { ...left[0], label: "資產合計", code: null, level: "sum" as const };
	const side = (caption: string, lines: StatementLine[]): VNode =>
		linesTable({
			caption,
			head: [html`<th role="columnheader" scope="col" class="num">金額</th>`],
			lines,
			months: monthsOf(year),
			row: ({ id, now }) => [
				html`<td role="cell" class="num">${id === null ? amount(now) : deep(now, accountHref(id, monthsOf(year)))}</td>`,
			],
		});
	return html`<div class="sides">${side("資產", total ? [...left, total] : left)}${side("負債、基金暨餘絀", otherLines(sheet))}</div>`;
}
