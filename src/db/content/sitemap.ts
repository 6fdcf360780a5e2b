import { limitTo, type Select, select } from "#db/read.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";

/** The maximum number of addresses in a sitemap file, by sitemaps.org. */
const MOST = 50_000;

/**
 * Selects what a search engine may list: pages by path, then articles, newest first; `address` is an article's slug or
 * a page's path.
 */
export const sitemapRows = (): Select<{ kind: TextKind; address: string; updated_at: number }> =>
	select(
		`SELECT * FROM (SELECT 'page' AS kind, path AS address, updated_at FROM pages
			WHERE state = 'published' AND noindex = 0 ORDER BY path)
		UNION ALL
		SELECT * FROM (SELECT 'article', slug, updated_at FROM articles
			WHERE state = 'published' AND noindex = 0 ORDER BY published_at DESC ${limitTo(MOST)})
		${limitTo(MOST)}`,
	);
