/** What every kind of document posts (docs/accounting.md#付出去的錢支出申請), and refunds tied to what they give back. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { creditOf } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { askUnpay, confirmUnpay, payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { voidDocument } from "#domain/books/finance/review-actions.ts";
import { suspendLine, unsuspendLine } from "#domain/money/bank/line-actions.ts";
import { bankAccount, bankLine } from "../../../support/bank.ts";
import { as, bring, draft, fund, now, office, refOf, staff, vouchersOf } from "../../../support/finance.ts";
import { member } from "../../../support/members.ts";
import { closeMonths, reverseRaw } from "../../../support/money-fixtures.ts";
import { db, dues, owing, payment, submit, verify } from "../../../support/payments.ts";
import { by, person, rows, TODAY } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let secretary: Awaited<ReturnType<typeof staff>>;
beforeAll(async () => {
	await fund();
	people = await office();
	const { id } = await person({ name: "林秘書", roles: ["applicant", "secretary"] });
	secretary = { id, held: [] };
});
const posted = async (id: number) => (await vouchersOf(id)).map(({ lines }) => lines);

test("what is withheld is owed, the net is paid", async () => {
	const id = await draft(people.applicant, { incomeTax: 1_860, nhi: 393 });
	await bring(id, people, "posted");
	expect((await now(id)).net).toBe(16_347);
	expect(await posted(id)).toEqual([["5320 Dr 15000", "5320 Dr 3600", "2140 Cr 1860", "2130 Cr 393", "1130 Cr 16347"]]);
});

test("petty cash is filled up", async () => {
	const id = await draft(people.applicant, { kind: "petty_cash", lines: [{ summary: "三月撥補", amount: 4_200 }] });
	await bring(id, people, "posted", { code: "1120" });
	expect(await posted(id)).toEqual([["1120 Dr 4200", "1130 Cr 4200"]]);
});

async function advance(amount: number): Promise<number> {
	const id = await draft(people.applicant, {
		kind: "advance",
		payeeName: "何敏惠",
		lines: [{ summary: "活動預支", amount }],
	});
	return bring(id, people, "posted");
}
const settlement = (advanceId: number, amount: number): Partial<FinanceInput> => ({
	kind: "settlement",
	advanceId,
	lines: [{ summary: "活動支出", amount }],
});

test("an advance is settled once, with the rest paid, returned, or neither", async () => {
	const cases = [
		[11_500, ["5320 Dr 11500", "1250 Cr 10000", "1130 Cr 1500"]],
		[8_000, ["5320 Dr 8000", "1130 Dr 2000", "1250 Cr 10000"]],
	] as const;
	for (const [amount, lines] of cases) {
		const id = await advance(10_000);
		expect(await posted(id)).toEqual([["1250 Dr 10000", "1130 Cr 10000"]]);
		const settling = await draft(people.applicant, settlement(id, amount));
		expect(await now(settling)).toMatchObject({ payee_name: "何敏惠", advanced: 10_000, net: amount - 10_000 });
		await expect(draft(people.applicant, settlement(id, 1))).rejects.toMatchObject({ code: "finance.settled_before" });
		await bring(settling, people, "posted");
		expect(await posted(settling)).toEqual([lines]);
	}
	const exact = await draft(people.applicant, settlement(await advance(10_000), 10_000));
	await bring(exact, people, "chair");
	await payDocument(db, {
		ref: await refOf(exact),
		paidOn: TODAY,
		paidFrom: null,
		reference: null,
		...as(people.cashier),
	});
	await bring(exact, people, "posted");
	expect(await posted(exact)).toEqual([["5320 Dr 10000", "1250 Cr 10000"]]);
});

test("an advance that is being settled stays paid, and another's is not there to settle", async () => {
	const id = await draft(people.applicant, { kind: "advance", lines: [{ summary: "預支", amount: 500 }] });
	await bring(id, people, "paid");
	const stranger = await staff("applicant");
	await expect(draft(stranger, settlement(id, 500))).rejects.toMatchObject({ code: "finance.no_advance" });
	await bring(await draft(people.applicant, settlement(id, 700)), people, "submitted");
	await askUnpay(db, { ref: await refOf(id), comment: "退匯", ...as(people.cashier) });
	await expect(confirmUnpay(db, { ref: await refOf(id), ...as(people.accountant) })).rejects.toMatchObject({
		code: "finance.settled_before",
	});
});

/** A member with 600 of 溢繳款, and the payment that it came with. */
async function overpaid() {
	const owed = await owing();
	const parts = [dues(owed), { kind: "credit" as const, memberId: owed.memberId, amount: 600 }];
	const paymentId = await submit(payment(parts), owed);
	await verify(paymentId, people.cashier.id);
	return { ...owed, paymentId };
}
const creditLeft = async (memberId: number) => (await readRows(env.DB, creditOf(memberId)))[0][0]?.credit;
const refund = (of: FinanceInput["refundOf"], amount: number, more: Partial<FinanceInput>): Partial<FinanceInput> => ({
	kind: "refund",
	refundOf: of,
	payeeTaxId: null,
	lines: [{ summary: "退費", amount }],
	...more,
});

