import { beforeAll, describe, expect, test } from "vitest";
import { ask, askJson, insert, insertArticle, page, sql, term } from "../support/content.ts";
import { createPage, insertDocument, TIME } from "../support/rows.ts";

beforeAll(async () => {
	await insert("categories", term(1, "care", "照護"));
	await insertArticle({ slug: "news-1", title: "A & <B>", body_html: "<p>甲]]>乙</p>", excerpt: "摘\u0007要" });
	await insertArticle({ slug: "hidden", noindex: 1 });
	await sql("INSERT INTO article_categories VALUES (1, 1)");
	await createPage(page(1, "about", { position: 2 }));
	await createPage(page(2, "about/team", { parent_id: 1, position: 2 }));
	await createPage(page(3, "about/history", { parent_id: 1, position: 1 }));
	await createPage(page(4, "about/secret", { parent_id: 1, state: "draft" }));
	await createPage(page(5, "about/secret/child", { parent_id: 4 }));
	await createPage(page(6, "首頁", { position: 1 }));
	await sql("UPDATE pages SET slug = 'us', path = 'us' WHERE id = 6");
	await insertDocument({ id: 1, slug: "bylaws", category: "章程", visibility: "public" });
	await insertDocument({ id: 2, slug: "minutes", category: "會議", visibility: "members" });
	await insertDocument({ id: 3, slug: "plan", category: "會議", visibility: "public" });
	const announcement = { created_at: TIME, updated_at: TIME, publish_from: TIME, body_html: "<p>內</p>" };
	await insert("announcements", { ...announcement, slug: "open", title: "公開", audience: "public" });
	await insert("announcements", { ...announcement, slug: "members", title: "會員限定", audience: "members" });
	await insert("announcements", {
		...announcement,
		slug: "later",
		title: "未來",
		audience: "public",
		publish_from: 9e12,
	});
	await insert("announcements", {
		...announcement,
		slug: "over",
		title: "過期",
		audience: "public",
		publish_until: TIME + 1,
	});
});

test("categories with their counts", async () => {
	expect(await askJson("/api/v1/categories")).toEqual({
		data: [{ id: 1, slug: "care", name: "照護", description: "", articles_count: 1 }],
	});
});

test("the tree of pages: in order, without drafts; what hangs below a draft is a root", async () => {
	const leaf = (path: string) => ({ slug: path.split("/").at(-1), title: `頁 ${path}`, path, children: [] });
	expect((await askJson("/api/v1/pages")).data).toEqual([
		{ slug: "us", title: "頁 首頁", path: "us", children: [] },
		{ slug: "about", title: "頁 about", path: "about", children: [leaf("about/history"), leaf("about/team")] },
		leaf("about/secret/child"),
	]);
});

describe("a page", () => {
	test.each(["/pages/team", "/pages/about/team", "/pages/about%2Fteam"])("%s", async (path) => {
		const { data } = await (await ask(`/api/v1${path}`)).json<{ data: { path: string; parent: { path: string } } }>();
		expect([data.path, data.parent.path]).toEqual(["about/team", "about"]);
	});
	test("with its children in order", async () => {
		const { data } = await (await ask("/api/v1/pages/about")).json<{
			data: { children: { path: string }[]; parent: null };
		}>();
		expect([data.children.map((child) => child.path), data.parent]).toEqual([["about/history", "about/team"], null]);
	});
	test.each([
		["secret", 404, null],
		["about/secret", 404, null],
		["about/nothing", 404, null],
		[encodeURIComponent("首頁"), 301, "http://localhost:8787/api/v1/pages/us"],
	])("%s is %i", async (path, status, location) => {
		const answer = await ask(`/api/v1/pages/${path}`);
		expect([answer.status, answer.headers.get("Location")]).toEqual([status, location]);
	});
});

test("the home page shows what is public and nothing of the members", async () => {
	const answer = await ask("/api/v1/homepage");
	const text = await answer.text();
	const body = JSON.parse(text);
	expect(Object.keys(body)).toEqual(["pinned", "latest", "by_type", "categories", "pages", "announcements"]);
	expect(body.announcements.map((one: { slug: string }) => one.slug)).toEqual(["open"]);
	expect(Object.keys(body.by_type)).toEqual(["news", "event", "knowledge", "story", "research", "media"]);
	expect(body.by_type.news).toHaveLength(2);
	for (const secret of ["會員限定", "未來", "過期"]) expect(text).not.toContain(secret);
});

test("only public documents, by category and kind too", async () => {
	const slugs = async (query: string) => {
		const list = await (await ask(`/api/v1/documents${query}`)).json<{
			data: { slug: string }[];
			meta: { total: number };
		}>();
		expect(list.meta.total).toBe(list.data.length);
		return list.data.map((document) => document.slug);
	};
	expect(await slugs("")).toEqual(["plan", "bylaws"]);
	expect(await slugs(`?category=${encodeURIComponent("會議")}`)).toEqual(["plan"]);
	expect(await slugs("?kind=general")).toEqual(["plan", "bylaws"]);
	expect(await slugs("?kind=finance")).toEqual([]);
	expect((await ask("/api/v1/documents?kind=other")).status).toBe(400);
	expect((await ask("/api/v1/documents/minutes")).status).toBe(404);
	expect((await ask("/api/v1/documents/minutes/download")).status).toBe(404);
	expect((await askJson("/api/v1/documents/bylaws")).data).toMatchObject({
		version: 1,
		kind: "general",
		filename: "bylaws.pdf",
	});
});

