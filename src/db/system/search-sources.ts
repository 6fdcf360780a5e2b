import type { Entry, EntryRef } from "#domain/system/search/entry.ts";

/** A change of public content that the search index has not processed. */
export type Change = { rev: number; resource: string; id: number; previous_slug: string | null; event: string };

/** A public text with its rendered HTML, from which the search index takes the text. */
export type Source = Omit<Entry, "body"> & { html: string };
type SourceRow = Omit<Source, "isPinned"> & { isPinned: number };

const ARTICLES = `SELECT 'article' AS kind, a.id AS refId, a.type, a.is_pinned AS isPinned, a.published_at AS publishedAt,
	(SELECT json_group_array(c.slug) FROM article_categories x JOIN categories c ON c.id = x.category_id
		WHERE x.article_id = a.id) AS categories,
	(SELECT json_group_array(t.slug) FROM article_tags x JOIN tags t ON t.id = x.tag_id
		WHERE x.article_id = a.id) AS tags,
	(SELECT coalesce(group_concat(t.name, char(10)), '') FROM article_tags x JOIN tags t ON t.id = x.tag_id
		WHERE x.article_id = a.id) AS tagNames,
	a.title, a.excerpt, a.body_html AS html
FROM articles a WHERE a.state = 'published' AND a.id IN (SELECT value FROM json_each(?1))`;

const PAGES = `SELECT 'page' AS kind, id AS refId, '' AS type, 0 AS isPinned, published_at AS publishedAt,
	'[]' AS categories, '[]' AS tags, '' AS tagNames, title, excerpt, body_html AS html
FROM pages WHERE state = 'published' AND id IN (SELECT value FROM json_each(?1))`;

const DOCUMENTS = `SELECT 'document' AS kind, id AS refId, category AS type, 0 AS isPinned, published_at AS publishedAt,
	json_array(kind) AS categories, '[]' AS tags, '' AS tagNames, title, description AS excerpt, '' AS html
FROM documents WHERE state = 'published' AND visibility = 'public' AND id IN (SELECT value FROM json_each(?1))`;

/** Returns the changes after `rev`, oldest first. */
export async function changesToIndex(db: D1Database, rev: number, limit: number): Promise<Change[]> {
	const { results } = await db
		.prepare("SELECT rev, resource, id, previous_slug, event FROM content_changes WHERE rev > ?1 ORDER BY rev LIMIT ?2")
		.bind(rev, limit)
		.all<Change>();
	return results;
}

/** Returns the revision of the newest change: whatever is read afterwards contains all changes up to it. */
export async function newestChange(db: D1Database): Promise<number> {
	return (await db.prepare("SELECT coalesce(max(rev), 0) AS rev FROM content_changes").first<number>("rev")) ?? 0;
}

/** Returns the articles, in any state, that now have one of these categories or tags. */
export async function articlesWithTerms(db: D1Database, categories: number[], tags: number[]): Promise<EntryRef[]> {
	const { results } = await db
		.prepare(
			`SELECT article_id FROM article_categories WHERE category_id IN (SELECT value FROM json_each(?1))
			UNION SELECT article_id FROM article_tags WHERE tag_id IN (SELECT value FROM json_each(?2))`,
		)
		.bind(JSON.stringify(categories), JSON.stringify(tags))
		.all<{ article_id: number }>();
	return results.map((row) => ({ kind: "article", refId: row.article_id }));
}

/** Returns references to all public articles, pages and documents. */
export async function publicRefs(db: D1Database): Promise<EntryRef[]> {
	const { results } = await db
		.prepare(
			`SELECT 'article' AS kind, id AS refId FROM articles WHERE state = 'published'
			UNION ALL SELECT 'page', id FROM pages WHERE state = 'published'
			UNION ALL SELECT 'document', id FROM documents WHERE state = 'published' AND visibility = 'public'`,
		)
		.all<EntryRef>();
	return results;
}

/** Returns the texts among `refs` that are public now. */
export async function publicSources(db: D1Database, refs: readonly EntryRef[]): Promise<Source[]> {
	const ids = (kind: string) => JSON.stringify(refs.filter((ref) => ref.kind === kind).map((ref) => ref.refId));
	const results = await db.batch<SourceRow>([
		db.prepare(ARTICLES).bind(ids("article")),
		db.prepare(PAGES).bind(ids("page")),
		db.prepare(DOCUMENTS).bind(ids("document")),
	]);
	return results.flatMap((result) => result.results).map((row) => ({ ...row, isPinned: row.isPinned === 1 }));
}
