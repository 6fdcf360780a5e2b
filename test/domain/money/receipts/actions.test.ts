import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import {
	mailReceipt,
	replaceReceipt,
	setFirstReceipt,
	takeOriginals,
	voidReceipt,
} from "#domain/money/receipts/actions.ts";
import { issued, issuedOne, receiptsOfPayment, type StoredRow, twice } from "../../../support/issued.ts";
import { newestAudit } from "../../../support/pages.ts";
import { db, paymentNow, refOf } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, person, rows } from "../../../support/users.ts";

const MINUTE = 60_000;
const refTo = ({ id, version }: StoredRow) => ({ id, version });
const now = async (id: number): Promise<StoredRow> => {
	const [row] = await rows<StoredRow>("SELECT * FROM receipts WHERE id = ?", id);
	if (!row) throw new Error(`no receipt ${id}`);
	return row;
};
const accountant = () => person({ name: "何會計", roles: ["accountant"] });
type Asked = { replacement?: "none" | "title" | "per_member" | "one"; payerTitle?: string; at?: number };
const voiding = (receipt: StoredRow, { replacement = "none", payerTitle = "", at = AT + MINUTE }: Asked = {}) =>
	twice((who) =>
		voidReceipt(db, { ref: refTo(receipt), reason: "抬頭錯誤", replacement, payerTitle, by: by(who, at) }),
	);

