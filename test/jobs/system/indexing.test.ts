import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { searchEntries } from "#db/system/search.ts";
import { readIndexState } from "#db/system/search-writes.ts";
import type { EntryKind } from "#domain/system/search/entry.ts";
import { indexChanges, rebuildIndex } from "#jobs/content/indexing.ts";
import { matchQuery } from "#kernel/tokens.ts";

const run = (sql: string, ...values: (string | number)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

type Filter = { categories?: string[]; tags?: string[]; types?: string[] };
async function found(search: string, kind: EntryKind = "article", filter: Filter = {}): Promise<number[]> {
	const match = matchQuery(search) ?? "";
	const query = { kind, match, sort: "published_at", limit: 100, offset: 0, ...filter } as const;
	return (await searchEntries(env.SEARCH, query)).hits.map((hit) => hit.refId);
}

const addArticle = (id: number, title: string, html = "", state = "published") =>
	run(
		`INSERT INTO articles (id, slug, type, state, published_at, title, body_html, created_at, updated_at)
		VALUES (?1, 'a' || ?1, 'news', ?2, ?1, ?3, ?4, 1, 1)`,
		id,
		state,
		title,
		html,
	);
const addPage = (id: number, title: string, state = "published") =>
	run(
		`INSERT INTO pages (id, slug, path, state, published_at, title, excerpt, body_html, created_at, updated_at)
		VALUES (?1, 'p' || ?1, 'p' || ?1, ?2, 1, ?3, '頁面摘要', '<p>頁面內文</p>', 1, 1)`,
		id,
		state,
		title,
	);
const addDocument = (id: number, title: string, visibility: string) =>
	run(
		`INSERT INTO documents (id, slug, title, description, category, visibility, state, published_at, current_version, created_at, updated_at)
		VALUES (?1, 'd' || ?1, ?2, '檔案說明', '章程', ?3, 'published', 1, 1, 1, 1)`,
		id,
		title,
		visibility,
	);

beforeEach(async () => {
	const tables = [
		"article_categories",
		"article_tags",
		"articles",
		"pages",
		"documents",
		"categories",
		"tags",
		"content_changes",
	];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	await env.SEARCH.batch([
		env.SEARCH.prepare("DELETE FROM entries"),
		env.SEARCH.prepare("UPDATE index_state SET rev = 0"),
	]);
});

test("publishing, editing, unpublishing and deleting an article", async () => {
	await addArticle(1, "呼吸照護", "<p>夜間<strong>呼</strong>吸器</p>", "draft");
	expect(await indexChanges(env)).toBe(0);
	expect(await found("呼吸")).toEqual([]);

	await run("UPDATE articles SET state = 'published' WHERE id = 1");
	expect(await indexChanges(env)).toBe(1);
	expect([await found("呼吸照護"), await found("間呼吸")]).toEqual([[1], [1]]);

	await run("UPDATE articles SET title = '營養照護', body_html = '<p>飲食</p>' WHERE id = 1");
	await indexChanges(env);
	expect([await found("呼吸"), await found("營養"), await found("飲食")]).toEqual([[], [1], [1]]);

	await run("UPDATE articles SET state = 'archived' WHERE id = 1");
	await indexChanges(env);
	expect(await found("營養")).toEqual([]);

	await run("UPDATE articles SET state = 'published' WHERE id = 1");
	await indexChanges(env);
	expect(await found("營養")).toEqual([1]);

	await run("DELETE FROM articles WHERE id = 1");
	await indexChanges(env);
	expect(await found("營養")).toEqual([]);
});

test("categories and tags: given, renamed, taken away", async () => {
	await run("INSERT INTO categories (id, slug, name, created_at, updated_at) VALUES (1, 'care', '照護', 1, 1)");
	await run("INSERT INTO tags (id, slug, name, created_at, updated_at) VALUES (1, 'sma', '脊髓性肌肉萎縮症', 1, 1)");
	await addArticle(1, "甲");
	await addArticle(2, "乙");
	await run("INSERT INTO article_categories (article_id, category_id) VALUES (1, 1)");
	await run("INSERT INTO article_tags (article_id, tag_id) VALUES (1, 1), (2, 1)");
	await indexChanges(env);
	expect(await found("肌肉萎縮")).toEqual([1, 2]);
	expect(await found("甲", "article", { categories: ["care"] })).toEqual([1]);
	expect(await found("乙", "article", { tags: ["sma"] })).toEqual([2]);

	await run("UPDATE categories SET slug = 'daily-care' WHERE id = 1");
	await run("UPDATE tags SET slug = 'muscle', name = '肌肉疾病' WHERE id = 1");
	await indexChanges(env);
	expect(await found("甲", "article", { categories: ["care"] })).toEqual([]);
	expect(await found("甲", "article", { categories: ["daily-care"] })).toEqual([1]);
	expect([await found("肌肉萎縮"), await found("肌肉疾病")]).toEqual([[], [1, 2]]);
	expect(await found("乙", "article", { tags: ["muscle"] })).toEqual([2]);

	await run("DELETE FROM article_categories");
	await run("DELETE FROM article_tags WHERE article_id = 2");
	await indexChanges(env);
	expect(await found("甲", "article", { categories: ["daily-care"] })).toEqual([]);
	expect(await found("肌肉疾病")).toEqual([1]);
});

test("a category's new name changes no entry", async () => {
	await run("INSERT INTO categories (id, slug, name, created_at, updated_at) VALUES (1, 'care', '照護', 1, 1)");
	await addArticle(1, "甲");
	await run("INSERT INTO article_categories (article_id, category_id) VALUES (1, 1)");
	await indexChanges(env);
	const { indexRev } = await readIndexState(env.SEARCH);
	await run("UPDATE categories SET name = '日常照護' WHERE id = 1");
	expect(await indexChanges(env)).toBe(1);
	expect((await readIndexState(env.SEARCH)).indexRev).toBe(indexRev);
});

test("pages are found, drafts and archived ones are not", async () => {
	await addPage(1, "關於我們");
	await addPage(2, "關於草稿", "draft");
	await addPage(3, "關於封存", "archived");
	await indexChanges(env);
	expect([await found("關於", "page"), await found("摘要", "page"), await found("內文", "page")]).toEqual([
		[1],
		[1],
		[1],
	]);
	await run("UPDATE pages SET state = 'trashed' WHERE id = 1");
	await indexChanges(env);
	expect(await found("關於", "page")).toEqual([]);
});

test("a document for members is never in the index, and leaves it when it becomes one", async () => {
	await addDocument(1, "章程全文", "public");
	await addDocument(2, "章程會員版", "members");
	await addDocument(3, "章程理事版", "restricted");
	await rebuildIndex(env);
	expect([await found("章程", "document"), await found("說明", "document")]).toEqual([[1], [1]]);
	expect(await found("章程", "document", { types: ["章程"] })).toEqual([1]);

	await run("UPDATE documents SET visibility = 'members' WHERE id = 1");
	await indexChanges(env);
	expect(await found("章程", "document")).toEqual([]);
	expect(await env.SEARCH.prepare("SELECT count(*) AS n FROM entries_fts").first("n")).toBe(0);

	await run("UPDATE documents SET visibility = 'public' WHERE id = 2");
	await indexChanges(env);
	expect(await found("章程", "document")).toEqual([2]);
});

test("the index is up to the newest change; what needs no entry is only counted", async () => {
	await addArticle(1, "甲");
	await indexChanges(env);
	const before = await readIndexState(env.SEARCH);
	await run("INSERT INTO tags (id, slug, name, created_at, updated_at) VALUES (1, 't', '名', 1, 1)");
	expect(await indexChanges(env)).toBe(1);
	const newest = await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first<number>("rev");
	expect(await readIndexState(env.SEARCH)).toEqual({ rev: newest, indexRev: before.indexRev });
	expect(await indexChanges(env)).toBe(0);
});

/** 1,203 articles in more than two chunks of changes. */
async function fill(): Promise<void> {
	const ids = Array.from({ length: 1203 }, (_, at) => at + 1);
	await run(
		`INSERT INTO articles (id, slug, type, state, published_at, title, body_html, created_at, updated_at)
		SELECT value, 'a' || value, 'news', 'published', value, '第' || value || '篇', '<p>共同的字</p>', 1, 1 FROM json_each(?1)`,
		JSON.stringify(ids),
	);
}
const count = async (search: string) =>
	(
		await searchEntries(env.SEARCH, {
			kind: "article",
			match: matchQuery(search) ?? "",
			sort: "title",
			limit: 1,
			offset: 0,
		})
	).total;

test("many changes come in chunks, and a category of many articles too", async () => {
	await run("INSERT INTO tags (id, slug, name, created_at, updated_at) VALUES (1, 't', '舊名', 1, 1)");
	await fill();
	await run("INSERT INTO article_tags (article_id, tag_id) SELECT id, 1 FROM articles");
	expect(await indexChanges(env)).toBe(1 + 2 * 1203);
	expect([await count("共同"), await count("舊名"), await found("第1203篇")]).toEqual([1203, 1203, [1203]]);
	await run("UPDATE tags SET name = '新名' WHERE id = 1");
	expect(await indexChanges(env)).toBe(1);
	expect([await count("舊名"), await count("新名")]).toEqual([0, 1203]);
});

test("runners beside each other and writers between them: the index comes to what is public", async () => {
	await fill();
	const edits = async () => {
		for (let id = 1; id <= 40; id += 1) {
			await run("UPDATE articles SET title = '改' || title, state = iif(id % 2, 'draft', state) WHERE id = ?1", id);
		}
	};
	await Promise.all([indexChanges(env), rebuildIndex(env), edits(), indexChanges(env), indexChanges(env)]);
	await indexChanges(env);
	expect([await count("共同"), await count("改第"), await found("改第1篇"), await found("第2篇")]).toEqual([
		1183,
		20,
		[],
		[2],
	]);
	const tables = ["entries", "entry_texts", "entries_fts"];
	const counts = tables.map((table) => env.SEARCH.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"));
	expect(await Promise.all(counts)).toEqual([1183, 1183, 1183]);
});

test("a rebuild makes everything anew and drops what is left over", async () => {
	await addArticle(1, "甲文");
	await addPage(1, "乙頁");
	await addDocument(1, "丙檔", "public");
	await indexChanges(env);
	// As after a restore: the index takes itself for newer than all changes, and holds what is not there.
	await run("UPDATE articles SET title = '丁文' WHERE id = 1");
	await env.SEARCH.batch([
		env.SEARCH.prepare("UPDATE index_state SET rev = 9999999999999"),
		env.SEARCH.prepare(
			"INSERT INTO entries (id, kind, ref_id, published_at, title) VALUES (77, 'article', 77, 1, '幽靈')",
		),
		env.SEARCH.prepare("INSERT INTO entries_fts (rowid, title) VALUES (77, '幽靈 靈')"),
	]);
	const reports: [number, number][] = [];
	expect(await rebuildIndex(env, (done, all) => reports.push([done, all]))).toBe(3);
	expect(reports).toEqual([[4, 4]]);
	expect([await found("甲文"), await found("丁文"), await found("幽靈")]).toEqual([[], [1], []]);
	expect([await found("乙頁", "page"), await found("丙檔", "document")]).toEqual([[1], [1]]);
	const newest = await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first<number>("rev");
	expect((await readIndexState(env.SEARCH)).rev).toBe(newest);
});

test("a rebuild of an empty site leaves an empty index", async () => {
	await addArticle(1, "甲", "", "draft");
	expect(await rebuildIndex(env)).toBe(0);
	expect(await found("甲")).toEqual([]);
});

test("entries that an older version cut are cut again by the cron, and only they", async () => {
	await addArticle(1, "民國 116 年的計畫");
	await addArticle(2, "別的");
	await indexChanges(env);
	const cutBefore = (tokens: string) =>
		env.SEARCH.batch([
			env.SEARCH.prepare("UPDATE entries SET cutting = 1 WHERE id = 1"),
			env.SEARCH.prepare("UPDATE entries_fts SET title = ?1, tags = '', excerpt = '', body = '' WHERE rowid = 1").bind(
				tokens,
			),
		]);
	await cutBefore("民國 國 \ue000 116 \ue000 年的 的計 計畫 畫");
	expect(await found("116年")).toEqual([]);
	expect(await found("計畫")).toEqual([1]);
	const before = await readIndexState(env.SEARCH);

	await indexChanges(env);
	expect(await found("116年")).toEqual([1]);
	const after = await readIndexState(env.SEARCH);
	expect(after.rev).toBe(before.rev);
	expect(after.indexRev).toBeGreaterThan(before.indexRev);

	await indexChanges(env);
	expect(await readIndexState(env.SEARCH)).toEqual(after);
});
