/** Cash and bank accounts with sub-accounts: each road that pays or receives finds the sub-account, or asks for it. */
import { beforeAll, expect, test } from "vitest";
import { heldParents } from "#db/books/accounts.ts";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { mapAccounts } from "#domain/books/accounts/actions.ts";
import { payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, openBooks, reverseManual } from "#domain/books/vouchers/actions.ts";
import { createIncome } from "#domain/money/income/actions.ts";
import { reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { byOperator } from "#kernel/by.ts";
import { bankAccount } from "../../../support/bank.ts";
import { accountId, as, bring, draft, now, office, refOf } from "../../../support/finance.ts";
import { closeMonths } from "../../../support/money-fixtures.ts";
import { db, dues, owing, payment, refOf as paymentRef, submit } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, person, rows, TODAY } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let [cashier, reverser] = [0, 0];
beforeAll(async () => {
	people = await office();
	cashier = (await person({ roles: ["cashier"] })).id;
	reverser = (await person({ roles: ["chair"] })).id;
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const alone = (userId: number) => ({ userId, standsFor: [null] });
const held = async (code: string) =>
	(
		await rows<{ held: number | null }>(
			"SELECT sum(m.debit - m.credit) AS held FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE a.code = ?",
			code,
		)
	)[0]?.held ?? 0;

/** A transfer of 1,000 that names no account. */
async function transfer(): Promise<number> {
	const owed = await owing();
	return submit(payment([dues(owed)]), owed);
}
const verify = async (id: number, accountId?: number) =>
	refusal(
		verifyPayment(db, { ref: await paymentRef(id), accountId, reviewer: alone(cashier), by: by({ id: cashier }) }),
	);
const reverse = async (id: number) =>
	refusal(
		reversePayment(db, {
			ref: await paymentRef(id),
			reason: "退票",
			reviewer: alone(reverser),
			by: by({ id: reverser }),
		}),
	);
const byHand = (lines: [code: string, dr: number, cr: number][], date = TODAY) =>
	refusal(
		createVoucher(db, {
			input: {
				date,
				description: "手開",
				turnsNextYear: false,
				lines: lines.map(([code, dr, cr]) => (dr > 0 ? debit(code, dr, "") : credit(code, cr, ""))),
			},
			poster: alone(people.accountant.id),
			key: crypto.randomUUID(),
			by: by(people.accountant),
		}),
	);
const map = async (purpose: string, code: string) => {
	const [row] = await rows<{ version: number }>("SELECT version FROM posting_accounts WHERE purpose = ?", purpose);
	const change = { purpose, accountId: await accountId(code), version: row?.version ?? 0 };
	return refusal(mapAccounts(db, [change], by(people.accountant)));
};

test("money follows the sub-accounts as they come: none, one, several, and one that stands for them", async () => {
	// No sub-account: 1130 itself.
	const first = await transfer();
	expect([await verify(first), await held("1130")]).toEqual(["done", 1_000]);
	const old = await bring(await draft(people.applicant), people, "paid");
	const second = await transfer();
	expect([await verify(second), await held("1130")]).toEqual(["done", 2_000]);

	// The first one: it is made under a balance, and takes everything from now on.
	const bank = await bankAccount();
	expect(await readRowsOf()).toEqual([["1130", 2_000, '["1130-01 會費專戶"]']]);
	const third = await transfer();
	expect([await verify(third), await held("1130"), await held("1130-01")]).toEqual(["done", 2_000, 1_000]);
	// What was paid from 1130 before leaves the one account that there is.
	expect(await refusal(postDocument(db, { ref: await refOf(old), ...as(people.accountant) }))).toBe("done");
	expect([await held("1130"), await held("1130-01")]).toEqual([2_000, -17_600]);

	// A second one: somebody has to say which.
	const other = await bankAccount("bank", "備用帳戶");
	const fourth = await transfer();
	expect(await verify(fourth)).toBe("ledger.cash_sub_account");
	const postal = await bankAccount("postal", "郵政劃撥");
	expect(await verify(fourth, postal)).toBe("ledger.cash_sub_account");
	expect([await verify(fourth, other), await held("1130-02")]).toEqual(["done", 1_000]);
	const income = {
		kind: "other" as const,
		receivedOn: TODAY,
		donorId: null,
		payerTitle: "某人",
		isInKind: false,
		items: "",
		amount: 500,
		feeAmount: 0,
		method: "transfer" as const,
		bankAccountId: null,
		bankLineId: null,
		projectId: null,
		purpose: "",
		wantsReceipt: false,
		note: "",
	};
	const record = (bankAccountId: number | null) =>
		refusal(
			createIncome(db, {
				input: { ...income, bankAccountId },
				record: true,
				key: crypto.randomUUID(),
				by: { ...by({ id: cashier }), userId: cashier },
			}),
		);
	expect([await record(null), await record(bank)]).toEqual(["ledger.cash_sub_account", "done"]);

	// Nobody pays from above, whatever the form says.
	const approved = await bring(await draft(people.applicant), people, "chair");
	const pay = async (code: string) =>
		refusal(
			payDocument(db, {
				ref: await refOf(approved),
				paidOn: TODAY,
				paidFrom: await accountId(code),
				reference: null,
				...as(people.cashier),
			}),
		);
	expect([await pay("1130"), (await now(approved)).state]).toEqual(["ledger.cash_sub_account", "approved"]);
	expect(await pay("1130-02")).toBe("done");

	// By hand: no receipt, no payment, nothing away from zero; a transfer down to zero and not beyond.
	expect(
		await byHand([
			["1130", 100, 0],
			["4220", 0, 100],
		]),
	).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["5310", 100, 0],
			["1130", 0, 100],
		]),
	).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["1130", 100, 0],
			["1130-01", 0, 100],
		]),
	).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["1130-01", 2_001, 0],
			["1130", 0, 2_001],
		]),
	).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["1130-01", 100, 0],
			["1130", 0, 100],
			["1130", 50, 0],
			["1110", 0, 50],
		]),
	).toBe("done");
	// In a month in which it held nothing yet it would go below zero.
	expect(
		await byHand(
			[
				["1130-01", 100, 0],
				["1130", 0, 100],
			],
			"2026-01-05",
		),
	).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["1130-01", 950, 0],
			["1130", 0, 950],
		]),
	).toBe("done");

	// A reversal that goes towards zero stays where it was; one that does not goes to the account that stands for it.
	expect([await held("1130"), await reverse(first), await held("1130")]).toEqual([1_000, "done", 0]);
	const below = [await held("1130-01"), await held("1130-02")];
	expect([await reverse(second), await map("bank", "1130")]).toEqual(["ledger.cash_sub_account", "done"]);
	expect([await map("bank", "1130-02"), await map("postal", "1140")]).toEqual(["done", "done"]);
	expect(await reverse(second)).toBe("done");
	expect([await held("1130"), await held("1130-01"), await held("1130-02")]).toEqual([
		0,
		below[0],
		Number(below[1]) - 1_000,
	]);
	expect(await map("bank", "1130")).toMatch(/^ledger\.(cash_sub_account|mapping_balance)$/);
	expect(await readRowsOf()).toEqual([]);
});

