import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { correctDues } from "#domain/money/dues/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { approvalOf, db, duesOf, itemsOf, memberOf, paid, shortOf, submitted } from "../../support/dues.ts";
import { emptied } from "../../support/money-fixtures.ts";
import { cells, fieldValue, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { dues, members } = paths.admin;
const NOW = Number(dateInTaipei(Date.now()).slice(0, 4));
let secretary: Person;
let cashier: Person;

const TABLES = ["dues_events", "voucher_lines", "payment_allocations", "dues_items"];
beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	const left = await rows<{ items: number }>("SELECT count(*) AS items FROM payments WHERE status = 'verified'");
	if (left[0]?.items === 0) await emptied(...TABLES);
	await env.DB.prepare("UPDATE members SET status = 'resigned'").run();
});

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const post = (path: string, form: Record<string, string | string[]>, as = secretary) => ask(path, { as, form });

describe("the list", () => {
	test("shows items with their members, what they come to, and what waits; by conditions", async () => {
		const [one, other] = [
			await memberOf({ name: "甲<b>", member_no: "Z0002" }),
			await memberOf({ name: "乙", member_no: "Z0001", membership_type: "sponsor" }),
		];
		await approvalOf(one);
		const open = await duesOf(one, { dues_year: 2190, discount_percent: 50, amount: 500 });
		await duesOf(other, { dues_year: 2190, kind: "entrance", status: "waived", reason: "清寒" });
		const payment = await submitted({ memberId: one, itemId: open, amount: 500 });
		const list = await page(`${dues.list()}?year=2190`, secretary);
		expect(cells(list).map((row) => row.map((cell) => cell.replaceAll(/\s+/g, " ").trim()))).toEqual([
			["Z0001", "乙", "入會費279 年入會 清寒", "1,000", "—", "免繳"],
			["Z0002", "甲&lt;b>", "常年會費 279 年", "5001,000 減免 50%", "—", `未繳收款 ${payment} 待核對`],
		]);
		expect(list.html).toContain("符合條件的有 2 筆，應收 500 元，已收 0 元，未繳 500 元。");
		expect(list.html).toContain("甲&lt;b>");
		const names = async (query: string) =>
			cells(await page(`${dues.list()}?year=2190&${query}`, secretary)).map((row) => row[1]);
		expect(await names("sort=-number")).toEqual(["甲&lt;b>", "乙"]);
		expect(await names("sort=amount")).toEqual(["甲&lt;b>", "乙"]);
		expect(await names("status=owed")).toEqual(["甲&lt;b>"]);
		expect(await names("status=waived")).toEqual(["乙"]);
		expect(await names("kind=annual")).toEqual(["甲&lt;b>"]);
		expect(await names("type=sponsor")).toEqual(["乙"]);
		expect(await names("q=z0001")).toEqual(["乙"]);
		expect((await page(`${dues.list()}?year=2190&q=nobody`, secretary)).html).toContain("找不到符合的會費");
		expect((await page(`${dues.list()}?year=2190&page=9`, secretary)).html).toContain("這一頁沒有會費");
		expect((await ask(`${dues.list()}?unknown=1`, { as: secretary })).status).toBe(400);
	});
	test("takes one round trip, whatever it shows", async () => {
		const one = await memberOf();
		for (let year = 2100; year < 2103; year++) await duesOf(one, { dues_year: year });
		const pages = [dues.list(), dues.arrears(), dues.ofMember(one), dues.show((await itemsOf(one))[0]?.id ?? 0)];
		expect(await Promise.all(pages.map((path) => tripsOf(path, secretary)))).toEqual([2, 2, 2, 2]);
	});
	test("leaves as a file, which is written down", async () => {
		const one = await memberOf({ name: "=1+1", member_no: "Z0003" });
		await duesOf(one, { dues_year: 2191 });
		const answer = await ask(`${dues.export("csv")}?year=2191`, { as: secretary });
		const lines = (await answer.text()).split("\r\n");
		expect([answer.status, lines[1]]).toEqual([200, "Z0003,'=1+1,個人會員,常年會費,280,1000,0,1000,0,1000,未繳,"]);
		const [noted] = await rows<{ changes: string }>(
			"SELECT changes FROM audit_log WHERE action = 'dues.export' AND user_id = ?1",
			secretary.userId,
		);
		expect(JSON.parse(noted?.changes ?? "")).toEqual({ format: "csv", rows: 1, filter: { year: "2191" } });
		const none = await ask(`${dues.export("xlsx")}?year=2199`, { as: secretary });
		expect([none.status, flashOf(none).includes("沒有可以匯出的會費")]).toEqual([303, true]);
	});
});

