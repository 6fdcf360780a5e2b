/** The association that every seed begins with: staff, members who owe, accounts with money, a year of books but for its end. */
import { balanceRows } from "#db/books/periods.ts";
import { readRows } from "#db/read.ts";
import { closeMonth, keepBalances } from "#domain/books/periods/actions.ts";
import { createAccount } from "#domain/money/bank/actions.ts";
import type { BankKind } from "#domain/money/bank/rules.ts";
import { byOperator } from "#kernel/by.ts";
import { fund, type Staff, staff } from "../finance.ts";
import { db, item, owing } from "../payments.ts";
import { payee } from "../registers.ts";
import { by, rows } from "../users.ts";
import { env } from "./test-env.ts";

export type Person = Staff;
export type Setting = {
	people: Record<"cashier" | "second" | "accountant" | "director" | "chair" | "applicant", Person>;
	members: { memberId: number; userId: number; name: string; itemId: number }[];
	/** Payees with accounts, of registers. */
	payees: readonly number[];
	/** Two accounts at banks and one at the post office. */
	accounts: { id: number; kind: BankKind }[];
};

/** The day on which seeds begin; the months of the year before it are closed, up to the one before the last. */
export const START = Date.UTC(2025, 10, 20, 2);
const OPENED = { date: "2025-01-01", amount: 10_000_000, at: Date.UTC(2025, 0, 1, 2) };

export async function makeSetting(): Promise<Setting> {
	const people = {
		cashier: await staff("cashier"),
		second: await staff("cashier"),
		accountant: await staff("accountant"),
		director: await staff("director"),
		chair: await staff("chair"),
		applicant: await staff("applicant"),
	};
	// Who sees payments may ask for a refund of one.
	await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'secretary'", people.applicant.id);
	const accounts = [
		await account("bank", "會費專戶"),
		await account("bank", "活動專戶"),
		await account("postal", "劃撥"),
	];
	const head = await owing({ year: 2025 });
	const members = [head, await owing({ year: 2025, guardianId: head.memberId })];
	while (members.length < 6) members.push(await owing({ year: 2025, percent: members.length === 4 ? 50 : 0 }));
	// Some have next year's fee already, which they may pay in advance.
	for (const { memberId } of members.slice(0, 4)) await item({ memberId, year: 2026 });
	await fund(OPENED);
	for (let month = 1; month <= 10; month++) await close(`2025-${String(month).padStart(2, "0")}`, people.accountant);
	const payees = [await payee({ name: "李講師" }), await payee({ name: "陳志工" }), await payee({ name: "林助教" })];
	return { people, members, payees, accounts };
}

async function account(kind: BankKind, name: string): Promise<{ id: number; kind: BankKind }> {
	const number = { 會費專戶: "012-345678901", 活動專戶: "012-345678902" }[name] ?? "19876543";
	const input = { kind, name, bank_name: "", branch: "", holder: "", number, position: 0, is_shown: true };
	return { id: await createAccount(db, input, { key: name, by: byOperator(1) }), kind };
}

async function close(month: string, accountant: Person): Promise<void> {
	const who = by(accountant, START);
	const [rows] = await readRows(env.DB, balanceRows(month));
	const balances = rows.map(({ account_id, held }) => ({ accountId: account_id, amount: held, note: "" }));
	await keepBalances(db, month, { balances, by: who });
	await closeMonth(db, { month, version: 0, reviewer: { userId: accountant.id, standsFor: [null] }, by: who });
}
