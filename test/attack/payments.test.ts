import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { storedDues } from "#db/money/dues-actions.ts";
import { readRows } from "#db/read.ts";
import { correctDues } from "#domain/money/dues/actions.ts";
import { readRow } from "#domain/money/payment-lists/rows.ts";
import { itemValue, OwnPaymentForm } from "#domain/money/payments/own-form.ts";
import { applyCredit, payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { receiptsOfPayment } from "../support/issued.ts";
import { refusal } from "../support/office.ts";
import { db, dues, item, owing, payment, paymentNow, refOf, submit, verify, voucherOf } from "../support/payments.ts";
import { ask, signIn } from "../support/people.ts";
import { AT, by, person, rows } from "../support/users.ts";

const { admin } = paths;
const reviewer = (userId: number) => ({ userId, standsFor: [null] });
let cashier: number;
let second: number;
beforeEach(async () => {
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
	second = (await person({ name: "何會計", roles: ["accountant"] })).id;
});
const broken = () => brokenInvariants(env.DB);
const itemNow = async (id: number) =>
	(await rows("SELECT status, amount, paid_amount, credited_amount, version FROM dues_items WHERE id = ?", id))[0];
const duesRef = async (id: number) => {
	const [[row]] = await readRows(env.DB, storedDues(id));
	return { id, version: row?.version ?? 0 };
};
const reverse = async (id: number, userId = second, ref = refOf(id)) =>
	reversePayment(db, { ref: await ref, reason: "鍵錯", reviewer: reviewer(userId), by: by({ id: userId }) });
const correct = async (id: number, base: number, at = AT) =>
	correctDues(db, { ref: await duesRef(id), base, percent: 0, reason: "更正", by: by({ id: second }, at) });
const spend = (memberId: number, itemId: number, key: string = crypto.randomUUID()) =>
	applyCredit(db, { memberId, duesItemIds: [itemId], key, reviewer: reviewer(cashier), by: by({ id: cashier }) });
const wins = (all: unknown[]): number => all.filter((one) => one === "nothing").length;

/** A verified payment of 1,000 for 2026, and what is paid too much. */
async function paidWith(over = 0) {
	const owed = await owing();
	const id = await submit(payment([dues(owed)]), owed);
	await verify(id, cashier, over > 0 ? { received: 1_000 + over } : {});
	return { ...owed, id };
}

/** What staff send of cash for a due. */
const recorded = ({ memberId, itemId }: { memberId: number; itemId: number }) => ({
	member: String(memberId),
	items: itemValue(itemId, 1_000),
	method: "cash",
	paid_on: dateInTaipei(Date.now() - 86_400_000),
	payer_title: "王小明",
});

describe("amounts", () => {
	/** What is typed, and what it is read as; null: refused. */
	const TYPED: readonly [string, number | null][] = [
		["1,000", 1_000],
		["１，０００", 1_000],
		["NT$ 1,000 元", 1_000],
		["0", null],
		["-1000", null],
		["−1000", null],
		["1000.5", null],
		["1000.00", null],
		["1,00", null],
		["10,00", null],
		["1e3", null],
		["0x3e8", null],
		["999999999999", null],
		["100000001", null],
		["٣", null],
		["１０００．５", null],
	];
	test("typed in the queue", async () => {
		const as = await signIn({ roles: ["cashier"] });
		for (const [typed, amount] of TYPED) {
			const owed = await owing();
			const id = await submit(payment([dues(owed)]), owed);
			const form = { version: "1", received: typed, line: "", payer_title: "王小明", receipt_split: "one" };
			const { status } = await ask(admin.payments.verification(id), { as, form });
			const now = await paymentNow(id);
			const wanted = amount === null ? [422, "submitted", 1_000] : [303, "verified", amount];
			expect([typed, status, now.status, now.amount]).toEqual([typed, ...wanted]);
		}
		expect(await broken()).toEqual([]);
	});
	test.each(["amount", "donation", "fee"])("typed by staff as %s", async (field) => {
		const as = await signIn({ roles: ["secretary"] });
		const isTaken = ([typed, amount]: (typeof TYPED)[number]) =>
			amount !== null || (typed === "0" && field !== "amount");
		for (const one of TYPED) {
			const [typed] = one;
			const owed = await owing();
			const form: Record<string, string> = {
				...recorded(owed),
				...(field === "fee" ? { method: "postal", amount: "2,000" } : {}),
				[field]: typed,
			};
			const { status } = await ask(admin.payments.create(), { as, form });
			const made = await rows("SELECT id FROM payments WHERE payer_member_id = ?", owed.memberId);
			expect([typed, status, made.length]).toEqual([typed, ...(isTaken(one) ? [303, 1] : [422, 0])]);
		}
	});
	test("typed as one of many, and as a member's donation", () => {
		const row = (money: string) => readRow({ no: "M1", year: "115", money, day: "115/3/1", tail: "" }, "2026-03-05");
		const sent = { items: ["1.1000"], method: "cash", paid_on: "115/3/1", payer_title: "王小明" };
		for (const [typed, amount] of TYPED) {
			const read = row(typed);
			expect([typed, "row" in read ? read.row.amount : null]).toEqual([typed, amount]);
			const own = OwnPaymentForm.safeParse({ ...sent, donation: typed });
			expect([typed, own.data?.donation ?? null]).toEqual([typed, typed === "0" ? 0 : amount]);
		}
	});
	test("typed as the base of a correction", async () => {
		const as = await signIn({ roles: ["secretary"] });
		for (const [typed, amount] of TYPED) {
			const owed = await owing({ base: 3_000 });
			const form = { version: "1", base: typed, percent: "0", reason: "更正" };
			const { status } = await ask(admin.dues.correction(owed.itemId), { as, form });
			const now = (await itemNow(owed.itemId))?.amount;
			const isTaken = amount !== null && !typed.startsWith("NT$");
			const wanted = typed === "0" ? [303, 0] : isTaken ? [303, amount] : [422, 3_000];
			expect([typed, status, now]).toEqual([typed, ...wanted]);
		}
	});
});

describe("a payment that says it corrects another", () => {
	test("is refused where that is none, is not reversed, or is corrected already", async () => {
		const as = await signIn({ roles: ["secretary"] });
		const [before, other] = [await paidWith(), await owing()];
		const send = async (owed: { memberId: number; itemId: number }, corrects: number) =>
			(await ask(admin.payments.create(), { as, form: { ...recorded(owed), corrects: String(corrects) } })).status;
		expect([await send(other, 999_999_999), await send(other, before.id)]).toEqual([422, 422]);
		await reverse(before.id);
		expect([await send(before, before.id), await send(other, before.id)]).toEqual([303, 422]);
	});
});

describe("the books", () => {
	test("hold when a fee of a later year that was paid is corrected, before and after the year has come, and its credit is used", async () => {
		const owed = await owing({ year: 2027 });
		const id = await submit(payment([dues(owed)]), owed);
		await verify(id, cashier);
		expect((await voucherOf(id))[0]?.lines).toEqual(["1130 Dr 1000", "2120 Cr 1000"]);
		await correct(owed.itemId, 600);
		expect(await itemNow(owed.itemId)).toMatchObject({ paid_amount: 600, credited_amount: 400 });
		expect(await broken()).toEqual([]);
		await spend(owed.memberId, await item({ memberId: owed.memberId }));
		expect(await broken()).toEqual([]);
		const late = await owing({ year: 2027 });
		await verify(await submit(payment([dues(late)]), late), cashier);
		await correct(late.itemId, 600, Date.UTC(2027, 1, 1));
		expect(await broken()).toEqual([]);
	});

	test("hold, and numbers run on, when thirty are verified at once with voids, reversals and corrections between", async () => {
		const early = await Promise.all(Array.from({ length: 6 }, () => paidWith(500)));
		const waiting = await Promise.all(
			Array.from({ length: 30 }, async (_, nth) => {
				const owed = await owing({ year: nth % 3 === 0 ? 2027 : 2026 });
				return submit(payment([dues(owed), { kind: "donation", memberId: owed.memberId, amount: 100 }]), owed);
			}),
		);
		const voids = early.slice(0, 3).map(async ({ id }) => {
			const [receipt] = await receiptsOfPayment(id);
			const of = { reason: "抬頭", replacement: "title" as const, payerTitle: "王小明", by: by({ id: second }) };
			return voidReceipt(db, { ref: receipt ?? { id: 0, version: 0 }, ...of });
		});
		const between = [...voids, ...early.slice(2, 5).map(({ id }) => reverse(id)), correct(early[5]?.itemId ?? 0, 700)];
		const all = await Promise.all([...waiting.map((id) => refusal(verify(id, cashier))), ...between.map(refusal)]);
		expect(all.filter((one) => one !== "nothing" && one !== "receipt.wrong_state" && one !== "receipt.stale")).toEqual(
			[],
		);
		expect(all.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => "nothing"));
		expect(await broken()).toEqual([]);
		for (const table of ["receipts", "vouchers WHERE state = 'posted'"]) {
			const key = table === "receipts" ? "series, roc_year" : "kind, roc_year";
			const gaps = await rows(
				`SELECT ${key} FROM ${table} GROUP BY ${key} HAVING count(*) <> max(seq) - min(seq) + 1 OR min(seq) <> 1`,
			);
			expect([table, gaps]).toEqual([table, []]);
		}
		const counting = `SELECT p.id FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id AND r.status = 'issued'
			GROUP BY p.id HAVING coalesce(sum(r.amount), 0) <> iif(p.status = 'verified' AND p.method <> 'credit', p.amount, 0)`;
		expect(await rows(counting)).toEqual([]);
	});
});

