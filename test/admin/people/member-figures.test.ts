import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { drawMembers, drawMoves, firstDayShown } from "#admin/shell/dashboard/member-widgets.ts";
import { memberFigures, memberMoves } from "#db/people/member-figures.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { html, toHtml } from "#ui/html.ts";
import { insert } from "../../support/content.ts";
import { emptied, insertDuesItem } from "../../support/money-fixtures.ts";
import { tripsOf } from "../../support/pages.ts";
import { ask, signIn } from "../../support/people.ts";

const TODAY = "2026-11-20";
const AT = Date.parse(`${TODAY}T04:00:00Z`);
const LIST = paths.admin.members.list();

type Row = Record<string, string | number | null>;
const member = (id: number, more: Row = {}) =>
	insert("members", { id, name: `會員${id}`, status: "active", created_at: 1, updated_at: 1, ...more });

beforeEach(async () => {
	await emptied("settings", "notes", "dues_events", "dues_items", "member_numbers", "members");
});

const words = (drawn: unknown) =>
	toHtml(html`<div>${drawn}</div>`)
		.replace(/<svg[\s\S]*?<\/svg>/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ")
		.trim();
const drawn = async () => words(drawMembers((await readRows(env.DB, memberFigures(TODAY)))[0]));

test("by status, type, identity, city and age; who left or was merged is no active member", async () => {
	await member(1, { city: "臺北市", birth_date: "2008-11-20" });
	await member(2, { city: "臺北市", birth_date: "2008-11-21", identity_type: "parent" });
	await member(3, { city: "金門縣", birth_date: "1961-11-20", membership_type: "sponsor" });
	await member(4, { birth_date: "1961-11-21" });
	await member(5, { status: "applied", city: "臺北市", birth_date: "1990-01-01" });
	await member(6, { status: "awaiting_payment" });
	await member(7, { status: "suspended" });
	await member(8, { status: "resigned", city: "臺北市" });
	await member(9, { merged_into: 1, city: "臺北市" });
	await member(10, { city: "臺北市" });
	await member(11);
	await member(12, { membership_type: "lifetime" });
	for (const [id, year] of [
		[1, 2026],
		[3, 2027],
		[10, 2025],
		[11, 2024],
		[12, 2020],
	] as const)
		await insertDuesItem({
			member_id: id,
			kind: "annual",
			dues_year: year,
			base_amount: 1000,
			amount: 1000,
			status: "waived",
			created_at: 1,
			updated_at: 1,
		});
	await env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES ('fees.grace_months', '11', 1)").run();
	expect(await drawn()).toBe(
		[
			"會員 名冊 有效會員 5 位，名冊共 11 位 有效 5 寬限期 1 未續繳 1 待繳費 1 入會審核中 1 停權 1 個人會員 3 贊助會員 1 永久會員 1",
			"有效會員的身分與年齡 病友 4 家長/父母 1 未滿 18 歲 1 18 至 29 歲 1 30 至 44 歲 0 45 至 64 歲 1 65 歲以上 1 未填生日 1",
			"有效會員的縣市 臺北市 2 金門縣 1 未填縣市 2",
		].join(" "),
	);
});

test("only the cities with the most members have a line of their own; a birthday may be unknown", async () => {
	const cities = ["臺北市", "新北市", "桃園市", "臺中市", "臺南市", "高雄市", "金門縣"];
	let id = 0;
	for (const [nth, city] of cities.entries()) for (let n = nth; n < cities.length; n++) await member(++id, { city });
	const text = await drawn();
	expect(text).toContain("有效會員的縣市 臺北市 7 新北市 6 桃園市 5 臺中市 4 臺南市 3 其他縣市 3");
	expect(text).toContain("65 歲以上 0 未填生日 28");
});

test("before there is anybody", async () => expect(await drawn()).toContain("還沒有會員"));

test("joins and leaves of twelve months: those before, and of merged records, are not counted", async () => {
	await member(1, { joined_on: "2025-11-30" });
	await member(2, { joined_on: "2025-12-01" });
	await member(3, { joined_on: "2026-11-20", left_on: "2026-11-20", status: "resigned" });
	await member(4, { joined_on: "2010-01-01", left_on: "2026-02-28", status: "deceased" });
	await member(5, { joined_on: "2026-11-01", merged_into: 1 });
	expect(firstDayShown(AT)).toBe("2025-12-01");
	const [rows] = await readRows(env.DB, memberMoves(firstDayShown(AT)));
	expect(rows).toEqual([
		{ month: "2025-12", joined: 1, gone: 0 },
		{ month: "2026-02", joined: 0, gone: 1 },
		{ month: "2026-11", joined: 1, gone: 1 },
	]);
	const text = words(drawMoves(rows, AT));
	expect(text).toContain("入會 2 位、離會 2 位，人數持平。");
	expect(text).toContain("項目 入會 離會 12月 1 0 1月 0 0 2月 0 1 3月 0 0");
	expect(words(drawMoves([], AT))).toBe("");
	const lines = toHtml(html`<div>${drawMoves(rows, AT)}</div>`).matchAll(/text-anchor="end">([^<]*)</g);
	expect(Array.from(lines, ([, value]) => value)).toEqual(["0", "1"]);
});

test("the dashboard: for whom the gate opens, each number the way to its list, in the one round trip", async () => {
	await member(1, { city: "臺北市" });
	const secretary = await signIn({ roles: ["secretary"] });
	const shown = await (await ask(paths.admin.home(), { as: secretary })).text();
	expect(shown).toContain(`href="${LIST}?status=active&amp;identity=patient"`);
	expect(shown).toContain(`href="${LIST}?status=active&amp;city=%E8%87%BA%E5%8C%97%E5%B8%82"`);
	expect(await tripsOf(paths.admin.home(), secretary)).toBe(2);
	const editor = await (await ask(paths.admin.home(), { as: await signIn({ roles: ["editor"] }) })).text();
	expect(editor).not.toContain("有效會員");
});
