import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { indexChanges } from "#jobs/content/indexing.ts";
import { ask, insert, insertArticle, page, sql, term } from "../support/content.ts";
import { createPage, insertDocument } from "../support/rows.ts";

type Hit = { kind: string; id: number; slug: string; url: string; match: string; highlight: { title: string } };
type Reply = { data: Hit[]; meta: Record<string, unknown> & { suggestions: string[] }; links: { next: string | null } };
const search = async (query: string): Promise<Reply> => (await ask(`/api/v1/search?${query}`)).json();
const find = async (q: string) =>
	(await search(`q=${encodeURIComponent(q)}`)).data.map(({ kind, id, match }) => [kind, id, match]);
const suggested = async (path: string) => (await (await ask(`/api/v1${path}`)).json<Reply>()).meta.suggestions;

/** Every question below comes after what is remembered of revision and index has run out. */
beforeAll(() => {
	vi.useFakeTimers({ toFake: ["Date"] });
	return () => vi.useRealTimers();
});
beforeEach(() => {
	vi.setSystemTime(Date.now() + 1_000);
});

beforeAll(async () => {
	await insertArticle({ id: 1, slug: "輪椅", title: "輪椅補助怎麼申請", excerpt: "從評估到核銷" });
	await insertArticle({ id: 2, slug: "aids", title: "輔具借用", body_html: "<p>民國 115 年起，裏面有說明</p>" });
	await insertArticle({ id: 3, slug: "draft", title: "輪框修理", state: "draft" });
	await createPage(page(1, "about/rooms", { title: "轮椅可到的空間" }));
	await insertDocument({ id: 1, slug: "rules", category: "", visibility: "public" });
	await insertDocument({ id: 2, slug: "inside", category: "", visibility: "members" });
	await sql("UPDATE documents SET title = CASE id WHEN 1 THEN '補助辦法' ELSE '輪椅清冊' END");
	await insert("tags", term(1, "sleep", "睡眠呼吸"));
	await insert("article_tags", { article_id: 2, tag_id: 1 });
	await indexChanges(env);
});

test("one list has all kinds, exact hits first, with addresses, counts and highlights", async () => {
	const { data, meta } = await search(`q=${encodeURIComponent("輪椅 補助")}`);
	const [first, ...others] = data.map(({ kind, id, slug, url, match }) => ({ kind, id, slug, url, match }));
	expect(first).toEqual({
		kind: "article",
		id: 1,
		slug: "輪椅",
		url: "https://www.example.org/articles/%E8%BC%AA%E6%A4%85",
		match: "exact",
	});
	expect(others.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
		{ kind: "document", id: 1, slug: "rules", url: "https://www.example.org/documents/rules", match: "partial" },
		{ kind: "page", id: 1, slug: "about/rooms", url: "https://www.example.org/about/rooms", match: "partial" },
	]);
	expect(meta).toMatchObject({ exact: 1, total: 3, counts: { article: 1, page: 1, document: 1 }, suggestions: [] });
	expect(data.find(({ kind }) => kind === "page")?.highlight.title).toBe("<mark>轮椅</mark>可到的空間");
});

test("a kind is shown alone, its pages join, and the counts stay", async () => {
	const q = encodeURIComponent("輪椅 補助");
	const { data, meta } = await search(`q=${q}&kind=page`);
	expect([data.map(({ kind }) => kind), meta.total, meta.exact]).toEqual([["page"], 1, 0]);
	expect(meta.counts).toEqual({ article: 1, page: 1, document: 1 });
	const pages = await Promise.all([1, 2, 3, 4].map((number) => search(`q=${q}&per_page=1&page=${number}`)));
	expect(pages.map((one) => one.data.length)).toEqual([1, 1, 1, 0]);
	expect(new Set(pages.flatMap((one) => one.data.map(({ kind }) => kind))).size).toBe(3);
	const next = new URL(pages[0]?.links.next ?? "");
	expect([next.pathname, ...next.searchParams]).toEqual([
		"/api/v1/search",
		["per_page", "1"],
		["q", "輪椅 補助"],
		["page", "2"],
	]);
});

test.each(["", "q=", "q=a&kind=tag", "q=a&sort=title", `q=${"a".repeat(101)}`])("%s is refused", async (query) => {
	expect((await ask(`/api/v1/search?${query}`)).status).toBe(400);
});

test("nothing but signs finds nothing", async () => {
	expect(await search("q=%EF%BC%8C")).toMatchObject({ data: [], meta: { total: 0, exact: 0, suggestions: [] } });
});

test("a search over one kind has both tiers, too", async () => {
	const answer = await ask(`/api/v1/articles?search=${encodeURIComponent("2026年")}`);
	expect(await answer.json()).toMatchObject({ data: [{ id: 2, match: "partial" }], meta: { exact: 0, total: 1 } });
	const documents = await ask(`/api/v1/documents?search=${encodeURIComponent("輪椅 補助")}`);
	expect(await documents.json()).toMatchObject({ data: [{ id: 1, match: "partial" }], meta: { exact: 0, total: 1 } });
});

test("suggested is what finds something and is public: titles and tags, never a draft or a document of members", async () => {
	expect(await suggested(`/search?q=${encodeURIComponent("輪倚")}`)).toEqual(["輪椅"]);
	expect(await suggested(`/search?q=${encodeURIComponent("睡眼呼吸")}`)).toEqual(["睡眠呼吸"]);
	for (const word of ["輪椅", "睡眠呼吸"]) expect((await find(word)).length).toBeGreaterThan(0);
	expect(await suggested(`/documents?search=${encodeURIComponent("補住")}`)).toEqual(["補助"]);
	// The index still has what was taken down a moment ago; nothing of it is told.
	await sql("UPDATE articles SET state = 'draft' WHERE id = 1");
	vi.setSystemTime(Date.now() + 1_000);
	expect(await suggested(`/search?q=${encodeURIComponent("核銷申請")}`)).toEqual([]);
	expect(await find("輪椅補助")).not.toContainEqual(["article", 1, "exact"]);
	await sql("UPDATE articles SET state = 'published' WHERE id = 1");
	await indexChanges(env);
});

test("synonyms that raw SQL wrote, changed or deleted show in the next answer", async () => {
	const q = "輪椅";
	const exact = ["article", 1, "exact"];
	const aids = ["article", 2, "partial"];
	expect(await find(q)).not.toContainEqual(aids);
	for (const [statement, has] of [
		[`INSERT INTO synonyms (words, created_at, updated_at) VALUES ('["輪椅","輔具"]', 1, 1)`, true],
		[`UPDATE synonyms SET words = '["輪椅","代步車"]'`, false],
		[`UPDATE synonyms SET words = '["輔具","輪椅"]'`, true],
		["DELETE FROM synonyms", false],
	] as const) {
		await sql(statement);
		vi.setSystemTime(Date.now() + 1_000);
		const found = await find(q);
		expect([statement, found.some((hit) => hit.join() === aids.join())]).toEqual([statement, has]);
		expect(found).toContainEqual(exact);
	}
});
