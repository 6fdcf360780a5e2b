import { type Account, accountWords, chooseAccount, isPostable } from "#domain/books/accounts/chart.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import type { Entry } from "#domain/books/ledger/postings.ts";
import { readAmount } from "#kernel/amounts.ts";
import { capitals } from "#kernel/capitals.ts";

/** The names of the fields of a line. */
export const LINE_FIELDS = ["account", "memo", "debit", "credit", "member", "project", "budget"] as const;
export type LineField = (typeof LINE_FIELDS)[number];
/** A line of a voucher's form as the user typed it. */
export type TypedLine = Record<LineField, string>;
export const NO_LINE: TypedLine = { account: "", memo: "", debit: "", credit: "", member: "", project: "", budget: "" };

export const MOST_LINES = 100;
const LONGEST_MEMO = 200;

/**
 * The records that lines may refer to. `year` is the year of the voucher: a budget item must be of this year and of the
 * line's account.
 */
export type Known = {
	accounts: readonly Account[];
	members: ReadonlyMap<string, number>;
	projects: ReadonlySet<number>;
	budgets: ReadonlyMap<number, { accountId: number; year: number }>;
	year: number;
};

/** An error in a row, and the field that it is in. */
type Wrong = { problem: string; field: LineField };
/** The result of reading a row; null for an empty one. */
export type ReadLine = { line: Entry } | Wrong | null;

/** Accounts that have sub-accounts, by code, with their balance (debit less credit). */
export type Parents = ReadonlyMap<string, number>;
type Side = Pick<Entry, "account" | "debit" | "credit">;
const movedIn = (lines: readonly Side[]): number => lines.reduce((sum, line) => sum + line.debit - line.credit, 0);

/**
 * Returns the codes of the accounts in these lines that may not be posted to: those with sub-accounts, unless another
 * line posts to a sub-account of the same account. A cash account with sub-accounts is allowed only in a transfer that
 * brings its balance towards zero, as migration 0042 requires of every voucher.
 */
export function parentsIn(lines: readonly Side[], parents: Parents): Set<string> {
	const isTransfer = movedIn(lines.filter(({ account }) => isCash(account))) === 0;
	const isTaken = (code: string, held: number): boolean => {
		if (!isCash(code)) return lines.some(({ account }) => account.startsWith(`${code}-`));
		const moved = movedIn(lines.filter(({ account }) => account === code));
		return isTransfer && moved * held < 0 && Math.abs(moved) <= Math.abs(held);
	};
	return new Set(
		lines.map(({ account }) => account).filter((code) => !isTaken(code, parents.get(code) ?? 0) && parents.has(code)),
	);
}

/**
 * Returns the message that an account with sub-accounts may not be posted to; `held` is its balance (debit less
 * credit).
 */
export const parentWords = (
	{ code, name }: Pick<Account, "code" | "name">,
	{ accounts, held = 0 }: { accounts: readonly Account[]; held?: number | undefined },
): string => {
	const below = accounts.filter((one) => one.isActive && one.code.startsWith(`${code}-`)).map(accountWords);
	const [amount, side] = [Math.abs(held).toLocaleString("en-US"), held > 0 ? "貸方" : "借方"];
	const rest = isCash(code) && held !== 0 ? `只有把原有餘額轉走的轉帳傳票可以用它，最多${side} ${amount} 元。` : "";
	return `${code} ${name}有子目，請改用子目：${below.join("、")}。${rest}`;
};

export const isEmpty = (row: TypedLine): boolean => LINE_FIELDS.every((name) => row[name].trim() === "");

/**
 * Reads a row of the form: returns its line, what is wrong with it, or null for an empty row. Wrong are an unknown or
 * inactive account and amounts of zero or less or with parts of a dollar.
 */
