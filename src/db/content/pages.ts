import { type OrElsewhere, type Select, select, selectOneOr } from "#db/read.ts";

export type PageNodeRow = { id: number; parent_id: number | null; slug: string; path: string; title: string };
export type PageSummaryRow = PageNodeRow & { excerpt: string; updated_at: number };
export type PageRow = PageSummaryRow & {
	seo_title: string | null;
	seo_description: string | null;
	seo_image: string | null;
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

/** SQL for the id of the published page with a path or a slug; a page with that path is preferred. */
const FOUND = `(SELECT id FROM (SELECT id, 0 AS rank FROM pages WHERE path = ?1 AND state = 'published'
	UNION ALL SELECT id, 1 FROM pages WHERE slug = ?1 AND state = 'published') ORDER BY rank LIMIT 1)`;

/**
 * Selects the published page of a path or slug, or else where the address leads: to the page's present path, or to the
 * archived page.
 */
export const pageByPath = (path: string): Select<OrElsewhere<PageRow>> =>
	selectOneOr(
		`SELECT ${NODE}, p.excerpt, p.updated_at, p.seo_title, p.seo_description, p.seo_image, p.canonical_url, p.noindex,
			p.toc, p.body_markdown, p.body_html FROM pages p WHERE p.id = ${FOUND}`,
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
