import * as z from "zod";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { readAmount } from "#kernel/amounts.ts";
import { AmountText } from "#kernel/typed.ts";

const MOST_ACCOUNTS = 1_000;
const Cells = z.array(AmountText).max(MOST_ACCOUNTS);

/**
 * The form of 開帳 with a list for each column: account codes, debit, credit. `seen` is the id of the opening that it
 * replaces (0: none).
 */
export const OpeningForm = z.strictObject({
	date: z.string().max(40).default(""),
	account: z.array(z.string().max(7)).max(MOST_ACCOUNTS),
	debit: Cells,
	credit: Cells,
	seen: z.coerce.number().int().min(0),
});
export type OpeningForm = z.infer<typeof OpeningForm>;

/** The opening balance of an account as typed, in whole NT$ on one side. */
export type OpeningRow = { code: string; debit: string; credit: string };
export const openingRows = (form: Pick<OpeningForm, "account" | "debit" | "credit">): OpeningRow[] =>
	form.account.map((code, at) => ({ code, debit: form.debit[at] ?? "", credit: form.credit[at] ?? "" }));

const MEMO = "開帳";
const BLANK = /^[0０]*$/;

/**
 * Returns the lines of an opening: the typed lines, and a line with the difference of debit and credit on the account
 * of 累計餘絀 (a purpose in posting_accounts). `problems` are the messages by the index of the row.
 */
export function openingLines(rows: readonly OpeningRow[]): {
	lines: Entry[];
	difference: number;
	problems: Map<number, string>;
} {
	const lines: Entry[] = [];
	const problems = new Map<number, string>();
	for (const [at, row] of rows.entries()) {
		const [left, right] = [row.debit.trim(), row.credit.trim()];
		if (BLANK.test(left) && BLANK.test(right)) continue;
		const [amount, make] = BLANK.test(left) ? [readAmount(right), credit] : [readAmount(left), debit];
		if (!BLANK.test(left) && !BLANK.test(right)) problems.set(at, "借方與貸方只能填一邊。");
		else if (amount === null) problems.set(at, `「${left || right}」不是大於 0 的整數金額（最多一億元）。`);
		else lines.push((make as typeof debit)(row.code, amount, MEMO));
	}
	const difference = lines.reduce((sum, line) => sum + line.debit - line.credit, 0);
	if (difference !== 0)
		lines.push(difference > 0 ? credit("accumulated", difference, MEMO) : debit("accumulated", -difference, MEMO));
	return { lines, difference, problems };
}
