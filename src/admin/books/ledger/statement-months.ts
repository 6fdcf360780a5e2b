import type { ClassYear, MonthRow } from "#db/books/ledger-months.ts";
import { monthsLater } from "#domain/books/ledger/months.ts";
import { type StatementKind, type StatementLine, statementLines } from "./statement-lines.ts";

type Months = { from: string; to: string };

/** A line of a statement whose columns are months: `now` is its sum or its balance at the end, `before` that at the start. */
export type MonthsLine = StatementLine & {
	/** The figure of each month of the year; null for a month that has not come. */
	months: (number | null)[];
};

/** Returns the twelve months (YYYY-MM) of a year. */
export const yearMonths = (year: number): string[] =>
	Array.from({ length: 12 }, (_, nth) => `${year}-${String(nth + 1).padStart(2, "0")}`);

/**
 * Returns the lines of a statement by months. Each month is a statement of its own, so that its lines add up in every
 * column. A balance sheet has the balance at each month's end, and none after `now`, the present month, when nothing was
 * posted there.
 */
export function monthsLines(
	kind: Exclude<StatementKind, "final">,
	rows: readonly MonthRow[],
	{ year, now }: { year: number; now: string },
): MonthsLine[] {
	const months = yearMonths(year);
	const accounts = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
		const [first] = own;
		return first ? [{ ...first, own }] : [];
	});
	/** What an account has in these months. */
	const sumIn = (own: readonly MonthRow[], isIn: (month: string) => boolean): number =>
		own.reduce((sum, { month, moved }) => (isIn(month) ? sum + moved : sum), 0);
	const linesOf = (isIn: (month: string) => boolean) =>
		statementLines(
			kind,
			accounts.map(({ own, ...account }) => {
				const before = sumIn(own, (month) => month === "");
				return {
					...account,
					now: sumIn(own, isIn),
					before,
					...(account.code >= "4" && { earlier_now: before, earlier_before: before }),
				};
			}),
		);
	const last = [now, ...rows.map(({ month }) => month)].reduce((a, b) => (a > b ? a : b));
	const columns = months.map((month) => linesOf((one) => (kind === "income" ? one === month : one <= month)));
	return linesOf(() => true).map((line, nth) => ({
		...line,
		months: columns.map((column, at) => {
			const hasCome = kind === "income" || (months[at] ?? "") <= last;
			return hasCome ? (column[nth]?.now ?? 0) : null;
		}),
	}));
}

/** The most years of a trend. */
const YEARS = 5;

/** Returns the months of which the trend of a period is read: those of the period, back to the first year's. */
export const trendMonths = ({ from, to }: Months): Months => ({ from: monthsLater(from, -12 * (YEARS - 1)), to });

/** A year of a trend: the year (AD) of its last month, and the figures of its series. */
export type TrendYear = { year: number; values: number[] };

/**
 * Returns what each of the years that lead up to the month `to` had, by series: 收入 and 支出 in their months, or 資產, 負債 and
 * 基金暨餘絀 at their end. It begins with the first year that had anything.
 */
export function trendYears(
	kind: Exclude<StatementKind, "final">,
	{ to }: Months,
	rows: readonly ClassYear[],
): TrendYear[] {
	const series = kind === "income" ? ["4", "5"] : ["1", "2", "345"];
	const years = Array.from({ length: YEARS }, (_, nth) => {
		const year = Number(to.slice(0, 4)) + nth + 1 - YEARS;
		const own = rows.filter((row) => (kind === "income" ? row.year === year : row.year <= year));
		const values = series.map((digits) => {
			const moved = own.reduce((sum, row) => (digits.includes(row.digit) ? sum + row.moved : sum), 0);
			return "15".includes(digits) ? moved : 0 - moved;
		});
		return { year, values };
	});
	const first = years.findIndex(({ values }) => values.some((value) => value !== 0));
	return first < 0 ? [] : years.slice(first);
}
