import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { mergeMembers, viewMerge } from "#domain/people/member-merges/actions.ts";
import { insert } from "../../../support/content.ts";
import { member, storedNow } from "../../../support/members.ts";
import { insertDuesItem, submitRaw, verifyRaw } from "../../../support/money-fixtures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const db = open(env.DB);
let secretary: { id: number; version: number };
let cashier: { id: number };
let kept: Awaited<ReturnType<typeof member>>;
let other: Awaited<ReturnType<typeof member>>;
beforeAll(async () => {
	secretary = await person({ name: "秘書", roles: ["secretary"] });
	cashier = await person({ name: "出納", roles: ["cashier"] });
});
beforeEach(async () => {
	kept = await member({ name: "林美惠", status: "active" });
	other = await member({ name: "林美惠", status: "active" });
});

type Kind = "open" | "import" | "waived" | "claimed" | "partial" | "paid";
let nth = 0;

/** A payment of a due, waiting or verified, by plain SQL. */
async function pay(of: { memberId: number; duesItemId: number; amount: number; isVerified: boolean }): Promise<number> {
	const id = ++nth;
	await insert("payments", {
		id,
		source: "staff",
		method: "cash",
		paid_on: "2026-03-01",
		amount: of.amount,
		payer_member_id: of.memberId,
		payer_title: "林美惠",
		submitted_by: secretary.id,
		submitted_at: 1,
		created_at: 1,
		updated_at: 1,
	});
	await insert("payment_allocations", {
		payment_id: id,
		kind: "dues",
		dues_item_id: of.duesItemId,
		member_id: of.memberId,
		amount: of.amount,
	});
	await submitRaw(id, secretary.id);
	if (of.isVerified) await verifyRaw(id, cashier.id);
	return id;
}

async function due(memberId: number, what: Kind, { kind = "annual", year = 2026 } = {}): Promise<number> {
	const id = ++nth;
	await insertDuesItem({
		id,
		member_id: memberId,
		kind,
		dues_year: year,
		base_amount: what === "import" ? 0 : 1000,
		amount: what === "import" ? 0 : 1000,
		status: what === "import" ? "paid" : what === "waived" ? "waived" : "open",
		source: what === "import" ? "import" : "assessment",
		created_at: 1,
		updated_at: 1,
	});
	const amount = what === "partial" ? 400 : 1000;
	if (what === "claimed" || what === "partial" || what === "paid")
		await pay({ memberId, duesItemId: id, amount, isVerified: what !== "claimed" });
	return id;
}

const merge = () => mergeMembers(env, db, { kept, other, picks: {}, by: by(secretary) }).then(() => "done", codeOf);
const view = () => viewMerge(env, db, { of: { kept: kept.id, other: other.id }, userId: secretary.id });
const yearsOf = async ({ id }: { id: number }) =>
	(await rows("SELECT paid_year, owed_years FROM members WHERE id = ?", id))[0];
/** The items that stand, by their ids, and which were cancelled. */
async function standing() {
	const items = await rows<{ id: number; member_id: number; status: string }>(
		"SELECT id, member_id, status FROM dues_items WHERE member_id IN (?, ?) ORDER BY id",
		kept.id,
		other.id,
	);
	expect(items.map(({ member_id }) => member_id)).toEqual(items.map(() => kept.id));
	return items.flatMap(({ id, status }) => (status === "cancelled" ? [] : [id]));
}

describe("of a year that both have", () => {
	test.each<[Kind, Kind, "kept" | "other", string, number | null]>([
		["open", "open", "kept", "2026", null],
		["open", "paid", "other", "", 2026],
		["paid", "open", "kept", "", 2026],
		["claimed", "open", "kept", "2026", null],
		["open", "claimed", "other", "2026", null],
		["partial", "open", "kept", "2026", null],
		["import", "open", "kept", "", 2026],
		["open", "import", "other", "", 2026],
		["open", "waived", "other", "", 2026],
		["import", "import", "kept", "", 2026],
		["waived", "import", "kept", "", 2026],
		["paid", "import", "kept", "", 2026],
		["waived", "paid", "other", "", 2026],
	])("%s and %s: that of the %s stands", async (ours, theirs, stays, owed, paid) => {
		const ids = { kept: await due(kept.id, ours), other: await due(other.id, theirs) };
		expect((await view())?.facts).toMatchObject({ dues: 1, dues_twice: 1, dues_hinder: 0 });
		expect(await merge()).toBe("done");
		expect(await standing()).toEqual([ids[stays]]);
		expect(await yearsOf(kept)).toEqual({ owed_years: owed, paid_year: paid });
		expect(await yearsOf(other)).toEqual({ owed_years: "", paid_year: null });
		expect(
			await rows(
				"SELECT dues_item_id, kind, reason, user_id FROM dues_events WHERE dues_item_id IN (?, ?) AND kind = 'cancelled'",
				ids.kept,
				ids.other,
			),
		).toEqual([
			{
				dues_item_id: stays === "kept" ? ids.other : ids.kept,
				kind: "cancelled",
				reason: "與合併的另一筆會員資料重複。",
				user_id: secretary.id,
			},
		]);
	});

	test.each<[Kind, Kind]>([
		["paid", "paid"],
		["paid", "claimed"],
		["claimed", "partial"],
		["partial", "import"],
		["waived", "claimed"],
	])("%s and %s: refused, beforehand and at once", async (ours, theirs) => {
		await due(kept.id, ours);
		await due(other.id, theirs);
		expect((await view())?.hindrance).toBe("member.merge_dues");
		expect(await merge()).toBe("member.merge_dues");
		expect((await storedNow(other.id)).merged_into).toBeNull();
	});

	test("one payment that gives both credit", async () => {
		const id = await due(kept.id, "open");
		const payment = await pay({ memberId: kept.id, duesItemId: id, amount: 1000, isVerified: false });
		for (const { id: member_id } of [kept, other])
			await insert("payment_allocations", { payment_id: payment, kind: "credit", member_id, amount: 5 });
		expect(await merge()).toBe("member.merge_dues");
	});
});

