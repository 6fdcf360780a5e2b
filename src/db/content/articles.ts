import { limitTo, type OrElsewhere, type Select, select, selectOneOr } from "#db/read.ts";
import type { ArticleType } from "#domain/content/articles/schema.ts";
import type { State } from "#domain/content/content/states.ts";
import { pictureFields, seoPicture } from "./picture-fields.ts";

/** The summary of an article. `categories` and `tags` are JSON: [{"slug","name"}]. Times are UTC milliseconds. */
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
	/** Of the cover, what `pictureFields` selects. */
	cover_picture: string | null;
	categories: string;
	tags: string;
};

/**
 * An article with its text. `previous` and `next` are JSON {"slug","title"}; `attachments` is JSON
 * [{"id","filename","content_type","size","width","height","picture","description"}]; `seo_picture` is what `seoPicture` selects.
 */
export type ArticleRow = SummaryRow & {
	state: State;
	seo_title: string | null;
	seo_description: string | null;
	seo_image: string | null;
	seo_picture: string | null;
	canonical_url: string | null;
	noindex: number;
	toc: string;
	body_markdown: string;
	body_html: string;
	attachments: string;
	previous: string | null;
	next: string | null;
};

/** An article with its related articles; `related` is JSON: SummaryRow[]. */
export type ShownArticleRow = ArticleRow & { related: string };

/** The SQL of each column of an article's summary. */
const COLUMNS: Record<keyof SummaryRow, string> = {
	id: "a.id",
	slug: "a.slug",
	type: "a.type",
	title: "a.title",
	excerpt: "a.excerpt",
	is_pinned: "a.is_pinned",
	published_at: "a.published_at",
	updated_at: "a.updated_at",
	reading_minutes: "a.reading_minutes",
	author_name: "a.author_name",
	cover_id: "a.cover_id",
	cover_alt: "a.cover_alt",
	cover_filename: "f.filename",
	cover_width: "f.width",
	cover_height: "f.height",
	cover_picture: pictureFields("f.id"),
	categories: "t.categories",
	tags: "t.tags",
};
/** SQL of the columns of an article's summary. */
export const SUMMARY = Object.entries(COLUMNS)
	.map(([name, column]) => `${column} AS ${name}`)
	.join(", ");
const SUMMARY_JSON = `json_object(${Object.entries(COLUMNS)
	.map(([name, column]) => `'${name}', ${column}`)
	.join(", ")})`;
/** SQL of what an article's summary is joined from, besides the article `a` itself. */
export const BESIDE = "JOIN article_terms t ON t.article_id = a.id LEFT JOIN attachments f ON f.id = a.cover_id";

/** SQL of the columns of a whole article, and of its neighbours in time. */
export const FULL = `${SUMMARY}, a.state, a.seo_title, a.seo_description, a.seo_image, ${seoPicture("a")} AS seo_picture,
	a.canonical_url, a.noindex, a.toc,
	a.body_markdown, a.body_html,
	(SELECT json_group_array(json_object('id', u.attachment_id, 'filename', b.filename, 'content_type', b.content_type,
			'size', b.size, 'width', b.width, 'height', b.height, 'picture', ${pictureFields("b.id")},
			'description', u.description) ORDER BY u.position, u.attachment_id)
		FROM attachment_uses u JOIN attachments b ON b.id = u.attachment_id
		WHERE u.resource = 'article' AND u.resource_id = a.id AND u.role = 'file') AS attachments`;
export const NEIGHBOURS = `
	(SELECT json_object('slug', p.slug, 'title', p.title) FROM articles p
		WHERE p.state = 'published' AND (p.published_at, p.id) < (a.published_at, a.id)
		ORDER BY p.published_at DESC, p.id DESC LIMIT 1) AS previous,
	(SELECT json_object('slug', n.slug, 'title', n.title) FROM articles n
		WHERE n.state = 'published' AND (n.published_at, n.id) > (a.published_at, a.id)
		ORDER BY n.published_at, n.id LIMIT 1) AS next`;

const LATEST_OF_A_TERM = 8;

/**
 * Returns the query of the latest published articles that share a term of one kind (tag or category) with an article.
 * Drafts are not counted: a draft would change the answer of a public article without raising the revision.
 */
const sharing = (join: string, term: string, worth: number): string =>
	`SELECT latest.value AS id, ${worth} AS worth FROM ${join} x, json_each((
		SELECT json_group_array(article_id) FROM (SELECT y.article_id FROM ${join} y JOIN articles o ON o.id = y.article_id
			WHERE y.${term} = x.${term} AND o.state = 'published'
			ORDER BY y.article_id DESC LIMIT ${LATEST_OF_A_TERM}))) latest
	WHERE x.article_id = (SELECT id FROM articles WHERE slug = ?1)`;

