/** 退費清冊: one request gives back many sums, each once and up to what is left, whatever else gives back the same. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { creditOf } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import type { Refunded, ShareInput } from "#domain/books/finance/form.ts";
import { REFUND_OF_LABELS } from "#domain/books/finance/labels.ts";
import { approveDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { suspendLine, unsuspendLine } from "#domain/money/bank/line-actions.ts";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { bankAccount, bankLine } from "../../../support/bank.ts";
import { as, bring, draft, fund, now, office, refOf, staff, vouchersOf } from "../../../support/finance.ts";
import { member } from "../../../support/members.ts";
import { db, dues, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share } from "../../../support/registers.ts";
import { by, person, rows } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let account: number;
let paid: number;
beforeAll(async () => {
	await fund();
	const { id } = await person({ name: "林秘書", roles: ["applicant", "secretary"] });
	people = { ...(await office()), applicant: { id, held: [] } };
	account = await bankAccount();
	paid = await payee({ name: "退費受款人" });
});
type Ref = { id: number; version: number };
/** Petty cash, from which these refunds are paid: the bank has an account of its own. */
const CASH = { paidFrom: "1120" };
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const raw = (sql: string, ...values: (string | number | null)[]) => rows(sql, ...values).then(() => "done", String);
const creditLeft = async (memberId: number) => (await readRows(env.DB, creditOf(memberId)))[0][0]?.credit;
const posted = async (id: number) => (await vouchersOf(id)).map(({ lines }) => lines);

async function overpaid(amount = 600) {
	const owed = await owing();
	const parts = [dues(owed), { kind: "credit" as const, memberId: owed.memberId, amount }];
	const paymentId = await submit(payment(parts), owed);
	await verify(paymentId, people.cashier.id);
	return { ...owed, paymentId };
}
async function donated(amount: number) {
	const giver = await member({ name: "捐款會員", status: "active" });
	const gift = payment([{ kind: "donation", memberId: giver.id, amount }]);
	const paymentId = await submit(gift, { userId: people.applicant.id, source: "staff" });
	await verify(paymentId, people.cashier.id);
	return paymentId;
}
const lineOf = async (id: number) =>
	(
		await rows<{ id: number; version: number; status: string; reason: string | null }>(
			"SELECT id, version, status, reason FROM bank_lines WHERE id = ?",
			id,
		)
	)[0] ?? { id: 0, version: 0, status: "", reason: null };
async function suspended(amount: number) {
	const id = await bankLine({ accountId: account, amount });
	await suspendLine(db, { ref: await lineOf(id), by: by(people.cashier) });
	return id;
}

/** A share that gives something back to the payee of this file. */
const back = (of: Refunded["of"], id: number, gross: number): ShareInput =>
	share(paid, { payeeName: "退費受款人", reason: `退${REFUND_OF_LABELS[of]}`, gross, refund: { of, id } });
const asked = (...shares: ShareInput[]) => registerInput(shares, { kind: "refunds" });
const ask = (...shares: ShareInput[]) => register(people.applicant, asked(...shares));
const single = (of: Refunded["of"], amount: number, more: object) =>
	draft(people.applicant, {
		...{ kind: "refund", refundOf: of, payeeTaxId: null, payeeName: "受款人" },
		...{ lines: [{ summary: "退費", amount }], ...more },
	});

test("one register gives back what three kinds of money are, each from its account, and owes it from the approval on", async () => {
	const [first, second] = [await overpaid(), await overpaid(250)];
	const [gift, line] = [await donated(2_000), await suspended(3_000)];
	const id = await ask(
		back("credit", first.memberId, 400),
		back("credit", second.memberId, 250),
		back("donation", gift, 2_000),
		back("suspense", line, 3_000),
		back("credit", first.memberId, 200),
	);
	await bring(id, people, "accountant");
	expect(await posted(id)).toEqual([]);
	expect(await creditLeft(first.memberId)).toBe(600);
	await bring(id, people, "chair");
	expect(await posted(id)).toEqual([
		["2120 Dr 600", "2120 Dr 250", "4210 Dr 2000", "2150 Dr 3000", "2160 Cr 600", "2160 Cr 250", "2160 Cr 5000"],
	]);
	const sub = await rows(
		`SELECT l.member_id AS member, sum(l.credit - l.debit) AS owed FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
		JOIN vouchers v ON v.id = l.voucher_id JOIN finance_postings p ON p.id = v.source_id AND v.source = 'finance'
		WHERE a.code = '2160' AND p.document_id = ? GROUP BY l.member_id ORDER BY owed DESC`,
		id,
	);
	expect(sub).toEqual([
		{ member: null, owed: 5_000 },
		{ member: first.memberId, owed: 600 },
		{ member: second.memberId, owed: 250 },
	]);
	expect([await creditLeft(first.memberId), await creditLeft(second.memberId)]).toEqual([0, 0]);
	expect(await lineOf(line)).toMatchObject({ status: "ignored", reason: expect.stringContaining("退款 F115-") });
	await bring(id, people, "posted", CASH);
	expect((await posted(id))[1]).toEqual(["2160 Dr 600", "2160 Dr 250", "2160 Dr 5000", "1120 Cr 5850"]);
	expect(await now(id)).toMatchObject({ gross: 5_850, income_tax: 0, nhi: 0, net: 5_850 });
});

