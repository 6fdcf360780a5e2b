import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { BULK_MAX } from "#domain/content/articles/bulk.ts";
import { paths } from "#http/paths.ts";
import { indexChanges } from "#jobs/content/indexing.ts";
import { insert, insertArticle, term } from "../../support/content.ts";
import { type Element, parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { articles } = paths.admin;
const AT = Date.now();
const DAY = 86_400_000;
let editor: Person;
const ids = new Map<string, number>();
const idOf = (slug: string): number => ids.get(slug) ?? -1;
async function article(slug: string, more: Record<string, string | number | null> = {}) {
	ids.set(slug, await insertArticle({ slug, ...more }));
}

beforeAll(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	await insert("categories", term(1, "care", "照護"));
	await insert("tags", term(1, "winter", "冬季"));
	await insert("tags", term(2, "breath", "呼吸"));
	await article("gene", {
		title: "基因治療",
		type: "research",
		author_name: "臺大團隊",
		body_html: "<p>門診時間表</p>",
		updated_at: AT - DAY,
		published_at: AT - 9 * DAY,
		unpublish_at: Date.UTC(2099, 10, 23, 1),
	});
	await article("pinned", { title: "置頂公告", is_pinned: 1, updated_at: AT - 2 * DAY });
	await article("draft", {
		state: "draft",
		published_at: null,
		title: "<b>草稿</b>",
		excerpt: "還沒寫完的摘要",
		updated_at: AT - 3 * DAY,
	});
	await article("plan", {
		state: "scheduled",
		published_at: null,
		publish_at: Date.UTC(2099, 10, 23, 1),
		updated_at: AT - 4 * DAY,
	});
	await article("old", { state: "archived", archived_at: AT - DAY, updated_at: AT - 5 * DAY });
	await article("gone", { state: "trashed", trashed_at: AT - DAY, title: "丟掉的", excerpt: "摘要在垃圾桶" });
	await article("gone-last", { state: "trashed", trashed_at: AT - 100, title: "最後丟掉的" });
	await insert("article_categories", { article_id: idOf("gene"), category_id: 1 });
	await insert("article_tags", { article_id: idOf("gene"), tag_id: 1 });
	await insert("article_tags", { article_id: idOf("draft"), tag_id: 1 });
	const draft = { resource: "article", slot: String(idOf("draft")), fields: "{}", saved_at: AT - 60_000 };
	await insert("drafts", { user_id: editor.userId, ...draft });
	await indexChanges(env);
});

async function listOf(query = "", as = editor): Promise<{ status: number; html: string; elements: Element[] }> {
	const answer = await ask(articles.list() + query, { as });
	const html = await answer.text();
	return { status: answer.status, html, elements: parse(html.replace("<!doctype html>", "")) };
}
const slugOf = new Map<number, string>();
/** The articles of a page in their order. */
async function slugs(query = ""): Promise<(string | undefined)[]> {
	for (const [slug, id] of ids) slugOf.set(id, slug);
	const { elements, status } = await listOf(query);
	expect([query, status]).toEqual([query, 200]);
	return elements
		.filter(({ attributes }) => attributes.name === "ids")
		.map(({ attributes }) => slugOf.get(Number(attributes.value)));
}
const tabsOf = ({ elements }: { elements: Element[] }) =>
	elements
		.filter(({ name, inside }) => name === "a" && inside.includes("nav") && inside.includes("main"))
		.map(({ text }) => text);
