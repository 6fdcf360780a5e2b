import { beforeAll, describe, expect, test } from "vitest";
import { ask, askJson, insert, insertArticle, sql, term } from "../support/content.ts";

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 0, 1);

beforeAll(async () => {
	await insert("categories", { ...term(1, "care", "照護生活"), position: 2 });
	await insert("categories", { ...term(2, "rights", "權益"), position: 1 });
	await insert("tags", term(1, "rehab", "復健"));
	await insert("attachments", {
		id: "a".repeat(26),
		filename: "海 邊.jpg",
		content_type: "image/jpeg",
		size: 3,
		sha256: "0".repeat(64),
		object_key: "attachments/a",
		width: 1200,
		height: 800,
		created_at: T0,
	});
	for (let n = 1; n <= 3; n++) await insertArticle({ slug: `news-${n}`, published_at: T0 + n * DAY });
	const story = await insertArticle({
		slug: "阿文的便當店",
		type: "story",
		published_at: T0,
		is_pinned: 1,
		cover_id: "a".repeat(26),
		cover_alt: "海邊",
		author_name: "林編輯",
		body_markdown: "看[首頁](/articles/news-1)與![圖](/api/v1/attachments/x/y.png)",
		body_html: '<p><a href="/articles/news-1">看</a><img src="/api/v1/attachments/x/y.png"></p>',
		toc: '[{"level":2,"id":"a","text":"甲"}]',
	});
	await sql(
		`INSERT INTO article_categories SELECT id, 1 FROM articles WHERE slug IN ('news-1', '阿文的便當店')`,
		`INSERT INTO article_categories VALUES (${story}, 2)`,
		`INSERT INTO article_tags VALUES (${story}, 1)`,
		`INSERT INTO attachment_uses (resource, resource_id, role, attachment_id, description) VALUES ('article', ${story}, 'file', '${"a".repeat(26)}', '說明')`,
	);
	for (const state of ["draft", "archived", "trashed"]) await insertArticle({ slug: state, state, published_at: null });
	await insertArticle({ slug: "scheduled", state: "scheduled", publish_at: T0 + 900 * DAY, published_at: null });
	await sql(
		"UPDATE articles SET slug = 'renamed' WHERE slug = 'news-3'",
		"UPDATE articles SET slug = 'news-three' WHERE slug = 'renamed'",
	);
});

const slugs = async (query: string) => {
	const body = await (await ask(`/api/v1/articles${query}`)).json<{ data: { slug: string }[] }>();
	return body.data.map((article) => article.slug);
};

describe("the list", () => {
	test.each([
		["", ["阿文的便當店", "news-three", "news-2", "news-1"]],
		["?sort=published_at", ["阿文的便當店", "news-1", "news-2", "news-three"]],
		["?sort=title", ["news-1", "news-2", "news-three", "阿文的便當店"]],
		["?type=story", ["阿文的便當店"]],
		["?type=event", []],
		["?category=care", ["阿文的便當店", "news-1"]],
		["?category=rights&category=care", ["阿文的便當店", "news-1"]],
		["?category=rights,care", ["阿文的便當店", "news-1"]],
		["?category=care&tag=rehab", ["阿文的便當店"]],
		["?category=nothing", []],
		["?pinned=false&per_page=2", ["news-three", "news-2"]],
		["?pinned=true", ["阿文的便當店"]],
		["?per_page=2&page=2", ["news-2", "news-1"]],
		["?page=9", []],
	])("%s", async (query, expected) => {
		expect(await slugs(query)).toEqual(expected);
	});

	test("wears Laravel's envelope", async () => {
		const body = await askJson("/api/v1/articles?per_page=3&type=news&page=1");
		const list = "http://localhost:8787/api/v1/articles?per_page=3&type=news&page=";
		expect(body.links).toEqual({ first: `${list}1`, last: `${list}1`, prev: null, next: null });
		expect(body.meta).toEqual({ current_page: 1, from: 1, to: 3, last_page: 1, per_page: 3, total: 3 });
		const past = await askJson("/api/v1/articles?page=3&per_page=2");
		expect(past.meta).toEqual({ current_page: 3, from: null, to: null, last_page: 2, per_page: 2, total: 4 });
		expect(past.links).toMatchObject({
			prev: "http://localhost:8787/api/v1/articles?per_page=2&page=2",
			next: null,
		});
	});

	test.each(["?category=care", "?tag=rehab", "?category=care&type=news", "?type=news", ""])(
		"counts what it lists: %s",
		async (query) => {
			const body = await (await ask(`/api/v1/articles${query}`)).json<{ data: unknown[]; meta: { total: number } }>();
			expect(body.meta.total).toBe(body.data.length);
		},
	);
});

