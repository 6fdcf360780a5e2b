import { type Select, select } from "#db/read.ts";
import type { ArticleListQuery, ArticleSort, ArticleType } from "#domain/articles/schema.ts";
import type { State } from "#domain/content/states.ts";

/** categories and tags are JSON: [{"slug","name"}]. Times are UTC milliseconds. */
export type SummaryRow = {
	id: number;
	slug: string;
	type: ArticleType;
	title: string;
	excerpt: string;
	is_pinned: number;
	published_at: number;
	updated_at: number;
	reading_minutes: number;
	author_name: string | null;
	cover_id: string | null;
	cover_alt: string;
	cover_filename: string | null;
	cover_width: number | null;
	cover_height: number | null;
	categories: string;
	tags: string;
};

/** previous and next are JSON {"slug","title"}; attachments is JSON [{"id","filename","content_type","size","description"}]. */
export type ArticleRow = SummaryRow & {
	state: State;
	seo_title: string | null;
	seo_description: string | null;
	seo_image: string | null;
	canonical_url: string | null;
	noindex: number;
	toc: string;
	body_markdown: string;
	body_html: string;
	attachments: string;
	previous: string | null;
	next: string | null;
};

export type ArticleFilter = Pick<ArticleListQuery, "type" | "category" | "tag" | "pinned">;

const SUMMARY = `a.id, a.slug, a.type, a.title, a.excerpt, a.is_pinned, a.published_at, a.updated_at, a.reading_minutes,
	a.author_name, a.cover_id, a.cover_alt, f.filename AS cover_filename, f.width AS cover_width, f.height AS cover_height,
	(SELECT json_group_array(json_object('slug', c.slug, 'name', c.name) ORDER BY c.position, c.id)
		FROM article_categories x JOIN categories c ON c.id = x.category_id WHERE x.article_id = a.id) AS categories,
	(SELECT json_group_array(json_object('slug', t.slug, 'name', t.name) ORDER BY t.name)
		FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = a.id) AS tags`;
const COVER = "LEFT JOIN attachments f ON f.id = a.cover_id";

const ORDER: Record<Exclude<ArticleSort, "relevance">, string> = {
	"-published_at": "a.is_pinned DESC, a.published_at DESC, a.id DESC",
	published_at: "a.published_at, a.id",
	title: "a.title, a.id",
};

/** Only what is public: every read of this file but the preview's starts here. */
function publicWhere(filter: ArticleFilter): { where: string; params: (string | number)[] } {
	const where = ["a.state = 'published'"];
	const params: (string | number)[] = [];
	const add = (condition: (parameter: string) => string, value: string | number) => {
		params.push(value);
		where.push(condition(`?${params.length}`));
	};
	if (filter.type) add((p) => `a.type = ${p}`, filter.type);
	if (filter.pinned) add((p) => `a.is_pinned = ${p}`, filter.pinned === "true" ? 1 : 0);
	if (filter.category) {
		add(
			(p) => `a.id IN (SELECT x.article_id FROM categories c JOIN article_categories x ON x.category_id = c.id
				WHERE c.slug IN (SELECT value FROM json_each(${p})))`,
			JSON.stringify(filter.category),
		);
	}
	if (filter.tag) {
		add(
			(p) => `a.id IN (SELECT x.article_id FROM tags t JOIN article_tags x ON x.tag_id = t.id
				WHERE t.slug IN (SELECT value FROM json_each(${p})))`,
			JSON.stringify(filter.tag),
		);
	}
	return { where: where.join(" AND "), params };
}

/** How many published articles a filter leaves: from maintained counts where one answers, else over an index. */
export function countArticles(filter: ArticleFilter): Select<{ total: number }> {
	const { type, category, tag, pinned } = filter;
	if (!category && !tag && !pinned) {
		return type
			? select("SELECT published AS total FROM article_counts WHERE type = ?1", type)
			: select("SELECT sum(published) AS total FROM article_counts");
	}
	const only = (slugs: string[] | undefined) => (slugs?.length === 1 && !type && !pinned ? slugs[0] : undefined);
	const ofCategory = tag ? undefined : only(category);
	if (ofCategory) return select("SELECT coalesce(sum(articles_count), 0) AS total FROM categories WHERE slug = ?1", ofCategory);
	const ofTag = category ? undefined : only(tag);
	if (ofTag) return select("SELECT coalesce(sum(articles_count), 0) AS total FROM tags WHERE slug = ?1", ofTag);
	const { where, params } = publicWhere(filter);
	return select(`SELECT count(*) AS total FROM articles a WHERE ${where}`, ...params);
}

/** A page of summaries. The ids are picked from an index alone; only those rows are read. */
export function listArticles(
	filter: ArticleFilter,
	page: { sort: Exclude<ArticleSort, "relevance">; limit: number; offset: number },
): Select<SummaryRow> {
	const { where, params } = publicWhere(filter);
	const order = ORDER[page.sort];
	return select(
		`WITH picked (id) AS MATERIALIZED (SELECT a.id FROM articles a WHERE ${where} ORDER BY ${order}
			LIMIT ?${params.length + 1} OFFSET ?${params.length + 2})
		SELECT ${SUMMARY} FROM picked JOIN articles a ON a.id = picked.id ${COVER} ORDER BY ${order}`,
		...params,
		page.limit,
		page.offset,
	);
}

/** Published articles by id, for the hits of a search; those that are not public any more are missing. */
export const articlesByIds = (ids: number[]): Select<SummaryRow> =>
	select(
		`SELECT ${SUMMARY} FROM json_each(?1) picked JOIN articles a ON a.id = picked.value ${COVER}
		WHERE a.state = 'published'`,
		JSON.stringify(ids),
	);

