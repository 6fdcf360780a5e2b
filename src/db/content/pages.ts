import { limitTo, type OrElsewhere, type Select, select, selectOne, selectOneOr } from "#db/read.ts";
import { seoPicture } from "./picture-fields.ts";
import { fitsInAnswer } from "./whole.ts";

export type PageNodeRow = { id: number; parent_id: number | null; slug: string; path: string; title: string };
export type PageSummaryRow = PageNodeRow & { excerpt: string; updated_at: number };
export type PageRow = PageSummaryRow & {
	seo_title: string | null;
	seo_description: string | null;
	seo_image: string | null;
	/** What `seoPicture` selects. */
	seo_picture: string | null;
	canonical_url: string | null;
	noindex: number;
	toc: string;
	body_markdown: string;
	body_html: string;
};

const NODE = "p.id, p.parent_id, p.slug, p.path, p.title";

/** Selects every published page, ordered by parent; a covering index answers it. */
export const listPages = (): Select<PageNodeRow> =>
	select(`SELECT ${NODE} FROM pages p WHERE p.state = 'published' ORDER BY p.parent_id, p.position, p.id`);

/** A whole page with its published parent and children as JSON: PageSummaryRow, and PageSummaryRow[] in order. */
export type WholePageRow = PageRow & { parent: string | null; children: string };

const TEXT = `${NODE}, p.excerpt, p.updated_at, p.seo_title, p.seo_description, p.seo_image, ${seoPicture("p")} AS seo_picture,
	p.canonical_url, p.noindex, p.toc, p.body_markdown, p.body_html`;
const SUMMARY_JSON = `json_object('id', o.id, 'parent_id', o.parent_id, 'slug', o.slug, 'path', o.path, 'title', o.title,
	'excerpt', o.excerpt, 'updated_at', o.updated_at)`;

/** Selects published pages whole, by path; no row when their texts together are too large for an answer. */
export const wholePages = (page: { limit: number; offset: number }): Select<WholePageRow> =>
	select(
		`WITH picked (id) AS MATERIALIZED (
			SELECT id FROM pages WHERE state = 'published' ORDER BY path ${limitTo(page.limit, page.offset)})
		SELECT ${TEXT},
			(SELECT ${SUMMARY_JSON} FROM pages o WHERE o.id = p.parent_id AND o.state = 'published') AS parent,
			(SELECT json_group_array(${SUMMARY_JSON} ORDER BY o.position, o.id) FROM pages o
				WHERE o.parent_id = p.id AND o.state = 'published') AS children
		FROM picked JOIN pages p ON p.id = picked.id WHERE ${fitsInAnswer("pages")} ORDER BY p.path`,
	);

/** Counts the published pages. */
export const countPublishedPages = (): Select<{ total: number }> =>
	selectOne("SELECT count(*) AS total FROM pages WHERE state = 'published'");

/** SQL for the id of the published page with a path or a slug; a page with that path is preferred. */
const FOUND = `(SELECT id FROM (SELECT id, 0 AS rank FROM pages WHERE path = ?1 AND state = 'published'
	UNION ALL SELECT id, 1 FROM pages WHERE slug = ?1 AND state = 'published') ORDER BY rank LIMIT 1)`;

/**
 * Selects the published page of a path or slug, or else where the address leads: to the page's present path, or to the
 * archived page.
 */
export const pageByPath = (path: string): Select<OrElsewhere<PageRow>> =>
	selectOneOr(
		`SELECT ${TEXT} FROM pages p WHERE p.id = ${FOUND}`,
		`SELECT json_object('slug', path, 'state', state) FROM (
			SELECT path, state FROM pages WHERE path = ?1
			UNION ALL SELECT path, state FROM pages WHERE slug = ?1
			UNION ALL SELECT p.path, p.state FROM slug_history h JOIN pages p ON p.id = h.id
				WHERE h.resource = 'page' AND h.slug = ?1)`,
		path,
	);

/** Selects the published parent and children of the page of a path or slug, children in order. */
export const pagesAround = (path: string): Select<PageSummaryRow> =>
	select(
		`SELECT ${NODE}, p.excerpt, p.updated_at FROM pages p
			WHERE p.id = (SELECT parent_id FROM pages WHERE id = ${FOUND}) AND p.state = 'published'
		UNION ALL
		SELECT * FROM (SELECT ${NODE}, p.excerpt, p.updated_at FROM pages p
			WHERE p.parent_id = ${FOUND} AND p.state = 'published' ORDER BY p.position, p.id)`,
		path,
	);
