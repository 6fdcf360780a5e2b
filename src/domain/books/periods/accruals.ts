import * as z from "zod";
import { type Account, chooseAccount, isPostable } from "#domain/books/accounts/chart.ts";
import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { readAmount, sumOf } from "#kernel/amounts.ts";
import { MOST } from "#kernel/field-limits.ts";
import { AmountText } from "#kernel/typed.ts";
import { BookYear } from "./form.ts";
import { yearWords } from "./rules.ts";

/**
 * A line of an expense request that a year owed at its end; `is_salary`: the request is the salaries of December. The
 * amount is gross, in whole NT$.
 */
export type AccrualLine = {
	id: number;
	line_id: number;
	number: string;
	title: string;
	is_salary: 0 | 1;
	member_id: number | null;
	project_id: number | null;
	summary: string;
	amount: number;
	code: string;
	name: string;
	budget_item_id: number | null;
	is_unbudgeted: 0 | 1;
};
/** What members owed of a year's dues at its end, of one kind, and the account of its income. */
export type DuesReceivable = {
	kind: "entrance" | "annual";
	items: number;
	amount: number;
	code: string;
	name: string;
};

/** An expense request of the list: its lines, and their sum. */
export type AccrualDocument = Pick<AccrualLine, "id" | "number" | "title" | "is_salary"> & {
	amount: number;
	lines: AccrualLine[];
};
export const documentsOf = (lines: readonly AccrualLine[]): AccrualDocument[] =>
	[...Map.groupBy(lines, ({ id }) => id)].map(([id, own]) => {
		const { number = "", title = "", is_salary = 0 } = own[0] ?? {};
		return { id, number, title, is_salary, amount: sumOf(own), lines: own };
	});

/** Returns what a ticked sum of dues is sent as, so that a sum that changed since it was seen is noticed. */
export const duesValue = ({ kind, amount }: Pick<DuesReceivable, "kind" | "amount">): string => `${kind}.${amount}`;

/** The account 預付款項 of the chart. */
export const PREPAID = "1240";
/** How many rows the page has for prepaid expenses, and the most that one form takes. */
export const PREPAID_ROWS = 5;
const MEMO = 100;
const cells = (cell: z.ZodType<string, string>) => z.array(cell).max(PREPAID_ROWS, `一次最多 ${PREPAID_ROWS} 筆。`);
const Cell = z.string().max(300).register(MOST, { characters: 80 });

/** The form of 年底調整: the ticked requests by their ids, the ticked sums of dues, and the rows of prepaid expenses. */
export const AccrualForm = z.strictObject({
	year: BookYear,
	document: z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(1_000),
	dues: z.array(z.string().regex(/^(?:entrance|annual)\.[1-9]\d{0,14}$/)).max(2),
	account: cells(Cell),
	amount: cells(AmountText),
	memo: cells(z.string().max(MEMO, `摘要最多 ${MEMO} 個字。`).register(MOST, { characters: MEMO })),
});
export type AccrualForm = z.infer<typeof AccrualForm>;

/** Returns the year that is adjusted on a day (YYYY-MM-DD): in December the year itself, else the one before. */
export const accrualYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5, 7) === "12" ? 0 : 1);

/** An expense that was paid for a later year: the code of its account, in whole NT$. */
export type Prepaid = { code: string; amount: number; memo: string };

/** Whether a prepaid expense may be of an account: one of expenses that lines may be posted to. */
export const isExpense = (account: Account): boolean => account.code.startsWith("5") && isPostable(account);

/** Reads the rows of prepaid expenses; an empty row is skipped. `problems` are sentences, each with its row. */
export function readPrepaid(form: Pick<AccrualForm, "account" | "amount" | "memo">, accounts: readonly Account[]) {
	const prepaid: Prepaid[] = [];
	const problems: string[] = [];
	const expenses = accounts.filter(isExpense);
	for (const at of Array.from({ length: PREPAID_ROWS }).keys()) {
		const [named = "", typed = "", memo = ""] = [form.account[at], form.amount[at], form.memo[at]];
		if ([named, typed, memo].every((text) => text.trim() === "")) continue;
		const choice = chooseAccount(named, expenses, accounts);
		const amount = readAmount(typed);
		const say = (words: string) => problems.push(`預付費用第 ${at + 1} 行：${words}`);
		if ("problem" in choice) say(`${choice.problem}預付費用記在支出科目（5 開頭）。`);
		else if (amount === null) say("請填大於 0 的整數金額，例如 12,000。");
		else
			prepaid.push({ code: choice.account.code, amount, memo: memo.normalize("NFC").replaceAll(/\s+/g, " ").trim() });
	}
	return { prepaid, problems };
}

const accrued = (line: AccrualLine): Entry => ({
	...debit(line.code, line.amount, `${line.number} ${line.summary}`, line.member_id),
	projectId: line.project_id,
	budgetItemId: line.budget_item_id,
	isUnbudgeted: line.is_unbudgeted === 1,
});

export type Chosen = {
	year: number;
	documents: readonly AccrualDocument[];
	dues: readonly DuesReceivable[];
	prepaid: readonly Prepaid[];
};

/**
 * Returns the lines of the voucher of 年底調整 (docs/accounting.md#每年): Dr the accounts of what is owed, Cr 應付款項,
 * the salaries of December by themselves; Dr 預付款項, Cr the expenses; Dr 應收款項, Cr the income of the dues.
 */
export function accrualEntries({ year, documents, dues, prepaid }: Chosen): Entry[] {
	const owed = (words: string, some: readonly AccrualDocument[]): Entry[] =>
		some.length === 0
			? []
			: [
					...some.flatMap(({ lines }) => lines.map(accrued)),
					credit(ACCOUNTS.payable, sumOf(some), `${yearWords(year)}${words} ${some.length} 筆`),
				];
	return [
		...owed(
			"應付費用",
			documents.filter((one) => one.is_salary === 0),
		),
		...owed(
			" 12 月薪資",
			documents.filter((one) => one.is_salary === 1),
		),
		...(prepaid.length > 0 ? [debit(PREPAID, sumOf(prepaid), `${yearWords(year)}底預付費用`)] : []),
		...prepaid.map(({ code, amount, memo }) => credit(code, amount, memo || "預付費用")),
		...(dues.length > 0 ? [debit(ACCOUNTS.receivable, sumOf(dues), `${yearWords(year)}應收會費`)] : []),
		...dues.map(({ code, amount, items }) => credit(code, amount, `${yearWords(year)}應收會費 ${items} 筆`)),
	];
}