describe("feeds and sitemap", () => {
	test("RSS is well-formed and escaped", async () => {
		const answer = await ask("/api/v1/feeds/articles.rss");
		expect(answer.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
		const text = await answer.text();
		expect(text).toContain("<title>A &amp; &lt;B&gt;</title>");
		expect(text).toContain("<content:encoded>&lt;p&gt;甲]]&gt;乙&lt;/p&gt;</content:encoded>");
		expect(text).not.toContain("\u0007");
		expect(text.match(/<item>/g)).toHaveLength(2);
	});
	test("Atom", async () => {
		const text = await (await ask("/api/v1/feeds/articles.atom")).text();
		expect(text.match(/<entry>/g)).toHaveLength(2);
		expect(text).toContain("<updated>2026-01-01T08:00:00+08:00</updated>");
	});
	test("JSON Feed", async () => {
		const feed = await askJson("/api/v1/feeds/articles.json");
		expect(feed).toMatchObject({
			version: "https://jsonfeed.org/version/1.1",
			items: [{ title: "題 hidden" }, { title: "A & <B>" }],
		});
	});
	test("the sitemap names articles and pages, none that asks not to be indexed", async () => {
		const text = await (await ask("/api/v1/sitemap.xml")).text();
		const addresses = [...text.matchAll(/<loc>https:\/\/www\.example\.org([^<]*)<\/loc>/g)].map((match) => match[1]);
		expect(addresses.toSorted()).toEqual([
			"/about",
			"/about/history",
			"/about/secret/child",
			"/about/team",
			"/articles/news-1",
			"/us",
		]);
	});
});

test("changes since a revision, tombstones included", async () => {
	type Changes = {
		data: { rev: number; resource: string; slug: string; event: string }[];
		meta: { rev: number; has_more: boolean };
	};
	const all = await (await ask("/api/v1/changes?since=0")).json<Changes>();
	const since = all.meta.rev;
	expect(all.data.at(-1)?.rev).toBe(since);
	await sql("UPDATE articles SET state = 'trashed' WHERE slug = 'hidden'", "DELETE FROM pages WHERE id = 5");
	const { data, meta } = await (await ask(`/api/v1/changes?since=${since}`)).json<Changes>();
	expect(data.map(({ resource, slug, event }) => [resource, slug, event])).toEqual([
		["article", "hidden", "deleted"],
		["page", "about/secret/child", "deleted"],
	]);
	expect(meta).toEqual({ rev: data[1]?.rev, has_more: false });
	const none = await (await ask(`/api/v1/changes?since=${meta.rev}`)).json<Changes>();
	expect(none).toEqual({ data: [], meta: { rev: meta.rev, has_more: false } });
	const health = await ask("/api/v1/health");
	expect([await health.json(), health.headers.get("Cache-Control")]).toEqual([
		{ status: "ok", rev: meta.rev },
		"no-store",
	]);
});

test("OpenAPI describes every address and each of its answers", async () => {
	type OpenApi = { openapi: string; paths: object; components: Record<string, object> };
	const document = await (await ask("/api/v1/openapi.json")).json<OpenApi>();
	expect(document.openapi).toBe("3.1.0");
	expect(Object.keys(document.paths)).toEqual([
		"/articles",
		"/articles/{slug}",
		"/categories",
		"/tags",
		"/pages",
		"/pages/{path}",
		"/homepage",
		"/site",
		"/documents",
		"/documents/{slug}",
		"/announcements",
		"/announcements/{slug}",
		"/feeds/articles.rss",
		"/feeds/articles.atom",
		"/feeds/articles.json",
		"/search",
		"/sitemap.xml",
		"/redirects",
		"/changes",
		"/documents/{slug}/download",
		"/attachments/{id}/{filename}",
		"/preview/articles/{id}",
		"/preview/pages/{id}",
		"/health",
	]);
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
		([, reference]) => reference ?? "",
	);
	const named = Object.entries(document.components).flatMap(([kind, all]) =>
		Object.keys(all).map((name) => `#/components/${kind}/${name}`),
	);
	for (const reference of new Set(references)) expect(named, reference).toContain(reference);
});

test("the docs page is Chinese, names every address and runs no script", async () => {
	const answer = await ask("/api/v1/docs");
	const text = await answer.text();
	expect(text).toContain('<html lang="zh-Hant-TW">');
	for (const path of ["/articles/{slug}", "/pages/{path}", "/changes"]) expect(text).toContain(`<code>${path}</code>`);
	expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
	expect(text).not.toContain("<script");
});
