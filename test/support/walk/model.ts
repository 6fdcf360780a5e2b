/**
 * The books as accountants would keep them on paper, without a database: what the random walk of test/db/books/ledger-walk.test.ts
 * compares the program with.
 */
export type Sides = { debit: number; credit: number; closingDebit: number; closingCredit: number };
/** An account's code, what it is debited and credited. */
export type Line = readonly [code: string, debit: number, credit: number];
export type Posted = { date: string; lines: readonly Line[]; isClosing?: boolean; isTransfer?: boolean };

const CASH = new Set(["1110", "1120", "1130", "1140", "1310"]);
const monthAfter = (month: string): string => {
	const [year = 0, number = 0] = month.split("-").map(Number);
	return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
};

export class Books {
	/** What each account moved in each month, by "4120 2026-03". */
	readonly moved = new Map<string, Sides>();
	/** The last number of each kind and year, by "income 115". */
	readonly numbers = new Map<string, number>();
	/** Closed months, and who closed them. */
	readonly closed = new Map<string, number>();
	/** Closed years with the lines of their closing, and who closed them. */
	readonly years = new Map<number, { lines: readonly Line[]; by: number }>();
	vouchers = 0;

	/** The day that something is posted on: its own, or the first of the next open month. */
	dayFor(day: string): string {
		if (this.whyClosed(day).length === 0) return day;
		let month = day.slice(0, 7);
		while (this.whyClosed(month).length > 0) month = monthAfter(month);
		return `${month}-01`;
	}

	/** Why nothing is posted on a day: its month is closed, or a later year is. */
	whyClosed(day: string): string[] {
		if (this.closed.has(day.slice(0, 7))) return ["ledger.period_closed"];
		return [...this.years.keys()].some((year) => year > Number(day.slice(0, 4))) ? ["ledger.later_year_closed"] : [];
	}

	post({ date, lines, isClosing = false, isTransfer = false }: Posted): void {
		const cash = lines.reduce((sum, [code, dr, cr]) => (CASH.has(code.slice(0, 4)) ? sum + dr - cr : sum), 0);
		const kind = isClosing || isTransfer || cash === 0 ? "transfer" : cash > 0 ? "income" : "expense";
		const series = `${kind} ${Number(date.slice(0, 4)) - 1911}`;
		this.numbers.set(series, (this.numbers.get(series) ?? 0) + 1);
		this.vouchers += 1;
		for (const [code, dr, cr] of lines) {
			const place = `${code} ${date.slice(0, 7)}`;
			const sides = this.moved.get(place) ?? { debit: 0, credit: 0, closingDebit: 0, closingCredit: 0 };
			this.moved.set(
				place,
				isClosing
					? { ...sides, closingDebit: sides.closingDebit + dr, closingCredit: sides.closingCredit + cr }
					: { ...sides, debit: sides.debit + dr, credit: sides.credit + cr },
			);
		}
	}

	reverse(lines: readonly Line[], date: string): void {
		this.post({ date, lines: lines.map(([code, dr, cr]): Line => [code, cr, dr]), isTransfer: true });
	}

	/** What each account holds at the end of a month, debit less credit, closings counted. */
	held(month: string): Map<string, number> {
		const held = new Map<string, number>();
		for (const [place, { debit, credit, closingDebit, closingCredit }] of this.moved) {
			const [code = "", of = ""] = place.split(" ");
			if (of <= month) held.set(code, (held.get(code) ?? 0) + debit - credit + closingDebit - closingCredit);
		}
		return held;
	}

	/** What accounts of income and expense moved in some months, debit less credit, closings apart. */
	earned(from: string, to: string): Map<string, number> {
		const moved = new Map<string, number>();
		for (const [place, { debit, credit }] of this.moved) {
			const [code = "", of = ""] = place.split(" ");
			if (code >= "4" && of >= from && of <= to) moved.set(code, (moved.get(code) ?? 0) + debit - credit);
		}
		return moved;
	}

	/** Months before one in which something was posted, and that are open. */
	openBefore(month: string): boolean {
		return [...this.moved.keys()].some((place) => {
			const of = place.split(" ")[1] ?? "";
			return of < month && !this.closed.has(of);
		});
	}

	/** The lines that bring income and expense up to a year's end to nothing: over 3220 into 3210. */
	closing(year: number): Line[] {
		const held = [...this.held(`${year}-12`)].filter(([code, balance]) => code >= "4" && balance !== 0);
		const deficit = held.reduce((sum, [, balance]) => sum + balance, 0);
		const side = (code: string, amount: number): Line[] =>
			amount === 0 ? [] : amount > 0 ? [[code, amount, 0]] : [[code, 0, -amount]];
		return [
			...held.flatMap(([code, balance]) => side(code, -balance)),
			...side("3220", deficit),
			...side("3220", -deficit),
			...side("3210", deficit),
		];
	}
}
