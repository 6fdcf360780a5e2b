/** The accountants' handbook stays true: its chart, its mapping, its examples and its refusals are those of the program. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { CHECK_PARTS } from "#admin/books/ledger/periods-checks.ts";
import { refusalWords } from "#admin/refusal-words.ts";
import { approvalEntries, type PostedDocument, paymentEntries } from "#domain/books/finance/posting.ts";
import { ACCOUNTS, type Entry } from "#domain/books/ledger/postings.ts";
import { incomeEntries, type PostedIncome } from "#domain/money/income/posting.ts";
import { type PostedPayment, postingOf } from "#domain/money/payments/posting.ts";
import { Refusal } from "#kernel/refusal.ts";
import { merged } from "#nouns.ts";
import { GENERAL, isRefusal } from "#refusals.ts";

const HANDBOOK = readFileSync("docs/accounting.md", "utf8");
/** The cells of the tables under a heading. */
function table(heading: string): string[][] {
	const [, after] = HANDBOOK.split(`\n${heading}\n`);
	assert.ok(after, `no ${heading}`);
	const rows = (after.split(/^#+ /m)[0] ?? "").match(/^\|.*\|$/gm) ?? [];
	return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}
/** A JSON text in a migration, by how it begins. */
function seeded(path: string, begins: string): unknown {
	const text = readFileSync(path, "utf8");
	const from = text.indexOf(`json_each('${begins}`) + "json_each('".length;
	return JSON.parse(text.slice(from, text.indexOf("')", from)));
}
const MAPPING = z.record(z.string(), z.string()).parse(seeded("migrations/0027_books.sql", '{"cash"'));

test("the chart of accounts is the seeded one", () => {
	const chart = [
		...z.array(z.string()).parse(seeded("migrations/0022_ledger.sql", '["1110')),
		...z.array(z.string()).parse(seeded("migrations/0084_statement_items.sql", '["5720')),
	];
	assert.deepEqual(
		table("## 會計科目").map(([code, name]) => `${code} ${name}`),
		chart.toSorted(),
	);
});

test("the accounts that are posted to are those that the program names, as they are seeded", () => {
	const rows = table("### 自動過帳的科目");
	assert.deepEqual(
		rows.map(([purpose = "", , code = ""]): [string, string] => [purpose.replaceAll("`", ""), code]),
		Object.entries(MAPPING),
	);
	assert.deepEqual(Object.values<string>(ACCOUNTS).sort(), Object.keys(MAPPING).sort());
});

test("the checks of a month are those of its page", () => {
	assert.deepEqual(
		table("## 每個月：結帳").map(([title]) => title),
		Object.values(CHECK_PARTS).map(({ title }) => title),
	);
});

test("what is refused is said in the program's own words", () => {
	const words = new Set(
		[...GENERAL, ...Object.keys(merged("refusals"))].filter(isRefusal).map((code) => refusalWords(new Refusal(code))),
	);
	const rows = table("## 程式會拒絕的事，與原因");
	assert.ok(rows.length > 8);
	assert.deepEqual(
		rows.flatMap(([said = ""]) => (words.has(said) ? [] : [said])),
		[],
	);
});

/** 借 1110 1,000、貸 4120 1,000 */
const told = (entries: readonly Entry[]): string =>
	entries
		.map(
			({ account, debit, credit }) =>
				`${debit > 0 ? "借" : "貸"} ${MAPPING[account] ?? account} ${(debit + credit).toLocaleString("en-US")}`,
		)
		.join("、");

const ON = "2026-03-03";
const dues = (year: number, amount = 1_000) =>
	({ kind: "dues", memberId: 1, amount, item: { kind: "annual", dues_year: year } }) as const;
const payment = (more: Partial<PostedPayment>): PostedPayment => ({
	method: "transfer",
	amount: 1_000,
	feeAmount: 0,
	receivedOn: null,
	paidOn: ON,
	...more,
});
const income = (more: Partial<PostedIncome>): PostedIncome => ({
	kind: "donation",
	method: "transfer",
	amount: 1_000,
	feeAmount: 0,
	receivedOn: ON,
	into: null,
	account: null,
	projectId: null,
	memberId: null,
	number: "I115-0001",
	purpose: "",
	...more,
});
const paid = (more: Partial<PostedDocument> & { gross: number }): PostedDocument => {
	const { income_tax = 0, nhi = 0, advanced = 0, gross } = more;
	return {
		kind: "vendor",
		refund_of: null,
		income_tax,
		nhi,
		advanced,
		net: gross - income_tax - nhi - advanced,
		project_id: null,
		payee_member_id: null,
		paid_on: ON,
		paid_from_code: "1130",
		advance_code: null,
		owed_code: null,
		...more,
	};
};
const lines = (amount: number, account_code: string | null) => [
	{ summary: "x", amount, account_code, budget_item_id: null },
];
const spent = (document: PostedDocument, account: string | null): Entry[] =>
	paymentEntries(document, lines(document.gross, account), ON);

const EXAMPLES: Record<string, Entry[]> = {
	"今年的常年會費，現金": postingOf(payment({ method: "cash" }), [dues(2026)], ON),
	"劃撥，郵局扣 15 元": postingOf(payment({ method: "postal", feeAmount: 15 }), [dues(2026)], ON),
	"明年的常年會費，轉帳": postingOf(payment({}), [dues(2027)], ON),
	"繳多了，多的是溢繳款": postingOf(
		payment({ amount: 1_500 }),
		[dues(2026), { kind: "credit", memberId: 1, amount: 500, item: null }],
		ON,
	),
	會費加捐款: postingOf(
		payment({ amount: 1_500 }),
		[dues(2026), { kind: "donation", memberId: 1, amount: 500, item: null }],
		ON,
	),
	用溢繳款繳會費: postingOf(payment({ method: "credit" }), [dues(2026)], ON),
	"捐款（不是會員），手續費 30 元": incomeEntries(income({ feeAmount: 30 }), ON),
	"會員的捐款，現金": incomeEntries(income({ method: "cash", memberId: 1 }), ON),
	"政府補助，支票": incomeEntries(income({ kind: "grant", method: "cheque" }), ON),
	"廠商請款 10,000": spent(paid({ gross: 10_000 }), "5220"),
	"演講費（9B）30,000，代扣所得稅 3,000、補充保費 633": spent(
		paid({ gross: 30_000, income_tax: 3_000, nhi: 633 }),
		"5320",
	),
	"授課鐘點費（薪資 50）20,000，未達起扣額，不代扣": spent(paid({ gross: 20_000 }), "5320"),
	"預支 5,000": spent(paid({ kind: "advance", gross: 5_000 }), null),
	"核銷 4,200，繳回 800": spent(
		paid({ kind: "settlement", gross: 4_200, advanced: 5_000, paid_from_code: "1110" }),
		"5240",
	),
	"核銷 5,600，補付 600": spent(
		paid({ kind: "settlement", gross: 5_600, advanced: 5_000, paid_from_code: "1110" }),
		"5240",
	),
	"零用金撥補 3,000": spent(paid({ kind: "petty_cash", gross: 3_000 }), "1120"),
	"退溢繳款 500，核准時": approvalEntries(paid({ kind: "refund", refund_of: "credit", gross: 500 }), lines(500, null)),
	退費付款時: spent(paid({ kind: "refund", refund_of: "credit", gross: 500 }), null),
};

test("every example of a posting is what the program posts", () => {
	const rows = [...table("### 收進來的錢"), ...table("### 付出去的錢：支出申請")];
	assert.deepEqual(
		Object.fromEntries(rows),
		Object.fromEntries(Object.entries(EXAMPLES).map(([name, entries]) => [name, told(entries)])),
	);
});
