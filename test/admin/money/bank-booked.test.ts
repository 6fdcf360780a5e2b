import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine, lineNow, OPEN, partsOf, tieBySql, untying } from "../../support/bank.ts";
import { recorded, reversed as reverseIncome } from "../../support/income.ts";
import { db, dues, item, owing, payment, refOf, submit, verify, voucherOf } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { AT, by, rows } from "../../support/users.ts";

const { bank, payments } = paths.admin;
let cashier: Person;
let accountant: Person;
let account: number;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	accountant = await signIn({ name: "會計", roles: ["accountant"] });
});
// Nothing of another test fits.
beforeEach(async () => {
	account = await bankAccount();
});

const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const post = (path: string, form: Record<string, string | string[]> = {}, as = cashier) => ask(path, { as, form });
const made = () =>
	rows(
		`SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT count(*) FROM vouchers) AS vouchers,
			(SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM mail_messages) AS mails`,
	);
/** A member's transfer that was verified from its proof; the fee of the next year is open, and then the bank's file comes. */
async function proven(of: { last5?: string | null; day?: string } = {}) {
	const owed = await owing();
	const said = payment([dues(owed)], { bankAccountId: account });
	const paymentId = await submit(said, { userId: owed.userId });
	await verify(paymentId, cashier.userId);
	const next = await item({ memberId: owed.memberId, year: 2027 });
	const last5 = of.last5 === undefined ? said.last5 : of.last5;
	const line = await bankLine({ accountId: account, last5, day: of.day ?? "2026-03-04" });
	return { ...owed, paymentId, next, line, last5: said.last5 ?? "" };
}

describe("a payment that was verified from its proof, and then its line", () => {
	test("is tied by one press for all: no second receipt, voucher, payment or mail, and one audit row", async () => {
		const { line, paymentId, next } = await proven();
		const before = await made();
		const page = await text(bank.lines());
		expect([page.includes("就是這一筆"), page.includes("收為會費"), page.includes("以前用過")]).toEqual([
			true,
			false,
			false,
		]);
		const answer = await post(bank.verification());
		expect(answer.headers.get("Location")).toBe(`${bank.lines()}?done=1&left=0`);
		expect(await lineNow(line)).toMatchObject({ status: "matched", kind: "payment", record: paymentId, is_tie: 1 });
		expect(await made()).toEqual(before);
		expect(await rows("SELECT status FROM dues_items WHERE id = ?", next)).toEqual([{ status: "open" }]);
		const audit = await rows(
			"SELECT action, changes FROM audit_log WHERE auditable_type = 'bank_line' AND auditable_id = ? ORDER BY id",
			String(line),
		);
		expect(audit).toEqual([{ action: "bank_line.tie", changes: expect.stringContaining(String(paymentId)) }]);
	});

	test("nothing else is made of the line, by no form, until somebody says that it is another money", async () => {
		const { line, memberId, next } = await proven({ last5: null });
		const page = await text(bank.line(line));
		for (const words of ["帳上已經有的", "就是這一筆", "都不是"]) expect(page).toContain(words);
		for (const words of ["找會員，收為會費", "轉暫收款", "登錄為收入</a>"]) expect(page).not.toContain(words);
		const before = await made();
		const forms: [string, Record<string, string | string[]>][] = [
			[bank.match(line), { version: "1", payer: String(memberId), items: [String(next)] }],
			[bank.match(line), { version: "1", payer_title: "善心人士" }],
			[bank.suspense(line), { version: "1" }],
		];
		for (const [path, form] of forms) {
			const refused = await post(path, form);
			expect([refused.status, (await refused.text()).includes("帳上已經有一筆")]).toEqual([422, true]);
		}
		await expect(recorded(cashier.userId, { amount: 1_000, bankLineId: line })).rejects.toThrow("bank.booked");
		expect(await made()).toEqual(before);
		expect((await post(bank.apart(line), { version: "1" })).status).toBe(303);
		expect(
			(await post(bank.match(line), { version: "2", payer: String(memberId), items: [String(next)] })).status,
		).toBe(303);
		expect(await rows("SELECT status FROM dues_items WHERE id = ?", next)).toEqual([{ status: "paid" }]);
	});

	test("is let go by one press, and by the reversal of the payment", async () => {
		const { line, paymentId } = await proven();
		const before = await made();
		const tie = { version: "1", booked: `payment.${paymentId}` };
		expect((await post(bank.match(line), tie)).status).toBe(303);
		expect((await post(bank.match(line), tie)).status).toBe(409);
		expect(await text(bank.line(line))).toContain("解除配對");
		expect((await post(bank.tieEnd(line), await untying(line, 2))).status).toBe(303);
		expect(await lineNow(line)).toMatchObject({ ...OPEN, version: 3 });
		expect((await post(bank.match(line), { ...tie, version: "3" })).status).toBe(303);
		expect(await made()).toEqual(before);
		await reversePayment(db, {
			ref: await refOf(paymentId),
			reason: "對錯人",
			reviewer: { userId: accountant.userId, standsFor: [null] },
			by: by({ id: accountant.userId }, AT),
		});
		expect(await lineNow(line)).toMatchObject(OPEN);
	});

	test("two that fit equally: the program chooses none, and says so", async () => {
		const one = await proven({ last5: null });
		const owed = await owing();
		const two = await submit(payment([dues(owed)], { bankAccountId: account }), { userId: owed.userId });
		await verify(two, cashier.userId);
		const page = await text(bank.line(one.line));
		expect(page).toContain("有兩筆同樣符合，請選擇");
		expect((await post(bank.verification())).headers.get("Location")).toBe(`${bank.lines()}?done=0&left=0`);
		expect((await lineNow(one.line)).status).toBe("unmatched");
	});
});

