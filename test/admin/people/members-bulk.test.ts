import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { changeMembers } from "#domain/people/member-lists/actions.ts";
import { paths } from "#http/paths.ts";
import { newMemberKeys } from "#platform/member-seals.ts";
import { insert } from "../../support/content.ts";
import { emptied } from "../../support/money-fixtures.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members } = paths.admin;
const RESOLUTION = { resolution_no: "第 3 屆第 2 次", resolution_on: "2026/3/5" };
let secretary: Person;

type Row = Record<string, string | number | null>;
const member = (id: number, status: string, more: Row = {}) =>
	insert("members", { id, name: `會員${id}`, status, created_at: 1, updated_at: 1, ...more });

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	await emptied("dues_events", "dues_items", "member_numbers", "members");
});

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const statuses = async () =>
	Object.fromEntries(
		(await rows<{ id: number; status: string }>("SELECT id, status FROM members ORDER BY id")).map(({ id, status }) => [
			id,
			status,
		]),
	);
const noted = (action: string) =>
	rows<{ auditable_id: string; user_id: number }>(
		"SELECT auditable_id, user_id FROM audit_log WHERE action = ?1 AND user_id = ?2 ORDER BY id",
		action,
		secretary.userId,
	);

describe("the band", () => {
	test("leads to a page whose address names whom it is about", async () => {
		const form = { ids: ["3", "1", "3"], here: "status=applied" };
		const answer = await ask(members.bulk("approval"), { as: secretary, form });
		expect([answer.status, answer.headers.get("Location")]).toEqual([
			303,
			`${members.bulk("approval")}?ids=3.1&here=status%3Dapplied`,
		]);
	});
	test("leads to everybody who fits, in the list's order", async () => {
		const form = { all: "status=active&city=臺北市", here: "status=active&sort=-name" };
		const answer = await ask(members.bulk("labels"), { as: secretary, form });
		const to = new URL(answer.headers.get("Location") ?? "", "http://x");
		expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
			members.print("labels"),
			{ status: "active", city: "臺北市", sort: "-name", here: form.here },
		]);
	});
	test("says so where nobody was ticked, and goes back to the list as it was", async () => {
		const answer = await ask(members.bulk("suspension"), { as: secretary, form: { here: "q=abc" } });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${members.list()}?q=abc`]);
		expect(flashOf(answer)).toContain("請先勾選會員");
	});
	test("knows no other thing to do, and nobody without the gate", async () => {
		expect((await ask(members.bulk("removal"), { as: secretary, form: { ids: "1" } })).status).toBe(404);
		const chair = await signIn({ roles: ["chair"] });
		expect((await ask(members.bulk("approval"), { as: chair, form: { ids: "1" } })).status).toBe(403);
		expect((await ask(members.bulk("approval"), { as: chair })).status).toBe(403);
	});
});

describe("the page before", () => {
	test("says whom it changes and whom it leaves, and asks for the resolution", async () => {
		await member(1, "applied", { name: "陳<怡君" });
		await member(2, "active");
		await member(3, "applied", { user_id: secretary.userId });
		const { html } = await page(`${members.bulk("approval")}?ids=1.2.3`, secretary);
		expect(html).toContain("選了 3 位，會變更 1 位；2 位狀態不符，或是您自己、家人，略過");
		expect(html).toContain("陳&lt;怡君");
		expect(html).toContain("看看略過的是哪 2 位");
		expect(html).toContain("：狀態是「有效」");
		expect(html).toContain("：是您自己或家人");
		expect(html).toContain('name="refs" value="1:1"');
		expect(html).toContain('name="resolution_no"');
	});
	test("says that nobody can be changed, and refuses ids that are none", async () => {
		await member(1, "active");
		expect((await page(`${members.bulk("approval")}?ids=1`, secretary)).html).toContain("沒有可以變更的會員");
		for (const bad of ["ids=", "ids=1,2", "ids=0", "unknown=1", "status=nothing"])
			expect([bad, (await ask(`${members.bulk("approval")}?${bad}`, { as: secretary })).status]).toEqual([bad, 400]);
	});
	test("takes 500 at most and says that the others wait", async () => {
		const keys = await Promise.all(Array.from({ length: 503 }, () => newMemberKeys(env)));
		await env.DB.prepare(
			`INSERT INTO members (name, status, seal_id, person_key, created_at, updated_at)
			SELECT '會員', 'applied', value ->> 'seal_id', value ->> 'person_key', 1, 1 FROM json_each(?1)`,
		)
			.bind(JSON.stringify(keys))
			.run();
		const { html } = await page(members.bulk("approval"), secretary);
		expect(html).toContain("選了 503 位，會變更 500 位；其餘 3 位請再執行一次（一次最多 500 位）");
		const [, refs = ""] = /name="refs" value="([^"]*)"/.exec(html) ?? [];
		const form = { refs, left: "0", here: "", ...RESOLUTION };
		const answer = await ask(members.bulkChange("approval"), { as: secretary, form });
		expect(flashOf(answer)).toContain("已核准 500 位入會。");
		const [{ numbers } = { numbers: 0 }] = await rows<{ numbers: number }>(
			"SELECT count(DISTINCT member_no) AS numbers FROM members WHERE status = 'awaiting_payment'",
		);
		expect([numbers, (await noted("member.approve")).length]).toEqual([500, 500]);
		const over = { ...form, refs: Array.from({ length: 501 }, (_, at) => `${at + 1}:1`).join(" ") };
		const refused = await ask(members.bulkChange("approval"), { as: secretary, form: over });
		expect([refused.status, (await refused.text()).includes("一次最多 500 位")]).toEqual([422, true]);
	});
});

const change = (place: string, form: Record<string, string>, as = secretary) =>
	ask(members.bulkChange(place), { as, form: { left: "0", here: "", ...form } });

describe("the outcome", () => {
	test("says of each who stayed why, as it is now, and of nobody else", async () => {
		await member(1, "active", { name: "陳<怡君", member_no: "M0001" });
		await member(2, "applied", { user_id: secretary.userId });
		await member(3, "applied");
		await member(4, "applied", { name: "別人" });
		const { html } = await page(`${members.bulk("outcome")}?of=approve&left=1.2.3&here=q%3Dabc`, secretary);
		const cellsOf = [...html.matchAll(/<td[^>]*data-label="原因"[^>]*>([^<]*)/g)].map(([, words]) => words);
		expect(cellsOf).toEqual(["狀態是「有效」", "是您自己或家人", "資料剛剛有變動"]);
		expect(html).toContain("陳&lt;怡君");
		expect(html).not.toContain("別人");
		expect(html).toContain(`href="${members.list()}?q=abc"`);
	});
	test("refuses what is no outcome, and who sees no members", async () => {
		for (const bad of ["", "of=approve", "of=removal&left=1", "of=approve&left=x"])
			expect([bad, (await ask(`${members.bulk("outcome")}?${bad}`, { as: secretary })).status]).toEqual([bad, 400]);
		const nobody = await signIn({ permissions: ["bank.manage"] });
		expect((await ask(`${members.bulk("outcome")}?of=approve&left=1`, { as: nobody })).status).toBe(403);
	});
});

describe("the change", () => {
	test("approves those who still wait, with numbers in order, and counts the rest", async () => {
		await member(1, "applied", { status_since: "2026-02-01" });
		await member(2, "applied", { status_since: "2026-01-01" });
		await member(3, "active");
		await member(4, "applied", { user_id: secretary.userId });
		const answer = await change("approval", { refs: "1:1 2:1 3:1 4:1", left: "2", ...RESOLUTION });
		expect(flashOf(answer)).toContain("已核准 2 位入會；4 位的狀態不符、是您自己或家人，或資料已有變動，略過。");
		expect(await rows("SELECT id, status, member_no, resolution_on FROM members ORDER BY id")).toEqual([
			{ id: 1, status: "awaiting_payment", member_no: "M0002", resolution_on: "2026-03-05" },
			{ id: 2, status: "awaiting_payment", member_no: "M0001", resolution_on: "2026-03-05" },
			{ id: 3, status: "active", member_no: null, resolution_on: null },
			{ id: 4, status: "applied", member_no: null, resolution_on: null },
		]);
		expect((await noted("member.approve")).map(({ auditable_id }) => auditable_id)).toEqual(["2", "1"]);
	});
	test("leaves whoever changed meanwhile", async () => {
		await member(1, "active", { version: 4 });
		const answer = await change("suspension", {
			refs: "1:3",
			reason: "未繳",
			meeting: "第 3 屆第 2 次理事會",
			held_on: "115/3/1",
		});
		expect([answer.status, flashOf(answer).includes("沒有會員變動")]).toEqual([303, true]);
		expect(await statuses()).toEqual({ 1: "active" });
		const to = answer.headers.get("Location") ?? "";
		expect(to).toBe(`${members.bulk("outcome")}?of=suspend&left=1`);
		expect((await page(to, secretary)).html).toContain("資料剛剛有變動");
	});
	test.each([
		["refusal", "applied", "declined", {}],
		["suspension", "active", "suspended", { meeting: "第 3 屆第 2 次理事會", held_on: "115/3/1" }],
		["reinstatement", "suspended", "active", {}],
	])("%s with a reason, which it asks for", async (place, from, to, meeting) => {
		await member(1, from);
		const without = await change(place, { refs: "1:1", reason: " ", ...meeting });
		expect([without.status, (await without.text()).includes("請填寫理由")]).toEqual([422, true]);
		expect((await change(place, { refs: "1:1", reason: "理事會決議", ...meeting })).status).toBe(303);
		expect(await statuses()).toEqual({ 1: to });
	});
	test("keeps what was typed where the resolution is missing", async () => {
		await member(1, "applied");
		const answer = await change("approval", { refs: "1:1", resolution_no: "第 3 次", resolution_on: "" });
		const text = await answer.text();
		expect([answer.status, text.includes('value="第 3 次"'), text.includes('value="1:1"')]).toEqual([422, true, true]);
	});
	test("changes the type of who is or asks to be a member, to none of the old ones", async () => {
		await member(1, "active", { membership_type: "regular" });
		await member(2, "resigned");
		await member(3, "active", { membership_type: "sponsor" });
		await member(4, "active", { user_id: secretary.userId });
		const old = await change("membership-type", { refs: "1:1", membership_type: "lifetime" });
		expect(old.status).toBe(422);
		const answer = await change("membership-type", { refs: "1:1 2:1 3:1 4:1", membership_type: "sponsor" });
		expect(flashOf(answer)).toContain("已變更 1 位的會員類別；3 位");
		expect(await rows("SELECT id, membership_type, version FROM members ORDER BY id")).toEqual([
			{ id: 1, membership_type: "sponsor", version: 2 },
			{ id: 2, membership_type: "individual", version: 1 },
			{ id: 3, membership_type: "sponsor", version: 1 },
			{ id: 4, membership_type: "individual", version: 1 },
		]);
		expect((await noted("member.edit")).map(({ auditable_id }) => auditable_id)).toEqual(["1"]);
	});
	test("is all or nothing, whoever calls it", async () => {
		await member(1, "active");
		await member(2, "active", { user_id: secretary.userId });
		const refs = [1, 2].map((id) => ({ id, version: 1 }));
		const by = { actor: `user:${secretary.userId}`, userId: secretary.userId, ip: null, at: 5 };
		const made = changeMembers(env, open(env.DB), { refs, change: { type: "sponsor" }, by });
		await expect(made).rejects.toMatchObject({ code: "member.own" });
		expect(await rows("SELECT membership_type FROM members WHERE id = 1")).toEqual([{ membership_type: "individual" }]);
	});
	test("is shut to who may see members and no more", async () => {
		await member(1, "applied");
		const reader = await signIn({ permissions: ["members.view"] });
		for (const [place, form] of [
			["approval", RESOLUTION],
			["membership-type", { membership_type: "sponsor" }],
		] as const)
			expect((await change(place, { refs: "1:1", ...form }, reader)).status).toBe(403);
		expect(await statuses()).toEqual({ 1: "applied" });
	});
	test.each(["", "1", "1:1 1:1", "x:1", "1:1,2:1"])("refuses to change %j", async (refs) => {
		const answer = await change("approval", { refs, ...RESOLUTION });
		expect(answer.status).toBe(422);
	});
});
