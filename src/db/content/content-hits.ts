import { limitTo, type Select, select } from "#db/read.ts";
import { type HitRow, isOfKind, MOST_COUNTED, type RecordRow } from "#db/system/index.ts";
import type { EntryKind } from "#domain/system/index.ts";

type ContentHit = { id: number } & Omit<HitRow, "ref_id">;

/**
 * What a search looks for: a kind of content, and the typed text as a full-text query (matchQuery in kernel/tokens.ts)
 * and as its parts (queryParts, there too).
 */
export type Sought = { kind: EntryKind; match: string; parts: readonly string[] };

/**
 * Selects one page of the hits of a kind and their number (MOST_COUNTED + 1 means more), in one statement: the newest
 * hits, those with every part in their title first. Hits are not ranked, and the index is not asked for titles: either
 * would walk through all hits of a word that a hundred thousand texts contain.
 */
export function contentHits(
	{ kind, match, parts }: Sought,
	{ limit, offset }: { limit: number; offset: number },
): Select<RecordRow<ContentHit>> {
	return select(
		`WITH found (id) AS MATERIALIZED (SELECT rowid FROM entries_fts WHERE entries_fts MATCH ?1 AND ${isOfKind(kind)}
			ORDER BY rowid DESC ${limitTo(MOST_COUNTED + 1)}),
		page (id, is_titled) AS MATERIALIZED (
			SELECT e.id, NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(replace(lower(e.title), '臺', '台'), value) = 0)
			FROM found CROSS JOIN entries e ON e.id = found.id ORDER BY 2 DESC, 1 DESC ${limitTo(limit, offset)})
		SELECT (SELECT count(*) FROM found) AS total, e.ref_id AS id, e.title, t.excerpt, t.body
		FROM (SELECT 1) LEFT JOIN (page CROSS JOIN entries e ON e.id = page.id CROSS JOIN entry_texts t ON t.id = e.id)
		ORDER BY page.is_titled DESC, page.id DESC`,
		match,
		JSON.stringify(parts),
	);
}
