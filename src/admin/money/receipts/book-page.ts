import * as z from "zod";
import { pagesOf } from "#admin/people/index.ts";
import type { BookRow } from "#db/money/receipt-series.ts";
import { RocYear } from "#domain/money/receipts/form.ts";
import { RECEIPT_SERIES, RECEIPT_SERIES_LABELS, type ReceiptSeries } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { always, choice, fieldsOf, oneOf } from "#kits/list/conditions.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { filterField } from "#ui/filters.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { forWhat, RECEIPT_CRUMBS } from "./words.ts";

const { receipts } = paths.admin;
/** The most receipts of one print: some two hundred sheets. */
export const BOOK_MAX = 5_000;
/** The number of rows on a sheet, each 10 mm high. */
const ROWS = 23;
const SHEETS_SHOWN = 3;

/** The conditions of the page. */
export const STUBS = {
	series: always(choice("種類", [RECEIPT_SERIES, RECEIPT_SERIES_LABELS])),
	year: always(oneOf("年度", RocYear)),
	month: oneOf("月份", z.coerce.number().int().min(1).max(12), "全年"),
};
const MONTHS = Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: `${at + 1} 月` }));

export type Book = {
	series: ReceiptSeries;
	year: number;
	month: number | undefined;
	/** The receipts; one more than `BOOK_MAX` when there are too many. */
	rows: readonly BookRow[];
	years: number[];
	association: string;
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
};

/** Draws 存根簿: all numbers of a series and year, month by month, with sums; only the sheets are printed. */
export function bookPage(book: Book): Page {
	const { rows, series, year, month } = book;
	const isTooMuch = rows.length > BOOK_MAX;
	const sheets = isTooMuch ? [] : bookSheets(book);
	return {
		title: `存根簿　${RECEIPT_SERIES_LABELS[series]} ${year} 年${month ? ` ${month} 月` : ""}`,
		area: "收據",
		crumbs: RECEIPT_CRUMBS,
		lead: isTooMuch ? undefined : `${sumWords(rows)}；${figure(sheets.length)} 頁。`,
		sheets: ["prints", "receipts"],
		body: html`<div class="prints book">
			<div class="stack no-print">
				${
					isTooMuch &&
					notice(
						{ tone: "warn", title: "一次列印太多" },
						`一次最多列印 ${figure(BOOK_MAX)} 張收據，請選擇月份，分次列印。`,
					)
				}
				${options(book, sheets.length)}
			</div>
			${sheets.length > 0 ? preview(sheets) : !isTooMuch && empty}
		</div>`,
	};
}

const empty = card(
	{ flush: true, label: "預覽" },
	noneYet({ title: "這段期間沒有收據", text: "選擇其他的種類、年度或月份。" }),
);

const preview = (sheets: VNode[]): VNode => html`<div>
	${
		sheets.length > SHEETS_SHOWN &&
		html`<p class="soft no-print">畫面只顯示前 ${SHEETS_SHOWN} 頁，列印時會印出全部 ${figure(sheets.length)} 頁。</p>`
	}
	<div class="papers" tabindex="0" role="region" aria-label="預覽">${sheets}</div>
</div>`;

const issued = (rows: readonly BookRow[]): BookRow[] => rows.filter(({ status }) => status === "issued");
const sumOf = (rows: readonly BookRow[]): number => issued(rows).reduce((sum, { amount }) => sum + amount, 0);

function sumWords(rows: readonly BookRow[]): string {
	const voided = rows.length - issued(rows).length;
	return `${figure(rows.length)} 張${voided > 0 ? `（作廢 ${figure(voided)} 張）` : ""}，合計 ${money(sumOf(rows))}`;
}

