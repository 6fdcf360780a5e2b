/** 永久會員: an entrance fee from a date, once for life, and no annual one. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { owingPage } from "#db/money/dues-notices.ts";
import { feeEffect } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { assessDues, waiveDues } from "#domain/money/dues/actions.ts";
import { setFee } from "#domain/money/dues/fee-actions.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { duesOf, memberOf, paid } from "../../support/dues.ts";
import { storedNow } from "../../support/members.ts";
import { page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { codeOf } from "../../support/refusal.ts";
import { rows } from "../../support/users.ts";

const db = open(env.DB);
const by = byOperator(Date.parse("2026-11-20T10:00:00+08:00"));
const FEE = {
	membership_type: "lifetime",
	from_on: "2026-01-01",
	entrance_fee: 20_000,
	annual_fee: 0,
	has_discount: 0,
} as const;
const BASIS = { resolution: "第 3 屆第 2 次會員大會", approval_no: "", article: "章程第 12 條" };
const itemsOf = (id: number) =>
	rows("SELECT kind, dues_year, amount, status FROM dues_items WHERE member_id = ? ORDER BY id", id);
const statusOf = async (id: number) =>
	(await rows<{ status: string }>("SELECT status FROM members WHERE id = ?", id))[0]?.status;
const applicant = () => memberOf({ membership_type: "lifetime", status: "applied", joined_on: null });
const resolution = { resolution_no: "理 1 字 3", resolution_on: "2026-11-18" };
const approve = async (id: number) =>
	stepMember(env, db, { ref: await storedNow(id), move: { step: "approve", ...resolution }, by });
const activate = async (id: number) =>
	stepMember(env, db, { ref: await storedNow(id), move: { step: "activate" }, by });
const assessAll = async (id: number) => {
	for (const year of [2025, 2026, 2027, 2028])
		await assessDues(db, { year, kinds: ["entrance", "annual"], memberIds: [id], by });
};

let secretary: Person;
beforeAll(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

test("without a fee of their own they owe nothing, as ever", async () => {
	const id = await applicant();
	await approve(id);
	await assessAll(id);
	expect([await itemsOf(id), await statusOf(id)]).toEqual([[], "awaiting_payment"]);
	await activate(id);
	expect(await statusOf(id)).toBe("active");
});

test("an annual fee is refused on the page and by the database, and so is any fee of a type without a term", async () => {
	const form = { membership_type: "lifetime", from_on: "115/1/1", entrance_fee: "20,000", annual_fee: "1", ...BASIS };
	const refused = await shown(await ask(paths.admin.dues.fees(), { as: secretary, form: { ...form, step: "look" } }));
	expect([refused.status, refused.html.includes("終身的類別只在入會時收一次入會費")]).toEqual([422, true]);
	expect(await setFee(db, { fee: { ...FEE, ...BASIS, annual_fee: 1 }, key: "one", by }).catch(codeOf)).toBe(
		"dues.life_annual",
	);
	for (const membership_type of ["honorary", "honorary_academic"])
		expect(
			await setFee(db, { fee: { ...FEE, ...BASIS, membership_type }, key: membership_type, by }).catch(codeOf),
		).toBe("dues.exempt");
});

describe("with a fee from a date", () => {
	test("it is shown what it meets first", async () => {
		const before = await memberOf({ membership_type: "lifetime", joined_on: "2026-02-02" });
		await duesOf(before, { kind: "entrance", dues_year: 2026 });
		const [[effect]] = await readRows(env.DB, feeEffect(FEE));
		expect(effect).toMatchObject({ items: 1, amount: 1000, would_be: 20_000, term: "life" });
		const form = {
			...FEE,
			...BASIS,
			from_on: "115/1/1",
			entrance_fee: "20,000",
			annual_fee: "",
			has_discount: "",
			step: "look",
		};
		const looked = await shown(await ask(paths.admin.dues.fees(), { as: secretary, form }));
		expect(looked.html).toContain("照新的標準會是");
		await setFee(db, { fee: { ...FEE, ...BASIS }, key: "set", by });
		expect((await page(paths.admin.dues.fees(), secretary)).html).toMatch(/永久會員.*20,000/s);
	});

	test("who joins after it owes it once, never by the year, and is a member for life when it is paid", async () => {
		const id = await applicant();
		await approve(id);
		const item = { kind: "entrance", dues_year: 2026, amount: 20_000, status: "open" };
		expect([await itemsOf(id), await statusOf(id)]).toEqual([[item], "awaiting_payment"]);
		expect(await activate(id).catch(codeOf)).toBe("member.owes_entrance");
		await assessAll(id);
		expect(await itemsOf(id)).toEqual([item]);
		const [{ id: itemId } = { id: 0 }] = await rows<{ id: number }>(
			"SELECT id FROM dues_items WHERE member_id = ?",
			id,
		);
		await paid({ memberId: id, itemId, amount: 20_000 });
		await assessAll(id);
		expect([await itemsOf(id), await statusOf(id)]).toEqual([[{ ...item, status: "paid" }], "active"]);
		expect(await rows("SELECT amount, status FROM receipts WHERE member_id = ?", id)).toEqual([
			{ amount: 20_000, status: "issued" },
		]);
		expect(await rows("SELECT valid_year FROM members WHERE id = ?", id)).toEqual([{ valid_year: 9999 }]);
	});

	test("who joined before it, or on no known day, owes nothing; a waiver makes a member as well", async () => {
		const early = await memberOf({ membership_type: "lifetime", joined_on: "2025-12-31" });
		const unknown = await memberOf({ membership_type: "lifetime", joined_on: null });
		for (const id of [early, unknown]) await assessAll(id);
		expect([await itemsOf(early), await itemsOf(unknown)]).toEqual([[], []]);
		const id = await applicant();
		await approve(id);
		const [item] = await rows<{ id: number; version: number }>(
			"SELECT id, version FROM dues_items WHERE member_id = ?",
			id,
		);
		await waiveDues(db, { refs: item ? [item] : [], reason: "理事會決議", by });
		expect(await statusOf(id)).toBe("active");
	});

	test("they stand among those to whom a notice of what is owed goes", async () => {
		const id = await applicant();
		await approve(id);
		const [[row]] = await readRows(env.DB, owingPage({ today: "2026-11-20", ids: [id] }, { page: 1 }));
		expect(row).toMatchObject({ id, amount: 20_000 });
	});
});
