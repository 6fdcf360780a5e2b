/** The five classes of accounts (五大類): the first digit of their codes, and their names. */
export const CLASSES = [
	["1", "資產"],
	["2", "負債"],
	["3", "基金暨餘絀"],
	["4", "收入"],
	["5", "支出"],
] as const;

/** An account's opening balance (debit less credit) and its movements in debit and credit, in whole NT$. */
export type Moved = { opening: number; debit: number; credit: number };
/** The three pairs of a 試算表, each debit and credit: opening, movement, closing. */
export type Pairs = { opening: [number, number]; moved: [number, number]; closing: [number, number] };

const sides = (balance: number): [number, number] => (balance >= 0 ? [balance, 0] : [0, -balance]);

/** Returns the opening, movement and closing of an account, each as debit and credit. */
export const pairsOf = ({ opening, debit, credit }: Moved): Pairs => ({
	opening: sides(opening),
	moved: [debit, credit],
	closing: sides(opening + debit - credit),
});

/** Returns the sums of pairs; in each pair debit and credit are equal when the books balance. */
export const sumOfPairs = (rows: readonly Pairs[]): Pairs => ({
	opening: add(rows.map((row) => row.opening)),
	moved: add(rows.map((row) => row.moved)),
	closing: add(rows.map((row) => row.closing)),
});
const add = (pairs: readonly [number, number][]): [number, number] =>
	pairs.reduce<[number, number]>(([left, right], [debit, credit]) => [left + debit, right + credit], [0, 0]);

/** Whether debit and credit are equal in every pair. */
export const isBalanced = (pairs: Pairs): boolean =>
	[pairs.opening, pairs.moved, pairs.closing].every(([debit, credit]) => debit === credit);

/** Returns the first and the last day (YYYY-MM-DD) of the months from `from` to `to` (YYYY-MM). */
export function daysOf({ from, to }: { from: string; to: string }): { from: string; to: string } {
	const [year = 0, month = 0] = to.split("-").map(Number);
	return { from: `${from}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}
