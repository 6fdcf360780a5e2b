import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { duesRow } from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { assessDues, cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment, reversePayment } from "#domain/money/payments/verification-actions.ts";
import { approveCertificate } from "#domain/people/certificates/actions.ts";
import { stepMember, stepMembers } from "#domain/people/members/actions.ts";
import { byUser } from "#kernel/by.ts";
import { insert } from "../../../support/content.ts";
import { approvalOf, db, duesOf, itemsOf, memberOf, paid, shortOf, submitted } from "../../../support/dues.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, person, rows } from "../../../support/users.ts";

let secretary: number;
let by: ReturnType<typeof byUser>;
beforeEach(async () => {
	secretary = (await person({ name: "林書瑜", roles: ["secretary"] })).id;
	by = byUser(secretary, null, AT);
	await env.DB.prepare("DELETE FROM settings").run();
});

const setting = (name: string, value: number) =>
	insert("settings", { key: `fees.${name}`, value: String(value), updated_at: 1 });
const all = { year: 2026, kinds: ["entrance", "annual"] as const, memberIds: null };
const ref = async (id: number) => {
	const [row] = await rows<{ id: number; version: number }>("SELECT id, version FROM dues_items WHERE id = ?1", id);
	if (!row) throw new Error(`no item ${id}`);
	return row;
};
const statusOf = async (id: number) =>
	(await rows<{ status: string }>("SELECT status FROM members WHERE id = ?1", id))[0]?.status;
const creditOf = async (id: number) =>
	(await rows<{ credit: number }>("SELECT credit FROM member_credits WHERE member_id = ?1", id))[0]?.credit ?? 0;
const events = (id: number) =>
	rows<{ kind: string; from_amount: number | null; to_amount: number | null; reason: string | null }>(
		"SELECT kind, from_amount, to_amount, reason FROM dues_events WHERE dues_item_id = ?1 ORDER BY id",
		id,
	);
const reviewer = (userId: number) => ({ userId, standsFor: [null] });
const cashier = async () => (await person({ name: "許雅雯", roles: ["cashier"] })).id;

describe("an assessment", () => {
	test("makes what is missing, and a second time nothing", async () => {
		const [old, fresh, exempt, gone] = [
			await memberOf(),
			await memberOf({ joined_on: "2026-02-02" }),
			await memberOf({ membership_type: "lifetime" }),
			await memberOf({ status: "resigned" }),
		];
		await duesOf(old, { status: "cancelled", reason: "重複" });
		expect(await assessDues(db, { ...all, by })).toBe(3);
		expect(await shortOf(old)).toEqual([
			["annual", 2026, 1000, "cancelled"],
			["annual", 2026, 1000, "open"],
		]);
		expect(await shortOf(fresh)).toEqual([
			["entrance", 2026, 1000, "open"],
			["annual", 2026, 1000, "open"],
		]);
		expect([await shortOf(exempt), await shortOf(gone)]).toEqual([[], []]);
		const before = await rows("SELECT * FROM dues_items ORDER BY id");
		expect(await assessDues(db, { ...all, by: { ...by, at: AT + 1 } })).toBe(0);
		expect(await rows("SELECT * FROM dues_items ORDER BY id")).toEqual(before);
		expect(
			await rows(
				"SELECT json(changes) AS changes FROM audit_log WHERE action = 'dues.assess' AND user_id = ?1",
				secretary,
			),
		).toEqual([{ changes: JSON.stringify({ year: 2026, kinds: ["entrance", "annual"], members: 2, items: 3 }) }]);
	});
	test("is for some, and for one kind, and leaves what was assessed when the fee changes", async () => {
		const [one, other] = [await memberOf({ joined_on: "2026-02-02" }), await memberOf()];
		expect(await assessDues(db, { year: 2026, kinds: ["annual"], memberIds: [one], by })).toBe(1);
		await setting("annual_fee", 1500);
		expect(await assessDues(db, { year: 2026, kinds: ["annual"], memberIds: [one, other], by })).toBe(1);
		expect([await shortOf(one), await shortOf(other)]).toEqual([
			[["annual", 2026, 1000, "open"]],
			[["annual", 2026, 1500, "open"]],
		]);
	});
	test("twice at once makes one", async () => {
		const one = await memberOf();
		const ask = { ...all, memberIds: [one], by };
		const made = await Promise.all([assessDues(db, ask), assessDues(db, ask), assessDues(db, ask)]);
		expect([made.toSorted(), (await itemsOf(one)).length]).toEqual([[0, 0, 1], 1]);
	});
	test("takes the discount on the last day of a certificate, and waives what comes to nothing", async () => {
		const [today, over] = [await memberOf(), await memberOf()];
		await approvalOf(today, "2026-03-05");
		await approvalOf(over, "2026-03-04");
		await setting("disability_discount_percent", 33);
		await assessDues(db, { ...all, memberIds: [today, over], by });
		expect([(await itemsOf(today))[0]?.amount, (await itemsOf(over))[0]?.amount]).toEqual([670, 1000]);
		await env.DB.prepare("UPDATE settings SET value = '100'").run();
		const whole = await memberOf();
		await approvalOf(whole, "2026-03-05");
		await assessDues(db, { ...all, memberIds: [whole], by });
		expect((await itemsOf(whole))[0]).toMatchObject({ amount: 0, status: "waived", reason: "減免後為 0 元" });
	});

	test("of a later year goes by the certificate on the first day of that year", async () => {
		const [until, over] = [await memberOf(), await memberOf()];
		await approvalOf(until, "2027-01-01");
		await approvalOf(over, "2026-12-31");
		await assessDues(db, { ...all, year: 2027, memberIds: [until, over], by });
		expect([(await itemsOf(until))[0]?.amount, (await itemsOf(over))[0]?.amount]).toEqual([500, 1000]);
	});
});