test("a receipt of a donation that goes back whole counts no more, by whichever parts it went", async () => {
	const gift = await donated(900);
	await bring(await single("donation", 300, { paymentId: gift }), people, "chair");
	const receipts = () => rows("SELECT status FROM receipts WHERE payment_id = ? AND series = 'donation'", gift);
	expect(await receipts()).toEqual([{ status: "issued" }]);
	expect(await refusal(ask(back("donation", gift, 601)))).toBe("finance.refunded_before");
	const listed = () => rows("SELECT amount FROM public_gifts WHERE source = 'payment' AND gift_id = ?", gift);
	await bring(await ask(back("donation", gift, 200)), people, "chair");
	expect(await listed()).toEqual([{ amount: 400 }]);
	const id = await bring(await ask(back("donation", gift, 400)), people, "chair");
	expect([await receipts(), await listed()]).toEqual([[{ status: "voided" }], []]);
	const audited =
		"SELECT count(*) AS many FROM audit_log WHERE action = 'receipt.void' AND at = (SELECT updated_at FROM finance_documents WHERE id = ?)";
	expect(await rows(audited, id)).not.toEqual([{ many: 0 }]);
	expect(await refusal(single("donation", 1, { paymentId: gift }))).toBe("finance.refunded_before");
	expect(await raw("UPDATE payments SET status = 'reversed', reason = 'x' WHERE id = ?", gift)).toContain(
		"finance.refunded_before",
	);
});

describe("nothing goes back twice", () => {
	test("two registers, or a register and a request, of one 溢繳款: the second is not approved", async () => {
		const owed = await overpaid();
		const ids = [await ask(back("credit", owed.memberId, 400)), await ask(back("credit", owed.memberId, 400))] as const;
		const alone = await single("credit", 600, { payeeMemberId: owed.memberId, paymentId: owed.paymentId });
		for (const id of [...ids, alone]) await bring(id, people, "accountant");
		await bring(ids[0], people, "chair");
		for (const id of [ids[1], alone]) {
			await expect(bring(id, people, "chair")).rejects.toMatchObject({ code: "payment.credit_used" });
			expect([(await now(id)).state, await posted(id)]).toEqual(["pending_chair", []]);
		}
		expect(await creditLeft(owed.memberId)).toBe(200);
		expect(await refusal(ask(back("credit", owed.memberId, 150), back("credit", owed.memberId, 51)))).toBe(
			"payment.credit_used",
		);
	});

	test("two approvals at once: one wins", async () => {
		const owed = await overpaid();
		const ids = [await ask(back("credit", owed.memberId, 600)), await ask(back("credit", owed.memberId, 600))];
		for (const id of ids) await bring(id, people, "accountant");
		const refs = await Promise.all(ids.map(refOf));
		const codes = await Promise.all(refs.map((ref) => refusal(approveDocument(db, { ref, ...as(people.chair) }))));
		expect(codes.sort()).toEqual(["done", "payment.credit_used"]);
		expect(await creditLeft(owed.memberId)).toBe(0);
	});

	test("a line of 暫收款 is asked for once at a time, whole, and free again when the request ends", async () => {
		const line = await suspended(700);
		expect(await refusal(ask(back("suspense", line, 699)))).toBe("finance.refunded_before");
		expect(await refusal(ask(back("suspense", line, 350), back("suspense", line, 350)))).toBe(
			"finance.refunded_before",
		);
		const id = await ask(back("suspense", line, 700));
		expect(await refusal(ask(back("suspense", line, 700)))).toBe("finance.payee_refused");
		expect(await refusal(single("suspense", 700, { bankLineId: line }))).toBe("finance.payee_refused");
		await bring(id, people, "chair");
		expect(await refusal(unsuspendLine(db, { ref: await lineOf(line), by: by(people.cashier) }))).toBe("bank.stale");
		await voidDocument(db, { ref: await refOf(id), comment: "已查明", ...as(people.accountant) });
		expect(await posted(id)).toEqual([
			["2150 Dr 700", "2160 Cr 700"],
			["2150 Cr 700", "2160 Dr 700"],
		]);
		expect(await lineOf(line)).toMatchObject({ status: "unmatched", reason: null });
		const again = await single("suspense", 700, { bankLineId: line });
		expect(await refusal(ask(back("suspense", line, 700)))).toBe("finance.payee_refused");
		await bring(again, people, "chair");
	});
});

