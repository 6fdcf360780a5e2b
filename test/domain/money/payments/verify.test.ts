import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelPayment, resubmitPayment } from "#domain/money/payments/actions.ts";
import { applyCredit, payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { lineNow, OPEN } from "../../../support/bank.ts";
import { closeMonths } from "../../../support/money-fixtures.ts";
import {
	db,
	dues,
	item,
	owing,
	payment,
	paymentNow,
	refOf,
	submit,
	verify,
	voucherOf,
} from "../../../support/payments.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, by, person, rows } from "../../../support/users.ts";

let cashier: number;
beforeEach(async () => {
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
});
const reviewer = (userId: number) => ({ userId, standsFor: [null] });
const receiptsOf = (id: number) =>
	rows("SELECT number, series, payer_title, amount, status, items FROM receipts WHERE payment_id = ? ORDER BY seq", id);
const itemNow = async (id: number) => (await rows("SELECT status, paid_amount FROM dues_items WHERE id = ?", id))[0];
const lastReceipt = async () => {
	const [row] = await rows(
		"SELECT coalesce(max(seq), 0) AS seq FROM receipts WHERE series = 'dues' AND roc_year = 115",
	);
	return Number(row?.seq);
};
const numbered = (seq: number) => `115-${String(seq).padStart(6, "0")}`;

describe("a payment that is verified", () => {
	test("is money, receipt, voucher, mail and a paid item, in one batch", async () => {
		const owed = await owing();
		const id = await submit(payment([dues(owed)]), owed);
		const before = await lastReceipt();
		await verify(id, cashier);
		const [member] = await rows("SELECT name FROM members WHERE id = ?", owed.memberId);
		expect(await paymentNow(id)).toMatchObject({ status: "verified", verified_by: cashier, version: 2 });
		expect(await itemNow(owed.itemId)).toEqual({ status: "paid", paid_amount: 1_000 });
		expect(await receiptsOf(id)).toEqual([
			{
				number: numbered(before + 1),
				series: "dues",
				payer_title: "王小明",
				amount: 1_000,
				status: "issued",
				// Whoever has no number is named.
				items: JSON.stringify([{ label: `常年會費 115 年 ${member?.name}`, member_no: null, amount: 1_000 }]),
			},
		]);
		expect(await voucherOf(id)).toMatchObject([
			{ kind: "income", date: "2026-03-03", roc_year: 115, lines: ["1130 Dr 1000", "4120 Cr 1000"] },
		]);
		expect(await rows("SELECT paid_year FROM members WHERE id = ?", owed.memberId)).toEqual([{ paid_year: 2026 }]);
		expect(await rows("SELECT template, user_id FROM mail_messages WHERE user_id = ?", owed.userId)).toEqual([
			{ template: "payment_verified", user_id: owed.userId },
		]);
		expect(await rows("SELECT step, user_id FROM payment_events WHERE payment_id = ? ORDER BY seq", id)).toEqual([
			{ step: "submit", user_id: owed.userId },
			{ step: "verify", user_id: cashier },
		]);
	});

	test("by fifty at once is one receipt and one voucher, and 49 clear refusals", async () => {
		const owed = await owing();
		const id = await submit(payment([dues(owed)]), owed);
		const ref = await refOf(id);
		const tries = await Promise.allSettled(Array.from({ length: 50 }, () => verify(id, cashier, { ref })));
		expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(new Set(tries.flatMap((one) => (one.status === "rejected" ? [codeOf(one.reason)] : [])))).toEqual(
			new Set(["payment.moved"]),
		);
		expect(await receiptsOf(id)).toHaveLength(1);
		expect(await voucherOf(id)).toHaveLength(1);
		expect(await rows("SELECT id FROM mail_messages WHERE user_id = ?", owed.userId)).toHaveLength(1);
		const [series] = await rows(
			"SELECT n.last_no - n.first_no + 1 AS numbers, (SELECT count(*) FROM receipts r WHERE 'receipt:' || r.series = n.series AND r.roc_year = n.roc_year) AS receipts FROM number_series n WHERE series = 'receipt:dues' AND roc_year = 115",
		);
		expect(series?.numbers).toBe(series?.receipts);
	});

	test("of less is a part, and of more becomes credit that pays later", async () => {
		const owed = await owing();
		const short = await submit(payment([dues(owed)]), owed);
		await verify(short, cashier, { received: 400 });
		expect(await itemNow(owed.itemId)).toEqual({ status: "partially_paid", paid_amount: 400 });
		const rest = await submit(payment([dues(owed, 600)]), owed);
		await verify(rest, cashier, { received: 1_000 });
		expect(await itemNow(owed.itemId)).toEqual({ status: "paid", paid_amount: 1_000 });
		expect((await voucherOf(rest))[0]?.lines).toEqual(["1130 Dr 1000", "4120 Cr 600", "2120 Cr 400"]);
		const next = await item({ memberId: owed.memberId, year: 2027 });
		const key = crypto.randomUUID();
		const used = {
			memberId: owed.memberId,
			duesItemIds: [next],
			key,
			reviewer: reviewer(cashier),
			by: by({ id: cashier }),
		};
		const id = await applyCredit(db, used);
		// Pressed twice makes one; another form finds nothing left.
		expect(await applyCredit(db, used)).toBe(id);
		const again = { ...used, key: crypto.randomUUID() };
		expect(await applyCredit(db, again).catch(codeOf)).toBe("payment.credit_used");
		expect(await itemNow(next)).toEqual({ status: "partially_paid", paid_amount: 400 });
		expect(await receiptsOf(id)).toEqual([]);
		expect((await voucherOf(id))[0]?.lines).toEqual(["2120 Dr 400", "2120 Cr 400"]);
		// The money that the credit came from is spent now.
		const chair = await person({ roles: ["chair"] });
		const undo = { ref: await refOf(rest), reason: "銀行退票", reviewer: reviewer(chair.id), by: by(chair) };
		expect(await reversePayment(db, undo).catch(codeOf)).toBe("payment.credit_used");
		expect(await paymentNow(rest)).toMatchObject({ status: "verified" });
	});

	test("makes a member of who waited to pay, and its reversal takes that back", async () => {
		const owed = await owing({ status: "awaiting_payment", kind: "entrance" });
		const annual = { ...owed, itemId: await item({ memberId: owed.memberId }) };
		const first = await submit(payment([dues(owed)]), owed);
		await verify(first, cashier);
		const status = async () => (await rows("SELECT status FROM members WHERE id = ?", owed.memberId))[0]?.status;
		expect(await status()).toBe("awaiting_payment");
		const second = await submit(payment([dues(annual)]), owed);
		await verify(second, cashier);
		expect(await status()).toBe("active");
		expect(
			await rows(
				"SELECT action FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ? AND action LIKE 'member.p%'",
				String(owed.memberId),
			),
		).toEqual([{ action: "member.pay" }]);
		const chair = await person({ roles: ["chair"] });
		await reversePayment(db, { ref: await refOf(second), reason: "退票", reviewer: reviewer(chair.id), by: by(chair) });
		expect(await status()).toBe("awaiting_payment");
		expect(await itemNow(annual.itemId)).toEqual({ status: "open", paid_amount: 0 });
	});

	test("in a closed month is posted in the next that is open", async () => {
		const owed = await owing({ year: 2019 });
		const id = await submit(payment([dues(owed)], { paidOn: "2019-05-20" }), owed);
		await closeMonths("2019-05");
		await verify(id, cashier);
		expect(await voucherOf(id)).toMatchObject([{ date: "2019-06-01", roc_year: 108, seq: 1 }]);
		expect((await receiptsOf(id))[0]?.number).toMatch(/^115-/);
	});

	test("a minute before the new year has a receipt of the old one, and one after it of the new", async () => {
		const owed = await owing({ year: 2029 });
		const next = { ...owed, itemId: await item({ memberId: owed.memberId, year: 2030 }) };
		const eve = Date.UTC(2029, 11, 31, 15, 59);
		const first = await submit(payment([dues(owed)], { paidOn: "2029-12-31" }), { ...owed, at: eve });
		await verify(first, cashier, { at: eve });
		const second = await submit(payment([dues(next)], { paidOn: "2029-12-31" }), { ...owed, at: eve });
		await verify(second, cashier, { at: eve + 60_000 });
		expect((await receiptsOf(first))[0]?.number).toBe("118-000001");
		expect((await receiptsOf(second))[0]?.number).toBe("119-000001");
		expect((await voucherOf(second))[0]).toMatchObject({ date: "2029-12-31", lines: ["1130 Dr 1000", "2120 Cr 1000"] });
	});
});

describe("who may not", () => {
	test("the submitter, the member, the guardian and a child are told to leave it to others", async () => {
		const parent = await owing();
		const child = await owing({ guardianId: parent.memberId });
		const id = await submit(payment([dues(child)]), { userId: parent.userId });
		const own = await submit(payment([dues(parent)]), { userId: cashier, source: "staff" });
		for (const [who, what] of [
			[parent.userId, id],
			[child.userId, id],
			[child.userId, own],
			[cashier, own],
		] as const)
			expect(await verify(what, who).catch(codeOf)).toBe("payment.own");
		// Nor does a deputy in the place of one of them.
		const deputy = { userId: cashier, standsFor: [parent.userId] };
		const ref = await refOf(id);
		expect(await verifyPayment(db, { ref, reviewer: deputy, by: by({ id: cashier }) }).catch(codeOf)).toBe(
			"payment.own",
		);
		expect(await receiptsOf(id)).toEqual([]);
	});

	test("pays another's dues", async () => {
		const [one, two] = [await owing(), await owing()];
		const asOne = { userId: one.userId };
		expect(await submit(payment([dues(two)]), asOne).catch(codeOf)).toBe("payment.not_yours");
		// The item of one member in the name of another.
		const mixed = payment([{ kind: "dues", duesItemId: two.itemId, memberId: one.memberId, amount: 1_000 }]);
		expect(await submit(mixed, asOne).catch(codeOf)).toBe("payment.not_owed");
	});

	test("sends what is no payment", async () => {
		const owed = await owing();
		const sent = (more: Parameters<typeof payment>[1], parts = [dues(owed)]) =>
			submit(payment(parts, more), owed).catch(codeOf);
		expect([
			await sent({ amount: 900 }),
			await sent({ amount: 0 }),
			await sent({}, [dues(owed, 0.5)]),
			await sent({}, [dues(owed, -1_000)]),
			await sent({}, []),
			await sent({ last5: null }),
			await sent({}, [dues(owed, 1_001)]),
		]).toEqual([
			"payment.unbalanced",
			"payment.amount_refused",
			"payment.amount_refused",
			"payment.amount_refused",
			"payment.amount_refused",
			"payment.no_proof",
			"payment.not_owed",
		]);
	});
});

test("the same transfer twice is asked about, and one form makes one payment", async () => {
	const owed = await owing();
	const input = payment([dues(owed)]);
	const key = crypto.randomUUID();
	const id = await submit(input, { ...owed, key });
	expect(await submit(input, { ...owed, key })).toBe(id);
	expect(await submit(input, owed).catch(codeOf)).toBe("payment.duplicate");
	// Nobody hears of another member's transfer.
	const other = await owing();
	await submit({ ...input, ...{ payerMemberId: other.memberId, allocations: [dues(other)] } }, other);
	const second = await submit(input, { ...owed, confirmDuplicate: true });
	await verify(id, cashier);
	expect(await verify(second, cashier).catch(codeOf)).toBe("payment.not_owed");
});

test("what was sent back is mended and sent again, and taken back by who sent it alone", async () => {
	const owed = await owing();
	const id = await submit(payment([dues(owed)]), owed);
	const review = async () => ({ ref: await refOf(id), reviewer: reviewer(cashier), by: by({ id: cashier }) });
	await rejectPayment(db, { ...(await review()), reason: "末五碼對不上" });
	expect(await verify(id, cashier).catch(codeOf)).toBe("payment.wrong_state");
	const again = async (userId: number) => ({
		ref: await refOf(id),
		input: payment([dues(owed)], { last5: "54321" }),
		by: { ...by({ id: userId }), userId },
	});
	const other = await owing();
	expect(await resubmitPayment(env, db, await again(other.userId)).catch(codeOf)).toBe("payment.not_yours");
	const stale = await again(owed.userId);
	await resubmitPayment(env, db, stale);
	expect(await resubmitPayment(env, db, stale).catch(codeOf)).toBe("payment.moved");
	expect(await paymentNow(id)).toMatchObject({ status: "submitted", last5: "54321" });
	// A new proof takes the place of the one before.
	const proof = async (filename: string) =>
		resubmitPayment(env, db, {
			...(await again(owed.userId)),
			upload: { filename, declaredType: "", bytes: REAL.png },
		});
	await proof("一.png");
	await proof("二.png");
	expect(
		await rows(
			"SELECT deleted_at IS NOT NULL AS gone FROM files WHERE subject_type = 'payment' AND subject_id = ? ORDER BY id",
			String(id),
		),
	).toEqual([{ gone: 1 }, { gone: 0 }]);
	const back = async (userId: number) =>
		cancelPayment(db, { ref: await refOf(id), by: { ...by({ id: userId }), userId } });
	expect(await back(cashier).catch(codeOf)).toBe("payment.not_yours");
	await back(owed.userId);
	expect(await paymentNow(id)).toMatchObject({ status: "cancelled" });
});

test("a reversal needs a second person; receipts become void, the voucher is turned, the dues are open again", async () => {
	const owed = await owing();
	const id = await submit(payment([dues(owed)]), owed);
	await verify(id, cashier);
	const undo = async (userId: number) =>
		reversePayment(db, {
			ref: await refOf(id),
			reason: "款項未入帳",
			reviewer: reviewer(userId),
			by: by({ id: userId }),
		});
	expect(await undo(cashier).catch(codeOf)).toBe("payment.second_person");
	const chair = await person({ roles: ["chair"] });
	await undo(chair.id);
	expect(await undo(chair.id).catch(codeOf)).toBe("payment.wrong_state");
	expect(await receiptsOf(id)).toMatchObject([{ status: "voided" }]);
	expect(await itemNow(owed.itemId)).toEqual({ status: "open", paid_amount: 0 });
	expect(
		await rows(
			"SELECT r.kind, r.date FROM vouchers r JOIN vouchers v ON v.id = r.reverses_id WHERE v.source = 'payment' AND v.source_id = ? AND r.state = 'posted'",
			id,
		),
	).toEqual([{ kind: "transfer", date: "2026-03-05" }]);
	const [sum] = await rows(
		"SELECT sum(l.debit) - sum(l.credit) AS difference FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE a.code = '4120' AND l.member_id = ?",
		owed.memberId,
	);
	expect(sum).toEqual({ difference: 0 });
	// The dues can be paid anew.
	const anew = await submit(payment([dues(owed)], { correctsId: id }), owed);
	expect(await submit(payment([dues(owed)], { correctsId: id }), owed).catch(codeOf)).toBe("payment.wrong_state");
	expect(await submit(payment([dues(owed)], { correctsId: anew }), owed).catch(codeOf)).toBe("payment.wrong_state");
	await verify(anew, cashier);
	expect(await itemNow(owed.itemId)).toEqual({ status: "paid", paid_amount: 1_000 });
});

describe("a bank line", () => {
	let statement: number;
	let account: number;
	let count = 0;
	beforeEach(async () => {
		count += 1;
		const code = `1140-${String(count).padStart(2, "0")}`;
		await env.DB.prepare("INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?, '劃撥', 1, 1)")
			.bind(code)
			.run();
		const [made] = await rows(
			"INSERT INTO bank_accounts (kind, name, number, account_id, created_at, updated_at) VALUES ('postal', '劃撥', '1', (SELECT max(id) FROM accounts), 1, 1) RETURNING id",
		);
		account = Number(made?.id);
		const [file] = await rows(
			"INSERT INTO bank_statements (bank_account_id, filename, created_at) VALUES (?, 'a.csv', 1) RETURNING id",
			account,
		);
		statement = Number(file?.id);
	});
	const line = async (amount: number) => {
		count += 1;
		const [made] = await rows(
			"INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, fingerprint, created_at, updated_at) VALUES (?, ?, 1, '2026-03-03', ?, ?, 1, 1) RETURNING id, version",
			statement,
			account,
			amount,
			String(count),
		);
		return { id: Number(made?.id), version: Number(made?.version) };
	};

	test("makes a payment of its own, once, with what the post office kept", async () => {
		const owed = await owing();
		const used = await line(985);
		const pay = (userId = cashier) =>
			payFromLine(db, {
				line: used,
				input: payment([dues(owed)], { method: "postal", payerTitle: owed.name }),
				reviewer: reviewer(userId),
				key: crypto.randomUUID(),
				by: by({ id: userId }),
			});
		expect(await pay(owed.userId).catch(codeOf)).toBe("payment.own");
		const id = await pay();
		expect(await pay().catch(codeOf)).toBe("bank.line_used");
		expect((await voucherOf(id))[0]?.lines.map((text) => text.replace(/^1140-\d\d/, "1140-nn"))).toEqual([
			"1140-nn Dr 985",
			"5270 Dr 15",
			"4120 Cr 1000",
		]);
		expect(await lineNow(used.id)).toMatchObject({ status: "matched", kind: "payment", record: id });
		const chair = await person({ roles: ["chair"] });
		await reversePayment(db, { ref: await refOf(id), reason: "配錯人", reviewer: reviewer(chair.id), by: by(chair) });
		expect(await lineNow(used.id)).toMatchObject(OPEN);
	});

	test("of another sum is refused, and nothing is written", async () => {
		const owed = await owing();
		const used = await line(1_200);
		const input = payment([dues(owed)], { method: "postal" });
		const made = {
			line: used,
			input,
			reviewer: reviewer(cashier),
			key: crypto.randomUUID(),
			by: by({ id: cashier }, AT),
		};
		expect(await payFromLine(db, made).catch(codeOf)).toBe("bank.mismatch");
		expect(await rows("SELECT status FROM bank_lines WHERE id = ?", used.id)).toEqual([{ status: "unmatched" }]);
		expect(await itemNow(owed.itemId)).toEqual({ status: "open", paid_amount: 0 });
	});
});

test("of one member no more payments wait than they have open items and five, whatever the order; staff's do not count", async () => {
	const owed = await owing();
	const one = (at: number) => payment([dues(owed)], { last5: String(10_000 + at) });
	const waiting = async () =>
		(
			await rows(
				"SELECT id FROM payments WHERE submitted_by = ? AND source = 'member' AND status = 'submitted' ORDER BY id",
				owed.userId,
			)
		).map(({ id }) => Number(id));
	const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => submit(one(at), owed).catch(codeOf)));
	expect(sent.filter((answer) => answer === "payment.too_many_waiting")).toHaveLength(6);
	expect(await waiting()).toHaveLength(6);
	const [first = 0, second = 0] = await waiting();

	// What waits may be mended, and what staff enter goes in beside it.
	const mended = {
		ref: await refOf(first),
		input: { ...one(90) },
		by: { ...by({ id: owed.userId }), userId: owed.userId },
	};
	await resubmitPayment(env, db, mended);
	await submit(one(91), { userId: cashier, source: "staff" });
	expect(await submit(one(92), owed).catch(codeOf)).toBe("payment.too_many_waiting");

	// One that was sent back makes room for another, and is not sent again beside it.
	await rejectPayment(db, {
		ref: await refOf(second),
		reviewer: reviewer(cashier),
		by: by({ id: cashier }),
		reason: "看不清楚",
	});
	await submit(one(93), owed);
	const again = { ref: await refOf(second), input: one(94), by: { ...by({ id: owed.userId }), userId: owed.userId } };
	expect(await resubmitPayment(env, db, again).catch(codeOf)).toBe("payment.too_many_waiting");
	await cancelPayment(db, { ref: await refOf(first), by: { ...by({ id: owed.userId }), userId: owed.userId } });
	await resubmitPayment(env, db, again);
	expect(await waiting()).toHaveLength(6);
});