export function readLine(row: TypedLine, known: Known): ReadLine {
	// A row with only a project or a budget item is still empty.
	if (["account", "memo", "debit", "credit", "member"].every((name) => row[name as LineField].trim() === ""))
		return null;
	const choice = chooseAccount(row.account, known.accounts.filter(isPostable), known.accounts);
	if ("problem" in choice) return { problem: choice.problem, field: "account" };
	const { account } = choice;
	const amounts = readAmounts(row);
	if ("problem" in amounts) return amounts;
	const named = readNames(row, account, known);
	if ("problem" in named) return named;
	const memo = row.memo.normalize("NFC").replaceAll(/\s+/g, " ").trim();
	if ([...memo].length > LONGEST_MEMO) return { problem: `摘要最多 ${LONGEST_MEMO} 個字。`, field: "memo" };
	return { line: { account: account.code, memo, ...amounts, ...named } };
}

const BLANK = /^[0０.．,，]*$/;

function readAmounts({ debit, credit }: TypedLine): { debit: number; credit: number } | Wrong {
	const [left, right] = [debit.trim(), credit.trim()];
	if (left !== "" && right !== "" && !BLANK.test(left) && !BLANK.test(right))
		return { problem: "借方與貸方只能填一邊。", field: "debit" };
	const [typed, side] = BLANK.test(left) ? ([right, "credit"] as const) : ([left, "debit"] as const);
	if (BLANK.test(typed))
		return { problem: "請在借方或貸方填寫大於 0 的金額。", field: left === "" && right !== "" ? "credit" : "debit" };
	const amount = readAmount(typed);
	if (amount === null) return { problem: `「${typed}」不是大於 0 的整數金額（最多一億元）。`, field: side };
	return side === "debit" ? { debit: amount, credit: 0 } : { debit: 0, credit: amount };
}

type Names = { memberId: number | null; projectId: number | null; budgetItemId: number | null };

function readNames(row: TypedLine, account: Account, known: Known): Names | Wrong {
	const no = memberNoOf(row.member);
	const memberId = no === "" ? null : known.members.get(no);
	if (memberId === undefined) return { problem: `找不到會員編號 ${no}。`, field: "member" };
	const projectId = row.project === "" ? null : Number(row.project);
	if (projectId !== null && !known.projects.has(projectId))
		return { problem: "這個專案已不能使用，請重新選擇。", field: "project" };
	const budgetItemId = row.budget === "" ? null : Number(row.budget);
	const item = budgetItemId === null ? null : known.budgets.get(budgetItemId);
	if (item === undefined || (item && item.year !== known.year))
		return { problem: "這個預算項目不是傳票那一年的，請重新選擇。", field: "budget" };
	if (item && item.accountId !== account.id)
		return { problem: "預算項目與會計科目不同，請重新選擇。", field: "budget" };
	return { memberId, projectId, budgetItemId };
}

/** Returns a typed member number in its stored form. */
export const memberNoOf = (text: string): string => text.normalize("NFKC").trim().toUpperCase();

/** The debit and the credit amount of a line, or their sums over several lines. `sumsOf` adds them up. */
export type Sums = { debit: number; credit: number };
export const sumsOf = (lines: readonly Sums[]): Sums =>
	lines.reduce((sum, line) => ({ debit: sum.debit + line.debit, credit: sum.credit + line.credit }), {
		debit: 0,
		credit: 0,
	});

/** Returns the amount of a field while it is typed; 0 when it is not an amount. */
export const amountIn = (text: string): number => readAmount(text) ?? 0;

/** Says in figures and words whether the two sides are equal, or by how much they differ. */
export function balanceWords({ debit, credit }: Sums): string {
	if (debit === credit) return debit === 0 ? "還沒有金額" : `借貸平衡：${inFull(debit)}`;
	const [more, less] = debit > credit ? ["借方", "貸方"] : ["貸方", "借方"];
	return `${more}比${less}多 ${inFull(Math.abs(debit - credit))}`;
}

/** Returns in words why lines cannot be posted; undefined when there are two or more lines and they balance. */
export function unevenWords(lines: readonly Sums[]): string | undefined {
	if (lines.length < 2) return "只有一行分錄，不能過帳；借方與貸方至少各一行。";
	const sums = sumsOf(lines);
	return sums.debit === sums.credit ? undefined : `借貸不平衡，不能過帳：${balanceWords(sums)}。`;
}
const inFull = (amount: number): string => `${amount.toLocaleString("en-US")} 元（${capitals(amount)}）`;
