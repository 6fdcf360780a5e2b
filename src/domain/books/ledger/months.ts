/** Returns the month (YYYY-MM) that is `by` months later, or earlier when `by` is negative. */
export function monthsLater(month: string, by: number): string {
	const [year = 0, number = 0] = month.split("-").map(Number);
	const all = year * 12 + number - 1 + by;
	return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}`;
}

/** Returns the number of months from the month `from` to the month `to` (YYYY-MM), both included. */
export function monthsIn({ from, to }: { from: string; to: string }): number {
	const count = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
	return count(to) - count(from) + 1;
}

/** Returns the period of equal length that ends directly before the period `months`. */
export const monthsBefore = (months: { from: string; to: string }): { from: string; to: string } => ({
	from: monthsLater(months.from, -monthsIn(months)),
	to: monthsLater(months.from, -1),
});

/** Returns the first and the last month of a year (YYYY-MM). */
export const monthsOf = (year: number): { from: string; to: string } => ({ from: `${year}-01`, to: `${year}-12` });
