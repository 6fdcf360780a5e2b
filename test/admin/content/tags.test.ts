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

const { tags } = paths.admin;
let editor: Person;

beforeEach(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await env.DB.batch(
		["article_tags", "articles", "tags", "slug_history", "form_submissions"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
	for (const [id, slug, name] of [
		[1, "winter", "冬季"],
		[2, "cold", "天冷"],
		[3, "covid", "Covid"],
	] as const)
		await insert("tags", term(id, slug, name));
});

const post = async (path: string, form: Record<string, string>, as = editor) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const stored = () => rows("SELECT id, slug, name, version, articles_count FROM tags ORDER BY id");
const give = (article: number, ...all: number[]) =>
	Promise.all(all.map((tag) => insert("article_tags", { article_id: article, tag_id: tag })));
const tagsOf = async (slug: string) => (await askJson(`/api/v1/articles/${slug}`)).data?.tags;
const publicTags = async () => {
	const { data } = await askJson("/api/v1/tags");
	return Object.values(data ?? {}).map(({ slug, articles_count }) => [slug, articles_count]);
};

test("the list: search, sort, pages of 50", async () => {
	await give(await insertArticle({ slug: "a" }), 1, 3);
	await give(await insertArticle({ slug: "b", state: "draft" }), 3);
	const names = async (query: string) => cells(await page(`${tags.list()}${query}`, editor)).map(([name]) => name);
	expect(cells(await page(tags.list(), editor))).toEqual([
		["Covidcovid", "1 篇", "2 篇", "合併...「Covid」"],
		["冬季winter", "1 篇", "1 篇", "合併...「冬季」"],
		["天冷cold", "0 篇", "0 篇", "合併...「天冷」"],
	]);
	expect(await names("?sort=-name")).toEqual(["天冷cold", "冬季winter", "Covidcovid"]);
	expect(await names("?sort=articles")).toEqual(["天冷cold", "冬季winter", "Covidcovid"]);
	expect(await names("?sort=-articles")).toEqual(["Covidcovid", "冬季winter", "天冷cold"]);
	expect(await names("?q=ＣＯＶ")).toEqual(["Covidcovid"]);
	expect(await names("?q=win")).toEqual(["冬季winter"]);
	const none = await page(`${tags.list()}?q=${encodeURIComponent("<script>")}`, editor);
	expect([none.html.includes("找不到符合的標籤"), none.html.includes("<script>x")]).toEqual([true, false]);
	expect((await page(`${tags.list()}?sort=slug`, editor)).status).toBe(400);
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
		INSERT INTO tags (id, slug, name, created_at, updated_at) SELECT i, 'm' || i, 'm' || i, 1, 1 FROM n`,
	).run();
	expect((await names("")).length).toBe(50);
	expect((await names("?page=2")).length).toBe(4);
	expect((await page(`${tags.list()}?page=9`, editor)).html).toContain("這一頁沒有標籤");
	await env.DB.batch(["article_tags", "tags"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	expect((await page(tags.list(), editor)).html).toContain("還沒有標籤");
});

test("made and edited; taken names and slugs are refused in any spelling", async () => {
	expect((await post(tags.create(), { _key: "k", name: "長照 2.0", slug: "" })).to).toBe(tags.list());
	expect((await stored()).at(-1)).toMatchObject({ slug: "長照-2-0", name: "長照 2.0" });
	expect((await newestAudit(1))[0]).toMatch(/^tag\.create tag \d+ 長照-2-0$/);
	const before = await stored();
	for (const [form, why] of [
		[{ name: "ｃｏｖｉｄ", slug: "" }, "已經有這個名稱的標籤"],
		[{ name: "COVID", slug: "x" }, "已經有這個名稱的標籤"],
		[{ name: "新的", slug: "Cold" }, "這個網址已經有標籤使用"],
		[{ name: "", slug: "" }, "請填寫名稱。"],
		[{ name: "字".repeat(300), slug: "" }, "最多 80 個字。"],
		[{ name: "一、二", slug: "" }, "標籤名稱裡不要有頓號、逗號或分號。"],
	] as const) {
		for (const [path, more] of [
			[tags.create(), {}],
			[tags.edit(1), { version: "1" }],
		] as const) {
			const answer = await post(path, { ...form, ...more });
			expect([path, form, answer.status, answer.html.includes(why)]).toEqual([path, form, 422, true]);
			expect(fieldValue(answer, "name")).toBe(form.name);
		}
	}
	expect(await stored()).toEqual(before);
});

test("renamed: the API and the web-hook say so, the old slug is kept; two people see both texts", async () => {
	await give(await insertArticle({ slug: "a" }), 1);
	const site = website();
	await quiet();
	await listen(site.url, ["tag.*"]);
	const sent = { name: "冬天", slug: "wintertime", version: "1" };
	expect((await post(tags.edit(1), sent)).to).toBe(tags.list());
	expect(await tagsOf("a")).toEqual([{ slug: "wintertime", name: "冬天" }]);
	await sendHooks(withQueueKept().env);
	const { type, data } = JSON.parse((await site.received(1))[0]?.body ?? "null");
	expect([type, data.slug, data.previous_slug, data.tags]).toEqual([
		"tag.updated",
		"wintertime",
		"winter",
		["tag:1", "tags", "articles", "homepage"],
	]);
	expect(await rows("SELECT slug, id FROM slug_history WHERE resource = 'tag'")).toEqual([{ slug: "winter", id: 1 }]);
	const late = await post(tags.edit(1), { ...sent, name: "冬日" });
	expect([late.status, fieldValue(late, "_theirs.name"), fieldValue(late, "_theirs.slug")]).toEqual([
		409,
		"冬天",
		undefined,
	]);
	expect([fieldValue(late, "name"), fieldValue(late, "version")]).toEqual(["冬日", "2"]);
});

test("merged: first what will change, then every article has the other one, once", async () => {
	const [a, b] = [await insertArticle({ slug: "a" }), await insertArticle({ slug: "b" })];
	const c = await insertArticle({ slug: "c", state: "draft" });
	await give(a, 1, 2);
	await give(b, 2);
	await give(c, 2, 3);
	await post(tags.edit(2), { name: "天冷", slug: "chilly", version: "1" });
	const preview = await page(`${tags.merge(2)}?into=${encodeURIComponent("冬季")}`, editor);
	expect(preview.elements.filter(({ name }) => name === "dd").map(({ text }) => text)).toEqual([
		"「天冷」3 篇，「冬季」1 篇",
		"1 篇，只留「冬季」",
		"「冬季」3 篇",
	]);
	const names = ["version", "articles", "target", "target_version", "target_articles"];
	const form = Object.fromEntries(names.map((name) => [name, fieldValue(preview, name) ?? ""]));
	expect(form).toEqual({ version: "2", articles: "3", target: "1", target_version: "1", target_articles: "1" });
	const site = website();
	await quiet();
	await listen(site.url);
	expect((await post(tags.merge(2), { ...form, into: "冬季" })).to).toBe(tags.edit(1));
	expect(await rows("SELECT article_id, tag_id FROM article_tags ORDER BY 1, 2")).toEqual([
		{ article_id: a, tag_id: 1 },
		{ article_id: b, tag_id: 1 },
		{ article_id: c, tag_id: 1 },
		{ article_id: c, tag_id: 3 },
	]);
	expect([await tagsOf("a"), await tagsOf("b")]).toEqual([
		[{ slug: "winter", name: "冬季" }],
		[{ slug: "winter", name: "冬季" }],
	]);
	expect(await publicTags()).toEqual([
		["covid", 0],
		["winter", 2],
	]);
	expect(await rows("SELECT slug, id FROM slug_history WHERE resource = 'tag' ORDER BY slug")).toEqual([
		{ slug: "chilly", id: 1 },
		{ slug: "cold", id: 1 },
	]);
	expect(await newestAudit(4)).toEqual([
		`article.change_terms article ${a} a`,
		`article.change_terms article ${b} b`,
		`article.change_terms article ${c} c`,
		"tag.merge tag 2 chilly",
	]);
	await sendHooks(withQueueKept().env);
	const heard = (await site.received(3)).map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.tags]);
	expect(heard.sort()).toEqual([
		["article.updated", [`article:${a}`, "tag:2", "articles", "homepage"]],
		["article.updated", [`article:${b}`, "tag:1", "articles", "homepage", "tag:2"]],
		["tag.deleted", ["tag:2", "tags", "articles", "homepage"]],
	]);
});

test("not merged into itself, into nothing, or when either changed meanwhile", async () => {
	const a = await insertArticle({ slug: "a" });
	await give(a, 1);
	for (const [into, why] of [
		["冬季", "標籤不能併入自己"],
		["沒有的", "沒有這個名稱的標籤"],
	] as const) {
		const answer = await page(`${tags.merge(1)}?into=${encodeURIComponent(into)}`, editor);
		expect([into, answer.html.includes(why), answer.html.includes("合併後會發生什麼")]).toEqual([into, true, false]);
	}
	expect((await page(`${tags.merge(1)}?into=cOVID`, editor)).html).toContain("併入「Covid」");
	const sent = { version: "1", articles: "1", target: "2", target_version: "1", target_articles: "0", into: "天冷" };
	for (const [more, status, why] of [
		[{ target: "1", into: "冬季" }, 422, "標籤不能併入自己"],
		[{ target: "99", into: "沒有的" }, 422, "找不到要併入的標籤"],
		[{ version: "9" }, 409, "已被其他人更新"],
		[{ articles: "0" }, 409, "已被其他人更新"],
		[{ target_version: "2" }, 409, "已被其他人更新"],
		[{ target_articles: "5" }, 409, "已被其他人更新"],
	] as const) {
		const answer = await post(tags.merge(1), { ...sent, ...more });
		expect([more, answer.status, answer.html.includes(why)]).toEqual([more, status, true]);
	}
	const again = await post(tags.merge(1), { ...sent, articles: "0" });
	expect(fieldValue(again, "articles")).toBe("1");
	expect((await stored()).length).toBe(3);
	expect(await tagsOf("a")).toEqual([{ slug: "winter", name: "冬季" }]);
});

test("removed: articles lose it, and hear of it; not when it changed or other articles have it", async () => {
	const a = await insertArticle({ slug: "a" });
	await give(a, 1, 2);
	const confirm = await page(tags.removal(1), editor);
	expect([fieldValue(confirm, "articles"), confirm.html.includes("1 篇文章會少了這個標籤")]).toEqual(["1", true]);
	for (const form of [
		{ version: "2", articles: "1" },
		{ version: "1", articles: "0" },
	])
		expect([form, (await post(tags.removal(1), form)).status]).toEqual([form, 409]);
	expect((await post(tags.removal(1), { version: "1", articles: "1" })).to).toBe(tags.list());
	expect(await tagsOf("a")).toEqual([{ slug: "cold", name: "天冷" }]);
	expect(await publicTags()).toEqual([
		["covid", 0],
		["cold", 1],
	]);
	expect(await newestAudit(2)).toEqual([`article.change_terms article ${a} a`, "tag.remove tag 1 winter"]);
});

test("ids that do not exist, and who may not", async () => {
	for (const path of [tags.edit(99), tags.merge(99), tags.removal(99)])
		expect([path, (await page(path, editor)).status]).toEqual([path, 404]);
	expect((await post(tags.edit(99), { name: "x", slug: "", version: "1" })).status).toBe(404);
	expect((await post(tags.removal(99), { version: "1", articles: "0" })).status).toBe(404);
	const writer = await signIn({ permissions: ["articles.manage"] });
	expect((await page(tags.list(), writer)).status).toBe(403);
	expect((await post(tags.removal(1), { version: "1", articles: "0" }, writer)).status).toBe(403);
	expect((await stored()).length).toBe(3);
});