test("a gift that was typed in and its line: tied, let go, and freed by the reversal", async () => {
	const id = await recorded(cashier.userId, { bankAccountId: account });
	const line = await bankLine({ accountId: account, amount: 5_000 });
	const before = await made();
	expect((await post(bank.match(line), { version: "1", booked: `income.${id}` })).status).toBe(303);
	expect((await lineNow(line)).status).toBe("matched");
	expect((await post(bank.tieEnd(line), await untying(line, 2))).status).toBe(303);
	expect((await post(bank.match(line), { version: "3", booked: `income.${id}` })).status).toBe(303);
	expect(await made()).toEqual(before);
	await reverseIncome(id, accountant.userId);
	expect(await lineNow(line)).toMatchObject(OPEN);
});

test("劃撥 that was booked whole, and its line without the fee: one press ties it and books the fee", async () => {
	const postal = await bankAccount("postal", "劃撥");
	const owed = await owing();
	const said = payment([dues(owed)], { method: "postal", last5: null, bankAccountId: postal });
	const id = await submit({ ...said, remark: "收據為證" }, { userId: cashier.userId, source: "staff" });
	await verify(id, accountant.userId);
	const line = await bankLine({ accountId: postal, amount: 985 });
	expect((await post(bank.verification())).headers.get("Location")).toBe(`${bank.lines()}?done=0&left=0`);
	const page = await text(bank.line(line));
	for (const words of ["手續費 NT$ 15 一併入帳", "就是這一筆"]) expect(page).toContain(words);
	expect((await post(bank.suspense(line), { version: "1" })).status).toBe(422);
	// Without the fee the payment is used up to what arrived, and 15 of it wait for another line.
	expect((await post(bank.match(line), { version: "1", booked: `payment.${id}` })).status).toBe(303);
	expect(await partsOf(line)).toMatchObject([{ kind: "payment", record: id, amount: 985, is_tie: 1 }]);
	expect((await post(bank.tieEnd(line), await untying(line, 2))).status).toBe(303);
	const before = await made();
	expect((await post(bank.match(line), { version: "3", booked: `payment.${id}`, fee: "15" })).status).toBe(303);
	expect(await partsOf(line)).toMatchObject([
		{ kind: "payment", record: id, amount: 1_000, is_tie: 1 },
		{ kind: "voucher", amount: -15, is_tie: 0 },
	]);
	expect((await lineNow(line)).status).toBe("matched");
	const [was] = before;
	expect(await made()).toEqual([{ ...was, vouchers: Number(was?.vouchers) + 1 }]);
	const fee = await rows(
		`SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id JOIN vouchers v ON v.id = l.voucher_id
		WHERE v.source = 'bank_line' AND v.source_id = ? ORDER BY l.line_no`,
		line,
	);
	expect(fee).toMatchObject([
		{ code: "5270", debit: 15 },
		{ code: expect.stringContaining("1140-"), credit: 15 },
	]);
	const twice = payment([dues(await owing())], { method: "postal", last5: null, bankAccountId: postal });
	const again = await submit(twice, { userId: accountant.userId, source: "staff" });
	await expect(verify(again, cashier.userId)).rejects.toThrow("payment.money_used");
	// The voucher of the fee is reversed by one press; without it the line would show more than it is, so all of it is open again.
	expect((await post(bank.suspenseEnd(line), { version: String((await lineNow(line)).version) })).status).toBe(303);
	expect(await partsOf(line)).toEqual([]);
	expect(await lineNow(line)).toMatchObject({ status: "unmatched" });
	// A fee that no bank asks, and a transfer, which costs the receiver nothing.
	const other = await bankLine({ accountId: postal, amount: 949 });
	expect(await text(bank.line(other))).not.toContain("手續費 NT$ 51");
	const transfer = await bankLine({ accountId: account, amount: 985 });
	expect(await text(bank.line(transfer))).not.toContain("一併入帳　");
});