test("credit that goes back is owed once it is approved, spent by that, and free again by a void", async () => {
	const owed = await overpaid();
	const asking = refund("credit", 600, { payeeMemberId: owed.memberId, paymentId: owed.paymentId, payeeName: "" });
	const id = await draft(secretary, asking);
	const team = { ...people, applicant: secretary };
	await bring(id, team, "accountant");
	expect(await creditLeft(owed.memberId)).toBe(600);
	await bring(id, team, "chair");
	expect(await posted(id)).toEqual([["2120 Dr 600", "2160 Cr 600"]]);
	expect(await creditLeft(owed.memberId)).toBe(0);
	const again = await draft(secretary, asking).catch((error: unknown) => error);
	expect(again).toMatchObject({ code: "payment.credit_used" });
	await voidDocument(db, { ref: await refOf(id), comment: "帳號錯誤", ...as(people.chair) });
	expect(await posted(id)).toEqual([
		["2120 Dr 600", "2160 Cr 600"],
		["2120 Cr 600", "2160 Dr 600"],
	]);
	expect(await creditLeft(owed.memberId)).toBe(600);
	const second = await bring(await draft(secretary, asking), team, "posted");
	expect(await posted(second)).toEqual([
		["2120 Dr 600", "2160 Cr 600"],
		["2160 Dr 600", "1130 Cr 600"],
	]);
	expect(await creditLeft(owed.memberId)).toBe(0);
	await expect(reverseRaw(owed.paymentId, people.chair.id, "x")).rejects.toMatchObject({ code: "payment.credit_used" });
});

test("two refunds of one credit: the second is not approved", async () => {
	const owed = await overpaid();
	const team = { ...people, applicant: secretary };
	const asking = refund("credit", 400, { payeeMemberId: owed.memberId, paymentId: owed.paymentId });
	const ids = [await draft(secretary, asking), await draft(secretary, asking)] as const;
	for (const id of ids) await bring(id, team, "accountant");
	await bring(ids[0], team, "chair");
	await expect(bring(ids[1], team, "chair")).rejects.toMatchObject({ code: "payment.credit_used" });
	expect((await now(ids[1])).state).toBe("pending_chair");
	expect(await posted(ids[1])).toEqual([]);
});

test("a donation goes back up to what it was, and is not reversed besides", async () => {
	const giver = await member({ name: "捐款會員", status: "active" });
	const paymentId = await submit(payment([{ kind: "donation", memberId: giver.id, amount: 2_000 }]), {
		userId: secretary.id,
		source: "staff",
	});
	await verify(paymentId, people.cashier.id);
	const team = { ...people, applicant: secretary };
	const asking = (amount: number) => refund("donation", amount, { paymentId, payeeName: "捐款會員" });
	await expect(draft(secretary, asking(2_001))).rejects.toMatchObject({ code: "finance.refunded_before" });
	const id = await bring(await draft(secretary, asking(1_500)), team, "posted");
	expect(await posted(id)).toEqual([
		["4210 Dr 1500", "2160 Cr 1500"],
		["2160 Dr 1500", "1130 Cr 1500"],
	]);
	await expect(draft(secretary, asking(501))).rejects.toMatchObject({ code: "finance.refunded_before" });
	await expect(rows("UPDATE payments SET status = 'reversed', reason = 'x' WHERE id = ?", paymentId)).rejects.toThrow(
		"finance.refunded_before",
	);
});

test("暫收款 goes back whole, and its line is nobody else's until that is voided", async () => {
	const lineId = await bankLine({ accountId: await bankAccount(), amount: 3_000 });
	const lineRef = async () =>
		(await rows<{ id: number; version: number }>("SELECT id, version FROM bank_lines WHERE id = ?", lineId))[0] ?? {
			id: 0,
			version: 0,
		};
	const standing = async () => rows("SELECT status, reason FROM bank_lines WHERE id = ?", lineId);
	const asking = (amount: number) => refund("suspense", amount, { bankLineId: lineId, payeeName: "不明匯款人" });
	await expect(draft(secretary, asking(3_000))).rejects.toMatchObject({ code: "finance.payee_refused" });
	await suspendLine(db, { ref: await lineRef(), by: by(people.cashier) });
	await expect(draft(secretary, asking(2_999))).rejects.toMatchObject({ code: "finance.refunded_before" });
	const team = { ...people, applicant: secretary };
	const id = await bring(await draft(secretary, asking(3_000)), team, "accountant");
	await expect(draft(secretary, asking(3_000))).rejects.toMatchObject({ code: "finance.payee_refused" });
	await bring(id, team, "chair");
	expect(await posted(id)).toEqual([["2150 Dr 3000", "2160 Cr 3000"]]);
	expect(await standing()).toEqual([
		{ status: "ignored", reason: `退款 F115-${String((await now(id)).seq).padStart(4, "0")}` },
	]);
	await expect(rows("UPDATE bank_lines SET status = 'unmatched', reason = NULL WHERE id = ?", lineId)).rejects.toThrow(
		"bank.line_used",
	);
	await voidDocument(db, { ref: await refOf(id), comment: "已查明", ...as(people.accountant) });
	expect(await standing()).toEqual([{ status: "unmatched", reason: null }]);
	await unsuspendLine(db, { ref: await lineRef(), by: by(people.cashier) });
});

test("an applicant who sees no payments names none, nor a member", async () => {
	const owed = await overpaid();
	for (const more of [
		refund("credit", 600, { payeeMemberId: owed.memberId, paymentId: owed.paymentId }),
		refund("donation", 1, { paymentId: owed.paymentId }),
		{ payeeMemberId: owed.memberId },
	])
		await expect(draft(people.applicant, more)).rejects.toMatchObject({ code: "finance.payee_refused" });
});

test("a posting falls on the day of the payment, or the first open one behind it", async () => {
	const id = await bring(await draft(people.applicant), people, "paid", { paidFrom: "1120" });
	await closeMonths("2026-03");
	await postDocument(db, { ref: await refOf(id), ...as(people.accountant) });
	expect((await vouchersOf(id)).map(({ date }) => date)).toEqual(["2026-04-01"]);
});
