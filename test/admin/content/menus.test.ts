import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask as askPublic, insertArticle, page as pageRow, sql } from "../../support/content.ts";
import { cells, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { createPage, insertDocument } from "../../support/rows.ts";
import { rows } from "../../support/users.ts";

const { menus } = paths.admin;
let editor: Person;

beforeEach(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await env.DB.batch(
		["menu_items", "articles", "pages", "documents", "slug_history", "form_submissions"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
});

const post = async (path: string, form: Record<string, string>) => {
	const answer = await ask(path, { as: editor, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
type Typed = { label: string; target?: string; place?: string; position?: string };
const full = (typed: Typed) => ({ target: "", place: "main", position: "", ...typed });
const make = (typed: Typed) => post(menus.create(), { ...full(typed), _key: crypto.randomUUID() });
const idOf = async (label: string) =>
	Number((await rows(`SELECT id FROM menu_items WHERE label = '${label}'`))[0]?.id ?? 0);
const newest = async () => (await rows("SELECT coalesce(max(rev), 0) AS rev FROM content_changes"))[0]?.rev;
type Shown = {
	label: string;
	kind: string;
	slug: string | null;
	url: string | null;
	external: boolean;
	children?: Shown[];
};
type Menus = { main: Shown[]; footer: Shown[] };
const siteMenus = async (): Promise<Menus> =>
	(await (await askPublic(`/api/v1/site?min_rev=${await newest()}`)).json<{ data: { menus: Menus } }>()).data.menus;
const labels = async () =>
	(await siteMenus()).main.map(({ label, children = [] }) => [label, children.map((one) => one.label)]);

test("items are shown in order, follow their texts, and lead to what they name", async () => {
	await insertArticle({ slug: "秋日" });
	await createPage(pageRow(1, "about"));
	await insertDocument({ id: 1, slug: "bylaws", category: "", visibility: "public" });
	expect((await make({ label: "消息", target: "/articles/秋日#報名" })).to).toBe(menus.list());
	await make({ label: "協會", target: "/about", position: "5" });
	const below = String(await idOf("協會"));
	await make({ label: "章程", target: "/documents/bylaws", place: below });
	await make({ label: "商店", target: "https://shop.example.com/a b", place: below, position: "1" });
	await make({ label: "其他", place: "footer" });
	await sql("UPDATE articles SET slug = 'autumn'", "UPDATE pages SET slug = 'us', path = 'us'");
	expect(await siteMenus()).toEqual({
		main: [
			{
				label: "協會",
				kind: "page",
				slug: "us",
				url: "https://www.example.org/us",
				external: false,
				children: [
					{ label: "商店", kind: "address", slug: null, url: "https://shop.example.com/a%20b", external: true },
					{
						label: "章程",
						kind: "document",
						slug: "bylaws",
						url: "https://www.example.org/documents/bylaws",
						external: false,
					},
				],
			},
			{
				label: "消息",
				kind: "article",
				slug: "autumn",
				url: "https://www.example.org/articles/autumn#%E5%A0%B1%E5%90%8D",
				external: false,
				children: [],
			},
		],
		footer: [{ label: "其他", kind: "heading", slug: null, url: null, external: false, children: [] }],
	});
	const list = await page(menus.list(), editor);
	expect(cells(list).join(" ")).toMatch(/協會.*商店.*章程.*消息.*其他/s);
});

test("what is not public is left out, stays as a heading over what is, and comes back; the website is told", async () => {
	await createPage(pageRow(1, "about"));
	await createPage(pageRow(2, "team"));
	await make({ label: "協會", target: "/about" });
	await make({ label: "團隊", target: "/team", place: String(await idOf("協會")) });
	const told = async (change: string) => {
		const since = await newest();
		await sql(change);
		return (
			await rows(
				`SELECT resource || '.' || event AS said FROM content_changes WHERE rev > ${since} AND resource = 'site'`,
			)
		).map(({ said }) => said);
	};
	expect(await labels()).toEqual([["協會", ["團隊"]]]);
	expect(await told("UPDATE pages SET state = 'draft' WHERE id = 1")).toEqual(["site.updated"]);
	expect((await siteMenus()).main[0]).toMatchObject({ label: "協會", kind: "heading", url: null, slug: null });
	expect((await page(menus.list(), editor)).html).toContain("只顯示文字：連到的內容未公開");
	expect(await told("UPDATE pages SET state = 'draft' WHERE id = 2")).toEqual(["site.updated"]);
	expect(await labels()).toEqual([]);
	expect(await told("UPDATE pages SET state = 'published' WHERE id IN (1, 2)")).toEqual([
		"site.updated",
		"site.updated",
	]);
	expect(await labels()).toEqual([["協會", ["團隊"]]]);
	expect(await told("UPDATE pages SET title = '別的' WHERE id = 1")).toEqual([]);
	await told("DELETE FROM pages WHERE id = 1");
	expect(await labels()).toEqual([["團隊", []]]);
});

test("what an item may not be is said beside its field, and nothing is stored", async () => {
	await insertArticle({ slug: "here" });
	await make({ label: "上", target: "/articles/here" });
	const top = await idOf("上");
	await make({ label: "下", place: String(top) });
	const before = await rows("SELECT * FROM menu_items");
	for (const [typed, words] of [
		[{ label: "" }, "請填寫文字"],
		[{ label: "字".repeat(41) }, "最多 40 個字"],
		[{ label: "a", target: "/articles/nothing" }, "找不到這個網址的文章或文件"],
		[{ label: "a", target: "/admin" }, "也不能是後台或預覽的網址"],
		[{ label: "a", target: "http://example.com/" }, "或以 https:// 開頭"],
		[{ label: "a", target: "javascript:alert(1)" }, "或以 https:// 開頭"],
		[{ label: "a", place: String(await idOf("下")) }, "選單最多兩層"],
		[{ label: "a", place: "999999" }, "選單最多兩層"],
		[{ label: "a", place: "side" }, "請選擇位置"],
		[{ label: "a", position: "0" }, "1 到 999 的整數"],
	] as const) {
		const { status, html } = await make(typed);
		expect([typed, status, html.includes(words)]).toEqual([typed, 422, true]);
	}
	const moved = await post(menus.edit(top), { ...full({ label: "上", place: "footer" }), version: "1" });
	expect([moved.status, moved.html.includes("請先把底下的項目移開")]).toEqual([422, true]);
	expect(await rows("SELECT * FROM menu_items")).toEqual(before);
	for (let n = 2; n < 50; n++) await make({ label: `第 ${n} 個` });
	expect((await make({ label: "太多" })).html).toContain("一個選單最多 50 個項目");
});

test("raw SQL cannot break a menu either", async () => {
	await sql(
		"INSERT INTO menu_items (id, menu, position, label, created_at, updated_at) VALUES (1, 'main', 1, 'a', 1, 1), (2, 'footer', 1, 'b', 1, 1)",
		"INSERT INTO menu_items (id, menu, parent_id, position, label, created_at, updated_at) VALUES (3, 'main', 1, 1, 'c', 1, 1)",
	);
	for (const wrong of [
		"UPDATE menu_items SET parent_id = 2 WHERE id = 3",
		"UPDATE menu_items SET parent_id = 1 WHERE id = 1",
		"UPDATE menu_items SET parent_id = 3 WHERE id = 2",
		"UPDATE menu_items SET menu = 'footer' WHERE id = 1",
		"UPDATE menu_items SET menu = 'footer' WHERE id = 3",
		"UPDATE menu_items SET id = 9 WHERE id = 2",
		"INSERT OR REPLACE INTO menu_items (id, menu, position, label, created_at, updated_at) VALUES (1, 'main', 1, 'x', 1, 1)",
		"INSERT INTO menu_items (menu, position, label, address, created_at, updated_at) VALUES ('main', 1, 'x', 'javascript:1', 1, 1)",
	])
		await expect(sql(wrong), wrong).rejects.toThrow();
	expect(await labels()).toEqual([["a", ["c"]]]);
});

test("an item is changed and deleted with its row in the audit log, and two tabs lose nothing", async () => {
	const [last] = await rows("SELECT coalesce(max(id), 0) AS id FROM audit_log");
	await make({ label: "協會", target: "/about-us" });
	const id = await idOf("協會");
	await make({ label: "下層", place: String(id) });
	expect((await page(menus.edit(id), editor)).html).toContain("顯示中");
	expect((await post(menus.edit(id), { ...full({ label: "關於", position: "3" }), version: "1" })).to).toBe(
		menus.list(),
	);
	const late = await post(menus.edit(id), { ...full({ label: "我們", place: "footer" }), version: "1" });
	expect([late.status, late.html.includes("我們"), late.html.includes("關於")]).toEqual([409, true, true]);
	const removal = await page(menus.removal(id), editor);
	expect(removal.html).toContain("底下的 1 個項目會移到最上層");
	expect((await post(menus.removal(id), { version: "1" })).status).toBe(409);
	expect((await post(menus.removal(id), { version: "2" })).to).toBe(menus.list());
	expect(await labels()).toEqual([["下層", []]]);
	expect(
		await rows(
			`SELECT action, description FROM audit_log WHERE action LIKE 'menu_item.%' AND id > ${last?.id} ORDER BY id`,
		),
	).toEqual([
		{ action: "menu_item.create", description: "協會" },
		{ action: "menu_item.create", description: "下層" },
		{ action: "menu_item.edit", description: "關於" },
		{ action: "menu_item.remove", description: "關於" },
	]);
});

test("a press moves an item among those beside it, with what stands below it; an older order is refused", async () => {
	await make({ label: "甲", position: "3" });
	await make({ label: "乙", position: "3" });
	await make({ label: "丙", position: "7" });
	await make({ label: "乙一", place: String(await idOf("乙")) });
	await make({ label: "乙二", place: String(await idOf("乙")) });
	await make({ label: "尾", place: "footer" });
	const list = async () => {
		const { html } = await page(menus.list(), editor);
		return { html, seen: /name="seen" value="([\d ]+)"/.exec(html)?.[1] ?? "" };
	};
	const before = await list();
	const press = async (label: string, way: string, seen: string) =>
		post(menus.order(), { seen, move: `${await idOf(label)} ${way}` });
	expect((await press("丙", "up", before.seen)).to).toBe(`${menus.list()}#menu-item-${await idOf("丙")}`);
	expect(await labels()).toEqual([
		["甲", []],
		["丙", []],
		["乙", ["乙一", "乙二"]],
	]);
	const late = await press("乙", "up", before.seen);
	expect([late.status, late.html.includes("選單的順序剛剛已被其他人改過。順序沒有變更")]).toEqual([409, true]);
	await press("乙二", "up", (await list()).seen);
	await press("乙", "up", (await list()).seen);
	await press("甲", "up", (await list()).seen);
	await press("尾", "up", (await list()).seen);
	await press("尾", "down", (await list()).seen);
	expect(await labels()).toEqual([
		["甲", []],
		["乙", ["乙二", "乙一"]],
		["丙", []],
	]);
	expect(
		await rows("SELECT label, position FROM menu_items WHERE parent_id IS NULL AND menu = 'main' ORDER BY position"),
	).toEqual(["甲", "乙", "丙"].map((label, nth) => ({ label, position: (nth + 1) * 10 })));
	const { html } = await list();
	expect(html.match(/aria-disabled|<button[^>]*disabled/g)?.length).toBe(6);
	expect((await page(`${menus.list()}?q=乙`, editor)).html).not.toContain('name="move"');
	expect(await rows("SELECT DISTINCT action FROM audit_log WHERE action = 'menu_item.move'")).toHaveLength(1);
});

test("of two presses at once on the same order one is refused", async () => {
	for (const label of ["甲", "乙", "丙"]) await make({ label });
	const seen = (await rows<{ id: number }>("SELECT id FROM menu_items ORDER BY position"))
		.map(({ id }) => id)
		.join(" ");
	const press = async (label: string) => post(menus.order(), { seen, move: `${await idOf(label)} up` });
	const both = await Promise.all([press("乙"), press("丙")]);
	expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
});

test("the empty list says what menus are for", async () => {
	expect((await page(menus.list(), editor)).html).toContain("還沒有選單");
});