test("returned by whoever pays, an approved register owes nothing, and is approved again from the beginning", async () => {
	const [owed, line] = [await overpaid(), await suspended(500)];
	const id = await bring(await ask(back("credit", owed.memberId, 600), back("suspense", line, 500)), people, "chair");
	await returnDocument(db, { ref: await refOf(id), comment: "帳號錯了", ...as(people.cashier) });
	expect(await now(id)).toMatchObject({ state: "returned" });
	expect((await posted(id)).at(-1)).toEqual(["2120 Cr 600", "2150 Cr 500", "2160 Dr 600", "2160 Dr 500"]);
	expect([await creditLeft(owed.memberId), (await lineOf(line)).status]).toEqual([600, "unmatched"]);
	// Meanwhile nobody else asks for the line: it is still named by this register.
	expect(await refusal(single("suspense", 500, { bankLineId: line }))).toBe("finance.payee_refused");
	await bring(id, people, "posted", CASH);
	expect(await posted(id)).toHaveLength(4);
	expect(await creditLeft(owed.memberId)).toBe(0);
});

test("who may see no payments, whose money it is, and whose family it is", async () => {
	const login = await person({ name: "林會計會員", roles: ["accountant"] });
	const owed = await overpaid();
	await rows("UPDATE members SET user_id = ? WHERE id = ?", login.id, owed.memberId);
	const asking = asked(back("credit", owed.memberId, 100));
	expect(await refusal(register(await staff("applicant"), asking))).toBe("finance.payee_refused");
	const id = await bring(await ask(back("credit", owed.memberId, 100)), people, "cashier");
	const own = { id: login.id, held: ["finance.review.accountant"] as const };
	expect(await refusal(approveDocument(db, { ref: await refOf(id), ...as({ ...own, held: [...own.held] }) }))).toBe(
		"finance.own_document",
	);
	await bring(id, people, "accountant");
});

test("a member who is merged into another takes their refund along, and the request says the same", async () => {
	const owed = await overpaid();
	const other = await member({ name: "併入的人", status: "active" });
	const id = await bring(await ask(back("credit", owed.memberId, 100)), people, "cashier");
	const moved = "UPDATE finance_shares SET member_id = ? WHERE document_id = ?";
	expect(await raw(moved, other.id, id)).toContain("finance.is_final");
	const [gone] = await rows<Ref>("SELECT id, version FROM members WHERE id = ?", owed.memberId);
	if (!gone) throw new Error("no member");
	await mergeMembers(env, db, { kept: other, other: gone, picks: {}, by: by(people.applicant) });
	expect(await rows("SELECT member_id FROM finance_shares WHERE document_id = ?", id)).toEqual([
		{ member_id: other.id },
	]);
	await bring(id, people, "chair");
	expect(await creditLeft(other.id)).toBe(500);
});

describe("an operator with SQL", () => {
	test("gives nothing back under another register, twice, or in another amount", async () => {
		const [owed, line] = [await overpaid(), await suspended(800)];
		const id = await ask(back("suspense", line, 800));
		const columns = "document_id, position, payee_id, payee_name, payee_name_folded, reason, gross";
		const insert = (document: number, of: string) =>
			`INSERT INTO finance_shares (${columns}, refund_of, member_id, bank_line_id) SELECT ${document}, 9, payee_id, 'x', 'x', 'x', 5, ${of} FROM finance_shares WHERE document_id = ${id}`;
		const fees = await register(people.applicant, registerInput([share(paid, { payeeName: "退費受款人" })]));
		expect(await raw(insert(fees, `'credit', ${owed.memberId}, NULL`))).toContain("finance.register_refused");
		expect(await raw(insert(id, "NULL, NULL, NULL"))).toContain("finance.register_refused");
		expect(await raw(insert(id, "'credit', NULL, NULL"))).toContain("CHECK");
		expect(await raw(insert(id, `'suspense', NULL, ${line}`))).toContain("finance.refunded_before");
		const other = await ask(back("credit", owed.memberId, 5));
		expect(await raw(insert(other, `'suspense', NULL, ${line}`))).toContain("finance.refunded_before");
		await bring(id, people, "accountant");
		for (const change of ["bank_line_id = NULL, refund_of = NULL", "gross = 5", "category = '50'"])
			expect(await raw(`UPDATE finance_shares SET ${change} WHERE document_id = ?`, id)).not.toBe("done");
		await bring(id, people, "chair");
		expect(await raw("UPDATE bank_lines SET status = 'unmatched', reason = NULL WHERE id = ?", line)).toContain(
			"bank.line_used",
		);
	});
});

test("a register of refunds is nothing else: no deduction, no other reason, no share that gives nothing back", async () => {
	const owed = await overpaid();
	const good = back("credit", owed.memberId, 100);
	for (const wrong of [
		{ ...good, labour: 1 },
		{ ...good, reason: "講師費" },
		share(paid, { payeeName: "退費受款人", reason: "退溢繳款" }),
	])
		expect(await refusal(ask(wrong))).toBe("finance.register_refused");
	expect(await refusal(register(people.applicant, registerInput([good])))).toBe("finance.register_refused");
});
