import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { reachSentence, reachWords } from "#admin/content/writing/reach.ts";
import { latestPublishes, liveAfter } from "#db/content/live.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { insert, insertArticle, page } from "../../support/content.ts";
import { ask, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const LATER = Date.UTC(2099, 10, 23, 1);
const words = (html: string) =>
	html
		.slice(html.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
async function dashboard(...permissions: Permission[]) {
	const who = await signIn({ name: "編輯", permissions });
	return { who, look: async () => (await ask(paths.admin.home(), { as: who })).text() };
}

let live: number;
let silent: number;
const revOf = async (id: number) =>
	Number((await rows("SELECT rev FROM content_changes WHERE resource = 'article' AND id = ?1", id))[0]?.rev);
async function delivery(id: string, to: { articleId: number; rev: number; deliveredAt: number | null }) {
	const state = to.deliveredAt === null ? "waiting" : "delivered";
	await insert("webhook_deliveries", {
		id,
		endpoint_id: 1,
		type: "article.published",
		resource: "article",
		resource_id: to.articleId,
		rev: to.rev,
		data: "{}",
		state,
		due_at: 1,
		created_at: to.rev,
		delivered_at: to.deliveredAt,
	});
}

beforeAll(async () => {
	live = await insertArticle({ slug: "live", title: "已到官網" });
	silent = await insertArticle({ slug: "silent", title: "還在路上" });
});

test("before there is a web-hook, nobody is told", async () => {
	const [[reach]] = await readRows(env.DB, liveAfter("article", live));
	expect(reach).toEqual({ rev: await revOf(live), live_after_ms: null, is_told: 0 });
	const { look } = await dashboard("articles.manage");
	expect(words(await look())).toMatch(/最近發布 沒有設定通知官網 (?!.*沒有設定).*已到官網 剛剛 文章/);
});

test("the first delivery that carries the change says how long it took", async () => {
	await insert("webhook_endpoints", { id: 1, url: "https://a.example/", secret: "s", created_at: 1, updated_at: 1 });
	const rev = await revOf(live);
	await delivery("before", { articleId: live, rev: rev - 1, deliveredAt: rev + 5 });
	await delivery("it", { articleId: live, rev, deliveredAt: rev + 1_420 });
	await delivery("after", { articleId: live, rev: rev + 1, deliveredAt: rev + 9_000 });
	await delivery("waiting", { articleId: silent, rev: await revOf(silent), deliveredAt: null });
	const [[reach], [none], [unknown]] = await readRows(
		env.DB,
		liveAfter("article", live),
		liveAfter("article", silent),
		liveAfter("page", live),
	);
	expect(reach).toEqual({ rev, live_after_ms: 1_420, is_told: 1 });
	expect(none).toEqual({ rev: await revOf(silent), live_after_ms: null, is_told: 1 });
	expect(unknown).toBe(undefined);
	const { look } = await dashboard("articles.manage");
	const text = words(await look());
	expect(text).toContain("還在路上 剛剛 文章 尚未送達");
	expect(text).toContain("已到官網 剛剛 文章 1.4 秒後抵達官網");
});

test.each([
	[{ rev: 1, live_after_ms: 1_420, is_told: 1 }, "1.4 秒", "官網已於 1.4 秒後更新。"],
	[{ rev: 1, live_after_ms: 59_999, is_told: 1 }, "1 分鐘", "官網已於 1 分鐘後更新。"],
	[{ rev: 1, live_after_ms: 3_600_000, is_told: 0 }, "1 小時", "官網已於 1 小時後更新。"],
	[{ rev: 1, live_after_ms: 180_000, is_told: 1 }, "3 分鐘", "官網已於 3 分鐘後更新。"],
	[{ rev: 1, live_after_ms: null, is_told: 1 }, "尚未送達", "正在通知官網，通常一秒內更新；沒有送到會再通知。"],
	[{ rev: 1, live_after_ms: null, is_told: 0 }, "沒有設定通知官網", "沒有設定通知官網，官網不會立刻收到通知。"],
])("%j in words", (reach, short, sentence) => {
	expect([reachWords(reach), reachSentence(reach)]).toEqual([short, sentence]);
});

test("five publishes, the newest first; what is gone keeps no title", async () => {
	await insert("pages", page(1, "about", { title: "關於我們" }));
	for (let n = 0; n < 3; n++) await insertArticle({ slug: `more-${n}`, title: `又一篇 ${n}` });
	await env.DB.prepare("DELETE FROM pages WHERE id = 1").run();
	const [latest] = await readRows(env.DB, latestPublishes());
	expect(latest.map(({ kind, title }) => [kind, title])).toEqual([
		["article", "又一篇 2"],
		["article", "又一篇 1"],
		["article", "又一篇 0"],
		["page", null],
		["article", "還在路上"],
	]);
	const { look } = await dashboard("articles.manage");
	expect(words(await look())).toContain("單頁 1");
});

test("what is planned next, of the kinds that this person writes", async () => {
	const planned = (n: number) => ({ state: "scheduled", published_at: null, publish_at: LATER + n * 60_000 });
	await insertArticle({ slug: "plan-b", title: "第二個", ...planned(1) });
	await insert("pages", page(2, "plan-a", { title: "第一個", ...planned(0) }));
	const both = words(await (await dashboard("articles.manage", "pages.manage")).look());
	expect(both).toContain("第一個 188年11月23日 09:00 單頁 第二個 188年11月23日 09:01 文章");
	const articles = words(await (await dashboard("articles.manage")).look());
	expect(articles.includes("第一個")).toBe(false);
	expect(articles).toContain("排程 1");
	const pages = await (await dashboard("pages.manage")).look();
	expect(words(pages)).toContain("第一個");
	expect(pages.includes(paths.admin.articles.list())).toBe(false);
});

test("one's own unsaved forms lead to their editors, and nobody sees another's", async () => {
	const { who, look } = await dashboard("articles.manage");
	const fresh = `new-${crypto.randomUUID()}`;
	const left = (slot: string, title: string, more: object = {}) =>
		insert("drafts", {
			user_id: who.userId,
			resource: "article",
			slot,
			fields: JSON.stringify({ title }),
			saved_at: Date.now() - 120_000,
			...more,
		});
	expect(words(await look()).includes("您未儲存的內容")).toBe(false);
	await left(String(live), "<b>改到一半</b>");
	await left(fresh, "");
	await left("1", "不歸我管的頁面", { resource: "page" });
	const html = await look();
	expect(words(html)).toContain("您未儲存的內容");
	expect(html).toContain(`href="${paths.admin.articles.show(live)}"`);
	expect(html).toContain(`href="${paths.admin.articles.resume(fresh)}"`);
	expect(html).toContain("（還沒有標題）");
	expect(html.includes("<b>改到一半")).toBe(false);
	expect(html.includes("不歸我管")).toBe(false);
	const other = await dashboard("articles.manage");
	expect((await other.look()).includes("改到一半")).toBe(false);
});

test("who writes nothing for the website sees none of it", async () => {
	const { look } = await dashboard("users.manage");
	expect(/最近發布|即將發布|官網文章/.test(await look())).toBe(false);
});

test("one message for many changes carries those that it names", async () => {
	const named = await insertArticle({ slug: "in-bulk" });
	const other = await insertArticle({ slug: "not-in-bulk" });
	const rev = await revOf(other);
	const changes = [{ resource: "article", id: named, slug: "in-bulk", previous_slug: null, event: "published", rev }];
	await insert("webhook_deliveries", {
		id: "bulk",
		endpoint_id: 1,
		type: "content.bulk",
		resource: "content",
		resource_id: 0,
		rev,
		data: JSON.stringify({ rev, changes, tags: [], paths: [] }),
		state: "delivered",
		due_at: 1,
		created_at: rev,
		delivered_at: rev + 900,
	});
	const [[reach], [none]] = await readRows(env.DB, liveAfter("article", named), liveAfter("article", other));
	expect(reach?.live_after_ms).toBe(rev + 900 - (await revOf(named)));
	expect(none?.live_after_ms).toBe(null);
	await env.DB.prepare("DELETE FROM articles WHERE id IN (?, ?)").bind(named, other).run();
});