const RELATED_SHOWN = 3;

/**
 * The query of the related articles that an editor chose, in their order. Each is worth more than any number of shared
 * terms.
 */
const CHOSEN = `SELECT c.related_id AS id, 100000 - 1000 * c.position AS worth FROM article_related c
	JOIN articles o ON o.id = c.related_id AND o.state = 'published'
	WHERE c.article_id = (SELECT id FROM articles WHERE slug = ?1)`;

/**
 * SQL for up to 3 related published articles as JSON: those that an editor chose, then those that share tags (worth 2)
 * or categories (worth 1) with the article of the slug, the closest and newest first.
 * Of each term only the latest 8 articles are looked at, so that the cost does not grow with the archive. It is one
 * JSON value, because a statement of its own would cost more than it reads.
 */
const RELATED = `
	(SELECT json_group_array(json(summary)) FROM (
		SELECT ${SUMMARY_JSON} AS summary FROM (
			SELECT id, sum(worth) AS score FROM (
				${CHOSEN} UNION ALL ${sharing("article_tags", "tag_id", 2)}
				UNION ALL ${sharing("article_categories", "category_id", 1)}
			) GROUP BY id ORDER BY score DESC, id DESC LIMIT ${RELATED_SHOWN + 1}
		) picked JOIN articles a ON a.id = picked.id ${BESIDE}
		WHERE a.slug <> ?1 ORDER BY picked.score DESC, picked.id DESC LIMIT ${RELATED_SHOWN}
	)) AS related`;

/**
 * Selects the published article of a slug, or else where the slug leads: to the article's present slug, or to the
 * archived article.
 */
export const articleBySlug = (slug: string): Select<OrElsewhere<ShownArticleRow>> =>
	selectOneOr(
		`SELECT ${FULL}, ${NEIGHBOURS}, ${RELATED} FROM articles a ${BESIDE} WHERE a.slug = ?1 AND a.state = 'published'`,
		`SELECT json_object('slug', slug, 'state', state) FROM (
			SELECT slug, state FROM articles WHERE slug = ?1
			UNION ALL
			SELECT a.slug, a.state FROM slug_history h JOIN articles a ON a.id = h.id
			WHERE h.resource = 'article' AND h.slug = ?1)`,
		slug,
	);

/**
 * Selects the related articles that readers of this article see, or would see if it were published: JSON [{slug,
 * title}].
 */
export const relatedTo = (id: number): Select<{ related: string }> =>
	select(`SELECT ${RELATED.replaceAll("?1", "(SELECT slug FROM articles WHERE id = ?1)")}`, id);

/** Selects an article in any state, for the signed preview only. */
export const articleForPreview = (id: number): Select<ArticleRow> =>
	select(`SELECT ${FULL}, NULL AS previous, NULL AS next FROM articles a ${BESIDE} WHERE a.id = ?1`, id);

/** An article of the home page; `shelves` names the shelves it stands on, separated by commas. */
export type HomepageRow = SummaryRow & { shelves: string };

/** Selects all shelves of the home page in one query: 'pinned', 'latest' and one for each type of article. */
export function homepageArticles(counts: { pinned: number; latest: number; ofType: number }): Select<HomepageRow> {
	return select(
		`SELECT picked.shelves, ${SUMMARY} FROM (
			SELECT id, group_concat(shelf) AS shelves FROM (
				SELECT 'pinned' AS shelf, id FROM (SELECT id FROM articles WHERE state = 'published' AND is_pinned = 1
					ORDER BY published_at DESC, id DESC ${limitTo(counts.pinned)})
				UNION ALL
				SELECT 'latest', id FROM (SELECT id FROM articles WHERE state = 'published'
					ORDER BY published_at DESC, id DESC ${limitTo(counts.latest)})
				UNION ALL
				SELECT n.type, newest.value FROM article_counts n, json_each((
					SELECT json_group_array(id) FROM (SELECT id FROM articles WHERE state = 'published' AND type = n.type
						ORDER BY published_at DESC, id DESC ${limitTo(counts.ofType)}))) newest
			) GROUP BY id
		) picked JOIN articles a ON a.id = picked.id ${BESIDE}
		ORDER BY a.published_at DESC, a.id DESC`,
	);
}

/** Selects the newest published articles with their full text, pinned or not, for feeds. */
export const newestArticles = (limit: number): Select<ArticleRow> =>
	select(
		`SELECT ${FULL}, NULL AS previous, NULL AS next FROM articles a ${BESIDE}
		WHERE a.state = 'published' ORDER BY a.published_at DESC, a.id DESC ${limitTo(limit)}`,
	);