const words = (html: string) =>
	html
		.slice(html.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");

test("all but the trash, the newest change first, each with what it is and when", async () => {
	expect(await slugs()).toEqual(["gene", "pinned", "draft", "plan", "old"]);
	const { html, elements } = await listOf();
	const text = words(html);
	expect(text).toContain("共 5 篇。");
	expect(html.includes("<b>草稿</b>")).toBe(false);
	expect(html).toContain(`href="${articles.show(idOf("draft"))}"`);
	expect(text).toContain("您有未儲存的修改（ 1 分鐘前 ）");
	expect(text).toContain("研究新知 臺大團隊 照護 冬季 已發布");
	expect(text).toContain("下架於 188年11月23日 09:00");
	expect(text).toContain("已排程 188年11月23日 09:00");
	expect(text).toContain("已發布 置頂");
	const other = await listOf("", await signIn({ roles: ["editor"] }));
	expect(other.html.includes("未儲存")).toBe(false);
	expect(elements.filter(({ attributes }) => attributes.name === "ids")).toHaveLength(5);
});

test("the tabs count each state under the conditions", async () => {
	expect(tabsOf(await listOf())).toEqual(["全部5", "草稿1", "排程1", "已發布2", "已封存1", "垃圾桶2"]);
	expect(tabsOf(await listOf("?tag=1&state=draft")).filter((tab) => tab !== "存成檢視")).toEqual([
		"全部2",
		"草稿1",
		"排程0",
		"已發布1",
		"已封存0",
		"垃圾桶0",
	]);
});

test.each([
	["?state=trashed", ["gone-last", "gone"]],
	["?state=draft", ["draft"]],
	["?type=research", ["gene"]],
	["?category=1", ["gene"]],
	["?tag=1", ["gene", "draft"]],
	["?tag=1&state=draft", ["draft"]],
	["?author=%E8%87%BA%E5%A4%A7%E5%9C%98%E9%9A%8A", ["gene"]],
	["?pinned=yes", ["pinned"]],
	["?q=&type=&category=&tag=&author=&pinned=&sort=", ["gene", "pinned", "draft", "plan", "old"]],
	["?sort=updated", ["old", "plan", "draft", "pinned", "gene"]],
	["?sort=-published", ["gene", "old", "pinned", "plan", "draft"]],
	["?sort=title&state=published", ["gene", "pinned"]],
])("%s shows %j", async (query, found) => expect(await slugs(query)).toEqual(found));

test.each([
	["基因", ["gene"]],
	["療", ["gene"]],
	["門診", ["gene"]],
	["診", ["gene"]],
	["台大", ["gene"]],
	["臺大 基因", ["gene"]],
	["PLAN", ["plan"]],
	["沒寫完", ["draft"]],
	["草稿 摘要", ["draft"]],
	["<b>", ["draft"]],
	["%", []],
	["' OR 1=1 --", []],
	["丟掉", []],
])("the words %s find %j", async (q, found) => expect(await slugs(`?${new URLSearchParams({ q })}`)).toEqual(found));

test("the trash is searched as the rest is", async () => {
	expect(await slugs(`?${new URLSearchParams({ q: "丟掉", state: "trashed" })}`)).toEqual(["gone-last", "gone"]);
	expect(await slugs(`?${new URLSearchParams({ q: "垃圾桶", state: "trashed" })}`)).toEqual(["gone"]);
});

test("nothing there, nothing that fits, and no such page differ; an address that is not ours is refused", async () => {
	expect((await listOf("?q=nothing-of-this")).html).toContain("找不到符合的文章");
	expect((await listOf("?page=9")).html).toContain("這一頁沒有文章");
	for (const query of ["?order=1", "?page=0", "?state=secret", "?type=x", "?category=a", "?sort=id"])
		expect([query, (await listOf(query)).status]).toEqual([query, 400]);
	const reader = await signIn({ permissions: ["pages.manage"] });
	expect((await listOf("", reader)).status).toBe(403);
});

describe("many at once", () => {
	const post = async (address: string, form: Record<string, string | string[]>) => {
		const answer = await ask(address, { as: editor, form });
		const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("flash=")) ?? "";
		// Encoded by us and by the cookie.
		const said = decodeURIComponent(decodeURIComponent(cookie.slice("flash=".length, cookie.indexOf(";"))));
		return { status: answer.status, to: answer.headers.get("Location"), flash: said ? JSON.parse(said) : undefined };
	};
	const stateOf = async (slug: string) => (await rows("SELECT state FROM articles WHERE slug = ?1", slug))[0]?.state;
	const fresh = async (slug: string, more: Record<string, string | number | null> = {}) =>
		article(slug, { type: "story", state: "draft", published_at: null, ...more });

	test("publishes those that may be, counts the rest, and goes back to the list as it was", async () => {
		await fresh("m-1");
		await fresh("m-2", { body_markdown: "內文" });
		await fresh("m-3");
		await rows(
			"INSERT INTO story_marks (article_id, mark) SELECT id, 'nobody' FROM articles WHERE slug IN ('m-1', 'm-2')",
		);
		const chosen = ["m-1", "m-2", "m-3", "old", "pinned"].map((slug) => String(idOf(slug)));
		const here = "type=story&page=1";
		expect(await post(articles.bulk("publication"), { ids: chosen, here })).toEqual({
			status: 303,
			to: `${articles.list()}?type=story&page=1`,
			flash: {
				tone: "ok",
				text: "已發布 2 篇；其中 1 篇沒有內文；3 篇狀態不符，或病友故事、圖片還沒有適用的同意書，沒有變動。",
			},
		});
		const states = await Promise.all(["m-1", "m-2", "m-3", "old"].map(stateOf));
		expect(states).toEqual(["published", "published", "draft", "archived"]);
		expect(await rows("SELECT count(*) AS many FROM audit_log WHERE action = 'article.publish'")).toEqual([
			{ many: 2 },
		]);
	});

	test("what went to the trash leads to where it is restored", async () => {
		await fresh("t-1");
		const { flash } = await post(articles.bulk("trashing"), { ids: String(idOf("t-1")) });
		expect(flash).toMatchObject({
			tone: "ok",
			text: "已將 1 篇移到垃圾桶。",
			link: { href: "/admin/articles?state=trashed", label: "到垃圾桶還原" },
		});
		expect((await slugs("?state=trashed"))[0]).toBe("t-1");
		await post(articles.bulk("restoration"), { ids: String(idOf("t-1")) });
		expect(await stateOf("t-1")).toBe("draft");
	});

	test("all that fit the conditions, whichever page they stand on", async () => {
		for (let n = 0; n < 32; n++) await fresh(`media-${n}`, { type: "media", title: `媒體 ${n}` });
		expect((await slugs("?type=media")).length).toBe(30);
		expect((await slugs("?type=media&page=2")).length).toBe(2);
		const all = "type=media&q=%E5%AA%92%E9%AB%94";
		expect((await post(articles.bulk("tag"), { all, tag: "2", here: all })).flash.text).toBe("已為 32 篇加上標籤。");
		expect((await slugs("?tag=2")).length).toBe(30);
		expect((await post(articles.bulk("tag"), { all, tag: "2" })).flash).toEqual({
			tone: "warn",
			text: "沒有文章變動；32 篇已有這個標籤、標籤已滿 20 個或在垃圾桶，沒有變動。",
		});
		expect((await post(articles.bulk("tag-removal"), { all, tag: "2" })).flash.text).toBe("已移除 32 篇的標籤。");
	});

	test("at most 500 at a time; the rest are done the next time", async () => {
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${BULK_MAX + 3})
			INSERT INTO articles (slug, type, title, created_at, updated_at) SELECT 'e-' || i, 'event', '題', 1, 1 FROM n`,
		).run();
		expect((await listOf("?type=event")).html).toContain("一次最多變更 500 篇");
		const all = { all: "type=event" };
		expect((await post(articles.bulk("trashing"), all)).flash.text).toBe(
			"已將 500 篇移到垃圾桶；還有 3 篇（一次最多 500 篇），請再執行一次。",
		);
		expect((await post(articles.bulk("trashing"), all)).flash.text).toBe("已將 3 篇移到垃圾桶。");
	});

	test.each([
		["nothing chosen", "publication", {}, "請先勾選要變更的文章。"],
		["no tag", "tag", { ids: "1" }, "請先選擇標籤。"],
		["a tag that is none", "tag", { ids: "1", tag: "x" }, "請先選擇標籤。"],
		["conditions that are none", "trashing", { all: "state=secret" }, "沒有文章變動。"],
	])("%s: said, and nothing done", async (_, place, form, text) => {
		expect(await post(articles.bulk(place), form)).toEqual({
			status: 303,
			to: articles.list(),
			flash: { tone: "warn", text },
		});
	});

	test("an id that is none, and an address elsewhere, are refused", async () => {
		expect((await post(articles.bulk("trashing"), { ids: "1 OR 1" })).status).toBe(422);
		expect((await post(articles.bulk("pin"), { ids: "1", here: "//evil.example" })).to).toBe(articles.list());
		expect((await post(articles.bulk("nothing"), { ids: "1" })).status).toBe(404);
	});

	test("a state offers only what it allows", async () => {
		const offered = async (query: string) =>
			(await listOf(query)).elements
				.filter(({ name, attributes }) => name === "button" && attributes.formaction?.includes("/bulk/"))
				.map(({ text }) => text);
		expect(await offered("?state=draft")).toEqual(["發布", "移到垃圾桶", "加上標籤", "移除標籤"]);
		expect(await offered("?state=published")).toEqual([
			"封存",
			"置頂",
			"取消置頂",
			"移到垃圾桶",
			"加上標籤",
			"移除標籤",
		]);
		expect(await offered("?state=trashed")).toEqual(["還原為草稿"]);
	});
});