describe("產生應繳會費", () => {
	const asking = (form: Record<string, string>) =>
		post(dues.assessment(), { year: String(NOW), kinds: "annual", chosen: "", ...form });
	test("says what it would make, makes it, and a second time nothing", async () => {
		const one = await memberOf();
		await memberOf({ membership_type: "honorary" });
		await approvalOf(one);
		const before = await page(`${dues.assessment()}?year=${NOW}&kinds=annual`, secretary);
		expect(cells(before).map((row) => row.slice(1))).toEqual([["1", "1", "—", "500", "—"]]);
		expect(before.html).toContain("免繳的類別（學術榮譽、榮譽、永久會員）1 位，不產生。");
		const made = await asking({});
		expect([made.status, made.headers.get("Location")]).toEqual([303, `${dues.list()}?year=${NOW}`]);
		expect(flashOf(made)).toContain("已產生 1 筆應繳會費");
		expect(await shortOf(one)).toEqual([["annual", NOW, 500, "open"]]);
		expect(flashOf(await asking({}))).toContain("沒有產生新的");
		const after = await page(`${dues.assessment()}?year=${NOW}&kinds=annual`, secretary);
		expect(after.html).toContain("沒有要產生的");
	});
	test("is for whom the members' list chose, too: ticked, or by its conditions", async () => {
		const [one, other] = [await memberOf(), await memberOf({ membership_type: "sponsor" })];
		const chosen = await post(members.bulk("dues"), { ids: [String(one)], here: "" });
		expect(chosen.headers.get("Location")).toBe(`${dues.assessment()}?ids=${one}`);
		const before = await page(`${dues.assessment()}?ids=${one}`, secretary);
		expect([before.html.includes("勾選的 1 位"), fieldValue(before, "chosen")]).toEqual([true, `ids=${one}`]);
		await asking({ chosen: `ids=${one}` });
		expect([(await shortOf(one)).length, (await shortOf(other)).length]).toEqual([1, 0]);
		await asking({ chosen: "type=sponsor&status=active" });
		expect((await shortOf(other)).length).toBe(1);
	});
	test("refuses what is no year, with what was typed", async () => {
		const answer = await asking({ year: "3000" });
		expect(answer.status).toBe(422);
	});
	test("is not for the cashier, who only looks", async () => {
		expect((await ask(dues.assessment(), { as: cashier })).status).toBe(403);
		const list = await page(dues.list(), cashier);
		expect([list.status, list.html.includes(dues.assessment())]).toEqual([200, false]);
	});
});

