import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { sendHooks } from "#jobs/content/webhooks.ts";
import { askJson, insert, insertArticle, term } from "../../support/content.ts";
import { cells, fieldValue, newestAudit, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";
import { listen, quiet, withQueueKept } from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

const { categories } = paths.admin;
let editor: Person;

/** Three categories in order, none with articles. */
beforeEach(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await env.DB.batch(
		["article_categories", "articles", "categories", "slug_history", "form_submissions"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
	for (const [id, slug, name] of [
		[1, "news", "協會動態"],
		[2, "care", "照護生活"],
		[3, "events", "活動訊息"],
	] as const)
		await insert("categories", { ...term(id, slug, name), position: id });
});

const post = async (path: string, form: Record<string, string>, as = editor) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const stored = () =>
	rows<{ id: number; slug: string; position: number; version: number }>(
		"SELECT id, slug, name, description, position, version FROM categories ORDER BY position, id",
	);
const give = (article: number, category: number) =>
	insert("article_categories", { article_id: article, category_id: category });
const publicCategories = async () => {
	const { data } = await askJson("/api/v1/categories");
	return Object.values(data ?? {}).map(({ slug, articles_count }) => [slug, articles_count]);
};
const categoriesOf = async (slug: string) => (await askJson(`/api/v1/articles/${slug}`)).data?.categories;

test("the list: order, words escaped, published and all articles; none yet says what to do", async () => {
	await env.DB.prepare("UPDATE categories SET name = '<b>協會', description = '<i>' WHERE id = 1").run();
	await give(await insertArticle({ slug: "a" }), 1);
	await give(await insertArticle({ slug: "b", state: "draft" }), 1);
	await give(await insertArticle({ slug: "c", state: "trashed", trashed_at: 1 }), 1);
	const list = await page(categories.list(), editor);
	expect(list.html).not.toContain("<b>協會");
	expect(cells(list).map((row) => row.slice(0, 4))).toEqual([
		["&lt;b>協會news", "&lt;i>", "1 篇", "2 篇"],
		["照護生活care", "沒有說明", "0 篇", "0 篇"],
		["活動訊息events", "沒有說明", "0 篇", "0 篇"],
	]);
	expect(list.html).toContain(`href="${paths.admin.articles.list()}?category=1"`);
	await env.DB.batch(["article_categories", "categories"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	expect((await page(categories.list(), editor)).html).toContain("還沒有分類");
});

test("made once for its form, behind the others; the slug comes from the name and is nobody's", async () => {
	const form = { _key: "k", name: "  Care Tips ", slug: "", description: "一\r\n二" };
	expect((await post(categories.create(), form)).to).toBe(categories.list());
	expect((await post(categories.create(), form)).to).toBe(categories.list());
	expect((await stored()).slice(3)).toEqual([
		expect.objectContaining({ slug: "care-tips", name: "Care Tips", description: "一\n二", position: 4, version: 1 }),
	]);
	expect((await newestAudit(1))[0]).toMatch(/^category\.create category \d+ care-tips$/);
	expect((await post(categories.create(), { ...form, _key: "l", name: "Care" })).to).toBe(categories.list());
	expect((await stored()).at(-1)?.slug).toBe("care-2");
});

test.each([
	[{ name: "ＣＡＲＥ", slug: "x" }, "已經有這個名稱的分類"],
	[{ name: "care", slug: "x" }, "已經有這個名稱的分類"],
	[{ name: "別的", slug: "Events" }, "這個網址已經有分類使用"],
	[{ name: " ", slug: "" }, "請填寫名稱。"],
	[{ name: "字".repeat(300), slug: "" }, "最多 80 個字。"],
	[{ name: "別的", slug: "！" }, "網址至少要有一個文字或數字。"],
])("%j is refused beside its field, and what was typed stays", async (typed, why) => {
	await env.DB.prepare("UPDATE categories SET name = 'Care' WHERE id = 2").run();
	const before = await stored();
	for (const path of [categories.create(), categories.edit(1)]) {
		const answer = await post(path, { ...typed, description: "<script>我打的", version: "1" });
		expect([path, answer.status]).toEqual([path, 422]);
		expect(answer.html).toContain("&lt;script>我打的");
	}
	const answer = await post(categories.create(), { ...typed, description: "" });
	expect([answer.status, answer.html.includes(why), fieldValue(answer, "slug")]).toEqual([422, true, typed.slug]);
	expect(await stored()).toEqual(before);
});

test("a script in a name is text everywhere", async () => {
	await post(categories.create(), { name: "<script>alert(1)</script>", slug: "", description: "" });
	const made = (await stored()).at(-1);
	expect(made).toMatchObject({ name: "<script>alert(1)</script>", slug: "script-alert-1-script" });
	for (const path of [categories.list(), categories.edit(Number(made?.id)), categories.removal(Number(made?.id))])
		expect([path, (await page(path, editor)).html.includes("<script>alert")]).toEqual([path, false]);
});

test("renamed: the API and the web-hook say so at once, and the old slug is kept", async () => {
	await give(await insertArticle({ slug: "a" }), 1);
	const site = website();
	await quiet();
	await listen(site.url, ["category.*"]);
	const sent = { name: "最新消息", slug: "latest", description: "新的", version: "1" };
	expect((await post(categories.edit(1), sent)).to).toBe(categories.list());
	expect(await categoriesOf("a")).toEqual([{ slug: "latest", name: "最新消息" }]);
	expect(await publicCategories()).toEqual([
		["latest", 1],
		["care", 0],
		["events", 0],
	]);
	await sendHooks(withQueueKept().env);
	const { type, data } = JSON.parse((await site.received(1))[0]?.body ?? "null");
	expect([type, data.slug, data.previous_slug, data.tags]).toEqual([
		"category.updated",
		"latest",
		"news",
		["category:1", "categories", "articles", "homepage"],
	]);
	expect(await rows("SELECT slug, id FROM slug_history WHERE resource = 'category'")).toEqual([
		{ slug: "news", id: 1 },
	]);
	const [audit] = await rows("SELECT changes FROM audit_log ORDER BY id DESC LIMIT 1");
	expect(JSON.parse(String(audit?.changes))).toEqual({
		name: { from: "協會動態", to: "最新消息" },
		slug: { from: "news", to: "latest" },
		description: { from: "", to: "新的" },
	});
});

test("an edit that changes nothing writes nothing; the case of a name may be mended", async () => {
	const before = await newestAudit(1);
	const same = { name: "協會動態", slug: "news", description: "", version: "1" };
	expect((await post(categories.edit(1), same)).to).toBe(categories.list());
	expect(await newestAudit(1)).toEqual(before);
	await env.DB.prepare("UPDATE categories SET name = 'NEWS' WHERE id = 1").run();
	expect((await post(categories.edit(1), { ...same, name: "News" })).to).toBe(categories.list());
	expect((await stored())[0]).toMatchObject({ name: "News", version: 2 });
});

test("two people: the later one sees both texts, and saves what was chosen", async () => {
	const sent = { name: "協會動態", slug: "news", description: "第一位寫的", version: "1" };
	await post(categories.edit(1), sent);
	const late = await post(categories.edit(1), { ...sent, description: "第二位\r\n寫的", name: "協會新聞" });
	expect([late.status, fieldValue(late, "version")]).toEqual([409, "2"]);
	expect(fieldValue(late, "_theirs.description")).toBe("第一位寫的");
	expect(fieldValue(late, "_theirs.slug")).toBe(undefined);
	expect(late.html).toContain("第二位");
	const chosen = {
		...sent,
		version: "2",
		name: "協會新聞",
		description: "第二位寫的",
		"_take.name": "mine",
		"_theirs.name": "協會動態",
		"_take.description": "theirs",
		"_theirs.description": "第一位寫的",
	};
	expect((await post(categories.edit(1), chosen)).to).toBe(categories.list());
	expect((await stored())[0]).toMatchObject({ name: "協會新聞", description: "第一位寫的", version: 3 });
});

test("moved by its arrows, also where positions were the same; a move of an older order is refused", async () => {
	await env.DB.prepare("UPDATE categories SET position = 0").run();
	const list = await page(categories.list(), editor);
	expect(fieldValue(list, "seen")).toBe("1 2 3");
	const arrows = list.elements.filter(({ attributes }) => attributes.name === "move");
	expect(arrows.map(({ attributes }) => [attributes.value, "disabled" in attributes])).toEqual([
		["1 up", true],
		["1 down", false],
		["2 up", false],
		["2 down", false],
		["3 up", false],
		["3 down", true],
	]);
	expect((await post(categories.order(), { seen: "1 2 3", move: "3 up" })).to).toBe(`${categories.list()}#category-3`);
	expect((await publicCategories()).map(([slug]) => slug)).toEqual(["news", "events", "care"]);
	expect((await stored()).map(({ id, position, version }) => [id, position, version])).toEqual([
		[1, 1, 1],
		[3, 2, 1],
		[2, 3, 1],
	]);
	expect(await newestAudit(1)).toEqual(["category.move category 3 events"]);
	const late = await post(categories.order(), { seen: "1 2 3", move: "2 up" });
	expect([late.status, late.html.includes("順序沒有變更"), fieldValue(late, "seen")]).toEqual([409, true, "1 3 2"]);
	for (const bad of [
		{ seen: "1 3 2", move: "99 up" },
		{ seen: "", move: "1 up" },
		{ seen: "1 3", move: "3 up" },
		{ seen: "1 3 2", move: "1 left" },
	])
		expect([bad, (await post(categories.order(), bad)).to]).toEqual([bad, null]);
	expect((await publicCategories()).map(([slug]) => slug)).toEqual(["news", "events", "care"]);
});

test("removed, its articles moved: all in one batch, told to the public", async () => {
	const [a, b] = [await insertArticle({ slug: "a" }), await insertArticle({ slug: "b", state: "draft" })];
	await give(a, 1);
	await give(b, 1);
	await give(a, 2);
	const confirm = await page(categories.removal(1), editor);
	expect([fieldValue(confirm, "articles"), confirm.html.includes("這些文章改到哪個分類")]).toEqual(["2", true]);
	const site = website();
	await quiet();
	await listen(site.url);
	const sent = { version: "1", articles: "2", target: "2" };
	expect((await post(categories.removal(1), sent)).to).toBe(categories.list());
	expect(await rows("SELECT article_id, category_id FROM article_categories ORDER BY 1, 2")).toEqual([
		{ article_id: a, category_id: 2 },
		{ article_id: b, category_id: 2 },
	]);
	expect(await categoriesOf("a")).toEqual([{ slug: "care", name: "照護生活" }]);
	expect(await publicCategories()).toEqual([
		["care", 1],
		["events", 0],
	]);
	expect(await rows("SELECT slug, id FROM slug_history WHERE resource = 'category'")).toEqual([
		{ slug: "news", id: 2 },
	]);
	expect(await newestAudit(3)).toEqual([
		`article.change_terms article ${a} a`,
		`article.change_terms article ${b} b`,
		"category.remove category 1 news",
	]);
	expect(await rows("SELECT version FROM articles ORDER BY id")).toEqual([{ version: 2 }, { version: 2 }]);
	await sendHooks(withQueueKept().env);
	const heard = (await site.received(2)).map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.tags]);
	expect(heard.sort()).toEqual([
		["article.updated", [`article:${a}`, "category:1", "articles", "homepage"]],
		["category.deleted", ["category:1", "categories", "articles", "homepage"]],
	]);
});

test("removed without another: articles just lose it; without articles nothing is asked", async () => {
	const a = await insertArticle({ slug: "a" });
	await give(a, 1);
	expect((await post(categories.removal(1), { version: "1", articles: "1", target: "" })).to).toBe(categories.list());
	expect(await categoriesOf("a")).toEqual([]);
	const [audit] = await rows(
		"SELECT changes FROM audit_log WHERE action = 'article.change_terms' ORDER BY id DESC LIMIT 1",
	);
	expect(JSON.parse(String(audit?.changes))).toEqual({ category: { from: "協會動態", to: null } });
	expect((await page(categories.removal(2), editor)).html).not.toContain("這些文章改到哪個分類");
	expect((await post(categories.removal(2), { version: "1", articles: "0" })).to).toBe(categories.list());
	expect((await stored()).map(({ id }) => id)).toEqual([3]);
});

test("not removed when it changed, when other articles have it, or into what is no other category", async () => {
	await give(await insertArticle({ slug: "a" }), 1);
	const sent = { version: "1", articles: "1", target: "" };
	for (const [form, status, why] of [
		[{ ...sent, version: "2" }, 409, "已被其他人更新"],
		[{ ...sent, articles: "0" }, 409, "已被其他人更新"],
		[{ ...sent, target: "999" }, 422, "要移到的分類不存在"],
		[{ ...sent, target: "1" }, 422, "要移到的分類不存在"],
		[{ ...sent, target: "x" }, 422, "格式不正確"],
	] as const) {
		const answer = await post(categories.removal(1), form);
		expect([form, answer.status, answer.html.includes(why)]).toEqual([form, status, true]);
		expect([fieldValue(answer, "version"), fieldValue(answer, "articles")]).toEqual(["1", "1"]);
	}
	expect((await stored()).length).toBe(3);
	expect(await categoriesOf("a")).toEqual([{ slug: "news", name: "協會動態" }]);
});

test("ids that do not exist, and who may not", async () => {
	const form = { name: "x", slug: "", description: "", version: "1" };
	for (const path of [categories.edit(99), categories.removal(99)])
		expect([path, (await page(path, editor)).status]).toEqual([path, 404]);
	expect((await post(categories.edit(99), form)).status).toBe(404);
	expect((await post(categories.removal(99), { version: "1", articles: "0" })).status).toBe(404);
	const writer = await signIn({ permissions: ["articles.manage"] });
	expect((await page(categories.list(), writer)).status).toBe(403);
	expect((await post(categories.removal(1), { version: "1", articles: "0" }, writer)).status).toBe(403);
	expect((await stored()).length).toBe(3);
});
