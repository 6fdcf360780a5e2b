import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert, page as row, sql } from "../../support/content.ts";
import { cells, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { pages } = paths.admin;
let editor: Person;

beforeEach(async () => {
	await sql("UPDATE pages SET parent_id = NULL", "DELETE FROM pages");
	editor = await signIn({ name: "林予安", permissions: ["pages.manage"] });
	for (const one of [
		row(1, "about", { position: 1, title: "關於我們" }),
		row(2, "about/team", { parent_id: 1, position: 1, title: "團隊 <script>alert(1)</script>" }),
		row(3, "about/history", { parent_id: 1, position: 2, title: "沿革", state: "draft" }),
		row(4, "join", { position: 2, title: "加入我們", state: "archived" }),
		row(5, "old", { title: "舊的", state: "trashed", trashed_at: Date.now() }),
	])
		await insert("pages", one);
});

/** The lines of the tree: how deep, and what stands in them. */
async function lines(path = pages.list()): Promise<string[]> {
	const { elements } = await page(path, editor);
	return elements
		.filter(({ attributes }) => attributes.class === "tree-line")
		.map(({ inside, text }) => `${inside.filter((name) => name === "ul").length} ${text.replace(/^移動：/, "")}`);
}
const move = (id: number, form: Record<string, string>, json = false) =>
	ask(pages.move(id), { as: editor, form, headers: json ? { Accept: "application/json" } : {} });

test("the tree, nested, with titles escaped, addresses and states; the trash apart", async () => {
	const ways = (title: string) => `上移：${title}下移：${title}移出一層：${title}移入上一個單頁之下：${title}`;
	const team = "團隊 &lt;script>alert(1)&lt;/script>";
	expect(await lines()).toEqual([
		`1 關於我們關於我們/about已發布${ways("關於我們")}`,
		`2 ${team}${team}/about/team已發布${ways(team)}`,
		`2 沿革沿革/about/history草稿${ways("沿革")}`,
		`1 加入我們加入我們/join已封存${ways("加入我們")}`,
	]);
	const { html } = await page(pages.list(), editor);
	expect(html).toContain('全部<span class="count">4</span>');
	expect(html).toContain('垃圾桶<span class="count">1</span>');
	expect(cells(await page(`${pages.list()}?state=trashed`, editor))).toEqual([["舊的", "/old", "剛剛", "還原舊的"]]);
});

test("search and filter give a list; nothing found and nothing there differ", async () => {
	const found = async (query: string) => cells(await page(`${pages.list()}?${query}`, editor));
	expect(await found("q=TEAM")).toEqual([["團隊 &lt;script>alert(1)&lt;/script>", "/about/team", "已發布"]]);
	expect(await found("state=draft&q=")).toEqual([["沿革", "/about/history", "草稿"]]);
	expect(await found("q=%25")).toEqual([[expect.stringContaining("找不到符合的單頁")]]);
	expect(await found("q=nothing&state=trashed")).toEqual([[expect.stringContaining("垃圾桶裡找不到")]]);
	expect((await ask(`${pages.list()}?sort=x`, { as: editor })).status).toBe(400);
	await sql("DELETE FROM pages");
	expect((await page(pages.list(), editor)).html).toContain("還沒有單頁");
});

test("the buttons without a script: up, down, out, in; nowhere to go says so", async () => {
	const moved = async (id: number, shift: string) => {
		const version = await env.DB.prepare("SELECT version FROM pages WHERE id = ?").bind(id).first<number>("version");
		const answer = await move(id, { version: String(version), shift });
		expect([answer.status, answer.headers.get("Location")?.split("#")[0]]).toEqual([303, pages.list()]);
		const { results } = await env.DB.prepare(
			"SELECT path FROM pages WHERE state <> 'trashed' ORDER BY coalesce(parent_id, id), parent_id IS NOT NULL, position",
		).all<{ path: string }>();
		return results.map(({ path }) => path);
	};
	expect(await moved(3, "up")).toEqual(["about", "about/history", "about/team", "join"]);
	expect(await moved(3, "down")).toEqual(["about", "about/team", "about/history", "join"]);
	expect(await moved(3, "out")).toEqual(["about", "about/team", "history", "join"]);
	expect(await lines()).toEqual([
		expect.stringContaining("/about已"),
		expect.stringContaining("/about/team"),
		expect.stringContaining("1 沿革"),
		expect.stringContaining("/join"),
	]);
	expect(await moved(3, "in")).toEqual(["about", "about/team", "about/history", "join"]);
	expect(await newestAudit(1)).toEqual(["page.move page 3 history"]);
	expect(await moved(1, "up")).toEqual(["about", "about/team", "about/history", "join"]);
	expect(await newestAudit(1)).toEqual(["page.move page 3 history"]);
});

test("a script names the place and is given the tree as it stands then, or why not", async () => {
	const answer = await move(4, { version: "1", parent_id: "1", position: "1" }, true);
	expect([answer.status, await answer.json()]).toEqual([
		200,
		{
			data: [
				{ id: 1, parent_id: null, depth: 1, title: "關於我們", path: "about", version: 1 },
				{
					id: 2,
					parent_id: 1,
					depth: 2,
					title: "團隊 <script>alert(1)</script>",
					path: "about/team",
					version: 1,
				},
				{ id: 4, parent_id: 1, depth: 2, title: "加入我們", path: "about/join", version: 2 },
				{ id: 3, parent_id: 1, depth: 2, title: "沿革", path: "about/history", version: 1 },
			],
		},
	]);
	const refused = async (id: number, form: Record<string, string>) => {
		const no = await move(id, form, true);
		return [no.status, (await no.json<{ message: string }>()).message];
	};
	expect(await refused(4, { version: "1", parent_id: "", position: "0" })).toEqual([
		409,
		"這個單頁在您編輯時已被其他人更新。",
	]);
	expect(await refused(1, { version: "1", parent_id: "4", position: "0" })).toEqual([422, "單頁不能放在自己的下層。"]);
	expect(await refused(1, { version: "1", parent_id: "5", position: "0" })).toEqual([
		422,
		"上層單頁已經不在，或在垃圾桶裡，請選擇其他的上層。",
	]);
	expect(await refused(1, { version: "1", parent_id: "x", position: "0" })).toEqual([
		422,
		"表單的欄位不正確，請重新整理頁面後再試一次。",
	]);
});

test("without a script a refusal shows the tree again with why", async () => {
	const answer = await shown(await move(1, { version: "7", shift: "down" }));
	expect(answer.status).toBe(409);
	expect(answer.html).toContain("這個單頁在您編輯時已被其他人更新。");
});

test("two round trips whatever there is: the session and the page", async () => {
	expect(await tripsOf(pages.list(), editor)).toBe(2);
	for (let n = 10; n < 30; n++) await insert("pages", row(n, `p${n}`));
	expect([await tripsOf(pages.list(), editor), await tripsOf(`${pages.list()}?state=trashed`, editor)]).toEqual([2, 2]);
});