describe("an approval", () => {
	const applicant = (more = {}) => memberOf({ status: "applied", joined_on: null, member_no: null, ...more });
	const approve = (ids: number[], on = "2026-03-01", at = AT) =>
		stepMembers(env, db, {
			refs: ids.map((id) => ({ id, version: 1 })),
			move: { step: "approve", resolution_no: "第 3 屆第 2 次", resolution_on: on },
			by: byUser(secretary, null, at),
		});
	test("assesses both fees, in its batch; nothing for exempt types", async () => {
		const [one, exempt] = [await applicant(), await applicant({ membership_type: "honorary_academic" })];
		await approve([one, exempt]);
		expect(await shortOf(one)).toEqual([
			["entrance", 2026, 1000, "open"],
			["annual", 2026, 1000, "open"],
		]);
		expect([await shortOf(exempt), await statusOf(one)]).toEqual([[], "awaiting_payment"]);
	});
	test("from November on assesses the next year's annual fee", async () => {
		const one = await applicant();
		await approve([one], "2026-12-31", Date.parse("2026-12-31T23:59:00+08:00"));
		expect(await shortOf(one)).toEqual([
			["entrance", 2026, 1000, "open"],
			["annual", 2027, 1000, "open"],
		]);
		expect(await assessDues(db, { ...all, memberIds: [one], by })).toBe(0);
	});
	test("asks nobody for a second entrance fee", async () => {
		const one = await applicant({ status: "applied", joined_on: "2010-01-01" });
		await duesOf(one, { kind: "entrance", dues_year: 2010, status: "paid", base_amount: 0, amount: 0 });
		await approve([one]);
		expect(await shortOf(one)).toEqual([
			["entrance", 2010, 0, "paid"],
			["annual", 2026, 1000, "open"],
		]);
	});
	test("makes a member at once of who owes nothing by the discount", async () => {
		await setting("disability_discount_percent", 100);
		const one = await applicant();
		await approvalOf(one);
		await approve([one]);
		expect([await statusOf(one), await shortOf(one)]).toEqual([
			"active",
			[
				["entrance", 2026, 0, "waived"],
				["annual", 2026, 0, "waived"],
			],
		]);
	});
	test("taken back, and a death, cancel what is open and no payment waits for", async () => {
		const one = await memberOf();
		const [open, claimed, part] = [
			await duesOf(one),
			await duesOf(one, { dues_year: 2025 }),
			await duesOf(one, { dues_year: 2024 }),
		];
		await paid({ memberId: one, itemId: part, amount: 400 });
		await submitted({ memberId: one, itemId: claimed, amount: 1000 });
		await stepMember(env, db, { ref: { id: one, version: 1 }, move: { step: "decease" }, by });
		expect((await itemsOf(one)).map(({ status }) => status)).toEqual(["cancelled", "open", "partially_paid"]);
		expect((await events(open))[0]).toMatchObject({ kind: "cancelled", reason: "會員已故" });
		expect(await events(part)).toEqual([]);
	});
});