describe("免繳 of many", () => {
	test("asks before, leaves what cannot be waived, and goes back to the list", async () => {
		const one = await memberOf();
		const [open, settled] = [
			await duesOf(one, { dues_year: 2192 }),
			await duesOf(one, { dues_year: 2193, status: "cancelled" }),
		];
		const chosen = await post(dues.waiversChoice(), { ids: [String(open), String(settled)], here: "year=2192" });
		const to = chosen.headers.get("Location") ?? "";
		expect(to).toBe(`${dues.waivers()}?ids=${open}.${settled}&here=year%3D2192`);
		const before = await page(to, secretary);
		expect(before.html).toContain("選了 2 筆，免繳 1 筆，共 1,000 元；1 筆已繳清、等候核對或已結束，略過。");
		const refs = fieldValue(before, "refs") ?? "";
		const empty = await post(dues.waivers(), { refs, here: "year=2192", reason: " " });
		expect([empty.status, (await shown(empty)).html.includes("請填寫理由。")]).toEqual([422, true]);
		const done = await post(dues.waivers(), { refs, here: "year=2192", reason: "理事會決議" });
		expect([done.status, done.headers.get("Location")]).toEqual([303, `${dues.list()}?year=2192`]);
		expect((await itemsOf(one))[0]).toMatchObject({ status: "waived", reason: "理事會決議" });
		const again = await post(dues.waivers(), { refs, here: "year=2192", reason: "理事會決議" });
		expect([again.status, (await shown(again)).html.includes("已被其他人更新")]).toEqual([409, true]);
	});
	test("says so where nothing was ticked", async () => {
		const none = await post(dues.waiversChoice(), { here: "year=2192" });
		expect([none.headers.get("Location"), flashOf(none).includes("請先勾選會費")]).toEqual([
			`${dues.list()}?year=2192`,
			true,
		]);
	});
	test("takes all that fit the conditions", async () => {
		const one = await memberOf();
		await duesOf(one, { dues_year: 2194 });
		const all = await post(dues.waiversChoice(), { all: "year=2194", here: "year=2194" });
		expect(all.headers.get("Location")).toBe(`${dues.waivers()}?year=2194&here=year%3D2194`);
		expect((await page(all.headers.get("Location") ?? "", secretary)).html).toContain("選了 1 筆，免繳 1 筆");
	});
});

describe("the page of an item", () => {
	test("shows amounts, payments and what became of it; staff waive, take it back, correct and cancel", async () => {
		const one = await memberOf({ name: "郭子晴" });
		const item = await duesOf(one);
		const form = async (more: Record<string, string>) => {
			const [row] = await rows<{ version: number }>("SELECT version FROM dues_items WHERE id = ?1", item);
			return { version: String(row?.version), reason: "理事會決議", ...more };
		};
		expect((await post(dues.waiver(item), await form({}))).status).toBe(303);
		expect((await post(dues.waiverEnd(item), await form({ reason: "弄錯" }))).status).toBe(303);
		const wrong = await post(dues.correction(item), await form({ base: "十元", percent: "101" }));
		expect([wrong.status, (await shown(wrong)).html.includes("請輸入 0 到 100 的整數。")]).toEqual([422, true]);
		expect((await post(dues.correction(item), await form({ base: "１,０００", percent: "30" }))).status).toBe(303);
		const shownItem = await page(dues.show(item), secretary);
		for (const words of ["郭子晴", "700 元", "1,000 減免 30%", "理事會決議", "取消免繳", "林書瑜"])
			expect([words, shownItem.html.includes(words)]).toEqual([words, true]);
		const stale = await post(dues.cancellation(item), await form({ version: "1" }));
		expect(stale.status).toBe(409);
		expect((await post(dues.cancellation(item), await form({}))).status).toBe(303);
		expect((await page(dues.show(item), cashier)).html).not.toContain(dues.waiver(item));
		expect((await ask(dues.show(999_999), { as: secretary })).status).toBe(404);
	});
	test("says which payment waits, what a later certificate would make of it, and offers nothing", async () => {
		const one = await memberOf();
		const item = await duesOf(one, { dues_year: NOW });
		const payment = await submitted({ memberId: one, itemId: item, amount: 1000 });
		await approvalOf(one);
		const waiting = await page(dues.show(item), secretary);
		expect(waiting.html).toContain(`收款 ${payment} 待核對`);
		expect(waiting.html).toContain("減免後是 500 元（目前 1,000 元）");
		expect(waiting.html).not.toContain(dues.waiver(item));
	});
	test("offers nothing to whose own it is", async () => {
		const own = await memberOf({ user_id: secretary.userId });
		const item = await duesOf(own);
		const shownItem = await page(dues.show(item), secretary);
		expect([shownItem.html.includes("請由其他人辦理"), shownItem.html.includes(dues.waiver(item))]).toEqual([
			true,
			false,
		]);
		const form = { version: "1", reason: "我自己" };
		expect((await shown(await post(dues.waiver(item), form))).html).toContain("不能免繳、更正或取消自己或家人的會費");
	});
});

