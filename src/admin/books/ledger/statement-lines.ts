import type { BudgetedRow, ComparedRow, SheetRow } from "#db/books/ledger-reports.ts";
import { ofClass, sumOfTwo, surplusOf, type Two } from "#domain/books/ledger/statements.ts";
import { CLASSES } from "#domain/books/ledger/trial.ts";

export const STATEMENTS = { income: "收支表", final: "收支決算表", balance: "資產負債表" } as const;
export type StatementKind = keyof typeof STATEMENTS;

/** A line of a statement: a class, an account of it, a sub-account, or a sum. `budget` is the year's budget. */
export type StatementLine = Two & {
	label: string;
	code: string | null;
	id: number | null;
	level: "class" | "account" | "below" | "sum";
	budget: number;
};
type Row = ComparedRow & Partial<Pick<BudgetedRow, "budget"> & SheetRow>;

/**
 * Returns the lines of a statement in order: 收入, 支出 and the surplus; for "balance" 資產, then 負債 with 基金暨餘絀.
 */
export function statementLines(kind: StatementKind, rows: readonly Row[]): StatementLine[] {
	if (kind !== "balance")
		return [...classLines(rows, "4"), ...classLines(rows, "5"), { ...surplusLine(rows), level: "sum" }];
	return [...assetLines(rows), ...otherLines(rows)];
}

/** Returns 資產, the left side of a balance sheet. */
export const assetLines = (rows: readonly Row[]): StatementLine[] => classLines(rows, "1");

/** Returns 負債, 基金暨餘絀 and their sum, the right side of a balance sheet. */
export function otherLines(rows: readonly Row[]): StatementLine[] {
	const lines = [...classLines(rows, "2"), ...classLines(rows, "3", surplusLines(rows))];
	const sum = sumOfTwo(lines.filter(({ level }) => level === "class"));
	return [...lines, { ...sum, label: "負債、基金暨餘絀合計", code: null, id: null, level: "sum", budget: 0 }];
}

const budgetOf = (rows: readonly Row[], digit: string): number =>
	rows.filter(({ code }) => code.startsWith(digit)).reduce((sum, { budget = 0 }) => sum + budget, 0);

const surplusLine = (rows: readonly Row[]): StatementLine => ({
	...surplusOf(rows),
	label: "本期餘絀",
	code: null,
	id: null,
	level: "account",
	budget: budgetOf(rows, "4") - budgetOf(rows, "5"),
});

function classLines(rows: readonly Row[], digit: string, more: StatementLine[] = []): StatementLine[] {
	const own = ofClass(rows, digit);
	const label = CLASSES.find(([one]) => one === digit)?.[1] ?? "";
	return [
		{ ...sumOfTwo([...own, ...more]), label, code: digit, id: null, level: "class", budget: budgetOf(rows, digit) },
		...[...Map.groupBy(own, ({ code }) => code.slice(0, CODE)).values()].flatMap(accountLines),
		...more,
	];
}

/** The length of an account's code; a sub-account's code is longer (1130, 1130-01). */
const CODE = 4;

/**
 * Returns the line of one account. An account with sub-accounts gets the line of their sum, followed by a line for
 * each.
 */
function accountLines(rows: Row[]): StatementLine[] {
	const label = rows.find(({ above }) => above)?.above;
	const line = ({ id, code, name, now, before, budget = 0 }: Row): StatementLine => ({
		id,
		code,
		label: label && code.length === CODE ? "未列子目" : name,
		level: label ? "below" : "account",
		now,
		before,
		budget,
	});
	const own = rows.map(line);
	if (!label) return own;
	const code = rows[0]?.code.slice(0, CODE) ?? "";
	return [{ ...sumOfTwo(rows), label, code, id: null, level: "account", budget: budgetOf(rows, code) }, ...own];
}

/**
 * Returns the lines of 本期餘絀 in a balance sheet. The surplus of an earlier year is a line of its own until that year
 * is closed.
 */
function surplusLines(rows: readonly Row[]): StatementLine[] {
	const [all, earlier] = [
		surplusLine(rows),
		surplusOf(rows.map(({ code, earlier_now: now = 0, earlier_before: before = 0 }) => ({ code, now, before }))),
	];
	const own = { ...all, now: all.now - earlier.now, before: all.before - earlier.before };
	if (earlier.now === 0 && earlier.before === 0) return [own];
	return [{ ...all, ...earlier, label: "以前年度餘絀（未結帳）" }, own];
}

/** Returns the indent before a line's name, on the screen, on paper and in files. */
export const indent = ({ level }: StatementLine): string => (level === "below" ? "　" : "");

/** Returns 執行率, how much of the budget was reached, in whole percent; "—" without a budget. */
export const rateOf = ({ now, budget }: Pick<StatementLine, "now" | "budget">): string =>
	budget > 0 ? `${Math.round((now * 100) / budget)}%` : "—";
