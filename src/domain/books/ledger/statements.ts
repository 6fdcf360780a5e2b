/** The balance of an account, debit less credit, in a period (`now`) and in the one it is compared with (`before`). */
type Row = { code: string; now: number; before: number };
export type Two = { now: number; before: number };

/** Returns a balance as statements show it: positive for accounts that grow by credit (liabilities, funds, income). */
export const shown = <Of extends Row>(row: Of): Of =>
	"234".includes(row.code.charAt(0)) ? { ...row, now: -row.now || 0, before: -row.before || 0 } : row;

export const sumOfTwo = (rows: readonly Two[]): Two =>
	rows.reduce((sum, { now, before }) => ({ now: sum.now + now, before: sum.before + before }), { now: 0, before: 0 });

/** Returns the accounts of a class (the first digit of their codes), with balances as statements show them. */
export const ofClass = <Of extends Row>(rows: readonly Of[], digit: string): Of[] =>
	rows.filter(({ code }) => code.startsWith(digit)).map(shown);

/** Returns 本期餘絀: income less expense. */
export function surplusOf(rows: readonly Row[]): Two {
	const [income, expense] = [sumOfTwo(ofClass(rows, "4")), sumOfTwo(ofClass(rows, "5"))];
	return { now: income.now - expense.now, before: income.before - expense.before };
}

/** Returns the same month a year before. */
export const yearBefore = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
