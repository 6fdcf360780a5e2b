import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { ArticlesReply, PagesReply } from "#domain/content/index.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import { ask, insert, insertArticle, page, sql, term } from "../support/content.ts";
import { createPage, insertDocument } from "../support/rows.ts";

type Json = Record<string, unknown>;
type List = {
	data: (Json & { slug: string; path: string; published_at: string })[];
	meta: { total: number };
	links: Json;
};

const get = async <T = List>(path: string): Promise<T> => {
	const answer = await ask(`/api/v1${path}`);
	expect(answer.status, path).toBe(200);
	return answer.json<T>();
};
const slugs = async (path: string) => (await get(path)).data.map(({ slug }) => slug);
const errors = async (path: string) => {
	const answer = await ask(`/api/v1${path}`);
	const { errors: list } = await answer.json<{ errors: { pointer: string; detail: string }[] }>();
	return [answer.status, ...list.map(({ pointer }) => pointer)];
};
/** 台北時間的一天零時。 */
const day = (date: string) => Date.parse(`${date}T00:00:00+08:00`);

beforeAll(async () => {
	await insert("categories", term(1, "care", "照護"));
	for (const [slug, date, author] of [
		["first", "2026-01-01", "王小明"],
		["second", "2026-01-31", "李大同"],
		["third", "2026-02-01", "王小明"],
	] as const) {
		const fields = {
			slug,
			author_name: author,
			published_at: day(date),
			body_markdown: `# ${slug}`,
			body_html: `<h1>${slug}</h1>`,
		};
		const id = await insertArticle(fields);
		await insert("article_categories", { article_id: id, category_id: 1 });
	}
	await insertArticle({ slug: "late", published_at: day("2026-02-01") - 1, author_name: "李大同" });
	await insertArticle({ slug: "draft", state: "draft", published_at: null, author_name: "王小明" });
	await createPage(page(1, "about", { body_html: "<p>關於</p>" }));
	await createPage(page(2, "about/team", { parent_id: 1, position: 2 }));
	await createPage(page(3, "about/history", { parent_id: 1, position: 1 }));
	await createPage(page(4, "about/secret", { parent_id: 1, state: "draft", published_at: null }));
	await insertDocument({ id: 1, slug: "bylaws", category: "章程", visibility: "public" });
});

describe("include=body", () => {
	test("an article in a list is what its own address answers", async () => {
		const { data, meta } = await get("/articles?include=body&per_page=50");
		expect(meta.total).toBe(4);
		for (const article of data) expect((await get<{ data: Json }>(`/articles/${article.slug}`)).data).toEqual(article);
		expect(ArticlesReply.safeParse(await get("/articles?include=body")).error).toBeUndefined();
	});

	test("a page in the list is what its own address answers, drafts are left out", async () => {
		const { data, meta, links } = await get("/pages?include=body");
		expect([meta.total, data.map(({ path }) => path)]).toEqual([3, ["about", "about/history", "about/team"]]);
		for (const one of data) expect((await get<{ data: Json }>(`/pages/${one.path}`)).data).toEqual(one);
		expect(PagesReply.safeParse(await get("/pages?include=body")).error).toBeUndefined();
		expect(links.first).toBe("http://localhost:8787/api/v1/pages?include=body&page=1");
		expect((await get("/pages?include=body&per_page=2&page=2")).data.map(({ path }) => path)).toEqual(["about/team"]);
		expect((await get("/pages?include=body&page=9")).data).toEqual([]);
	});

	test("documents, filters and searches take it too", async () => {
		expect(await get("/documents?include=body").then(({ data }) => data)).toEqual((await get("/documents")).data);
		expect(await slugs(`/articles?include=body&author=${encodeURIComponent("李大同")}`)).toEqual(["late", "second"]);
		await env.SEARCH.prepare("SELECT 1").run();
		expect((await get("/articles?include=body&search=nothing-here")).data).toEqual([]);
	});

	test("what asks for too much is 400 and says how to ask", async () => {
		expect(await errors("/articles?include=body&per_page=51")).toEqual([400, "#/query/per_page"]);
		expect(await errors("/documents?include=body&per_page=51")).toEqual([400, "#/query/per_page"]);
		expect(await errors("/pages?include=all")).toEqual([400, "#/query/include"]);
		expect(await errors("/pages?per_page=20")).toEqual([400, "#/query/include"]);
	});

	test("above 8 MB it is 400, and fewer a page are answered", async () => {
		const text = "字".repeat(300_000); // 0.9 MB in UTF-8
		await sql(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
			INSERT INTO articles (slug, type, state, title, published_at, created_at, updated_at)
			SELECT 'large-' || i, 'research', 'published', '大', i, 1, 1 FROM n`,
		);
		await env.DB.prepare("UPDATE articles SET body_html = ? WHERE type = 'research'").bind(text).run();
		expect(await errors("/articles?include=body&type=research&per_page=10")).toEqual([400, "#/query/per_page"]);
		expect((await get("/articles?include=body&type=research&per_page=5")).data).toHaveLength(5);
		expect((await get("/articles?include=body&type=research&page=3&per_page=5")).data).toEqual([]);
		expect((await get("/articles?type=research&per_page=10")).data).toHaveLength(10);
		await sql("DELETE FROM articles WHERE type = 'research'");
		await env.DB.prepare("UPDATE pages SET body_markdown = ?").bind("字".repeat(1_000_000)).run();
		expect(await errors("/pages?include=body")).toEqual([400, "#/query/per_page"]);
		expect((await get("/pages?include=body&per_page=1")).data).toHaveLength(1);
	});
});

describe("filters by day and author", () => {
	test.each([
		["published_from=2026-01-31", ["third", "late", "second"]],
		["published_to=2026-01-31", ["late", "second", "first"]],
		["published_from=2026-01-31&published_to=2026-01-31", ["late", "second"]],
		[`author=${encodeURIComponent("王小明")}`, ["third", "first"]],
		["author=王", []],
		[`author=${encodeURIComponent("王小明")}&category=care&published_from=2026-01-02`, ["third"]],
	])("%s", async (query, expected) => {
		const found = await get(`/articles?${query}`);
		expect([found.data.map(({ slug }) => slug), found.meta.total]).toEqual([expected, expected.length]);
	});

	test("documents by day", async () => {
		const published = (await get("/documents")).data[0]?.published_at.slice(0, 10);
		expect(await slugs(`/documents?published_from=${published}&published_to=${published}`)).toEqual(["bylaws"]);
		expect(await slugs("/documents?published_to=1999-12-31")).toEqual([]);
	});

	test("a search keeps to the days", async () => {
		expect(await errors("/articles?search=x&published_from=2026-13-01")).toEqual([400, "#/query/published_from"]);
		await indexChanges(env);
		expect(await slugs("/articles?search=first&published_from=2026-01-01&published_to=2026-02-01")).toEqual(["first"]);
		expect(await slugs("/articles?search=first&published_from=2026-01-02&published_to=2026-02-01")).toEqual([]);
	});

	test.each([
		["published_from=2026-02-30", "#/query/published_from"],
		["published_from=2026-1-1", "#/query/published_from"],
		["published_from=2026-02-02&published_to=2026-02-01", "#/query/published_to"],
		["author=", "#/query/author"],
		["author=x&search=y", "#/query/author"],
	])("%s is 400", async (query, pointer) => expect(await errors(`/articles?${query}`)).toEqual([400, pointer]));
});