describe("an approved certificate", () => {
	const approve = async (memberId: number, until = "2026-12-31") => {
		await insert("disability_certificates", { member_id: memberId, status: "pending", created_at: 2, updated_at: 2 });
		const [row] = await rows<{ id: number }>("SELECT max(id) AS id FROM disability_certificates");
		const who = await cashier();
		await approveCertificate(db, {
			ref: { id: row?.id ?? 0, version: 1 },
			until,
			reviewer: reviewer(who),
			by: byUser(who, null, AT),
		});
	};
	test("lowers what is open of this and later years, and keeps the old amount", async () => {
		const one = await memberOf();
		const [past, now, next, claimed] = [
			await duesOf(one, { dues_year: 2025 }),
			await duesOf(one),
			await duesOf(one, { dues_year: 2027 }),
			await duesOf(one, { kind: "entrance" }),
		];
		await submitted({ memberId: one, itemId: claimed, amount: 1000 });
		await approve(one);
		// It ends with the year: on the first day of the next it does not count any more.
		expect((await itemsOf(one)).map(({ amount }) => amount)).toEqual([1000, 500, 1000, 1000]);
		expect(await events(now)).toEqual([
			{ kind: "reassessed", from_amount: 1000, to_amount: 500, reason: "核准身心障礙證明" },
		]);
		const would = async (id: number, today: string) =>
			(await readRows(env.DB, duesRow(id, { userId: 0, today })))[0][0]?.would_be;
		expect(await Promise.all([past, now, next, claimed].map((id) => would(id, "2026-03-05")))).toEqual([
			null,
			null,
			null,
			500,
		]);
		expect(await would(claimed, "2027-01-01")).toBeNull();
	});
	test("that lasts into the next year lowers that, too", async () => {
		const one = await memberOf();
		await duesOf(one, { dues_year: 2027 });
		await duesOf(one, { dues_year: 2028 });
		await approve(one, "2027-06-30");
		expect((await itemsOf(one)).map(({ amount }) => amount)).toEqual([500, 1000]);
	});
	test("never raises an amount", async () => {
		const one = await memberOf();
		await duesOf(one, { discount_percent: 80, amount: 200 });
		await approve(one);
		expect((await itemsOf(one))[0]?.amount).toBe(200);
	});
});

describe("a waiver", () => {
	test("with its reason, for several; taken back it is owed again", async () => {
		const waiting = await memberOf({ status: "awaiting_payment" });
		const [one, other] = [await duesOf(waiting), await duesOf(waiting, { kind: "entrance" })];
		await waiveDues(db, { refs: [await ref(one), await ref(other)], reason: "清寒", by });
		expect([await shortOf(waiting), await statusOf(waiting)]).toEqual([
			[
				["annual", 2026, 1000, "waived"],
				["entrance", 2026, 1000, "waived"],
			],
			"active",
		]);
		await unwaiveDues(db, { ref: await ref(one), reason: "弄錯", by });
		expect((await itemsOf(waiting))[0]).toMatchObject({ status: "open", reason: null });
		expect((await events(one)).map(({ kind, reason }) => [kind, reason])).toEqual([
			["waived", "清寒"],
			["unwaived", "弄錯"],
		]);
		expect(
			await rows(
				"SELECT action FROM audit_log WHERE auditable_type = 'dues' AND auditable_id = ?1 ORDER BY id",
				String(one),
			),
		).toEqual([{ action: "dues.waive" }, { action: "dues.unwaive" }]);
	});
	test("keeps what was paid in part", async () => {
		const one = await memberOf();
		const item = await duesOf(one);
		await paid({ memberId: one, itemId: item, amount: 300 });
		await waiveDues(db, { refs: [await ref(item)], reason: "清寒", by });
		expect((await itemsOf(one))[0]).toMatchObject({ status: "waived", paid_amount: 300 });
		await unwaiveDues(db, { ref: await ref(item), reason: "弄錯", by });
		expect((await itemsOf(one))[0]).toMatchObject({ status: "partially_paid", paid_amount: 300 });
	});
	test("is refused of one's own, of what a payment waits for, and of what changed: all or none", async () => {
		const [mine, other] = [await memberOf({ user_id: secretary }), await memberOf()];
		const [own, claimed, free] = [await duesOf(mine), await duesOf(other), await duesOf(other, { dues_year: 2027 })];
		await submitted({ memberId: other, itemId: claimed, amount: 1000 });
		const waive = async (...ids: number[]) =>
			waiveDues(db, { refs: await Promise.all(ids.map(ref)), reason: "x", by }).catch(codeOf);
		expect(await waive(own, free)).toBe("dues.own");
		expect(await waive(claimed, free)).toBe("dues.claimed");
		const stale = { id: free, version: 9 };
		expect(await waiveDues(db, { refs: [stale], reason: "x", by }).catch(codeOf)).toBe("dues.stale");
		expect((await itemsOf(other)).map(({ status }) => status)).toEqual(["open", "open"]);
		expect(await unwaiveDues(db, { ref: await ref(free), reason: "x", by }).catch(codeOf)).toBe("dues.wrong_state");
	});
});

