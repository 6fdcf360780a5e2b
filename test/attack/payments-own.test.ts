import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { storedDues } from "#db/money/dues-actions.ts";
import { readRows } from "#db/read.ts";
import { cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { applyList, planList } from "#domain/money/payment-imports/actions.ts";
import { NO_READING } from "#domain/money/payment-imports/options.ts";
import { applyCredit, payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { byUser } from "#kernel/by.ts";
import { writeSheet } from "#platform/spreadsheets.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { receiptsOfPayment } from "../support/issued.ts";
import { member, storedNow } from "../support/members.ts";
import { merge, openOffice, refusal, staff } from "../support/office.ts";
import { db, dues, item, owing, payment, paymentNow, refOf, submit, verify } from "../support/payments.ts";
import { AT, by, person, rows } from "../support/users.ts";

let cashier: number;
let second: number;
beforeEach(async () => {
	await openOffice();
	await person({ roles: ["admin"] });
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
	second = (await person({ name: "何會計", roles: ["accountant"] })).id;
});
const broken = () => brokenInvariants(env.DB);
const alone = (userId: number) => ({ userId, standsFor: [null] });
const duesRef = async (id: number) => {
	const [[row]] = await readRows(env.DB, storedDues(id));
	return { id, version: row?.version ?? 0 };
};
const decided = (id: number, reviewer: { userId: number; standsFor: readonly (number | null)[] }) =>
	Promise.all(
		[verifyPayment, rejectPayment].map(async (verb) =>
			refusal(verb(db, { ref: await refOf(id), reason: "看不清楚", reviewer, by: by({ id: reviewer.userId }) })),
		),
	);

describe("nobody verifies their own", () => {
	/** A guardian with two children. */
	async function family() {
		const guardian = await owing();
		const child = await owing({ guardianId: guardian.memberId });
		const sibling = await owing({ guardianId: guardian.memberId });
		return { guardian, child, sibling };
	}
	test("nor their family's, nor what they recorded, nor in the place of one of them", async () => {
		const { guardian, child, sibling } = await family();
		const clerk = (await person({ roles: ["secretary", "cashier"] })).id;
		const recorded = await submit(payment([dues(child)]), { userId: clerk, source: "staff" });
		const own = [clerk, child.userId, guardian.userId];
		for (const userId of own) {
			expect(await decided(recorded, alone(userId))).toEqual(["payment.own", "payment.own"]);
			expect(await decided(recorded, { userId: cashier, standsFor: [userId] })).toEqual(["payment.own", "payment.own"]);
			// Whoever is both, and stands in for somebody who has nothing to do with it.
			expect(await decided(recorded, { userId, standsFor: [null, second] })).toEqual(["payment.own", "payment.own"]);
		}
		const sent = await submit(payment([dues(child)], { payerMemberId: guardian.memberId }), guardian);
		expect(await decided(sent, alone(sibling.userId))).toEqual(["payment.own", "payment.own"]);
		expect((await paymentNow(sent)).status).toBe("submitted");
		expect(await refusal(verify(recorded, second))).toBe("nothing");
	});

	test("nor by a line of the bank, nor with credit, nor by a list", async () => {
		const { guardian, child } = await family();
		const accountId = await bankAccount();
		const [line, donated] = [await bankLine({ accountId }), await bankLine({ accountId })];
		const pay = (
			id: number,
			parts: Parameters<typeof payment>[0],
			userId: number,
			standsFor: readonly (number | null)[] = [null],
		) =>
			refusal(
				payFromLine(db, {
					line: { id, version: 1 },
					input: payment(parts, { payerTitle: child.name }),
					reviewer: { userId, standsFor },
					key: crypto.randomUUID(),
					by: by({ id: userId }),
				}),
			);
		for (const userId of [child.userId, guardian.userId]) {
			expect(await pay(line, [dues(child)], userId)).toBe("payment.own");
			expect(await pay(line, [dues(child)], cashier, [userId])).toBe("payment.own");
			expect(await pay(donated, [{ kind: "credit", memberId: child.memberId, amount: 1_000 }], userId)).toBe(
				"payment.own",
			);
		}
		const over = await submit(payment([dues(child)]), child);
		await verify(over, cashier, { received: 1_500 });
		const next = await item({ memberId: child.memberId, year: 2027 });
		const spend = (userId: number) =>
			refusal(
				applyCredit(db, {
					memberId: child.memberId,
					duesItemIds: [next],
					key: crypto.randomUUID(),
					reviewer: alone(userId),
					by: by({ id: userId }),
				}),
			);
		expect([await spend(child.userId), await spend(guardian.userId), await spend(cashier)]).toEqual([
			"payment.own",
			"payment.own",
			"nothing",
		]);
	});

	test("a list of past payments leaves one's own and one's family's to others, and writes the rest", async () => {
		const { guardian, child } = await family();
		const other = await owing();
		const ids = [guardian, child, other].map(({ memberId }) => memberId);
		for (const id of ids)
			await env.DB.prepare("UPDATE members SET member_no = ? WHERE id = ?").bind(`Q${id}`, id).run();
		const header = ["會員編號", "年度", "會費種類", "金額", "繳費日期"];
		const file = {
			filename: "繳費.xlsx",
			bytes: await writeSheet(
				{ sheet: "繳費", header, rows: ids.map((id) => [`Q${id}`, "115", "常年會費", 1000, "115/3/1"]) },
				"xlsx",
			),
		};
		const planOf = (...users: number[]) => planList(env, db, { file, options: NO_READING, at: AT, users });
		const outcomes = async (...users: number[]) =>
			(await planOf(...users)).rows.map(({ outcome, reasons }) => [outcome, reasons[0]?.code]);
		expect(await outcomes(guardian.userId)).toEqual([
			["conflict", "own"],
			["conflict", "own"],
			["create", "verified_on_assumed"],
		]);
		for (const users of [[child.userId], [cashier, child.userId]])
			expect((await outcomes(...users)).map(([outcome]) => outcome)).toEqual(["conflict", "conflict", "create"]);
		// A plan that another made is no way round it.
		const apply = async (plan: Awaited<ReturnType<typeof planOf>>, userId: number) =>
			refusal(applyList(env, db, { plan, filename: "繳費.xlsx", by: byUser(userId, null, AT) }));
		expect(await apply(await planOf(cashier), child.userId)).toBe("payment.own");
		expect(await apply(await planOf(guardian.userId), guardian.userId)).toBe("nothing");
		expect(
			await rows("SELECT member_id FROM dues_items WHERE status = 'paid' AND member_id IN (?, ?, ?)", ...ids),
		).toEqual([{ member_id: other.memberId }]);
	});

	test("nor waives, corrects or cancels their own dues, nor voids or replaces their own receipt", async () => {
		const { guardian, child } = await family();
		const paid = await submit(payment([dues(child)]), child);
		await verify(paid, cashier);
		const open = await item({ memberId: child.memberId, year: 2027 });
		const waived = await item({ memberId: child.memberId, year: 2028, status: "waived" });
		const [receipt] = await receiptsOfPayment(paid);
		const ref = { id: receipt?.id ?? 0, version: receipt?.version ?? 0 };
		const voiding = (userId: number, users = [userId]) =>
			refusal(
				voidReceipt(db, { ref, reason: "抬頭", replacement: "none", payerTitle: "", users, by: by({ id: userId }) }),
			);
		for (const userId of [child.userId, guardian.userId]) {
			const who = by({ id: userId });
			const of = async (id: number) => ({ ref: await duesRef(id), reason: "理由", by: who });
			expect([
				await refusal(waiveDues(db, { refs: [await duesRef(open)], reason: "理由", by: who })),
				await refusal(correctDues(db, { ...(await of(open)), base: 1, percent: 0 })),
				await refusal(correctDues(db, { ...(await of(child.itemId)), base: 1, percent: 0 })),
				await refusal(cancelDues(db, await of(open))),
				await refusal(unwaiveDues(db, await of(waived))),
				await voiding(userId),
			]).toEqual(["dues.own", "dues.own", "dues.own", "dues.own", "dues.own", "receipt.own"]);
		}
		expect([await voiding(second, [second, guardian.userId]), await voiding(second)]).toEqual([
			"receipt.own",
			"nothing",
		]);
		const again = (userId: number) =>
			refusal(
				replaceReceipt(db, {
					ref: { ...ref, version: ref.version + 1 },
					payerTitle: receipt?.payer_title ?? "",
					by: by({ id: userId }),
				}),
			);
		expect([await again(child.userId), await again(second)]).toEqual(["receipt.own", "nothing"]);
	});

	test("nor reverses what they verified, or what was verified in their place", async () => {
		const owed = await owing();
		const id = await submit(payment([dues(owed)]), owed);
		const deputy = (await person({ roles: [] })).id;
		await verifyPayment(db, {
			ref: await refOf(id),
			reviewer: { userId: deputy, standsFor: [cashier] },
			by: by({ id: deputy }),
		});
		const reverse = async (userId: number, standsFor: readonly (number | null)[] = [null]) =>
			refusal(
				reversePayment(db, {
					ref: await refOf(id),
					reason: "鍵錯",
					reviewer: { userId, standsFor },
					by: by({ id: userId }),
				}),
			);
		expect([
			await reverse(deputy),
			await reverse(cashier),
			await reverse(second, [cashier]),
			await reverse(owed.userId),
		]).toEqual(["payment.second_person", "payment.second_person", "payment.second_person", "payment.own"]);
		expect(await reverse(second)).toBe("nothing");
	});
});

describe("while a payment waits", () => {
	test("its dues are not waived, corrected or cancelled; a death leaves them, and it is verified", async () => {
		const owed = await owing();
		const id = await submit(payment([dues(owed)]), owed);
		const of = async () => ({ ref: await duesRef(owed.itemId), reason: "理由", by: by({ id: second }) });
		expect([
			await refusal(waiveDues(db, { refs: [await duesRef(owed.itemId)], reason: "理由", by: by({ id: second }) })),
			await refusal(correctDues(db, { ...(await of()), base: 1, percent: 0 })),
			await refusal(cancelDues(db, await of())),
		]).toEqual(["dues.claimed", "dues.claimed", "dues.claimed"]);
		const move = { step: "decease" as const };
		await stepMember(env, db, { ref: await storedNow(owed.memberId), move, by: staff() });
		expect(await refusal(verify(id, cashier))).toBe("nothing");
		const mails =
			"SELECT count(*) AS n FROM mail_messages WHERE template LIKE 'payment_%' AND data ->> '$.paymentId' = ?";
		expect(await rows(mails, id)).toEqual([{ n: 0 }]);
		expect(await broken()).toEqual([]);
	});

	test("its member is merged away: the money, the receipt and the dues are the one's who stays", async () => {
		const owed = await owing();
		const kept = await member({ name: "留下", status: "active" });
		const id = await submit(payment([dues(owed)]), owed);
		const before = await refOf(id);
		await merge(kept.id, owed.memberId);
		const ref = await refOf(id);
		expect(["nothing", "payment.moved"]).toContain(await refusal(verify(id, cashier, { ref: before })));
		if ((await paymentNow(id)).status === "submitted") await verify(id, cashier, { ref });
		expect(await rows("SELECT member_id, status FROM dues_items WHERE id = ?", owed.itemId)).toEqual([
			{ member_id: kept.id, status: "paid" },
		]);
		expect((await receiptsOfPayment(id)).map(({ member_id }) => member_id)).toEqual([kept.id]);
		expect(
			await refusal(
				reversePayment(db, { ref: await refOf(id), reason: "鍵錯", reviewer: alone(second), by: by({ id: second }) }),
			),
		).toBe("nothing");
		expect(await broken()).toEqual([]);
	});

	test("of two for the same due verified at once, one is; the other is not owed", async () => {
		const owed = await owing();
		const [a, b] = [await submit(payment([dues(owed)]), owed), await submit(payment([dues(owed)]), owed)];
		expect((await Promise.all([refusal(verify(a, cashier)), refusal(verify(b, second))])).sort()).toEqual([
			"nothing",
			"payment.not_owed",
		]);
		expect(await broken()).toEqual([]);
	});
});