describe("credit", () => {
	test("pays what its own member owes, and nothing of somebody else, nor what is no item", async () => {
		const [one, other] = [await paidWith(500), await owing()];
		for (const item of [other.itemId, 999_999])
			expect(await refusal(spend(one.memberId, item))).toBe("payment.not_owed");
		expect(await itemNow(other.itemId)).toMatchObject({ paid_amount: 0 });
	});

	test("is spent once, by two at once, and by one form sent twice", async () => {
		const { memberId } = await paidWith(1_000);
		const [a, b] = [await item({ memberId, year: 2027 }), await item({ memberId, year: 2028 })];
		expect(wins(await Promise.all([refusal(spend(memberId, a)), refusal(spend(memberId, b))]))).toBe(1);
		expect(await refusal(spend(memberId, a))).not.toBe("nothing");
		const other = await paidWith(1_000);
		const due = await item({ memberId: other.memberId, year: 2027 });
		const twice = await Promise.all([spend(other.memberId, due, "one form"), spend(other.memberId, due, "one form")]);
		expect(twice[0]).toBe(twice[1]);
		expect(await broken()).toEqual([]);
	});
	test("that was spent is not reversed away; and a reversal happens once", async () => {
		const { memberId, id } = await paidWith(1_000);
		await spend(memberId, await item({ memberId, year: 2027 }));
		expect(await refusal(reverse(id))).toBe("payment.credit_used");
		const other = await paidWith();
		const ref = refOf(other.id);
		expect(
			wins(await Promise.all([refusal(reverse(other.id, second, ref)), refusal(reverse(other.id, second, ref))])),
		).toBe(1);
		expect(await refusal(reverse(other.id))).toBe("payment.wrong_state");
		expect(await broken()).toEqual([]);
	});
	test("of a stranger pays nobody else's dues", async () => {
		const as = await signIn({ roles: ["cashier"] });
		const { memberId } = await paidWith(1_000);
		const stranger = await owing();
		const { status } = await ask(admin.dues.credit(memberId), { as, form: { items: String(stranger.itemId) } });
		expect([status, await itemNow(stranger.itemId)]).toMatchObject([422, { status: "open", paid_amount: 0 }]);
	});
});

