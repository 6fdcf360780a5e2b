import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { sendHooks } from "#jobs/content/webhooks.ts";
import { askJson, insertArticle, page as pageRow, sql } from "../../support/content.ts";
import { cells, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { createPage, insertDocument } from "../../support/rows.ts";
import { rows } from "../../support/users.ts";
import { listen, quiet, withQueueKept } from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

const { redirects } = paths.admin;
let editor: Person;

beforeEach(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await env.DB.batch(
		["redirects", "articles", "pages", "documents", "slug_history", "form_submissions"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
});

const post = async (path: string, form: Record<string, string>) => {
	const answer = await ask(path, { as: editor, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const make = (path: string, target: string) => post(redirects.create(), { path, target, _key: crypto.randomUUID() });
const told = async (query = "") => {
	const { data, meta } = await askJson(`/api/v1/redirects${query}`);
	return { data: Object.values(data ?? {}).map(({ path, target, status }) => [path, target, status]), meta };
};
const newestAudit = async () => (await rows("SELECT action, description FROM audit_log ORDER BY id DESC LIMIT 1"))[0];
const stored = () => rows("SELECT path, resource, resource_id, address FROM redirects ORDER BY id");

test("an old path is kept as it is asked for, and a text of ours is followed when it is renamed", async () => {
	const article = await insertArticle({ slug: "秋日" });
	await createPage(pageRow(1, "about"));
	expect((await make("https://old.example.tw/%E8%88%8A//頁/?p=1#x", "/articles/秋日#報名")).to).toBe(redirects.list());
	await make("/team.php", "/about");
	await make("/shop", "https://shop.example.com/a b?x=1");
	await make("/give", "/donate?from=old");
	expect(await stored()).toEqual([
		{ path: "/舊/頁", resource: "article", resource_id: article, address: "#報名" },
		{ path: "/team.php", resource: "page", resource_id: 1, address: "" },
		{ path: "/shop", resource: null, resource_id: null, address: "https://shop.example.com/a%20b?x=1" },
		{ path: "/give", resource: null, resource_id: null, address: "/donate?from=old" },
	]);
	await sql("UPDATE articles SET slug = 'autumn'", "UPDATE pages SET slug = 'us', path = 'us'");
	const encoded = "/articles/autumn#%E5%A0%B1%E5%90%8D";
	expect(await told()).toMatchObject({
		data: [
			["/舊/頁", encoded, 301],
			["/team.php", "/us", 301],
			["/shop", "https://shop.example.com/a%20b?x=1", 301],
			["/give", "/donate?from=old", 301],
		],
		meta: { has_more: false },
	});
	for (const asked of ["%2F%E8%88%8A%2F%E9%A0%81", "/舊/頁/", "/%25E8%2588%258A/%25E9%25A0%2581%3Futm=1"])
		expect((await told(`?path=${asked}`)).data).toEqual([["/舊/頁", encoded, 301]]);
	expect((await told("?path=/nothing")).data).toEqual([]);
	// The address before the renaming is that of the page, too.
	await make("/old-team", "/about");
	expect((await stored()).at(-1)).toEqual({ path: "/old-team", resource: "page", resource_id: 1, address: "" });
});

test("what a redirect may not be is said beside its field, and nothing is stored", async () => {
	await insertArticle({ slug: "here" });
	await createPage(pageRow(1, "about"));
	await insertDocument({ id: 1, slug: "bylaws", category: "", visibility: "public" });
	await make("/a", "/b");
	const before = await stored();
	for (const [path, target, words] of [
		["/a/", "/c", "這個舊網址已經有轉址了"],
		["/c", "/a?x=1", "本身也是一條轉址的舊網址"],
		["/b", "/c", "已有別的轉址轉到這個網址"],
		["/c", "/c#x", "讀者會一直繞圈"],
		["/about", "/c", "目前有公開的內容"],
		["/articles/here", "/c", "目前有公開的內容"],
		["/documents/bylaws", "/c", "目前有公開的內容"],
		["/articles", "/c", "目前有公開的內容"],
		["/", "/c", "首頁不能轉址"],
		["old", "/c", "舊網址要以 / 開頭"],
		["/%E4%B8", "/c", "無法辨識的 % 編碼"],
		["/c", "/articles/nothing", "找不到這個網址的文章或文件"],
		["/c", "/admin", "也不能是後台或預覽的網址"],
		["/c", "http://example.com/", "或以 https:// 開頭"],
		["/c", "javascript:alert(1)", "或以 https:// 開頭"],
		["/c", "//example.com/", "或以 https:// 開頭"],
		["/c", "", "請填寫要轉到的網址"],
	] as const) {
		const { html } = await make(path, target);
		expect([path, target, html.includes(words)]).toEqual([path, target, true]);
	}
	expect(await stored()).toEqual(before);
});

test("whoever writes: the triggers refuse, and a text that comes later wins over the redirect", async () => {
	const refused = (statement: string) => sql(statement).then(() => "taken", String);
	await make("/a", "/b");
	await createPage(pageRow(1, "later", { state: "draft" }));
	await make("/later", "/b");
	const values = "created_at, updated_at) VALUES";
	for (const [statement, code] of [
		[`INSERT OR REPLACE INTO redirects (path, address, ${values} ('/a', '/c', 1, 1)`, "redirect.taken"],
		[`INSERT INTO redirects (path, address, ${values} ('/c', '/a', 1, 1)`, "redirect.chain"],
		[`INSERT INTO redirects (path, address, ${values} ('/b', '/c', 1, 1)`, "redirect.chained"],
		["UPDATE redirects SET address = '/a' WHERE path = '/a'", "redirect.loop"],
		["UPDATE redirects SET resource = 'page', resource_id = 1, address = '' WHERE path = '/later'", "redirect.loop"],
		[`INSERT INTO redirects (path, address, ${values} ('/c/', '/d', 1, 1)`, "CHECK"],
		[`INSERT INTO redirects (path, address, ${values} ('/c', 'javascript:x', 1, 1)`, "CHECK"],
	] as const)
		expect([statement, (await refused(statement)).includes(code)]).toEqual([statement, true]);
	expect((await told()).data.map(([path]) => path)).toEqual(["/a", "/later"]);
	await sql("UPDATE pages SET state = 'published', published_at = 1");
	expect((await told()).data.map(([path]) => path)).toEqual(["/a"]);
	expect(cells(await page(redirects.list(), editor)).map(([path, , state]) => [path, state])).toEqual([
		["/later", "停用：這個網址已有公開的內容"],
		["/a", "使用中"],
	]);
	await sql("UPDATE pages SET state = 'trashed', trashed_at = 1");
	await make("/to-draft", "/b");
	expect((await told()).data.map(([path]) => path)).toEqual(["/a", "/later", "/to-draft"]);
});

test("it is not told while its text is not public, and goes with the text", async () => {
	const article = await insertArticle({ slug: "here" });
	await make("/old", "/articles/here");
	await sql("UPDATE articles SET state = 'draft'");
	expect((await told()).data).toEqual([]);
	expect(cells(await page(redirects.list(), editor))[0]?.[2]).toBe("停用：轉到的內容未公開");
	await sql(`DELETE FROM articles WHERE id = ${article}`);
	expect(await stored()).toEqual([]);
});

test("search, edit, a stale form, removal; the log says who; a website is told", async () => {
	const site = website();
	await quiet();
	await listen(site.url, ["redirect.*"]);
	await make("/old", "/new");
	expect(await newestAudit()).toMatchObject({ action: "redirect.create", description: "/old" });
	const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM redirects");
	const edit = (target: string, version: string) => post(redirects.edit(id), { path: "/older", target, version });
	expect((await edit("/newer", "1")).to).toBe(redirects.list());
	expect((await edit("/newest", "1")).html).toContain("已被其他人更新");
	expect(await newestAudit()).toMatchObject({ action: "redirect.edit", description: "/older" });
	const found = async (q: string) => cells(await page(`${redirects.list()}?q=${q}`, editor)).map(([path]) => path);
	expect([await found("OLD"), await found("newer")]).toEqual([["/older"], ["/older"]]);
	expect((await page(`${redirects.list()}?q=nothing`, editor)).html).toContain("找不到符合的轉址");
	expect((await post(redirects.removal(id), { version: "1" })).html).toContain("已被其他人更新");
	expect((await post(redirects.removal(id), { version: "2" })).to).toBe(redirects.list());
	expect([await stored(), await newestAudit()]).toMatchObject([[], { action: "redirect.remove" }]);
	expect(
		await rows(
			"SELECT resource, slug, previous_slug, event FROM content_changes WHERE resource = 'redirect' ORDER BY rev DESC LIMIT 3",
		),
	).toEqual([
		{ resource: "redirect", slug: "/older", previous_slug: null, event: "deleted" },
		{ resource: "redirect", slug: "/older", previous_slug: "/old", event: "updated" },
		{ resource: "redirect", slug: "/old", previous_slug: null, event: "created" },
	]);
	await sendHooks(withQueueKept().env);
	const [told] = await site.received();
	expect(JSON.parse(told?.body ?? "{}")).toMatchObject({
		type: "redirect.deleted",
		data: { resource: "redirect", id, tags: [`redirect:${id}`, "redirects"], paths: ["/old", "/older"] },
	});
});
