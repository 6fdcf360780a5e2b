import type { Ask } from "#auth/route.ts";
import { assets } from "#db/books/assets.ts";
import { cashAccounts, cashMoved } from "#db/books/cash-book.ts";
import { fundAccounts, fundMoves } from "#db/books/funds.ts";
import { balanceSheet, finalAccounts } from "#db/books/ledger-reports.ts";
import { bookYears, yearClosed } from "#db/books/ledger-years.ts";
import { type RowsOf, readRows, type Select } from "#db/read.ts";
import { monthsOf } from "#domain/books/ledger/months.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { book } from "#kits/list/book.ts";
import { ANNUAL, type Annual, annualPage, isEmptyYear, listed } from "./annual-page.ts";
import { assetSheet } from "./assets-routes.ts";
import { bookFile } from "./book.ts";
import { cashSheet } from "./cash-book-routes.ts";
import { fundSheet, fundStatement } from "./funds-table.ts";
import { statementLines } from "./statement-lines.ts";
import { statementSheet } from "./statements-routes.ts";

const { ledger } = paths.admin;
type AskYear = Pick<Ask<object, { year: number | undefined }>, "env" | "query" | "surroundings" | "at">;

/** Reads all data of the page 年度報表, for the year of the address, otherwise for the present year. */
const annualOf = async (ask: AskYear): Promise<Annual> => (await annualWith(ask, []))[0];

/** Reads a year's statements, and the rows of further queries, in one round trip. */
export async function annualWith<T extends Select<unknown>[]>(
	{ env, query, surroundings, at }: AskYear,
	further: [...T],
): Promise<[Annual, RowsOf<T>]> {
	const now = Number(dateInTaipei(at).slice(0, 4));
	const year = query.year ?? now;
	const [years, final, cash, [sum], sheet, register, funds, moves, [closed], ...rest] = await readRows(
		env.DB,
		bookYears(),
		finalAccounts(year),
		cashAccounts(monthsOf(year)),
		cashMoved(daysOf(monthsOf(year))),
		balanceSheet(`${year}-12`, `${year - 1}-12`),
		assets(),
		fundAccounts(year),
		fundMoves(year),
		yearClosed(year),
		...further,
	);
	const all = new Set([now, year, ...years.map((row) => row.year)]);
	const annual = {
		year,
		years: [...all].sort((a, b) => b - a),
		final,
		cash,
		moved: sum?.moved ?? 0,
		sheet,
		assets: register,
		funds,
		fundMoves: moves,
		closed: closed ?? { months: 0, year: 0 },
		association: surroundings.fullName,
		titles: surroundings.titles,
	};
	return [annual, rest as unknown as RowsOf<T>];
}

type Cell = string | number | null;
type Part = { sheet: string; header: readonly string[]; rows: readonly (readonly Cell[])[] };

/**
 * Returns the rows of all statements below each other, for one sheet of a file: for each statement its title, its
 * header, its rows, and an empty row.
 */
const stacked = (parts: readonly Part[]): Cell[][] =>
	parts.flatMap(({ sheet, header, rows }) => [[sheet], [...header], ...rows.map((row) => [...row]), []]);

/** Returns the file of a year's statements: one sheet with all of them. */
function annualFile(annual: Annual) {
	const { year, association } = annual;
	const rows = stacked([
		statementSheet("final", statementLines("final", annual.final)),
		statementSheet("balance", statementLines("balance", annual.sheet)),
		assetSheet(listed(annual)),
		fundSheet(fundStatement(annual.funds, annual.fundMoves, year)),
		cashSheet(annual.cash),
	]);
	const widest = Math.max(...rows.map((row) => row.length));
	const table = {
		sheet: `${year - 1911} 年度報表`,
		header: Array.from({ length: widest }, (_, at) =>
			at === 0 ? association : at === 1 ? `${year - 1911} 年度報表${annual.closed.year === 0 ? "（未結帳）" : ""}` : "",
		),
		widths: [16, 28, 20, 14, 14, 14, 14, 14],
		rows: (isEmptyYear(annual) ? [] : rows).map((row) => [
			...row,
			...Array.from({ length: widest - row.length }, () => null),
		]),
	};
	return { file: `年度報表-${year}`, table };
}

/** The routes of 年度報表. */
export const ANNUAL_ROUTES = book({
	path: ledger.annual(),
	gate: "ledger",
	isPaper: true,
	conditions: ANNUAL,
	read: annualOf,
	page: annualPage,
	file: bookFile({ path: ledger.annualExport, name: "年度報表", of: annualFile }),
});
