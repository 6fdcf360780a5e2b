import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { insert, insertArticle, page, sql, term } from "../../support/content.ts";
import { createPage, insertDocument, TIME } from "../../support/rows.ts";

type Change = { resource: string; slug: string; previous_slug: string | null; event: string; tags: string };

/** Runs statements and returns what they appended to content_changes. */
async function changesOf(...statements: string[]): Promise<Change[]> {
	const before = await env.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	await sql(...statements);
	const { results } = await env.DB.prepare(
		"SELECT resource, slug, previous_slug, event, tags FROM content_changes WHERE rev > ? ORDER BY rev",
	)
		.bind(before)
		.all<Change>();
	return results;
}

const events = async (...statements: string[]) =>
	(await changesOf(...statements)).map((change) => `${change.resource}.${change.event}`);
const raised = async (...statements: string[]): Promise<boolean> => {
	const rev = () => env.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	const before = Number(await rev());
	await sql(...statements);
	return Number(await rev()) > before;
};

beforeAll(async () => {
	await insert("categories", term(1, "care", "照護"));
	await insert("categories", term(2, "law", "權益"));
	await insert("tags", term(1, "rehab", "復健"));
	for (const slug of ["pub", "gone", "joined"]) await insertArticle({ slug });
	for (const state of ["draft", "trashed"]) await insertArticle({ slug: state, state, published_at: null });
	await createPage(page(1, "about"));
	await insertDocument({ id: 1, slug: "open", category: "", visibility: "public" });
	await insertDocument({ id: 2, slug: "closed", category: "", visibility: "members" });
});

describe("what is public raises the revision and says what happened", () => {
	test.each([
		["UPDATE articles SET title = 'x' WHERE slug = 'pub'", ["article.updated"]],
		["UPDATE articles SET state = 'archived' WHERE slug = 'pub'", ["article.archived"]],
		["UPDATE articles SET state = 'published' WHERE slug = 'pub'", ["article.published"]],
		["UPDATE articles SET state = 'draft' WHERE slug = 'pub'", ["article.unpublished"]],
		["UPDATE articles SET state = 'published' WHERE slug = 'pub'", ["article.published"]],
		["UPDATE articles SET state = 'trashed' WHERE slug = 'pub'", ["article.deleted"]],
		["UPDATE articles SET state = 'archived' WHERE slug = 'gone'", ["article.archived"]],
		["UPDATE articles SET state = 'trashed' WHERE slug = 'gone'", ["article.deleted"]],
		["DELETE FROM articles WHERE slug = 'gone'", []],
		["INSERT INTO article_tags SELECT id, 1 FROM articles WHERE slug = 'joined'", ["article.updated"]],
		["DELETE FROM article_tags", ["article.updated"]],
		["UPDATE categories SET name = '照' WHERE id = 1", ["category.updated"]],
		["UPDATE pages SET body_html = 'x' WHERE id = 1", ["page.updated"]],
		["UPDATE pages SET state = 'draft' WHERE id = 1", ["page.unpublished"]],
		["UPDATE documents SET visibility = 'members' WHERE id = 1", ["document.unpublished"]],
		["UPDATE documents SET visibility = 'public' WHERE id = 1", ["document.published"]],
		[
			"INSERT INTO announcements (slug, title, audience, publish_from, created_at, updated_at) VALUES ('a', 'a', 'public', 1, 1, 1)",
			["announcement.published"],
		],
		["UPDATE announcements SET title = 'b' WHERE slug = 'a'", ["announcement.updated"]],
		["UPDATE announcements SET audience = 'members' WHERE slug = 'a'", ["announcement.unpublished"]],
		["DELETE FROM tags WHERE id = 1", ["tag.deleted"]],
	])("%s", async (statement, expected) => {
		expect(await events(statement)).toEqual(expected);
	});

	test("a category that is taken away still counts as touched", async () => {
		await sql("INSERT INTO article_categories SELECT id, 2 FROM articles WHERE slug = 'joined'");
		const changes = await changesOf(
			"DELETE FROM article_categories WHERE category_id = 2",
			"INSERT INTO article_categories SELECT id, 1 FROM articles WHERE slug = 'joined'",
		);
		expect(changes.map((change) => change.tags)).toEqual(['["category:2"]', '["category:1"]']);
	});

	test("a rename keeps the old slug, and taking it again forgets that", async () => {
		const changes = await changesOf("UPDATE articles SET slug = 'joined-2' WHERE slug = 'joined'");
		expect(changes).toMatchObject([{ slug: "joined-2", previous_slug: "joined", event: "updated" }]);
		const history = () => env.DB.prepare("SELECT slug FROM slug_history WHERE resource = 'article'").all();
		expect((await history()).results).toEqual([{ slug: "joined" }]);
		await sql("UPDATE articles SET slug = 'joined' WHERE slug = 'joined-2'");
		expect((await history()).results).toEqual([{ slug: "joined-2" }]);
	});
});

