import { type Cell, cellText, plainWord, type Sheet } from "#kernel/table.ts";
import type { PlannedRow } from "./plan.ts";

/** A line whose balance does not follow from the line before it: the balance that should stand there, and that does. */
export type BalanceBreak = { row: number; expected: number; found: number };
/** A stored line of the account with its balance, by which a file that continues it is recognised. */
export type StoredBalance = { booked_on: string; balance: number };
/** What is wrong with a file as a whole. `gap` is the balance after the stored lines, and that before the file's first. */
export type FileDoubts = {
	breaks: BalanceBreak[];
	gap: { day: string; stored: number; found: number } | null;
	/** The account numbers that the file names, none of which is the account's. */
	otherNumbers: string[];
};

type BalancedLine = { row: number; becomes: PlannedRow["becomes"]; day: string; amount: number; balance: number };

const balanced = (rows: readonly PlannedRow[]): BalancedLine[] =>
	rows.flatMap(({ row, becomes, line }) =>
		line && line.balance !== null ? [{ row, becomes, day: line.day, amount: line.amount, balance: line.balance }] : [],
	);

const follows = (before: BalancedLine, after: BalancedLine): boolean => before.balance + after.amount === after.balance;
const pairsOf = (lines: readonly BalancedLine[]) =>
	lines.slice(1).flatMap((after, at) => {
		const before = lines[at];
		return before ? [{ before, after }] : [];
	});

/**
 * Returns the file's lines that have a balance, oldest first. A file is newest first when more of its balances follow
 * in that direction.
 */
function inOrder(rows: readonly PlannedRow[]): BalancedLine[] {
	const lines = balanced(rows);
	const turned = lines.toReversed();
	const fits = (list: readonly BalancedLine[]): number =>
		pairsOf(list).filter(({ before, after }) => follows(before, after)).length;
	return fits(turned) > fits(lines) ? turned : lines;
}

/**
 * Judges the running balance of a file: each new line has to follow from the line before it, and the first one from a
 * stored line of the account. Lines that the account has already are not judged, and a file without balances is not.
 */
export function balanceDoubts(
	rows: readonly PlannedRow[],
	stored: readonly StoredBalance[],
): Pick<FileDoubts, "breaks" | "gap"> {
	const lines = inOrder(rows);
	const breaks = pairsOf(lines)
		.filter(({ before, after }) => after.becomes === "new" && !follows(before, after))
		.map(({ before, after }) => ({
			row: after.row,
			expected: before.balance + after.amount,
			found: after.balance,
		}));
	const [first] = lines;
	const earlier = first?.becomes === "new" ? stored.filter(({ booked_on }) => booked_on <= first.day) : [];
	const last = earlier.at(-1);
	if (!first || !last) return { breaks, gap: null };
	const found = first.balance - first.amount;
	const isContinued = earlier.some((one) => one.booked_on === last.booked_on && one.balance === found);
	return { breaks, gap: isContinued ? null : { day: last.booked_on, stored: last.balance, found } };
}

/** Account numbers have at least so many digits; shorter ones cannot be told from other numbers. */
const LEAST_DIGITS = 8;
const MASK = /[*xX]/;

/**
 * Returns the account numbers that stand above the header of a sheet, beside or below the word 帳號: digits, and `*`
 * for what the bank hides.
 */
export function accountNumbersIn({ rows }: Sheet, header: number): string[] {
	const above = rows.slice(0, header);
	return above.flatMap((cells) =>
		cells.flatMap((cell, at): string[] => {
			const text = cellText(cell).normalize("NFKC");
			if (!/帳號|帳戶號碼|劃撥帳號|戶號/.test(plainWord(text))) return [];
			const own = numberIn(text.slice(text.search(/帳號|號碼|戶號/)));
			return own === "" ? [numberIn(nextText(cells, at))].filter((one) => one !== "") : [own];
		}),
	);
}

const nextText = (cells: readonly Cell[], at: number): string =>
	cells
		.slice(at + 1)
		.map((cell) => cellText(cell).normalize("NFKC"))
		.find((text) => text !== "") ?? "";

/** Returns the digits and masks of the first number in a text (NFKC), or "" when it is too short for an account. */
function numberIn(text: string): string {
	const [found = ""] = /[\d*xX][\d*xX\- ]*/.exec(text) ?? [];
	const number = [...found].filter((char) => /\d/.test(char) || MASK.test(char)).join("");
	return number.length < LEAST_DIGITS || !/\d/.test(number) ? "" : number.replaceAll(new RegExp(MASK, "g"), "*");
}

/**
 * Returns the numbers of a file that cannot be the account's, if none of them can be. A number may lack or have leading
 * digits of the bank or branch, and `*` stands for any digit.
 */
export function otherNumbers(numbers: readonly string[], accountDigits: string): string[] {
	if (accountDigits.length < LEAST_DIGITS) return [];
	return numbers.some((number) => isSameNumber(number, accountDigits)) ? [] : [...new Set(numbers)];
}

function isSameNumber(number: string, own: string): boolean {
	const length = Math.min(number.length, own.length);
	const [a, b] = [number.slice(-length), own.slice(-length)];
	return [...a].every((char, at) => char === "*" || char === b[at]);
}
