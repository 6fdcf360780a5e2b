import { type Route, view } from "#auth/route.ts";
import { type CashRow, cashAccounts, cashDays, cashMoved } from "#db/books/cash-book.ts";
import { ledgerHead } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { bookFiles } from "./book-files.ts";
import { balanceOf, cashBookPage, cashDaysPage, DAYS_PER_PAGE } from "./cash-book-page.ts";
import { CashBookQuery, spanOf } from "./query.ts";
import { PRINT_ROWS } from "./report.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const showCashBook = view({
	path: ledger.cashBook(),
	gate,
	query: CashBookQuery,
	show: async ({ env, query: { account, page, print, ...months }, surroundings, at }) => {
		const span = spanOf(months, at);
		const association = surroundings.fullName;
		if (account === undefined) {
			const [rows, [sum]] = await readRows(env.DB, cashAccounts(span.months), cashMoved(span.days));
			return cashBookPage({ rows, moved: sum?.moved ?? 0, span, association });
		}
		const shown = print ? { page: 1, rows: PRINT_ROWS } : { page, rows: DAYS_PER_PAGE };
		const [[head], days] = await readRows(
			env.DB,
			ledgerHead(account, span.days),
			cashDays(account, { ...span.days, ...shown }),
		);
		return head ? cashDaysPage({ account: head, days, span, page: print ? 0 : page, association }) : "missing";
	},
});

/**
 * Returns the sheet 現金出納表 of an exported file: its name, header, column widths, and a row for each cash account.
 */
export const cashSheet = (rows: readonly CashRow[]) => ({
	sheet: "現金出納表",
	header: ["代號", "會計科目", "上期結存", "本期收入", "本期支出", "本期結存"],
	widths: [10, 28, 14, 14, 14, 14],
	rows: rows.map((row) => [row.code, row.name, row.opening, row.receipts, row.payments, balanceOf(row)]),
});

const files = bookFiles({
	path: ledger.cashBookExport,
	query: CashBookQuery,
	name: "現金收支",
	page: ledger.cashBook(),
	read: async ({ env, query: { account, page: _page, print: _print, ...months }, at }, most) => {
		const { days, months: asked } = spanOf(months, at);
		const file = `現金出納表-${asked.from}-${asked.to}`;
		if (account === undefined) {
			const [rows] = await readRows(env.DB, cashAccounts(asked));
			return { file, table: cashSheet(rows) };
		}
		const [[head], list] = await readRows(
			env.DB,
			ledgerHead(account, days),
			cashDays(account, { ...days, page: 1, rows: most }),
		);
		if (!head) return "missing";
		const table = {
			sheet: head.name,
			header: ["日期", "傳票張數", "收入", "支出", "結存"],
			widths: [12, 10, 14, 14, 14],
			rows: [
				["上期結存", null, null, null, head.opening],
				...list.map((day) => [day.date, day.vouchers, day.receipts, day.payments, head.opening + day.moved]),
			],
		};
		return { file: `${file}-${head.code}`, table, count: list.length };
	},
});

/** The routes of 現金出納表. */
export const CASH_BOOK_ROUTES: readonly Route[] = [showCashBook, ...files];