describe("voiding", () => {
	test("keeps number and reason, touches neither payment nor dues, and is noted", async () => {
		const receipt = await issuedOne();
		const payment = await paymentNow(receipt.payment_id);
		expect(await voiding(receipt)).toEqual({ number: `${receipt.mark}${receipt.number}`, replacedBy: null });
		const voided = await now(receipt.id);
		const by = { voided_at: AT + MINUTE, voided_by: expect.any(Number), version: receipt.version + 1 };
		expect(voided).toEqual({ ...receipt, ...by, status: "voided", reason: "抬頭錯誤" });
		expect(await paymentNow(receipt.payment_id)).toEqual(payment);
		expect(await newestAudit(1)).toEqual([
			`receipt.void receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
		]);
	});
	test("twice is refused, also by whoever has an old page", async () => {
		const receipt = await issuedOne();
		await voiding(receipt);
		expect(await voiding(receipt).catch(codeOf)).toBe("receipt.stale");
		expect(await voiding(await now(receipt.id)).catch(codeOf)).toBe("receipt.wrong_state");
	});
	test("of two at once one wins", async () => {
		const receipt = await issuedOne();
		const both = await Promise.all([voiding(receipt).catch(codeOf), voiding(receipt).catch(codeOf)]);
		expect(both.filter((one) => one === "receipt.stale").length).toBe(1);
	});
});

describe("in its place", () => {
	test("the same under another title: next number, same money, each says the other", async () => {
		const receipt = await issuedOne({ payerTitle: "王小名" });
		const { replacedBy } = await voiding(receipt, { replacement: "title", payerTitle: "王小明" });
		const fresh = await now(replacedBy ?? 0);
		expect(fresh).toEqual(
			expect.objectContaining({
				series: "dues",
				payment_id: receipt.payment_id,
				member_id: receipt.member_id,
				payer_title: "王小明",
				amount: receipt.amount,
				items: receipt.items,
				status: "issued",
				seq: receipt.seq + 1,
			}),
		);
		expect((await now(receipt.id)).replaced_by).toBe(fresh.id);
		expect(await newestAudit(3)).toEqual([
			`receipt.void receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
			`receipt.issue receipt ${fresh.id} receipt ${fresh.mark}${fresh.number}`,
			`receipt.replace receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
		]);
	});
	test("one for each member, and back to one for the payment; a donation's receipt is left alone", async () => {
		const made = await issued({ members: 3, donation: 500 });
		const [receipt, donation] = made.receipts;
		if (!receipt || !donation) throw new Error("no receipts");
		await voiding(receipt, { replacement: "per_member" });
		const each = (await receiptsOfPayment(made.paymentId)).filter(
			({ status, series }) => status === "issued" && series === "dues",
		);
		expect(each.map(({ member_id, amount, seq }) => [member_id, amount, seq])).toEqual(
			made.owed.map(({ memberId }, nth) => [memberId, 1_000, receipt.seq + 1 + nth]),
		);
		const [, second] = each;
		if (!second) throw new Error("no second");
		const { replacedBy } = await voiding(second, { replacement: "one", payerTitle: "全家", at: AT + 2 * MINUTE });
		const all = await receiptsOfPayment(made.paymentId);
		const whole = all.find(({ id }) => id === replacedBy);
		expect([whole?.amount, whole?.payer_title, whole?.seq]).toEqual([3_000, "全家", receipt.seq + 4]);
		expect(
			all.filter(({ series }) => series === "dues").map(({ status, replaced_by }) => [status, replaced_by]),
		).toEqual([
			["voided", each[0]?.id],
			["voided", whole?.id],
			["voided", whole?.id],
			["voided", whole?.id],
			["issued", null],
		]);
		expect(all.find(({ id }) => id === donation.id)?.status).toBe("issued");
	});
	test("nothing of a payment that is reversed: its receipts are void by that", async () => {
		const receipt = await issuedOne();
		const second = await accountant();
		await reversePayment(db, {
			ref: await refOf(receipt.payment_id),
			reason: "沒有入帳",
			reviewer: { userId: second.id, standsFor: [null] },
			by: by(second),
		});
		const voided = await now(receipt.id);
		expect(voided.status).toBe("voided");
		const who = await accountant();
		expect(
			await replaceReceipt(db, { ref: refTo(voided), payerTitle: "王小明", by: by(who, AT + MINUTE) }).catch(codeOf),
		).toBe("receipt.wrong_state");
	});
	test("afterwards, once, and never for more than was paid", async () => {
		const receipt = await issuedOne();
		await voiding(receipt);
		const voided = await now(receipt.id);
		const who = await accountant();
		const made = await twice((one) =>
			replaceReceipt(db, { ref: refTo(voided), payerTitle: "王大明", by: by(one, AT + 2 * MINUTE) }),
		);
		expect((await now(made)).payer_title).toBe("王大明");
		expect(
			await replaceReceipt(db, { ref: refTo(voided), payerTitle: "王大明", by: by(who, AT + 3 * MINUTE) }).catch(
				codeOf,
			),
		).toBe("receipt.stale");
		// One of three is void; then the whole payment gets one receipt: the third's money has it already.
		const three = await issued({ members: 3, receiptSplit: "per_member" });
		const [first, next] = three.receipts;
		if (!first || !next) throw new Error("no receipts");
		await voiding(first);
		await voiding(next, { replacement: "one", payerTitle: "全家", at: AT + 2 * MINUTE });
		expect(
			await replaceReceipt(db, {
				ref: refTo(await now(first.id)),
				payerTitle: first.payer_title,
				by: by(who, AT + 3 * MINUTE),
			}).catch(codeOf),
		).toBe("receipt.wrong_state");
	});
});

describe("the original", () => {
	const press = (receipts: StoredRow[], key: string, at = AT + MINUTE) =>
		person({ roles: ["cashier"] }).then((who) => takeOriginals(db, { receipts, key, by: by(who, at) }));
	test("is taken once; the same form again is the same press", async () => {
		const receipt = await issuedOne();
		const first = await press([receipt], "key-1");
		expect(await press([receipt], "key-1", AT + 2 * MINUTE)).toEqual(first);
		const taken = await now(receipt.id);
		expect([taken.original_at, taken.original_by]).toEqual([first.at, first.userId]);
		expect(await press([receipt], "key-2").catch(codeOf)).toBe("receipt.original_taken");
	});
	test("of two at once one has it", async () => {
		const receipt = await issuedOne();
		const both = await Promise.all([press([receipt], "a").catch(codeOf), press([receipt], "b").catch(codeOf)]);
		expect(both.filter((one) => one === "receipt.original_taken").length).toBe(1);
	});
	test("of many those that are still there; none of a void one", async () => {
		const [one, two, gone] = [await issuedOne(), await issuedOne(), await issuedOne()];
		await voiding(gone);
		await press([one], "one");
		const { at, userId } = await press([one, two, gone], "many", AT + 5 * MINUTE);
		const taken = await Promise.all([one, two, gone].map(({ id }) => now(id)));
		expect(taken.map(({ original_at, original_by }) => original_at === at && original_by === userId)).toEqual([
			false,
			true,
			false,
		]);
		expect((await now(gone.id)).original_at).toBeNull();
	});
	test("taken meanwhile makes the page of the voiding old", async () => {
		const receipt = await issuedOne();
		await press([receipt], "meanwhile");
		expect(await voiding(receipt).catch(codeOf)).toBe("receipt.stale");
	});
});

describe("once more by e-mail", () => {
	const mails = (paymentId: number) =>
		rows<{ id: string }>(
			"SELECT id FROM mail_messages WHERE template = 'payment_verified' AND data ->> '$.paymentId' = ? ORDER BY id",
			paymentId,
		);
	test("to the payer, beside the first one, and noted", async () => {
		const receipt = await issuedOne();
		expect((await mails(receipt.payment_id)).length).toBe(1);
		await mailReceipt(db, { id: receipt.id, by: by(await person(), AT + MINUTE) });
		expect((await mails(receipt.payment_id)).length).toBe(2);
		expect(await newestAudit(1)).toEqual([
			`receipt.mail receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
		]);
	});
	test("is refused without an address, and of what is void", async () => {
		const { owed, receipts } = await issued();
		const [receipt] = receipts;
		if (!receipt) throw new Error("no receipt");
		await env.DB.prepare("UPDATE users SET email = NULL, phone = '0911222333' WHERE id = ?")
			.bind(owed[0]?.userId)
			.run();
		const sender = await person();
		expect(await mailReceipt(db, { id: receipt.id, by: by(sender, AT + MINUTE) }).catch(codeOf)).toBe(
			"receipt.no_address",
		);
		expect(await newestAudit(1)).not.toContain(
			`receipt.mail receipt ${receipt.id} receipt ${receipt.mark}${receipt.number}`,
		);
		await voiding(receipt);
		expect(await mailReceipt(db, { id: receipt.id, by: by(sender) }).catch(codeOf)).toBe("receipt.wrong_state");
	});
});

describe("where a series begins", () => {
	const begin = async (year: number, firstNo: number) =>
		setFirstReceipt(db, { series: "dues", year, firstNo, by: by(await person()) });
	test("is said before the first receipt, may be corrected until then, and counts", async () => {
		await begin(116, 250);
		await begin(116, 250);
		await begin(116, 251);
		const receipt = await issuedOne({ at: Date.UTC(2027, 0, 4, 2) });
		expect(receipt.number).toBe("116-000251");
		expect(await begin(116, 300).catch(codeOf)).toBe("number.in_use");
		expect(await begin(116, 251).catch(codeOf)).toBe("number.in_use");
		expect((await issuedOne({ at: Date.UTC(2027, 0, 4, 3) })).number).toBe("116-000252");
	});
	test("the year is Taipei's: 31 December 23:59 and a minute later", async () => {
		const midnight = Date.UTC(2028, 11, 31, 16);
		expect((await issuedOne({ at: midnight - MINUTE })).number).toBe("117-000001");
		expect((await issuedOne({ at: midnight })).number).toBe("118-000001");
	});
});
