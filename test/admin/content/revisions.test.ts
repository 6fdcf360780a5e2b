import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { baseText, latestRevisions } from "#db/content/revision-reads.ts";
import { readRows } from "#db/read.ts";
import { createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import type { ArticleInput } from "#domain/content/articles/form.ts";
import { createPage, savePage } from "#domain/content/pages/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { articleInput } from "../../support/articles.ts";
import { insert, term } from "../../support/content.ts";
import { cells, fieldValue, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const db = open(env.DB);
const { articles, pages } = paths.admin;
const AT = Date.UTC(2026, 10, 1);
const FILE = "a".repeat(26);
const TEXT = articleInput({
	title: "冬季講座",
	slug: "winter",
	body: "第一段。\n\n第二段：請攜帶會員證報到。\n",
	tags: ["冬季"],
});
let editor: Person;
let id: number;

beforeEach(async () => {
	editor = await signIn({ name: "編輯甲", roles: ["editor"] });
	await env.DB.batch(
		["article_related", "article_categories", "article_tags", "attachment_uses", "articles", "pages", "categories"].map(
			(table) => env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
	await env.DB.prepare("DELETE FROM attachments").run();
	await insert("categories", term(7, "lectures", "講座"));
	await insert("attachments", {
		id: FILE,
		filename: "簡章.pdf",
		content_type: "application/pdf",
		size: 3,
		sha256: "b".repeat(64),
		object_key: `attachments/${FILE}`,
		created_at: AT,
	});
	const input = { ...TEXT, categories: [7], attachments: [{ id: FILE, description: "報名" }] };
	id = await createArticle(db, { input, key: crypto.randomUUID(), ...byUser(editor.userId, null, AT) });
});

const versionOf = async (table: "articles" | "pages", of: number): Promise<number> =>
	(await env.DB.prepare(`SELECT version FROM ${table} WHERE id = ?`).bind(of).first<number>("version")) ?? 0;
async function save(changes: Partial<ArticleInput>, minutes = 1): Promise<void> {
	const ref = { id, version: await versionOf("articles", id) };
	await saveArticle(db, ref, { input: { ...TEXT, ...changes }, ...byUser(editor.userId, null, AT + minutes * 60_000) });
}
const snapshotOf = (of: number) =>
	env.DB.prepare("SELECT snapshot FROM article_snapshots WHERE id = ?").bind(of).first<string>("snapshot");
const marked = (html: string) =>
	[...html.matchAll(/<(ins|del)[^>]*>(.*?)<\/\1>/gs)].map(([, tag, words]) => `${tag} ${words}`);
const labels = (html: string) => [...html.matchAll(/<h2 class="label">(.*?)<\/h2>/g)].map(([, words]) => words);

describe("the list", () => {
	test("shows every kept text, the newest first, with who and why", async () => {
		await save({ title: "春季講座" });
		const list = await page(articles.revisions(id), editor);
		expect(cells(list).map((row) => row.slice(0, 3))).toEqual([
			["第 2 版最新", "儲存", "編輯甲"],
			["第 1 版", "建立", "編輯甲"],
		]);
		expect(await tripsOf(articles.revisions(id), editor)).toBe(2);
	});

	test("has pages", async () => {
		await env.DB.prepare(
			`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
			WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 35)
			SELECT 'article', id, n, snapshot, n, 'save', 'import', 0 FROM article_snapshots, n WHERE id = ?`,
		)
			.bind(id)
			.run();
		const first = cells(await page(articles.revisions(id), editor)).map(([number]) => number);
		const second = cells(await page(`${articles.revisions(id)}?page=2`, editor)).map(([number]) => number);
		expect([first.length, first[0], first.at(-1)]).toEqual([30, "第 35 版最新", "第 6 版"]);
		expect(second).toEqual(["第 5 版", "第 4 版", "第 3 版", "第 2 版", "第 1 版"]);
	});

	test("is missing where the record is, and takes no unknown condition", async () => {
		expect((await ask(articles.revisions(999_999), { as: editor })).status).toBe(404);
		expect((await ask(`${articles.revisions(id)}?q=1`, { as: editor })).status).toBe(400);
		expect((await ask(articles.revision(id, 9), { as: editor })).status).toBe(404);
	});
});

describe("one kept text", () => {
	test("what it changed, part by part", async () => {
		await save({ title: "冬季<b>講座", tags: ["冬季", "照護"], body: TEXT.body.replace("會員證", "身分證") });
		const { html } = await page(articles.revision(id, 2), editor);
		expect(labels(html)).toEqual(["標題", "內文", "分類", "標籤", "附件"]);
		expect(marked(html.slice(html.indexOf("標題")))).toEqual([
			"ins &lt;b>",
			"del 會員證",
			"ins 身分證",
			"del 講座",
			"ins 、照護",
			"del 簡章.pdf（報名）",
		]);
		expect(await tripsOf(articles.revision(id, 2), editor)).toBe(2);
	});

	test("the first one is shown whole", async () => {
		const { html } = await page(articles.revision(id, 1), editor);
		expect(labels(html)).toEqual(["標題", "網址", "內文", "搜尋引擎", "類型", "分類", "標籤", "附件"]);
		expect(html).toContain("這是最早的版本");
	});

	test("beside the text as it is now: what a restoration would change, or that there is nothing", async () => {
		await save({ title: "春季講座", categories: [7], attachments: [{ id: FILE, description: "報名" }] });
		const old = await page(`${articles.revision(id, 1)}?with=now`, editor);
		expect(marked(old.html.slice(old.html.indexOf("標題")))).toEqual(["del 春季", "ins 冬季"]);
		expect(fieldValue(old, "version")).toBe("2");
		const newest = await page(`${articles.revision(id, 2)}?with=now`, editor);
		expect(newest.html).toContain("現在的內容就是這個版本。");
		expect(fieldValue(newest, "version")).toBe(undefined);
	});

	test("an older import's text can be read but not restored", async () => {
		const imported = {
			title: "匯入的",
			slug: "winter",
			excerpt: "",
			bodyMarkdown: "舊文",
			categories: ["lectures"],
			tags: ["winter"],
			attachments: [{ id: FILE, description: "" }],
			cover: null,
			seo: { title: null, description: null, image: null, canonicalUrl: null, noindex: false },
		};
		await insert("revisions", {
			resource: "article",
			resource_id: id,
			number: 2,
			snapshot: JSON.stringify(imported),
			reason: "import",
			actor: "import",
			created_at: AT,
		});
		const { html } = await page(`${articles.revision(id, 2)}?with=now`, editor);
		expect(labels(html)).toEqual(["標題", "內文"]);
		expect(html).toContain("所以不能整篇還原");
		const answer = await ask(articles.restoration(id, 2), { as: editor, form: { version: "1" } });
		expect(answer.status).toBe(404);
	});
});

describe("restoration", () => {
	test("saves the old text as a new one, which can be undone the same way", async () => {
		const first = await snapshotOf(id);
		await save({ title: "春季講座", slug: "spring", tags: [] });
		const second = await snapshotOf(id);
		const answer = await ask(articles.restoration(id, 1), { as: editor, form: { version: "2" } });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, articles.show(id)]);
		expect(await snapshotOf(id)).toBe(first);
		await ask(articles.restoration(id, 2), { as: editor, form: { version: "3" } });
		expect(await snapshotOf(id)).toBe(second);
		const [rows] = await readRows(env.DB, latestRevisions("article", id, 5));
		expect(rows.map(({ number, reason }) => [number, reason])).toEqual([
			[4, "restore"],
			[3, "restore"],
			[2, "save"],
			[1, "create"],
		]);
		expect(await newestAudit(1)).toEqual([`article.edit article ${id} spring`]);
	});

	test("leaves out what is gone, and says so before", async () => {
		await insert("articles", {
			slug: "other",
			type: "news",
			title: "別的",
			created_at: AT,
			updated_at: AT,
		});
		await save({
			title: "春季講座",
			slug: "spring",
			related: ["other"],
			categories: [7],
			attachments: [{ id: FILE, description: "" }],
		});
		await save({ title: "夏季講座", slug: "summer" }, 2);
		await env.DB.prepare("DELETE FROM categories WHERE id = 7").run();
		await env.DB.prepare("DELETE FROM attachments WHERE id = ?").bind(FILE).run();
		await env.DB.prepare("UPDATE articles SET slug = 'spring' WHERE slug = 'other'").run();
		const before = await page(`${articles.revision(id, 2)}?with=now`, editor);
		expect(
			before.elements
				.filter(({ name, inside }) => name === "li" && inside.includes("main") && inside.includes("section"))
				.map(({ text }) => text),
		).toEqual([
			"網址「spring」（現在屬於另一篇），維持「summer」",
			"分類「講座」（已刪除）",
			"附件「簡章.pdf」（檔案已刪除）",
			"相關文章「other」（網址已不存在）",
		]);
		const answer = await ask(articles.restoration(id, 2), { as: editor, form: { version: "3" } });
		expect(answer.status).toBe(303);
		expect(await env.DB.prepare("SELECT title, slug FROM articles WHERE id = ?").bind(id).first()).toEqual({
			title: "春季講座",
			slug: "summer",
		});
	});

	test("refuses when somebody saved meanwhile, and shows the difference from their text", async () => {
		await save({ title: "春季講座" });
		await save({ title: "夏季講座" }, 2);
		const late = await shown(await ask(articles.restoration(id, 1), { as: editor, form: { version: "2" } }));
		expect(late.status).toBe(409);
		expect(late.html).toContain("這篇文章在您編輯時已被其他人更新。");
		expect(marked(late.html.slice(late.html.indexOf("標題"))).slice(0, 2)).toEqual(["del 夏季", "ins 冬季"]);
		expect(fieldValue(late, "version")).toBe("3");
		expect(await versionOf("articles", id)).toBe(3);
	});

	test("keeps the state, the times and the pin", async () => {
		const by = byUser(editor.userId, null, AT + 60_000);
		const pinned = { ...TEXT, title: "春季講座", is_pinned: true, pinned_until: Date.now() + 86_400_000 };
		await saveArticle(db, { id, version: 1 }, { input: pinned, move: { step: "publish" }, ...by });
		const times = () =>
			env.DB.prepare("SELECT state, published_at, unpublish_at, is_pinned, pinned_until FROM articles WHERE id = ?")
				.bind(id)
				.first();
		const now = await times();
		expect((await ask(articles.restoration(id, 1), { as: editor, form: { version: "2" } })).status).toBe(303);
		expect(await times()).toEqual(now);
	});

	test("is for those who may write", async () => {
		const cashier = await signIn({ roles: ["cashier"] });
		expect((await ask(articles.restoration(id, 1), { as: cashier, form: { version: "1" } })).status).toBe(403);
		expect((await ask(articles.revision(id, 1), { as: cashier })).status).toBe(403);
	});
});

test("a page's text comes back, and the page stays at its place", async () => {
	const {
		type,
		categories,
		tags,
		author_name,
		cover_id,
		cover_alt,
		attachments,
		related,
		is_pinned,
		pinned_until,
		...text
	} = TEXT;
	const by = byUser(editor.userId, null, AT);
	const input = { ...text, slug: "about", parent_id: null };
	const about = await createPage(db, { input, key: crypto.randomUUID(), ...by });
	await savePage(db, { id: about, version: 1 }, { input: { ...input, title: "關於我們" }, ...by });
	const list = await page(pages.revisions(about), editor);
	expect(cells(list).map(([number, reason]) => [number, reason])).toEqual([
		["第 2 版最新", "儲存"],
		["第 1 版", "建立"],
	]);
	const { html } = await page(pages.revision(about, 2), editor);
	expect(labels(html)).toEqual(["標題"]);
	const version = String(await versionOf("pages", about));
	const answer = await ask(pages.restoration(about, 1), { as: editor, form: { version } });
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, pages.show(about)]);
	expect(await env.DB.prepare("SELECT title, path FROM pages WHERE id = ?").bind(about).first()).toEqual({
		title: "冬季講座",
		path: "about",
	});
});

test("what a form started from: the text of its version, and nothing while the record still has it", async () => {
	const base = async (version: number | null) =>
		(await readRows(env.DB, baseText("article", id, { version, userId: editor.userId })))[0].map(
			({ snapshot }) => JSON.parse(snapshot).title,
		);
	expect(await base(1)).toEqual([]);
	await save({ title: "春季講座" });
	expect([await base(1), await base(2), await base(null)]).toEqual([["冬季講座"], [], []]);
	await insert("drafts", {
		user_id: editor.userId,
		resource: "article",
		slot: String(id),
		fields: JSON.stringify({ version: "1" }),
		saved_at: AT,
	});
	expect(await base(null)).toEqual(["冬季講座"]);
});
