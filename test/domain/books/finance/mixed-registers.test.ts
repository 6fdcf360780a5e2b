/** A register that pays some by transfer and others in cash: one voucher, two accounts, and the bank shows its part. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { submitDocument } from "#domain/books/finance/actions.ts";
import {
	askUnpay,
	confirmUnpay,
	payDocument,
	postDocument,
	unpostDocument,
} from "#domain/books/finance/payment-actions.ts";
import { transferRows } from "#domain/books/finance/transfer-file.ts";
import { TRANSFER_DEFAULT } from "#domain/system/index.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { accountId, acting, as, bring, fund, now, office, refOf, vouchersOf } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, sharesIn, withhold } from "../../../support/registers.ts";
import { AT, rows } from "../../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
let speaker: number;
let volunteer: number;
beforeAll(async () => {
	people = await office();
	await fund();
	speaker = await payee({ name: "李講師" });
	volunteer = await payee({ name: "陳志工", account: null });
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const raw = (sql: string, ...values: (string | number | null)[]) => rows(sql, ...values).then(() => "done", String);

/** 30,000 for a talk by transfer, of which 3,633 are withheld, and 1,200 of travel in cash. */
const mixed = () =>
	registerInput([
		share(speaker, { payeeName: "李講師", gross: 30_000 }),
		share(volunteer, { payeeName: "陳志工", gross: 1_200, reason: "交通費", payBy: "cash" }),
	]);
async function approved(of = mixed()) {
	const id = await register(people.applicant, of);
	await bring(id, people, "cashier");
	await withhold(id, people, { categories: ["9B", "none"] });
	return bring(id, people, "chair");
}
type From = { bank?: string; cash?: string | null };
const pay = async (id: number, { bank = "1130", cash = "1110" }: From = {}) =>
	payDocument(db, {
		ref: await refOf(id),
		paidOn: dateInTaipei(AT),
		paidFrom: await accountId(bank),
		paidCashFrom: cash === null ? null : await accountId(cash),
		reference: null,
		...as(people.cashier),
	});
const post = async (id: number) => postDocument(db, { ref: await refOf(id), ...as(people.accountant) });
const VOUCHER = ["5320 Dr 30000", "5320 Dr 1200", "2140 Cr 3000", "2130 Cr 633", "1130 Cr 26367", "1110 Cr 1200"];

describe("some by transfer, some in cash", () => {
	test("only who is paid by transfer needs an account; one voucher credits both accounts with their sums", async () => {
		const id = await approved();
		expect(await now(id)).toMatchObject({ pay_by: "transfer", net: 27_567, cash_part: 1_200, cash_net: 0 });
		expect((await sharesIn(id)).map(({ account }) => account === "")).toEqual([false, true]);
		await pay(id);
		expect(await now(id)).toMatchObject({ cash_net: 1_200, paid_cash_from_code: "1110", paid_from_code: "1130" });
		await post(id);
		expect((await vouchersOf(id)).map(({ lines }) => lines)).toEqual([VOUCHER]);
	});

	test("reversed, and paid again in another way, it stands as it was paid last", async () => {
		const id = await approved();
		await pay(id);
		await post(id);
		await unpostDocument(db, { ref: await refOf(id), comment: "帳戶錯了", ...as(people.accountant) });
		await askUnpay(db, { ref: await refOf(id), comment: "帳戶錯了", ...as(people.cashier) });
		await confirmUnpay(db, { ref: await refOf(id), ...as(people.accountant) });
		expect(await now(id)).toMatchObject({ state: "approved", cash_net: 0, paid_cash_from_code: null, paid_from: null });
		await pay(id, { bank: "1140", cash: "1120" });
		await post(id);
		const [first, reversal, second] = await vouchersOf(id);
		expect(first?.lines).toEqual(VOUCHER);
		expect(
			reversal?.lines.map((line) => line.replace(/ (Dr|Cr) /, (side) => (side === " Dr " ? " Cr " : " Dr "))),
		).toEqual(VOUCHER);
		expect(second?.lines.slice(-2)).toEqual(["1140 Cr 26367", "1120 Cr 1200"]);
	});

	test("all in cash or all by transfer leaves one account, as ever", async () => {
		const cash = await approved(registerInput(mixed().register?.shares ?? [], { payBy: "cash" }));
		await pay(cash, { bank: "1110" });
		expect(await now(cash)).toMatchObject({ pay_by: "cash", cash_part: 0, cash_net: 0, paid_cash_from_code: null });
		await post(cash);
		expect((await vouchersOf(cash))[0]?.lines.at(-1)).toBe("1110 Cr 27567");
	});

	test("the bank's file has the rows by transfer alone", async () => {
		const row = { position: 1, holder: "李講師", reason: "講師費", branch: "", net: 900 };
		const bank = { ...row, pay_by: "transfer", bank_code: "822", account: "1-2" } as const;
		const cash = { ...row, pay_by: "cash", bank_code: "", account: "" } as const;
		expect(transferRows(TRANSFER_DEFAULT, [bank, cash])).toEqual(transferRows(TRANSFER_DEFAULT, [bank]));
	});
});

