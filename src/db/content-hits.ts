import { limitTo, type Select, select } from "#db/read.ts";
import { MOST_COUNTED, type RecordRow } from "#db/record-words.ts";
import type { HitRow } from "#db/search.ts";
import { type EntryKind, FIRST_ID, IDS_OF_A_KIND } from "#domain/search/entry.ts";

type ContentHit = { id: number } & Omit<HitRow, "ref_id">;

/**
 * A page of what `match` (matchQuery) finds of a kind, and how many there are (MOST_COUNTED + 1: more), in one statement:
 * the newest hits, those that have it in their title first. Nothing is weighed: that would read all hits of a word that a
 * hundred thousand have.
 */
export function contentHits(
	{ kind, match }: { kind: EntryKind; match: string },
	{ limit, offset }: { limit: number; offset: number },
): Select<RecordRow<ContentHit>> {
	const first = FIRST_ID[kind];
	const newest = (query: string, since: string): string =>
		`SELECT rowid AS id FROM entries_fts WHERE entries_fts MATCH ${query} AND rowid BETWEEN ${since} AND ?3
			ORDER BY rowid DESC ${limitTo(MOST_COUNTED + 1)}`;
	return select(
		`WITH found (id) AS MATERIALIZED (${newest("?1", "?2")}),
		titled (id) AS MATERIALIZED (${newest("?4", "(SELECT min(id) FROM found)")}),
		page (id, is_titled) AS MATERIALIZED (
			SELECT id, 1 FROM titled UNION ALL SELECT id, 0 FROM found WHERE id NOT IN (SELECT id FROM titled)
			ORDER BY 2 DESC, id DESC ${limitTo(limit, offset)})
		SELECT (SELECT count(*) FROM found) AS total, e.ref_id AS id, e.title, t.excerpt, t.body
		FROM (SELECT 1) LEFT JOIN (page CROSS JOIN entries e ON e.id = page.id CROSS JOIN entry_texts t ON t.id = e.id)
		ORDER BY page.is_titled DESC, page.id DESC`,
		match,
		first + 1,
		first + IDS_OF_A_KIND - 1,
		`{title} : (${match})`,
	);
}