describe("parts that were tampered with", () => {
	const tampered = async (
		of: (own: Awaited<ReturnType<typeof owing>>, other: typeof own) => Parameters<typeof payment>[0],
	) => {
		const [own, other] = [await owing(), await owing()];
		const id = await submit(payment([dues(own)]), own);
		const allocations = of(own, other);
		const verified = await refusal(
			verifyPayment(db, { ref: await refOf(id), allocations, reviewer: reviewer(cashier), by: by({ id: cashier }) }),
		);
		return [await refusal(submit(payment(allocations), own)), verified, (await paymentNow(id)).status];
	};
	test("another member's item, under either name; one twice; less than nothing; too much; nothing", async () => {
		expect(await tampered((_, other) => [dues(other)])).toEqual(["payment.not_yours", "nothing", "verified"]);
		expect(await tampered((own, other) => [{ ...dues(other), memberId: own.memberId }])).toEqual([
			"payment.not_owed",
			"payment.not_owed",
			"submitted",
		]);
		for (const twice of [await tampered((own) => [dues(own, 500), dues(own, 500)])]) {
			expect(twice[0]).not.toBe("nothing");
			expect(twice.slice(1)[1]).toBe("submitted");
		}
		const below = (own: { memberId: number; itemId: number }) => [
			dues(own),
			{ kind: "donation" as const, memberId: own.memberId, amount: -100 },
			{ kind: "credit" as const, memberId: own.memberId, amount: 100 },
		];
		expect((await tampered(below))[0]).toBe("payment.amount_refused");
		expect((await tampered(below))[2]).toBe("submitted");
		expect((await tampered((own) => [dues(own, 1_001)]))[0]).toBe("payment.not_owed");
		expect((await tampered(() => []))[0]).toBe("payment.amount_refused");
		expect(await broken()).toEqual([]);
	});
});

describe("a bank line", () => {
	test("is used once, by two payments at once, straight to dues, and by one that waits", async () => {
		const accountId = await bankAccount();
		const id = await bankLine({ accountId, day: "2026-09-09" });
		const [a, b] = [await owing(), await owing()];
		const pay = (owed: typeof a) =>
			payFromLine(db, {
				line: { id, version: 1 },
				input: payment([dues(owed)], { payerTitle: owed.name }),
				reviewer: reviewer(cashier),
				key: crypto.randomUUID(),
				by: by({ id: cashier }),
			});
		expect((await Promise.all([refusal(pay(a)), refusal(pay(b))])).sort()).toEqual(["bank.line_used", "nothing"]);
		expect(
			(await rows("SELECT count(*) AS n FROM payments WHERE payer_member_id IN (?, ?)", a.memberId, b.memberId))[0],
		).toEqual({ n: 1 });
		const as = await signIn({ roles: ["cashier"] });
		const waiting = await owing();
		const sent = await submit(payment([dues(waiting)]), waiting);
		const form = { version: "1", received: "1000", line: `${id}.2`, payer_title: "王", receipt_split: "one" };
		expect([
			(await ask(admin.payments.verification(sent), { as, form })).status,
			(await paymentNow(sent)).status,
		]).toEqual([422, "submitted"]);
		expect(await broken()).toEqual([]);
	});
});
