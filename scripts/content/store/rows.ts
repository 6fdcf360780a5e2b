import { z } from "zod";
import { patiently } from "#db/commit.ts";
import { menuRows } from "#db/content/menus.ts";
import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { STATES } from "#domain/content/content/states.ts";
import { DOCUMENT_KINDS } from "#domain/content/documents/kinds.ts";
import { MENUS } from "#domain/content/menus/schema.ts";
import { RESOURCES } from "./stored.ts";

const time = z.int().nullable();
const Publishing = {
	id: z.int(),
	version: z.int(),
	slug: z.string(),
	title: z.string(),
	state: z.enum(STATES),
	published_at: time,
	publish_at: time,
	unpublish_at: time,
	updated_at: z.int(),
};
const Text = {
	...Publishing,
	excerpt: z.string(),
	body_markdown: z.string(),
	seo_title: z.string().nullable(),
	seo_description: z.string().nullable(),
	seo_image: z.string().nullable(),
	canonical_url: z.string().nullable(),
	noindex: z.int(),
};

export const ArticleRow = z.object({
	...Text,
	type: z.enum(ARTICLE_TYPES),
	author_name: z.string().nullable(),
	is_pinned: z.int(),
	pinned_until: time,
	cover_id: z.string().nullable(),
	cover_alt: z.string(),
	nobody_shown: z.int(),
	is_covered: z.int(),
});
export const PageRow = z.object({ ...Text, path: z.string(), parent_path: z.string().nullable(), position: z.int() });
export const DocumentRow = z.object({
	...Publishing,
	description: z.string(),
	category: z.string(),
	kind: z.enum(DOCUMENT_KINDS),
	visibility: z.enum(["public", "members", "restricted"]),
	permission: z.string().nullable(),
	filename: z.string(),
	object_key: z.string(),
	note: z.string(),
});
export const AnnouncementRow = z.object({
	id: z.int(),
	version: z.int(),
	slug: z.string(),
	title: z.string(),
	audience: z.string(),
	is_pinned: z.int(),
	publish_from: time,
	publish_until: time,
	updated_at: z.int(),
	body_markdown: z.string(),
});
export const TermRow = z.object({ slug: z.string(), name: z.string(), description: z.string(), position: z.int() });
export const FileRow = z.object({
	id: z.string(),
	filename: z.string(),
	content_type: z.string(),
	size: z.int(),
	sha256: z.string(),
	object_key: z.string(),
	width: z.int().nullable(),
	height: z.int().nullable(),
});
export const ImportRow = z.object({
	resource: z.enum(RESOURCES),
	source: z.string(),
	resource_id: z.int(),
	hash: z.string(),
	version: z.int(),
});
export const MenuItemRow = z.object({
	id: z.int(),
	menu: z.enum(MENUS),
	parent_id: z.int().nullable(),
	label: z.string(),
	target: z.string(),
});
export const RedirectRow = z.object({ path: z.string(), target: z.string() });
/** The row of a part of a text: a term, a file, or an earlier slug. */
export const PartRow = z.object({ resource: z.string(), resource_id: z.int(), value: z.string(), extra: z.string() });

const TEXT = `t.id, t.version, t.slug, t.title, t.state, t.published_at, t.publish_at, t.unpublish_at, t.updated_at`;
const BODY = `t.excerpt, t.body_markdown, t.seo_title, t.seo_description, t.seo_image, t.canonical_url, t.noindex`;

/** The SQL that reads what the importer and the exporter handle; statements with `?1` continue after that id. */
export const READS = {
	articles: `SELECT ${TEXT}, ${BODY}, t.type, t.author_name, t.is_pinned, t.pinned_until, t.cover_id, t.cover_alt,
			EXISTS (SELECT 1 FROM story_marks m WHERE m.article_id = t.id AND m.mark = 'nobody') AS nobody_shown,
			t.state = 'published' AND (EXISTS (SELECT 1 FROM article_releases r WHERE r.article_id = t.id)
				OR EXISTS (SELECT 1 FROM story_marks m WHERE m.article_id = t.id AND m.mark = 'before')) AS is_covered
		FROM articles t WHERE t.id > ?1 ORDER BY t.id LIMIT 50`,
	pages: `SELECT ${TEXT}, ${BODY}, t.path, t.position, p.path AS parent_path
		FROM pages t LEFT JOIN pages p ON p.id = t.parent_id WHERE t.id > ?1 ORDER BY t.id LIMIT 50`,
	documents: `SELECT ${TEXT}, t.description, t.category, t.kind, t.visibility, t.permission, v.filename, v.object_key, v.note
		FROM documents t JOIN document_versions v ON v.document_id = t.id AND v.number = t.current_version
		WHERE t.id > ?1 ORDER BY t.id LIMIT 50`,
	announcements: `SELECT id, version, slug, title, audience, is_pinned, publish_from, publish_until, updated_at, body_markdown
		FROM announcements WHERE id > ?1 ORDER BY id LIMIT 50`,
	categories: "SELECT slug, name, description, position FROM categories ORDER BY position, id",
	tags: "SELECT slug, name, '' AS description, 0 AS position FROM tags ORDER BY slug",
	files: "SELECT id, filename, content_type, size, sha256, object_key, width, height FROM attachments ORDER BY id",
	imports: "SELECT resource, source, resource_id, hash, version FROM import_sources",
	documentSlugs: "SELECT 'document' AS resource, id AS resource_id, slug AS value, '' AS extra FROM documents",
	terms: `SELECT 'categories' AS resource, a.article_id AS resource_id, c.slug AS value, '' AS extra
		FROM article_categories a JOIN categories c ON c.id = a.category_id
		UNION ALL SELECT 'tags', a.article_id, t.slug, '' FROM article_tags a JOIN tags t ON t.id = a.tag_id`,
	uses: `SELECT resource, resource_id, attachment_id AS value, description AS extra
		FROM attachment_uses WHERE role = 'file' ORDER BY resource, resource_id, position, attachment_id`,
	menuItems: menuRows().sql,
	// One that a public text covers is not told to anybody, and could not be made again.
	redirects: "SELECT path, target FROM redirects_now WHERE NOT is_covered ORDER BY path",
	history: "SELECT resource, id AS resource_id, slug AS value, '' AS extra FROM slug_history ORDER BY resource, slug",
};

/** Reads all rows of a statement, each checked against `schema`. */
export async function readRows<T>(db: D1Database, schema: z.ZodType<T>, query: string): Promise<T[]> {
	const { results } = await patiently(() => db.prepare(query).all());
	return z.array(schema).parse(results);
}

/** Reads all rows of a statement fifty at a time, because an answer of D1 can hold only so many long texts. */
export async function readAllRows<T extends { id: number }>(
	db: D1Database,
	schema: z.ZodType<T>,
	query: string,
): Promise<T[]> {
	const rows: T[] = [];
	for (let last = 0; ; last = rows.at(-1)?.id ?? last) {
		const { results } = await patiently(() => db.prepare(query).bind(last).all());
		rows.push(...z.array(schema).parse(results));
		if (results.length === 0) return rows;
	}
}