test("an article, whole", async () => {
	const answer = await ask(`/api/v1/articles/${encodeURIComponent("阿文的便當店")}`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
	const { data, related } = await answer.json<{ data: Record<string, unknown>; related: { slug: string }[] }>();
	const file = `http://localhost:8787/api/v1/attachments/${"a".repeat(26)}/${encodeURIComponent("海 邊.jpg")}`;
	const url = `https://www.example.org/articles/${encodeURIComponent("阿文的便當店")}`;
	const plain = { focal: null, blur: null, variants: [] };
	const cover = { url: file, alt: "海邊", width: 1200, height: 800, ...plain };
	expect(data).toEqual({
		id: 4,
		slug: "阿文的便當店",
		type: "story",
		title: "題 阿文的便當店",
		excerpt: "",
		cover_image: cover,
		is_pinned: true,
		published_at: "2026-01-01T08:00:00+08:00",
		updated_at: "2026-01-01T08:00:00+08:00",
		reading_minutes: 1,
		author: { name: "林編輯" },
		categories: [
			{ slug: "rights", name: "權益" },
			{ slug: "care", name: "照護生活" },
		],
		tags: [{ slug: "rehab", name: "復健" }],
		url,
		body_markdown:
			"看[首頁](https://www.example.org/articles/news-1)與![圖](http://localhost:8787/api/v1/attachments/x/y.png)",
		body_html:
			'<p><a href="https://www.example.org/articles/news-1">看</a><img src="http://localhost:8787/api/v1/attachments/x/y.png"></p>',
		toc: [{ level: 2, id: "a", text: "甲" }],
		attachments: [
			{
				id: "a".repeat(26),
				filename: "海 邊.jpg",
				content_type: "image/jpeg",
				size: 3,
				url: file,
				description: "說明",
				width: 1200,
				height: 800,
				...plain,
			},
		],
		seo: { title: "題 阿文的便當店", description: "", image: cover, canonical_url: url, noindex: false },
		previous: null,
		next: { slug: "news-1", title: "題 news-1", url: "https://www.example.org/articles/news-1" },
	});
	expect(related.map((other) => other.slug)).toEqual(["news-1"]);
});

describe("where a slug leads", () => {
	test.each([
		["news-3", 301, "http://localhost:8787/api/v1/articles/news-three"],
		["renamed", 301, "http://localhost:8787/api/v1/articles/news-three"],
		["archived", 410, null],
		["draft", 404, null],
		["scheduled", 404, null],
		["trashed", 404, null],
		["nothing", 404, null],
		["..%2f..%2fetc", 404, null],
		[encodeURIComponent(encodeURIComponent("阿文的便當店")), 404, null],
		["%E9%98", 404, null],
		["a".repeat(121), 404, null],
		["a%00b", 404, null],
	])("%s", async (slug, status, location) => {
		const answer = await ask(`/api/v1/articles/${slug}`);
		expect([answer.status, answer.headers.get("Location")]).toEqual([status, location]);
		if (status !== 301) {
			expect(answer.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
			expect(await answer.json()).toMatchObject({
				status,
				title: expect.any(String),
				detail: expect.any(String),
				type: expect.any(String),
			});
		}
	});

	test("a slug that bare SQL decomposed is missing, not a redirect to itself", async () => {
		await insertArticle({ slug: "\u00e9l\u00e9ment" });
		await sql("UPDATE articles SET slug = 'e\u0301le\u0301ment' WHERE slug = '\u00e9l\u00e9ment'");
		const answer = await ask(`/api/v1/articles/${encodeURIComponent("\u00e9l\u00e9ment")}`);
		expect([answer.status, answer.headers.get("Location")]).toEqual([404, null]);
	});

	test("a decomposed slug finds the composed one", async () => {
		await insertArticle({ slug: "caf\u00e9" });
		expect((await ask(`/api/v1/articles/${encodeURIComponent("cafe\u0301")}`)).status).toBe(200);
	});
});

test("drafts of the same category neither push out nor change what is related", async () => {
	const address = `/api/v1/articles/${encodeURIComponent("阿文的便當店")}`;
	const before = await (await ask(address)).text();
	for (let n = 1; n <= 9; n++) {
		const id = await insertArticle({ slug: `hidden-${n}`, state: "draft", published_at: null });
		await insert("article_categories", { article_id: id, category_id: 1 });
	}
	expect(await (await ask(address)).text()).toBe(before);
	expect(JSON.parse(before).related.map((other: { slug: string }) => other.slug)).toContain("news-1");
});

test.each([
	["?sort=-published_at", "?"],
	["?sort=title", "?sort=title&"],
	["?search=x&sort=-published_at", "?search=x&sort=-published_at&"],
	["?search=x&sort=relevance", "?search=x&"],
])("the links of %s keep the order that was asked", async (query, kept) => {
	const { links } = await (await ask(`/api/v1/articles${query}`)).json<{ links: { first: string } }>();
	expect(links.first).toBe(`http://localhost:8787/api/v1/articles${kept}page=1`);
});