test("the entrance fee is paid once, in whichever year; two that were paid both stand", async () => {
	const paid = await due(other.id, "paid", { kind: "entrance", year: 2020 });
	await due(kept.id, "open", { kind: "entrance", year: 2026 });
	expect(await merge()).toBe("done");
	expect(await standing()).toEqual([paid]);
	const third = await member({ name: "林美惠", status: "active" });
	const again = await due(third.id, "paid", { kind: "entrance", year: 2023 });
	kept = await storedNow(kept.id);
	other = await storedNow(third.id);
	expect(await merge()).toBe("done");
	expect(await standing()).toEqual([paid, again]);
});

test("payments, what they are for, receipts and notices go along; posted lines stay; nothing is lost", async () => {
	const [mine, theirs] = [await due(kept.id, "paid", { year: 2025 }), await due(other.id, "paid", { year: 2026 })];
	await due(other.id, "open", { year: 2027 });
	const [payment] = await rows<{ payment_id: number }>(
		"SELECT payment_id FROM payment_allocations WHERE dues_item_id = ?",
		theirs,
	);
	await insert("receipts", {
		series: "dues",
		mark: "會",
		roc_year: 115,
		seq: 1,
		number: "115-000001",
		payment_id: payment?.payment_id ?? 0,
		member_id: other.id,
		payer_title: "林美惠",
		amount: 1000,
		items: '[{"label":"常年會費","member_no":null,"amount":1000}]',
		method: "cash",
		paid_on: "2026-03-01",
		issued_on: "2026-03-02",
		created_at: 1,
	});
	await insert("vouchers", { id: 9001, date: "2026-03-01", description: "payment", created_at: 1, updated_at: 1 });
	await insert("voucher_lines", { voucher_id: 9001, line_no: 1, account_id: 1, debit: 1000, member_id: other.id });
	for (const [member_id, period_end] of [
		[kept.id, "2025-12-31"],
		[other.id, "2025-12-31"],
		[other.id, "2026-12-31"],
	] as const)
		await insert("dues_notices", { member_id, kind: "end", channel: "mail", period_end, at: 1 });
	expect((await view())?.facts).toMatchObject({ dues: 2, dues_twice: 0, payments: 1, receipts: 1 });
	const versions = (): Promise<{ version: number }[]> =>
		rows("SELECT version FROM payments WHERE payer_member_id IN (?, ?) ORDER BY id", kept.id, other.id);
	const seen = await versions();
	expect(await merge()).toBe("done");
	// Who saw the payment of the record that went, and verifies it only now, is refused.
	expect(await versions()).toEqual([seen[0], { version: (seen[1]?.version ?? 0) + 1 }]);
	const of = async (table: string, column = "member_id") =>
		(
			await rows<{ id: number }>(
				`SELECT ${column} AS id FROM ${table} WHERE ${column} IN (?, ?) ORDER BY 1`,
				kept.id,
				other.id,
			)
		).map(({ id }) => id);
	expect(await of("dues_items")).toEqual([kept.id, kept.id, kept.id]);
	expect(await of("payments", "payer_member_id")).toEqual([kept.id, kept.id]);
	expect(await of("payment_allocations")).toEqual([kept.id, kept.id]);
	expect(await of("receipts")).toEqual([kept.id]);
	expect(await of("voucher_lines")).toEqual([other.id]);
	// What both were told of one day was told once.
	expect(await of("dues_notices")).toEqual([kept.id, kept.id, other.id]);
	expect((await rows("SELECT id FROM dues_items WHERE id IN (?, ?) AND status = 'paid'", mine, theirs)).length).toBe(2);
	expect(await yearsOf(kept)).toEqual({ paid_year: 2026, owed_years: "2027" });
});
