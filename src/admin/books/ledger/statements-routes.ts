import { balanceSheet, finalAccounts, incomeStatement } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { monthsBefore, monthsOf } from "#domain/books/ledger/months.ts";
import { yearBefore } from "#domain/books/ledger/statements.ts";
import { paths } from "#http/paths.ts";
import { always, choice } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { MONTHS, type Span, spanOf, statementSpan } from "./query.ts";
import {
	indent,
	rateOf,
	STATEMENTS,
	type StatementKind,
	type StatementLine,
	statementLines,
} from "./statement-lines.ts";
import { drawStatement, THAN } from "./statements-page.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;
const STATEMENT_KINDS = ["income", "final", "balance"] as const;
type Query = {
	kind?: StatementKind | undefined;
	than?: "year" | "before" | undefined;
	from?: string | undefined;
	to?: string | undefined;
};

/**
 * Returns the statement of the address, its months and the months of the second column. 收支決算表 covers a whole year.
 */
function askedOf({ kind = "income", than = "year", ...months }: Query, at: number) {
	const asked = statementSpan(months, at);
	const year = Number(asked.months.to.slice(0, 4));
	const span = kind === "final" ? spanOf(monthsOf(year), at) : asked;
	const { from, to } = span.months;
	if (kind === "final") return { kind, than, span, compared: monthsOf(year - 1) };
	const before = than === "before" ? monthsBefore({ from, to }) : { from: yearBefore(from), to: yearBefore(to) };
	return { kind, than, span, compared: before };
}
type Asked = ReturnType<typeof askedOf>;

const rowsOf = ({ kind, span: { months }, compared }: Asked) => {
	if (kind === "final") return finalAccounts(Number(months.to.slice(0, 4)));
	return kind === "income" ? incomeStatement(months, compared) : balanceSheet(months.to, compared.to);
};

const HEADERS = {
	income: ["本期", "比較期", "增減"],
	balance: ["期末", "比較期末", "增減"],
	final: ["決算數", "預算數", "比較增減", "執行率", "上年度決算數"],
} as const;

const cellsOf = (kind: Asked["kind"], line: StatementLine): (string | number)[] =>
	kind === "final"
		? [line.now, line.budget, line.now - line.budget, rateOf(line), line.before]
		: [line.now, line.before, line.now - line.before];

/** Returns the sheet of a statement in an exported file: its name, header, column widths, and a row for each line. */
export const statementSheet = (kind: Asked["kind"], lines: readonly StatementLine[]) => ({
	sheet: STATEMENTS[kind],
	header: ["代號", "會計科目", ...HEADERS[kind]],
	widths: [10, 28, 14, 14, 14, 14, 14],
	rows: lines.map((line) => [line.code, indent(line) + line.label, ...cellsOf(kind, line)]),
});

const fileName = (kind: Asked["kind"], { months }: Span): string =>
	kind === "final" ? `${STATEMENTS.final}-${months.to.slice(0, 4)}` : `${STATEMENTS[kind]}-${months.from}-${months.to}`;

/** The routes of 收支表, 收支決算表 and 資產負債表. */
export const STATEMENT_ROUTES = ledgerBook({
	path: ledger.statements(),
	area: LEDGER,
	/** `than`: what the second column shows, the same months a year before or the months directly before. */
	conditions: {
		kind: always(choice("報表", [STATEMENT_KINDS, STATEMENTS])),
		...MONTHS,
		than: always(choice("比較", [["year", "before"], THAN.income])),
	},
	read: async ({ env, query, at }) => {
		const asked = askedOf(query, at);
		const [rows] = await readRows(env.DB, rowsOf(asked));
		return { ...asked, lines: statementLines(asked.kind, rows), isEmpty: rows.length === 0 };
	},
	values: ({ kind, span, than }) => ({ kind, ...span.months, than: kind === "final" ? undefined : than }),
	draw: drawStatement,
	file: {
		path: ledger.statementsExport,
		name: "數字",
		of: ({ kind, span, lines, isEmpty }) => ({
			file: fileName(kind, span),
			table: statementSheet(kind, isEmpty ? [] : lines),
		}),
	},
});