describe("what is refused", () => {
	test("a payment without a cash account, from no cash, or whose transfers leave a cash account", async () => {
		const id = await approved();
		expect(await refusal(pay(id, { cash: null }))).toBe("finance.cash_apart");
		expect(await refusal(pay(id, { cash: "1130" }))).toBe("finance.cash_apart");
		expect(await refusal(pay(id, { bank: "1110" }))).toBe("finance.cash_apart");
		expect((await now(id)).state).toBe("approved");
		await pay(id);
	});

	test("bare SQL pays no other part in cash, changes none afterwards, and no way of a share that was sent", async () => {
		const id = await approved();
		const [bank, cash] = [await accountId("1130"), await accountId("1110")];
		const paid = (cash_net: number, from: number | null) =>
			env.DB.batch([
				env.DB.prepare(
					`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, content_hash, at)
					SELECT id, 5, revision, 'pay', 'approved', 'paid', ?, content_hash, ? FROM finance_documents WHERE id = ?`,
				).bind(people.cashier.id, AT, id),
				env.DB.prepare(
					`UPDATE finance_documents SET state = 'paid', paid_on = '${dateInTaipei(AT)}', paid_from = ?, cash_net = ?, paid_cash_from = ? WHERE id = ?`,
				).bind(bank, cash_net, from, id),
			]).then(() => "done", String);
		for (const [amount, from] of [
			[0, null],
			[1_199, cash],
			[1_200, null],
			[1_200, bank],
		] as const)
			expect(await paid(amount, from)).toContain("finance.cash_apart");
		await pay(id);
		expect(await raw("UPDATE finance_documents SET cash_net = 1 WHERE id = ?", id)).toContain("finance.cash_apart");
		expect(await raw("UPDATE finance_documents SET paid_cash_from = NULL WHERE id = ?", id)).toContain(
			"finance.cash_apart",
		);
		expect(await raw("UPDATE finance_shares SET pay_by = 'transfer' WHERE document_id = ?", id)).toContain(
			"finance.is_final",
		);
		expect(await raw("UPDATE accounts SET code = '1119' WHERE id = ?", cash)).toContain("ledger.account_used");
	});

	test("bare SQL sends no register whose way of payment is not that of its shares, and gives no account to cash", async () => {
		const id = await register(people.applicant, mixed());
		expect(
			await raw(
				"UPDATE finance_shares SET account = '1', bank_code = '822' WHERE document_id = ? AND pay_by = 'cash'",
				id,
			),
		).toContain("CHECK");
		await rows("UPDATE finance_documents SET pay_by = 'cash' WHERE id = ?", id);
		expect(await refusal(refOf(id).then((ref) => submitDocument(db, { ref, by: acting(people.applicant) })))).toBe(
			"finance.changed",
		);
		expect(await refusal(register(people.applicant, { ...mixed(), payBy: "cash" }))).toBe("finance.register_refused");
	});
});

test("a line of the bank shows what left the bank, not the cash", async () => {
	const id = await approved();
	await pay(id);
	const [move] = await rows(
		"SELECT amount, account_kind FROM bank_movements WHERE kind = 'expense' AND record_id = ?",
		id,
	);
	expect(move).toEqual({ amount: -26_367, account_kind: "bank" });
});
