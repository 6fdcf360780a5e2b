import { type CashDay, type CashRow, cashAccounts, cashDays, cashMoved } from "#db/books/cash-book.ts";
import { ledgerHead } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { linked } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { balanceOf, type CashBook, type CashDays, cashQuery, drawCashBook, drawCashDays } from "./cash-book-page.ts";
import { Id, MONTHS, spanOf } from "./query.ts";

const { ledger } = paths.admin;

/**
 * Returns the sheet 現金出納表 of an exported file: its name, header, column widths, and a row for each cash account.
 */
export const cashSheet = (rows: readonly CashRow[]) => ({
	sheet: "現金出納表",
	header: ["代號", "會計科目", "上期結存", "本期收入", "本期支出", "本期結存"],
	widths: [10, 28, 14, 14, 14, 14],
	rows: rows.map((row) => [row.code, row.name, row.opening, row.receipts, row.payments, balanceOf(row)]),
});

const daysSheet = ({ name, opening }: { name: string; opening: number }, days: readonly CashDay[]) => ({
	sheet: name,
	header: ["日期", "傳票張數", "收入", "支出", "結存"],
	widths: [12, 10, 14, 14, 14],
	rows: [
		["上期結存", null, null, null, opening],
		...days.map((day) => [day.date, day.vouchers, day.receipts, day.payments, opening + day.moved]),
	],
});

/** The routes of 現金出納表: all cash accounts, or the days of one. */
export const CASH_BOOK_ROUTES = ledgerBook({
	path: ledger.cashBook(),
	area: "現金出納表",
	conditions: { account: linked(Id), ...MONTHS },
	size: 100,
	read: async ({ env, query: { account, ...ends }, at }, part): Promise<CashBook | CashDays | "missing"> => {
		const span = spanOf(ends, at);
		if (account === undefined) {
			const [rows, [sum]] = await readRows(env.DB, cashAccounts(span.months), cashMoved(span.days));
			return { rows, moved: sum?.moved ?? 0, span };
		}
		const [[head], days] = await readRows(
			env.DB,
			ledgerHead(account, span.days),
			cashDays(account, { ...span.days, ...part }),
		);
		return head ? { account: head, days, span } : "missing";
	},
	values: (of) => cashQuery(of.span, "account" in of ? of.account.id : undefined),
	draw: (of, shown) => ("account" in of ? drawCashDays(of, shown) : drawCashBook(of)),
	file: {
		path: ledger.cashBookExport,
		name: "現金收支",
		of: (of) => {
			const file = `現金出納表-${of.span.months.from}-${of.span.months.to}`;
			if (!("account" in of)) return { file, table: cashSheet(of.rows) };
			const { account, days } = of;
			return { file: `${file}-${account.code}`, table: daysSheet(account, days), count: days.length };
		},
	},
});