describe("what is not public raises nothing", () => {
	test.each([
		"UPDATE articles SET title = 'x', body_html = 'y' WHERE slug = 'draft'",
		"UPDATE articles SET state = 'scheduled', publish_at = 1 WHERE slug = 'draft'",
		"UPDATE articles SET state = 'draft' WHERE slug = 'trashed'",
		"UPDATE articles SET version = version + 1, publish_at = 5 WHERE slug = 'joined'",
		"INSERT INTO article_categories SELECT id, 1 FROM articles WHERE slug = 'draft'",
		"UPDATE documents SET title = 'x' WHERE id = 2",
		"INSERT INTO announcements (slug, title, audience, publish_from, created_at, updated_at) VALUES ('m', 'm', 'members', 1, 1, 1)",
		"UPDATE categories SET articles_count = articles_count",
	])("%s", async (statement) => expect(await raised(statement)).toBe(false));
});

describe("counts follow every road in and out", () => {
	const counts = async () =>
		(await env.DB.prepare(
			`SELECT (SELECT json_group_object(slug, articles_count) FROM categories) AS kept,
					(SELECT json_group_object(slug, (SELECT count(*) FROM article_categories x JOIN articles a ON a.id = x.article_id
						WHERE x.category_id = c.id AND a.state = 'published')) FROM categories c) AS counted,
					(SELECT json_group_object(type, published) FROM article_counts) AS kept_types,
					(SELECT json_group_object(type, (SELECT count(*) FROM articles a WHERE a.type = t.type AND a.state = 'published'))
						FROM article_counts t) AS counted_types`,
		).first<Record<string, string>>()) ?? {};
	test.each([
		"INSERT INTO articles (slug, type, title, state, published_at, created_at, updated_at) VALUES ('n', 'event', 'n', 'published', 1, 1, 1)",
		"INSERT INTO article_categories SELECT id, 2 FROM articles WHERE slug = 'n'",
		"UPDATE articles SET type = 'event' WHERE slug = 'n'",
		"UPDATE articles SET state = 'archived', type = 'news' WHERE slug = 'n'",
		"INSERT INTO article_categories SELECT id, 1 FROM articles WHERE slug = 'n'",
		"UPDATE articles SET state = 'published' WHERE slug = 'n'",
		"UPDATE articles SET type = 'media' WHERE state = 'published'",
		"DELETE FROM articles WHERE slug = 'n'",
		"UPDATE OR REPLACE articles SET title = 'same' WHERE slug = 'joined'",
	])("%s", async (statement) => {
		await sql(statement);
		const { kept, counted, kept_types, counted_types } = await counts();
		expect([kept, kept_types]).toEqual([counted, counted_types]);
	});

	test.each([
		[
			"INSERT OR REPLACE INTO articles (id, slug, type, title, created_at, updated_at) VALUES (3, 'z', 'news', 'z', 1, 1)",
			"article.slug_taken",
		],
		[
			"INSERT OR REPLACE INTO articles (slug, type, title, created_at, updated_at) VALUES ('joined', 'news', 'z', 1, 1)",
			"article.slug_taken",
		],
		["UPDATE OR REPLACE articles SET slug = 'joined' WHERE slug = 'draft'", "article.slug_taken"],
		[
			"INSERT OR REPLACE INTO categories (slug, name, created_at, updated_at) VALUES ('law', 'x', 1, 1)",
			"category.taken",
		],
		[
			"INSERT OR REPLACE INTO article_categories SELECT id, 1 FROM articles WHERE slug = 'joined'",
			"article.term_taken",
		],
		[
			"INSERT OR REPLACE INTO pages (slug, path, title, created_at, updated_at) VALUES ('about', 'x', 'x', 1, 1)",
			"page.slug_taken",
		],
		["UPDATE pages SET parent_id = 1 WHERE id = 1", "page.loop"],
		["UPDATE document_versions SET sha256 = sha256", "document.version_is_final"],
		["DELETE FROM document_versions", "document.version_is_current"],
		[
			"INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description) VALUES (1, 'a', 'b', 'c', 'd', 'e'); DELETE FROM audit_log",
			"audit.append_only",
		],
	])("%s is refused", async (statements, code) => {
		const before = await counts();
		const failed = await sql(...statements.split("; ")).catch((error: Error) => error.message);
		expect(failed).toContain(code);
		expect(await counts()).toEqual(before);
	});
});