function options({ series, year, month, years }: Book, sheets: number): VNode {
	const state = freshForm({ series, year: String(year), month: month ? String(month) : "" });
	const offered = [...new Set([year, ...years])]
		.sort((a, b) => b - a)
		.map((one) => ({ value: String(one), label: `${one} 年` }));
	return card(
		{ label: "列印選項" },
		html`<form class="form stack" method="get" action=${receipts.book()}>
			<div class="row">
				${fieldsOf(STUBS, { year: offered, month: MONTHS }).map((one) => filterField(one, state))}
			</div>
			<div class="row form-end">
				${button({ label: "更新預覽" })}
				${sheets > 0 && printButton()}
				<span class="soft small">也可以用瀏覽器的列印（Ctrl+P），紙張選 A4、縮放 100%。</span>
			</div>
		</form>`,
	);
}

type Line = { month: string; rows: readonly BookRow[] } | { receipt: BookRow } | { total: readonly BookRow[] };

function bookSheets(book: Book): VNode[] {
	const { rows, series, year, association, today } = book;
	const months = Map.groupBy(rows, ({ issued_on }) => issued_on.slice(5, 7));
	const lines: Line[] = [...months].flatMap(([month, some]): Line[] => [
		{ month, rows: some },
		...some.map((receipt) => ({ receipt })),
	]);
	if (rows.length > 0) lines.push({ total: rows });
	const pages = pagesOf(lines, ROWS);
	return pages.map(
		(page, nth) => html`<section class="paper" aria-label=${`第 ${nth + 1} 頁`}>
			<div class="paper-head">
				<p class="h2">${association}　收據存根簿</p>
				<p>${RECEIPT_SERIES_LABELS[series]}　中華民國 ${year} 年<span>列印日期 ${rocWords(today)}</span></p>
			</div>
			<table>
				<thead>
					<tr>
						<th scope="col" class="c-no">收據編號</th>
						<th scope="col" class="c-when">日期</th>
						<th scope="col" class="c-title">抬頭</th>
						<th scope="col">收入項目</th>
						<th scope="col" class="c-sum">金額（元）</th>
						<th scope="col" class="c-note">備註</th>
					</tr>
				</thead>
				<tbody>${page.map(lineOf)}</tbody>
			</table>
			<p class="paper-foot">第 ${nth + 1} 頁，共 ${pages.length} 頁</p>
		</section>`,
	);
}

function lineOf(line: Line): VNode {
	if ("receipt" in line) return receiptLine(line.receipt);
	const [words, rows] = "total" in line ? ["合計", line.total] : [`${Number(line.month)} 月`, line.rows];
	const voided = rows.length - issued(rows).length;
	return html`<tr class="month">
		<th scope="row" colspan="4">${words}　${figure(rows.length)} 張${voided > 0 && `，其中作廢 ${figure(voided)} 張`}</th>
		<td class="num"><div>${figure(sumOf(rows))}</div></td>
		<td></td>
	</tr>`;
}

/**
 * The most characters of a cell in normal type, two lines, and in the smaller type `dense`, three lines; longer words
 * get the type `tiny`.
 */
const LINES = { two: 16, three: 40 };

function cell(words: string): VNode {
	const length = [...words].length;
	if (length <= LINES.two) return html`<div>${words}</div>`;
	return html`<div><span class=${length <= LINES.three ? "dense" : "tiny"}>${words}</span></div>`;
}

function receiptLine({ number, issued_on, payer_title, items, amount, status, reason, replaced_by }: BookRow): VNode {
	const isVoid = status === "voided";
	const struck = (words: string): VNode => (isVoid ? html`<s>${words}</s>` : html`<span>${words}</span>`);
	const note = isVoid ? `作廢：${reason ?? ""}${replaced_by ? `（改開 ${replaced_by}）` : ""}` : "";
	return html`<tr>
		<td><div>${struck(number)}</div></td>
		<td><div>${Number(issued_on.slice(5, 7))}/${Number(issued_on.slice(8, 10))}</div></td>
		<td>${cell(payer_title)}</td>
		<td>${cell(forWhat(items))}</td>
		<td class="num"><div>${struck(figure(amount))}</div></td>
		<td>${cell(note)}</td>
	</tr>`;
}