test("money whose line something else used is verified by who says that it is another, alone", async () => {
	const first = await proven();
	await post(bank.verification());
	const again = await submit(
		payment([dues({ memberId: first.memberId, itemId: first.next })], {
			bankAccountId: account,
			last5: first.last5,
			paidOn: "2026-03-05",
		}),
		{ userId: first.userId },
	);
	expect(await text(payments.show(again))).toContain("這筆錢可能已經入帳");
	const { version } = await refOf(again);
	const form = { version: String(version), received: "1,000", payer_title: "王小明", line: "" };
	const refused = await post(payments.verification(again), form);
	expect([refused.status, (await refused.text()).includes("可能已經對上另一筆")]).toEqual([422, true]);
	expect(await voucherOf(again)).toEqual([]);
	expect((await post(payments.verification(again), { ...form, again: "1" })).status).toBe(303);
	expect(await voucherOf(again)).toHaveLength(1);
});

describe("an operator with SQL", () => {
	const run = (sql: string, ...params: number[]) =>
		env.DB.prepare(sql)
			.bind(...params)
			.run();
	test("ties a line to records of its account, up to their amounts, and a record to no more than it moved", async () => {
		const { line, paymentId } = await proven();
		const elsewhere = await bankLine({ accountId: await bankAccount() });
		const twin = await bankLine({ accountId: account });
		await expect(tieBySql(elsewhere, "payment", paymentId)).rejects.toThrow("bank.mismatch");
		await expect(tieBySql(line, "payment", paymentId, 1_001)).rejects.toThrow("bank.mismatch");
		await expect(tieBySql(line, "payment", paymentId, -1_000)).rejects.toThrow("bank.mismatch");
		await tieBySql(line, "payment", paymentId);
		await expect(tieBySql(twin, "payment", paymentId, 1)).rejects.toThrow("bank.mismatch");
		const gift = await recorded(cashier.userId, { amount: 1_000, bankAccountId: account });
		await expect(tieBySql(line, "income", gift)).rejects.toThrow("bank.line_used");
		await expect(tieBySql(elsewhere, "income", gift)).rejects.toThrow("bank.mismatch");
		await tieBySql(twin, "income", gift, 400);
		await tieBySql(await bankLine({ accountId: account, amount: 600 }), "income", gift, 600);
		expect(await lineNow(twin)).toMatchObject({ status: "unmatched", kind: "income" });
		await expect(run("UPDATE bank_lines SET status = 'matched' WHERE id = ?", twin)).rejects.toThrow("bank.line_used");
		await run("DELETE FROM bank_line_parts WHERE line_id = ?", twin);
		expect(await lineNow(twin)).toMatchObject(OPEN);
	});

	test("books nothing of a line while what is booked fits it, and gives no line as used", async () => {
		const { line, memberId, userId, next } = await proven({ last5: null });
		const owed = { memberId, itemId: next };
		const id = await submit(payment([dues(owed)], { bankAccountId: account, paidOn: "2026-06-06" }), {
			userId,
		});
		await verify(id, cashier.userId);
		await expect(
			run(
				"INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at) VALUES (?1, 'payment', ?2, 1000, 0, 5)",
				line,
				id,
			),
		).rejects.toThrow("bank.booked");
		await expect(
			run(
				`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, explained, fingerprint, status, created_at, updated_at)
				SELECT statement_id, bank_account_id, 9, booked_on, amount, amount, 'by hand', 'matched', 1, 1 FROM bank_lines WHERE id = ?1`,
				line,
			),
		).rejects.toThrow("bank.line_used");
	});
});