describe("files, versions and names", () => {
	const ARTICLE = 70;
	beforeAll(async () => {
		await insertArticle({ id: ARTICLE, slug: "moved" });
		await createPage(page(7, "seventh"));
		await insertDocument({ id: 7, slug: "paper", category: "", visibility: "public" });
	});

	test("a file that moves between texts changes both; an announcement's files count too", async () => {
		const file = (letter: string) => ({
			id: letter.repeat(26),
			filename: letter,
			content_type: "image/png",
			size: 1,
			sha256: letter.repeat(64),
			object_key: letter,
			created_at: TIME,
		});
		await insert("attachments", file("a"));
		await sql(
			"INSERT INTO announcements (id, slug, title, audience, publish_from, created_at, updated_at) VALUES (9, 'f', 'f', 'public', 1, 1, 1)",
		);
		const use = (values: string) =>
			`INSERT INTO attachment_uses (resource, resource_id, role, attachment_id) VALUES (${values}, 'inline', '${file("a").id}')`;
		const named = async (statement: string) =>
			(await changesOf(statement)).map((change) => `${change.resource} ${change.slug}`).toSorted();
		expect(await named(use(`'article', ${ARTICLE}`))).toEqual(["article moved"]);
		expect(await named("UPDATE attachment_uses SET resource = 'page', resource_id = 7")).toEqual([
			"article moved",
			"page seventh",
		]);
		expect(await named("UPDATE attachment_uses SET resource = 'announcement', resource_id = 9")).toEqual([
			"announcement f",
			"page seventh",
		]);
		expect(await named("DELETE FROM attachment_uses")).toEqual(["announcement f"]);
		await sql(use("'announcement', 9"), "DELETE FROM announcements WHERE id = 9");
		expect(await env.DB.prepare("SELECT count(*) AS n FROM attachment_uses").first("n")).toBe(0);
	});

	test.each([
		"UPDATE attachments SET filename = 'other.png'",
		"INSERT OR REPLACE INTO attachments SELECT id, 'other', content_type, size, sha256, object_key, width, height, created_at FROM attachments",
	])("%s is refused: its address is kept for a year", async (statement) => {
		expect(await sql(statement).catch((error: Error) => error.message)).toContain("attachment.is_final");
	});

	test("a current version that comes after its document is seen", async () => {
		await sql("UPDATE documents SET current_version = 2 WHERE id = 7");
		expect(
			await events(
				"INSERT INTO document_versions SELECT document_id, 2, filename, content_type, size, sha256, object_key, note, created_at FROM document_versions WHERE document_id = 7",
			),
		).toEqual(["document.updated"]);
	});

	test.each([
		["UPDATE articles SET state = 'draft', slug = 'secret' WHERE slug = 'moved'", "moved"],
		["UPDATE pages SET state = 'draft', slug = 'secret', path = 'secret' WHERE id = 7", "seventh"],
		["UPDATE documents SET visibility = 'members', slug = 'secret' WHERE id = 7", "paper"],
	])("%s does not tell the new name", async (statement, slug) => {
		expect(await changesOf(statement)).toMatchObject([{ slug, previous_slug: null }]);
	});
});

test("no number is used twice, and none goes back", async () => {
	const { results } = await env.DB.prepare("SELECT rev FROM content_changes ORDER BY rowid").all<{ rev: number }>();
	const revs = results.map((row) => row.rev);
	expect(revs).toEqual([...new Set(revs)].toSorted((a, b) => a - b));
	expect(revs.at(-1)).toBeGreaterThan(TIME);
});
