import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { type ArticleRef, createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import type { ArticleInput } from "#domain/content/articles/form.ts";
import { byUser } from "#kernel/by.ts";
import { articleInput } from "../../../support/articles.ts";
import { askJson, insertArticle } from "../../../support/content.ts";
import { codeOf } from "../../../support/refusal.ts";
import { person } from "../../../support/users.ts";

const db = open(env.DB);
const AT = Date.now() - 60_000;
const PICTURE = "a".repeat(26);
let by = byUser(0, null, AT);

const TEXT = articleInput({
	title: "冬季呼吸道照護",
	type: "knowledge",
	excerpt: "五個習慣",
	body: `先暖空氣。\n\n![玄關](/api/v1/attachments/${PICTURE}/a.png)`,
	tags: ["冬季", "呼吸"],
	author_name: "王小明",
	cover_id: PICTURE,
	cover_alt: "窗邊",
	attachments: [{ id: PICTURE, description: "說明" }],
});

beforeAll(async () => {
	by = byUser((await person()).id, null, AT);
	await env.DB.prepare("INSERT INTO attachments VALUES (?1, 'a.png', 'image/png', 9, ?2, 'attachments/a', 640, 480, 1)")
		.bind(PICTURE, "0".repeat(64))
		.run();
});

const create = (more: Partial<ArticleInput> = {}, move?: Parameters<typeof createArticle>[1]["move"]) =>
	createArticle(db, { input: { ...TEXT, ...more }, move, key: crypto.randomUUID(), ...by });
const save = (ref: ArticleRef, more: Partial<ArticleInput>, step?: "publish" | "archive" | "trash") =>
	saveArticle(db, ref, { input: { ...TEXT, ...more }, move: step && { step }, ...by });
const rows = async (statement: string, ...values: (string | number)[]) =>
	(
		await env.DB.prepare(statement)
			.bind(...values)
			.all()
	).results;

test("an article is made with all that belongs to it, published at once, and its answer is whole", async () => {
	const id = await create({ title: "一篇完整的文章" }, { step: "publish" });
	const { data } = await askJson("/api/v1/articles/一篇完整的文章");
	expect(data).toMatchObject({
		id,
		slug: "一篇完整的文章",
		type: "knowledge",
		cover_image: { alt: "窗邊", width: 640, height: 480 },
		tags: [{ name: "冬季" }, { name: "呼吸" }],
		author: { name: "王小明" },
		attachments: [{ id: PICTURE, description: "說明" }],
	});
	expect(data?.body_html).toContain('width="640" height="480"');
	expect(
		await rows("SELECT action, description FROM audit_log WHERE auditable_id = ? ORDER BY id", String(id)),
	).toEqual([
		{ action: "article.create", description: "一篇完整的文章" },
		{ action: "article.publish", description: "一篇完整的文章" },
	]);
	const [event] = await rows(
		"SELECT count(*) AS n, min(event) AS event FROM content_changes WHERE resource = 'article' AND id = ?",
		id,
	);
	expect(event).toEqual({ n: 1, event: "published" });
});

test("a form sent twice makes one article", async () => {
	const key = crypto.randomUUID();
	const made = await Promise.all(
		[1, 2].map(() => createArticle(db, { input: { ...TEXT, title: "送兩次" }, key, ...by })),
	);
	expect(made[0]).toBe(made[1]);
	expect(await rows("SELECT count(*) AS n FROM articles WHERE title = '送兩次'")).toEqual([{ n: 1 }]);
});

test("slugs that are made give way, slugs that are typed do not", async () => {
	const ids = [await create({ title: "同名" }), await create({ title: "同名" }), await create({ title: "同名" })];
	expect(await rows("SELECT slug FROM articles WHERE id IN (?, ?, ?) ORDER BY id", ...ids)).toEqual([
		{ slug: "同名" },
		{ slug: "同名-2" },
		{ slug: "同名-3" },
	]);
	expect(await create({ slug: "同名" }).catch(codeOf)).toBe("article.slug_taken");
	expect(await create({ slug: "！？" }).catch(codeOf)).toBe("content.slug_empty");
	const [punctuation] = await rows("SELECT slug FROM articles WHERE id = ?", await create({ title: "！！！" }));
	expect(punctuation).toEqual({ slug: "article" });
});

test("saving keeps the date, the old slug and a revision; parts become exactly what was asked", async () => {
	const related = await create({ title: "別篇" }, { step: "publish" });
	const id = await create({ title: "會改的", slug: "old" }, { step: "publish" });
	const [before] = await rows("SELECT published_at, version FROM articles WHERE id = ?", id);
	await save(
		{ id, version: Number(before?.version) },
		{ title: "改過的", slug: "new", tags: ["夏季"], attachments: [], related: ["別篇"], body: "新文", cover_id: null },
	);
	const [after] = await rows("SELECT title, slug, published_at, cover_id, cover_alt FROM articles WHERE id = ?", id);
	expect(after).toEqual({
		title: "改過的",
		slug: "new",
		published_at: before?.published_at,
		cover_id: null,
		cover_alt: "",
	});
	expect(await rows("SELECT id FROM slug_history WHERE resource = 'article' AND slug = 'old'")).toEqual([{ id }]);
	expect(await rows("SELECT * FROM attachment_uses WHERE resource = 'article' AND resource_id = ?", id)).toEqual([]);
	expect(await rows("SELECT related_id FROM article_related WHERE article_id = ?", id)).toEqual([
		{ related_id: related },
	]);
	expect(
		await rows(
			"SELECT number, reason, version, json_extract(snapshot, '$.title') AS title FROM revisions WHERE resource_id = ? ORDER BY number",
			id,
		),
	).toEqual([
		{ number: 1, reason: "create", version: 1, title: "會改的" },
		{ number: 2, reason: "save", version: 2, title: "改過的" },
	]);
	const { related: shown } = await askJson("/api/v1/articles/new");
	expect(shown).toMatchObject([{ slug: "別篇" }]);
});

test("the text of an imported article is kept before the first save over it", async () => {
	const id = await insertArticle({ slug: "imported" });
	await save({ id, version: 1 }, { title: "改了" });
	expect(await rows("SELECT number, reason FROM revisions WHERE resource_id = ? ORDER BY number", id)).toEqual([
		{ number: 1, reason: "before" },
		{ number: 2, reason: "save" },
	]);
	await save({ id, version: 2 }, { title: "改了" });
	expect(await rows("SELECT count(*) AS n FROM revisions WHERE resource_id = ?", id)).toEqual([{ n: 2 }]);
});

test("of two who saved the same version the second is refused and nothing of theirs is written", async () => {
	const id = await create({ title: "兩人" });
	const ends = await Promise.all([
		save({ id, version: 1 }, { title: "甲", tags: ["甲的"] }).then(() => "saved", codeOf),
		save({ id, version: 1 }, { title: "乙", tags: ["乙的"] }).then(() => "saved", codeOf),
	]);
	expect(ends.toSorted()).toEqual(["article.stale", "saved"]);
	const [{ title } = { title: "" }] = await rows("SELECT title FROM articles WHERE id = ?", id);
	expect(
		await rows("SELECT t.name FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE article_id = ?", id),
	).toEqual([{ name: `${title}的` }]);
});