test("a cancelled item is history; the next assessment makes it anew", async () => {
	const one = await memberOf();
	const item = await duesOf(one);
	await cancelDues(db, { ref: await ref(item), reason: "年度選錯", by });
	expect((await itemsOf(one))[0]).toMatchObject({ status: "cancelled", reason: "年度選錯" });
	expect(await assessDues(db, { ...all, memberIds: [one], by })).toBe(1);
});

describe("a correction", () => {
	const lines = () =>
		rows<{ code: string; debit: number; credit: number }>(
			`SELECT a.code, sum(l.debit) AS debit, sum(l.credit) AS credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
			JOIN vouchers v ON v.id = l.voucher_id WHERE v.state = 'posted' AND l.member_id = ?1 GROUP BY a.code ORDER BY a.code`,
			member,
		);
	let member: number;
	let item: number;
	beforeEach(async () => {
		member = await memberOf();
		item = await duesOf(member);
	});
	const correct = async (base: number, percent = 0) =>
		correctDues(db, { ref: await ref(item), base, percent, reason: "證明較晚核准", by });

	test("of an unpaid item changes the amount", async () => {
		await correct(1000, 50);
		expect((await itemsOf(member))[0]).toMatchObject({ amount: 500, status: "open" });
		expect(await events(item)).toEqual([
			{ kind: "corrected", from_amount: 1000, to_amount: 500, reason: "證明較晚核准" },
		]);
	});
	test("of a paid one makes credit, in the books too; raised again it is taken back", async () => {
		const payment = await paid({ memberId: member, itemId: item, amount: 1000 });
		await correct(1000, 50);
		expect((await itemsOf(member))[0]).toMatchObject({
			amount: 500,
			paid_amount: 500,
			credited_amount: 500,
			status: "paid",
		});
		expect(await creditOf(member)).toBe(500);
		expect(await lines()).toEqual([
			{ code: "2120", debit: 0, credit: 500 },
			{ code: "4120", debit: 500, credit: 1000 },
		]);
		const second = await cashier();
		const reverse = async (version: number) =>
			reversePayment(db, {
				ref: { id: payment, version },
				reason: "沒有入帳",
				reviewer: reviewer(second),
				by: byUser(second, null, AT),
			});
		expect(await reverse(2).catch(codeOf)).toBe("dues.corrected");
		await correct(1000, 80);
		expect(await creditOf(member)).toBe(800);
		await correct(1000, 0);
		expect([await creditOf(member), await lines()]).toEqual([
			0,
			[
				{ code: "2120", debit: 1300, credit: 1300 },
				{ code: "4120", debit: 1300, credit: 2300 },
			],
		]);
		await reverse(2);
		expect((await itemsOf(member))[0]).toMatchObject({ amount: 1000, paid_amount: 0, status: "open" });
	});
	test("cannot take back credit that was spent", async () => {
		await paid({ memberId: member, itemId: item, amount: 1000 });
		await correct(500);
		const next = await duesOf(member, { dues_year: 2027, base_amount: 500, amount: 500 });
		await applyCredit(db, {
			memberId: member,
			duesItemIds: [next],
			key: crypto.randomUUID(),
			reviewer: reviewer(await cashier()),
			by: byUser(await cashier(), null, AT),
		});
		expect(await creditOf(member)).toBe(0);
		expect(await correct(1000).catch(codeOf)).toBe("payment.credit_used");
	});
	test("raised, asks for the rest", async () => {
		await paid({ memberId: member, itemId: item, amount: 1000 });
		await correct(1200);
		expect((await itemsOf(member))[0]).toMatchObject({ amount: 1200, paid_amount: 1000, status: "partially_paid" });
	});
	test("waits until a payment for it is decided", async () => {
		const id = await submitted({ memberId: member, itemId: item, amount: 1000 });
		expect(await correct(500).catch(codeOf)).toBe("dues.claimed");
		const who = await cashier();
		await rejectPayment(db, {
			ref: { id, version: 1 },
			reason: "金額不同",
			reviewer: reviewer(who),
			by: byUser(who, null, AT),
		});
		await correct(500);
		expect((await itemsOf(member))[0]).toMatchObject({ amount: 500, status: "open" });
	});
});