/** What 系統狀態 lists. */
async function readRowsOf() {
	const [found] = await readRows(db.$client, heldParents());
	return found.map(({ code, held: sum, below }) => [code, sum, below]);
}

test("開帳 on an account that has sub-accounts by now is corrected, and a voucher by hand is told where to go", async () => {
	const opening = (code: string, seen: number, who = people.accountant) =>
		openBooks(db, {
			date: "2026-01-01",
			lines: [debit(code, 5_000, "開帳"), credit("3210", 5_000, "開帳")],
			seen,
			by: by(who),
		});
	const seen = await opening("1310", 0);
	await byHand([
		["1310", 300, 0],
		["4410", 0, 300],
	]);
	const [manual] = await rows<{ id: number; version: number }>(
		"SELECT id, version FROM vouchers ORDER BY id DESC LIMIT 1",
	);
	for (const code of ["1310-01", "1310-02"])
		await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?, '專戶', 1, 1)", code);
	expect(await refusal(opening("1310", seen))).toBe("ledger.cash_sub_account");
	expect(
		await byHand([
			["1310-01", 5_300, 0],
			["1310", 0, 5_300],
		]),
	).toBe("done");
	// Everything is moved, to one of two: nobody can say for a reversal to which.
	const take = () =>
		reverseManual(db, {
			ref: { id: manual?.id ?? 0, version: manual?.version ?? 0 },
			date: TODAY,
			reason: "重複",
			poster: alone(people.chair.id),
			by: by(people.chair),
		});
	expect(await refusal(take())).toBe("voucher.reversal_sub_account");
	expect(await refusal(opening("1310-01", seen))).toBe("ledger.cash_sub_account");
	await rows("UPDATE accounts SET is_active = 0 WHERE code = '1310-02'");
	expect(await refusal(opening("1310-01", seen))).toBe("done");
	expect([await held("1310"), await held("1310-01")]).toEqual([0, 5_300]);
	expect([await refusal(take()), await held("1310-01")]).toEqual(["done", 5_000]);
});

test("cash of before is taken to the bank from above, and a closed month keeps its cash", async () => {
	const post = (id: number, date: string, ...lines: Parameters<typeof debit>[]) =>
		refusal(
			commit(
				db,
				postVoucher(
					{
						source: "bank_line",
						id,
						date,
						description: "收付",
						lines: lines.map(([code, amount]) => (amount > 0 ? debit(code, amount, "") : credit(code, -amount, ""))),
					},
					byOperator(AT),
				),
			),
		);
	expect(await post(1, "2025-11-03", ["1120", 800, ""], ["4220", -800, ""])).toBe("done");
	await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('1120-01', '活動零用金', 1, 1)");
	// A transfer to another account of cash is one too.
	expect(await post(2, "2025-11-04", ["1110", 300, ""], ["1120", -300, ""])).toBe("done");
	expect([await held("1120"), await held("1120-01")]).toEqual([500, 0]);
	await closeMonths("2025-12");
	expect(await post(3, "2025-11-05", ["5310", 301, ""], ["1110", -301, ""])).toBe("ledger.cash_closed_month");
	expect(await post(4, "2025-11-05", ["5310", 300, ""], ["1110", -300, ""])).toBe("done");
	expect(await post(5, "2025-10-05", ["5310", 1, ""], ["1110", -1, ""])).toBe("ledger.cash_closed_month");
});
