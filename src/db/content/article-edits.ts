import { type SQL, sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { articles } from "#db/schema/articles.ts";
import type { ArticleType } from "#domain/content/articles/schema.ts";
import type { State } from "#domain/content/content/states.ts";
import { idsOfTags } from "./tags.ts";

/** An article as its editor shows it, whatever its state. Lists are JSON; times are UTC milliseconds. */
export type EditedArticleRow = {
	id: number;
	slug: string;
	type: ArticleType;
	state: State;
	is_pinned: number;
	pinned_until: number | null;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	title: string;
	excerpt: string;
	author_name: string | null;
	cover_id: string | null;
	cover_alt: string;
	seo_title: string | null;
	seo_description: string | null;
	seo_image: string | null;
	canonical_url: string | null;
	noindex: number;
	version: number;
	updated_at: number;
	body_markdown: string;
	/** JSON [{id, name}] */
	categories: string;
	/** JSON [name] */
	tags: string;
	/** JSON [{id, filename, content_type, size, description}] */
	attachments: string;
	/** JSON [{slug, title}] */
	related: string;
	/** JSON [slug]: the old addresses that redirect to this article. */
	old_slugs: string;
};

/** Selects the whole article for its editor. */
export const editedArticle = (id: number): Select<EditedArticleRow> =>
	select(
		`SELECT a.id, a.slug, a.type, a.state, a.is_pinned, a.pinned_until, a.published_at, a.publish_at, a.unpublish_at,
			a.title, a.excerpt, a.author_name, a.cover_id, a.cover_alt, a.seo_title, a.seo_description, a.seo_image,
			a.canonical_url, a.noindex, a.version, a.updated_at, a.body_markdown,
			(SELECT json_group_array(json_object('id', c.id, 'name', c.name) ORDER BY c.position, c.id)
				FROM article_categories x JOIN categories c ON c.id = x.category_id WHERE x.article_id = a.id) AS categories,
			(SELECT json_group_array(t.name ORDER BY t.name, t.id)
				FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = a.id) AS tags,
			(SELECT json_group_array(json_object('id', f.id, 'filename', f.filename, 'content_type', f.content_type,
					'size', f.size, 'description', u.description) ORDER BY u.position, f.id)
				FROM attachment_uses u JOIN attachments f ON f.id = u.attachment_id
				WHERE u.resource = 'article' AND u.resource_id = a.id AND u.role = 'file') AS attachments,
			(SELECT json_group_array(json_object('slug', r.slug, 'title', r.title) ORDER BY x.position, r.id)
				FROM article_related x JOIN articles r ON r.id = x.related_id WHERE x.article_id = a.id) AS related,
			(SELECT json_group_array(h.slug) FROM slug_history h WHERE h.resource = 'article' AND h.id = a.id) AS old_slugs
		FROM articles a WHERE a.id = ?1`,
		id,
	);

/** The columns of an article on which an action decides, without the long texts. */
export type StandingArticleRow = {
	slug: string;
	state: State;
	published_at: number | null;
	publish_at: number | null;
	unpublish_at: number | null;
	is_pinned: 0 | 1;
	pinned_until: number | null;
	seo_image: string | null;
};
export const standingArticle = (id: number): Select<StandingArticleRow> =>
	select(
		`SELECT slug, state, published_at, publish_at, unpublish_at, is_pinned, pinned_until, seo_image
		FROM articles WHERE id = ?1`,
		id,
	);

const LIKE = "(slug = ?1 OR (slug >= ?1 || '-' AND slug < ?1 || '-:'))";

/**
 * Selects the slugs that equal `slug` or continue it with a number: a generated slug must be none of them. Old slugs
 * count too, because their addresses still redirect to another text.
 */
export const slugsLike = (table: "articles" | "pages" | "documents", slug: string): Select<{ slug: string }> =>
	select(
		`SELECT slug FROM ${table} WHERE ${LIKE}
		UNION ALL SELECT slug FROM slug_history WHERE resource = '${table.slice(0, -1)}' AND ${LIKE}`,
		slug,
	);

export type ArticleColumns = Omit<typeof articles.$inferInsert, "id" | "version" | "createdAt" | "coverId"> & {
	coverId: SQL<string> | null;
};

/**
 * Inserts a new article as a draft; `releaseArticle` gives it its own state once the batch has inserted its categories,
 * tags and files.
 */
export const insertArticle = (db: Db, columns: ArticleColumns, at: number): Write =>
	db.insert(articles).values({ ...columns, ...DRAFT, createdAt: at });
const DRAFT = { state: "draft", isPinned: false, pinnedUntil: null } as const;

/** Gives a new article the state that the user chose for it. */
export const releaseArticle = (db: Db, id: SQL<number>, columns: ArticleColumns): Write =>
	db
		.update(articles)
		.set({ state: columns.state, isPinned: columns.isPinned ?? false, pinnedUntil: columns.pinnedUntil ?? null })
		.where(sql`id = ${id}`);

type Id = number | SQL<number>;

/** Sets the categories of an article to exactly these ids; categories that were deleted meanwhile are left out. */
export const setCategories = (id: Id, categories: readonly number[]): Write[] => {
	const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(categories)}))`;
	return [
		sql`DELETE FROM article_categories WHERE article_id = ${id} AND category_id NOT IN ${wanted}`,
		sql`INSERT INTO article_categories (article_id, category_id) SELECT ${id}, c.id FROM categories c
			WHERE c.id IN ${wanted} AND NOT EXISTS (SELECT 1 FROM article_categories x WHERE x.article_id = ${id} AND x.category_id = c.id)`,
	];
};

/** Sets the tags of an article to exactly those with these names, which must exist already. */
export const setTags = (id: Id, names: readonly string[]): Write[] => [
	sql`DELETE FROM article_tags WHERE article_id = ${id} AND tag_id NOT IN (${idsOfTags(names)})`,
	sql`INSERT INTO article_tags (article_id, tag_id) SELECT ${id}, t.id FROM (${idsOfTags(names)}) t
		WHERE NOT EXISTS (SELECT 1 FROM article_tags x WHERE x.article_id = ${id} AND x.tag_id = t.id)`,
];

/** Sets the chosen related articles to exactly these, in this order; slugs that no article has are left out. */
export const setRelated = (id: Id, slugs: readonly string[]): Write[] => {
	const wanted = sql`(SELECT r.id, j.key AS position FROM json_each(${JSON.stringify(slugs)}) j
		JOIN articles r ON r.slug = j.value WHERE r.id <> ${id})`;
	return [
		sql`DELETE FROM article_related WHERE article_id = ${id}
			AND (related_id, position) NOT IN (SELECT id, position FROM ${wanted})`,
		sql`INSERT INTO article_related (article_id, related_id, position) SELECT ${id}, w.id, w.position FROM ${wanted} w
			WHERE NOT EXISTS (SELECT 1 FROM article_related x WHERE x.article_id = ${id} AND x.related_id = w.id)`,
	];
};