describe("欠費", () => {
	test("by year, and who has two unpaid years", async () => {
		const [two, onlyOne] = [await memberOf({ name: "兩年" }), await memberOf({ name: "一年" })];
		await duesOf(two, { dues_year: NOW });
		await duesOf(two, { dues_year: NOW - 1 });
		await duesOf(onlyOne, { dues_year: NOW });
		await duesOf(onlyOne, { dues_year: NOW + 1 });
		const arrears = cells(await page(dues.arrears(), secretary));
		const names = arrears.map((row) => row[1]);
		expect([names.includes("兩年"), names.includes("一年")]).toEqual([true, false]);
		expect(arrears.find((row) => row[1] === "兩年")?.slice(2, 5)).toEqual([
			"2",
			`${NOW - 1912} 年至 ${NOW - 1911} 年`,
			"2,000",
		]);
	});
});

describe("the dues of a member", () => {
	test("on the record's card and on their page, with credit that pays what is open", async () => {
		const one = await memberOf({ name: "郭子晴" });
		const [first, next] = [await duesOf(one, { dues_year: 2026 }), await duesOf(one, { dues_year: 2027 })];
		await paid({ memberId: one, itemId: first, amount: 1000 });
		const [row] = await itemsOf(one);
		await correctDues(db, {
			ref: { id: first, version: row?.version ?? 0 },
			base: 400,
			percent: 0,
			reason: "證明較晚核准",
			by: byUser(secretary.userId, null, Date.now()),
		});
		const record = await page(members.show(one), secretary);
		for (const words of ["未繳 1,000 元", "600 元", dues.ofMember(one)])
			expect([words, record.html.includes(words)]).toEqual([words, true]);
		const own = await page(dues.ofMember(one), cashier);
		expect(cells(own).map((cellsOf) => cellsOf[0])).toEqual(["常年會費 116 年", "常年會費 115 年"]);
		const none = await post(dues.credit(one), { _key: "k0" }, cashier);
		expect([none.status, (await shown(none)).html.includes("請勾選要折抵的會費。")]).toEqual([422, true]);
		const stranger = await duesOf(await memberOf(), { dues_year: 2027 });
		expect((await post(dues.credit(one), { _key: "k1", items: [String(stranger)] }, cashier)).status).toBe(422);
		const key = fieldValue(own, "_key") ?? "";
		for (let twice = 0; twice < 2; twice++)
			expect((await post(dues.credit(one), { _key: key, items: [String(next)] }, cashier)).status).toBe(303);
		const other = await post(dues.credit(one), { _key: key, items: [String(next), String(first)] }, cashier);
		expect([other.status, (await shown(other)).html.includes("這次改的內容還沒有儲存")]).toEqual([409, true]);
		expect((await itemsOf(one))[1]).toMatchObject({ paid_amount: 600, status: "partially_paid" });
		expect((await ask(dues.ofMember(999_999), { as: cashier })).status).toBe(404);
	});
});

test("the audit log tells what was done in words", async () => {
	const auditor = await signIn({ name: "監事", roles: ["auditor"] });
	const one = await memberOf();
	const item = await duesOf(one, { dues_year: 2195 });
	await post(dues.correction(item), { version: "1", base: "800", percent: "0", reason: "用錯金額" });
	await post(dues.waiver(item), { version: "2", reason: "理事會決議" });
	await post(dues.assessment(), { year: "2196", kinds: "annual", chosen: `ids=${one}` });
	const log = await page(`${paths.admin.audit.list()}?actor=user:${secretary.userId}`, auditor);
	for (const words of ["更正應繳會費", "1,000", "800", "免繳會費", "未繳", "產生應繳會費", "常年會費"])
		expect([words, log.html.includes(words)]).toEqual([words, true]);
	expect(log.html).not.toContain("理事會決議");
});
