import * as z from "zod";
import { balanceMonths, balanceTrend, incomeMonths, incomeTrend } from "#db/books/ledger-months.ts";
import { balanceSheet, finalAccounts, incomeStatement } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { monthsBefore, monthsIn, monthsOf } from "#domain/books/ledger/months.ts";
import { yearBefore } from "#domain/books/ledger/statements.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { always, choice, linked, oneOf } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { MONTHS, type Span, spanOf, statementSpan, Year } from "./query.ts";
import { monthsColumns, type StatementColumn } from "./statement-columns.ts";
import {
	indent,
	rateOf,
	STATEMENTS,
	type StatementKind,
	type StatementLine,
	statementLines,
} from "./statement-lines.ts";
import { monthsLines, trendMonths, trendYears } from "./statement-months.ts";
import {
	columnsOf,
	drawStatement,
	isOfYear,
	type Statement,
	type StatementView,
	titleOf,
	VIEW_WORDS,
	VIEWS,
} from "./statements-page.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;
const STATEMENT_KINDS = ["income", "final", "balance"] as const;
type Query = {
	kind?: StatementKind | undefined;
	view?: StatementView | undefined;
	than?: "year" | "before" | undefined;
	from?: string | undefined;
	to?: string | undefined;
	year?: number | undefined;
};
/** What is read of a statement, besides the years that are offered. */
type Read = Statement extends infer S ? (S extends Statement ? Omit<S, "years"> : never) : never;

/**
 * Reads the statement of an address, as it is looked at. 收支決算表, the months and the budget cover a whole year; 資產負債表 has
 * no budget.
 */
async function statementOf(
	db: D1Database,
	{ kind = "income", than = "year", year: named, ...asked }: Query,
	at: number,
): Promise<Read> {
	const period = statementSpan(named === undefined ? asked : monthsOf(named), at);
	const year = Number(period.months.to.slice(0, 4));
	const whole = spanOf(monthsOf(year), at);
	if (kind === "final") {
		const [rows] = await readRows(db, finalAccounts(year));
		return { kind, span: whole, lines: statementLines(kind, rows), compared: monthsOf(year - 1) };
	}
	const view = asked.view ?? than;
	if (view === "months") {
		const [rows] = await readRows(db, kind === "income" ? incomeMonths(whole.months) : balanceMonths(whole.months));
		return {
			kind,
			view,
			year,
			span: whole,
			lines: monthsLines(kind, rows, { year, now: dateInTaipei(at).slice(0, 7) }),
		};
	}
	if (view === "budget" && kind === "income") {
		const [rows] = await readRows(db, finalAccounts(year));
		return { kind, view, year, span: whole, lines: statementLines(kind, rows) };
	}
	return comparedOf(db, { kind, view: view === "before" ? "before" : "year", span: period });
}

/** Reads a statement of two periods, and the years up to it. */
async function comparedOf(
	db: D1Database,
	of: { kind: "income" | "balance"; view: "year" | "before"; span: Span },
): Promise<Read> {
	const { kind, view, span } = of;
	const { months } = span;
	const compared =
		view === "before" ? monthsBefore(months) : { from: yearBefore(months.from), to: yearBefore(months.to) };
	const years = trendMonths(months);
	const [rows, trend] = await readRows(
		db,
		kind === "income" ? incomeStatement(months, compared) : balanceSheet(months.to, compared.to),
		kind === "income" ? incomeTrend(years, Math.min(monthsIn(months), 12)) : balanceTrend(years),
	);
	return { ...of, compared, lines: statementLines(kind, rows), trend: trendYears(kind, months, trend) };
}

const HEADERS = {
	balance: ["期末", "比較期末", "增減"],
	final: ["決算數", "預算數", "比較增減", "執行率", "上年度決算數"],
} as const;

const cellsOf = (kind: "final" | "balance", line: StatementLine): (string | number)[] =>
	kind === "final"
		? [line.now, line.budget, line.now - line.budget, rateOf(line), line.before]
		: [line.now, line.before, line.now - line.before];

/**
 * Returns the sheet of a statement among those of a year, which are also published: its name, header, column widths, and
 * a row for each line.
 */
export const statementSheet = (kind: "final" | "balance", lines: readonly StatementLine[]) => ({
	sheet: STATEMENTS[kind],
	header: ["代號", "會計科目", ...HEADERS[kind]],
	widths: [10, 28, 14, 14, 14, 14, 14],
	rows: lines.map((line) => [line.code, indent(line) + line.label, ...cellsOf(kind, line)]),
});

const columnsSheet = <L extends StatementLine>(
	sheet: string,
	columns: readonly StatementColumn<L>[],
	lines: readonly L[],
) => ({
	sheet,
	header: ["代號", "會計科目", ...columns.map(({ label }) => label)],
	widths: [10, 28, ...columns.map(() => 14)],
	rows: lines.map((line) => [line.code, indent(line) + line.label, ...columns.map(({ value }) => value(line))]),
});

/** Returns the sheet of a statement as it is looked at: the columns of the page. */
function sheetOf(of: Statement) {
	const lines = of.lines.some(({ id }) => id !== null) ? of.lines : [];
	if (of.kind === "final") return statementSheet(of.kind, lines);
	if (of.view === "months")
		return columnsSheet(titleOf(of), monthsColumns(of.kind, of.year), lines.length === 0 ? [] : of.lines);
	return columnsSheet(titleOf(of), columnsOf(of), lines);
}

const fileName = (of: Statement): string => {
	const { from, to } = of.span.months;
	return `${titleOf(of)}-${isOfYear(of) ? to.slice(0, 4) : `${from}-${to}`}`;
};

/** Returns the years that are offered: the present one, those before it, and the one that is shown. */
function yearsOffered(shown: number, at: number): number[] {
	const now = Number(dateInTaipei(at).slice(0, 4));
	const some = Array.from({ length: YEARS }, (_, before) => now - before);
	return [...new Set([...some, shown])].toSorted((one, other) => other - one);
}
const YEARS = 8;

/** The routes of 收支表, 收支決算表 and 資產負債表. */
export const STATEMENT_ROUTES = ledgerBook({
	path: ledger.statements(),
	area: LEDGER,
	conditions: {
		kind: always(choice("報表", [STATEMENT_KINDS, STATEMENTS])),
		view: always(choice("檢視方式", [VIEWS, VIEW_WORDS.income])),
		/** Of a statement that covers a whole year; the others have the ends of their period. */
		year: always(oneOf("年度", Year)),
		...MONTHS,
		/** What the second period was in older addresses, before `view` said it. */
		than: linked(z.enum(["year", "before"])),
	},
	read: async ({ env, query, at }) => {
		const read = await statementOf(env.DB, query, at);
		return { ...read, years: yearsOffered(Number(read.span.months.to.slice(0, 4)), at) };
	},
	values: (of) => ({
		kind: of.kind,
		view: of.kind === "final" ? undefined : of.view,
		...(isOfYear(of) ? { year: of.span.months.to.slice(0, 4) } : of.span.months),
	}),
	draw: drawStatement,
	file: {
		path: ledger.statementsExport,
		name: "數字",
		of: (of) => ({ file: fileName(of), table: sheetOf(of) }),
	},
});
