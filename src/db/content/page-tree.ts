import { limitTo, type Select, select } from "#db/read.ts";
import type { State } from "#domain/content/content/states.ts";
import { SHOWN_PAGES } from "#domain/content/pages/rules.ts";

export type PageTreeRow = {
	id: number;
	parent_id: number | null;
	/** The depth in the tree, 1 at the top. */
	depth: number;
	slug: string;
	path: string;
	title: string;
	state: Exclude<State, "trashed">;
	publish_at: number | null;
	version: number;
};
/** The filter of the page tree: `q` is a part of the title or the path. A field that is left out does not restrict. */
export type PageFilter = { q?: string | undefined; state?: string | undefined };

/**
 * Selects every page that is not in the trash, each before the pages below it, in order; at most one more than
 * SHOWN_PAGES, to show that there are more. A page below a trashed page (an import can make one) stands at the top.
 * SQLite takes the deepest row of the queue first (https://sqlite.org/lang_with.html, "depth-first").
 */
export const pageTree = ({ q, state }: PageFilter = {}): Select<PageTreeRow> =>
	select(
		`WITH RECURSIVE tree (id, depth, position) AS (
			SELECT p.id, 1, p.position FROM pages p LEFT JOIN pages up ON up.id = p.parent_id
				WHERE p.state <> 'trashed' AND (up.id IS NULL OR up.state = 'trashed')
			UNION ALL
			SELECT p.id, tree.depth + 1, p.position FROM tree JOIN pages p ON p.parent_id = tree.id WHERE p.state <> 'trashed'
			ORDER BY 2 DESC, 3, 1
		)
		SELECT p.id, p.parent_id, tree.depth, p.slug, p.path, p.title, p.state, p.publish_at, p.version
		FROM tree CROSS JOIN pages p ON p.id = tree.id
		WHERE (?1 IS NULL OR p.state = ?1)
			AND (?2 IS NULL OR instr(lower(p.title), lower(?2)) > 0 OR instr(lower(p.path), lower(?2)) > 0)
		${limitTo(SHOWN_PAGES + 1)}`,
		state ?? null,
		q ?? null,
	);

export type TrashedPageRow = { id: number; path: string; title: string; version: number; trashed_at: number | null };

/** Selects the pages in the trash, last trashed first, at most SHOWN_PAGES. */
export const trashedPages = ({ q }: PageFilter = {}): Select<TrashedPageRow> =>
	select(
		`SELECT id, path, title, version, trashed_at FROM pages WHERE state = 'trashed'
			AND (?1 IS NULL OR instr(lower(title), lower(?1)) > 0 OR instr(lower(path), lower(?1)) > 0)
		ORDER BY trashed_at DESC, id DESC ${limitTo(SHOWN_PAGES)}`,
		q ?? null,
	);

/** Counts the pages outside the trash and in the trash. */
export const countPages = (): Select<{ shown: number; trashed: number }> =>
	select(
		"SELECT coalesce(sum(state <> 'trashed'), 0) AS shown, coalesce(sum(state = 'trashed'), 0) AS trashed FROM pages",
	);
