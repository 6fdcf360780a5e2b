import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { drawMembers, drawMoves, drawPlaces, firstDayShown } from "#admin/shell/dashboard/member-widgets.ts";
import { memberFigures, memberMoves } from "#db/people/member-figures.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { html, toHtml } from "#ui/html.ts";
import { insert } from "../../support/content.ts";
import { emptied, insertDuesItem } from "../../support/money-fixtures.ts";
import { tripsOf } from "../../support/pages.ts";
import { ask, signIn } from "../../support/people.ts";
import { random } from "../../support/random.ts";

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
const reader = { permissions: new Set<Permission>(["members.view"]) };
const drawn = async () => {
	const [figures] = await readRows(env.DB, memberFigures(TODAY));
	return words([drawMembers(figures), drawPlaces(figures, AT, reader)]);
};

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
			"會員 名冊 有效會員 5 位，名冊共 11 位 有效 5 寬限期 1 未續繳 1 待繳費 1 入會審核中 1 停權 1 個人會員 3 贊助會員 1 永久會員 1 病友 4 家長/父母 1",
			"會員在哪裡、幾歲 縣市 臺北市 2 金門縣 1 未填 2",
			"年齡 未滿 18 歲 1 18 至 29 歲 1 30 至 44 歲 0 45 至 64 歲 1 65 歲以上 1 未填 1",
		].join(" "),
	);
});

test("only the cities with the most members have a line of their own; a birthday may be unknown", async () => {
	const cities = ["臺北市", "新北市", "桃園市", "臺中市", "臺南市", "高雄市", "金門縣"];
	let id = 0;
	for (const [nth, city] of cities.entries()) for (let n = nth; n < cities.length; n++) await member(++id, { city });
	const text = await drawn();
	expect(text).toContain("縣市 臺北市 7 新北市 6 桃園市 5 臺中市 4 臺南市 3 其他 2 3");
	expect(text).toContain("65 歲以上 0 未填 28");
});

test("before there is anybody", async () => expect(await drawn()).toContain("還沒有會員"));

test("the members at the end of each of twelve months, against the year before", async () => {
	await member(1, { joined_on: "2024-12-31" });
	await member(2, { joined_on: "2025-11-30" });
	await member(3, { joined_on: "2026-11-20", left_on: "2026-11-20", status: "resigned" });
	await member(4, { joined_on: "2010-01-01", left_on: "2026-02-28", status: "deceased" });
	await member(5, { joined_on: "2026-11-01", merged_into: 1 });
	await member(6, { joined_on: "2026-10-02", status: "awaiting_payment" });
	await member(7, { status: "applied" });
	expect(firstDayShown(AT)).toBe("2025-01-01");
	const [rows] = await readRows(env.DB, memberMoves(firstDayShown(AT)));
	expect(rows).toEqual([
		{ month: "2025-11", joined: 1, gone: 0, now: 3 },
		{ month: "2026-02", joined: 0, gone: 1, now: 3 },
		{ month: "2026-10", joined: 1, gone: 0, now: 3 },
		{ month: "2026-11", joined: 1, gone: 1, now: 3 },
	]);
	const text = words(drawMoves(rows, AT));
	expect(text).toContain("在會會員 3 位 比去年同月底一樣多");
	expect(text).toContain("月 前一年 這一年 114/12 2 3 115/01 2 3 115/02 2 2 115/03 2 2");
	expect(text).toContain("115/09 2 2 115/10 2 3 115/11 3 3");
	expect(words(drawMoves([], AT))).toBe("");
});

test("each month has as many members as the joins and leaves of the next take away again, whatever they are", async () => {
	for (const seed of [1, 2, 3]) {
		await emptied("member_numbers", "members");
		const { next } = random(seed);
		const on = () => new Date(AT - Math.floor(next() * 800) * 86_400_000).toISOString().slice(0, 10);
		const known: { joined: string; left: string | null }[] = [];
		for (let id = 1; id <= 20; id++) {
			const [joined = "", later = ""] = [on(), on()].toSorted();
			const left = next() < 0.4 ? later : null;
			known.push({ joined, left });
			await member(id, { joined_on: joined, ...(left && { left_on: left, status: "resigned" }) });
		}
		const [rows] = await readRows(env.DB, memberMoves(firstDayShown(AT)));
		const [, table = ""] = /這一年 (.*)$/.exec(words(drawMoves(rows, AT))) ?? [];
		const counted = (month: string) =>
			known.filter(({ joined, left }) => joined.slice(0, 7) <= month && (left === null || left.slice(0, 7) > month))
				.length;
		for (const [, year, month, before, present] of table.matchAll(/(\d{3})\/(\d\d) (\d+) (\d+)/g)) {
			const at = (back: number) => counted(`${Number(year) + 1911 - back}-${month}`);
			expect([seed, year, month, Number(before), Number(present)]).toEqual([seed, year, month, at(1), at(0)]);
		}
	}
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