const FULL = `${SUMMARY}, a.state, a.seo_title, a.seo_description, a.seo_image, a.canonical_url, a.noindex, a.toc,
	a.body_markdown, a.body_html,
	(SELECT json_group_array(json_object('id', u.attachment_id, 'filename', b.filename, 'content_type', b.content_type,
			'size', b.size, 'description', u.description) ORDER BY u.position, u.attachment_id)
		FROM attachment_uses u JOIN attachments b ON b.id = u.attachment_id
		WHERE u.resource = 'article' AND u.resource_id = a.id AND u.role = 'file') AS attachments`;
const NEIGHBOURS = `
	(SELECT json_object('slug', p.slug, 'title', p.title) FROM articles p
		WHERE p.state = 'published' AND (p.published_at, p.id) < (a.published_at, a.id)
		ORDER BY p.published_at DESC, p.id DESC LIMIT 1) AS previous,
	(SELECT json_object('slug', n.slug, 'title', n.title) FROM articles n
		WHERE n.state = 'published' AND (n.published_at, n.id) > (a.published_at, a.id)
		ORDER BY n.published_at, n.id LIMIT 1) AS next`;

/** The published article of a slug. */
export const articleBySlug = (slug: string): Select<ArticleRow> =>
	select(
		`SELECT ${FULL}, ${NEIGHBOURS} FROM articles a ${COVER} WHERE a.slug = ?1 AND a.state = 'published'`,
		slug,
	);

/** An article in any state, for the signed preview only. */
export const articleForPreview = (id: number): Select<ArticleRow> =>
	select(`SELECT ${FULL}, NULL AS previous, NULL AS next FROM articles a ${COVER} WHERE a.id = ?1`, id);

/** Where a slug leads that is not published: to the slug it has now, or into the archive. */
export const whereIsArticle = (slug: string): Select<{ slug: string; state: State }> =>
	select(
		`SELECT slug, state FROM articles WHERE slug = ?1
		UNION ALL
		SELECT a.slug, a.state FROM slug_history h JOIN articles a ON a.id = h.id
		WHERE h.resource = 'article' AND h.slug = ?1`,
		slug,
	);

const RELATED_OF_A_TERM = 20;

/**
 * Up to `limit` published articles that share tags (worth 2) or categories (1) with a slug's, the closest and newest
 * first. Of each term only its latest 20 are looked at, so that the cost does not grow with the archive.
 */
export const relatedArticles = (slug: string, limit: number): Select<SummaryRow> =>
	select(
		`WITH this (id) AS (SELECT id FROM articles WHERE slug = ?1 AND state = 'published'),
		shared (id, worth) AS (
			SELECT c.value, 2 FROM article_tags t JOIN this ON t.article_id = this.id, json_each((
				SELECT json_group_array(article_id) FROM (SELECT article_id FROM article_tags
					WHERE tag_id = t.tag_id ORDER BY article_id DESC LIMIT ${RELATED_OF_A_TERM}))) c
			UNION ALL
			SELECT c.value, 1 FROM article_categories k JOIN this ON k.article_id = this.id, json_each((
				SELECT json_group_array(article_id) FROM (SELECT article_id FROM article_categories
					WHERE category_id = k.category_id ORDER BY article_id DESC LIMIT ${RELATED_OF_A_TERM}))) c
		),
		picked (id, worth) AS MATERIALIZED (
			SELECT s.id, sum(s.worth) FROM shared s JOIN articles a ON a.id = s.id
			WHERE a.state = 'published' AND s.id <> (SELECT id FROM this)
			GROUP BY s.id ORDER BY sum(s.worth) DESC, a.published_at DESC, s.id DESC LIMIT ?2
		)
		SELECT ${SUMMARY} FROM picked JOIN articles a ON a.id = picked.id ${COVER}
		ORDER BY picked.worth DESC, a.published_at DESC, a.id DESC`,
		slug,
		limit,
	);

export type HomepageRow = SummaryRow & { shelf: string };

/** The shelves of a home page in one query: 'pinned', 'latest' and one of each type. */
export function homepageArticles(counts: { pinned: number; latest: number; ofType: number }): Select<HomepageRow> {
	return select(
		`WITH picked (shelf, id) AS MATERIALIZED (
			SELECT 'pinned', id FROM (SELECT id FROM articles WHERE state = 'published' AND is_pinned = 1
				ORDER BY published_at DESC, id DESC LIMIT ?1)
			UNION ALL
			SELECT 'latest', id FROM (SELECT id FROM articles WHERE state = 'published'
				ORDER BY published_at DESC, id DESC LIMIT ?2)
			UNION ALL
			SELECT t.type, newest.value FROM article_counts t, json_each((
				SELECT json_group_array(id) FROM (SELECT id FROM articles WHERE state = 'published' AND type = t.type
					ORDER BY published_at DESC, id DESC LIMIT ?3))) newest
		)
		SELECT picked.shelf, ${SUMMARY} FROM picked JOIN articles a ON a.id = picked.id ${COVER}
		ORDER BY a.published_at DESC, a.id DESC`,
		counts.pinned,
		counts.latest,
		counts.ofType,
	);
}

/** The newest published articles whole, for feeds; pinned or not. */
export const newestArticles = (limit: number): Select<ArticleRow> =>
	select(
		`SELECT ${FULL}, NULL AS previous, NULL AS next FROM articles a ${COVER}
		WHERE a.state = 'published' ORDER BY a.published_at DESC, a.id DESC LIMIT ?1`,
		limit,
	);
