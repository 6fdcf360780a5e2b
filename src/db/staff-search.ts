import { limitTo, type Select, select } from "#db/read.ts";
import type { State } from "#domain/content/states.ts";
import type { EntryKind } from "#domain/search/entry.ts";

export type UnpublishedRow = { kind: EntryKind; id: number; title: string; state: State };

const NOT_PUBLIC = "state IN ('draft', 'scheduled', 'archived')";
/** A title has every word: letters of both cases are equal, and 臺 = 台, as in the index. */
const HAS_ALL = `NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(replace(lower(title), '臺', '台'), w.value) = 0)`;
/** Documents that are not for everybody are left out: their titles may not be, either. */
const UNPUBLISHED = `SELECT 'article' AS kind, id, title, state, updated_at FROM articles WHERE ${NOT_PUBLIC} AND ${HAS_ALL}
	UNION ALL SELECT 'page', id, title, state, updated_at FROM pages WHERE ${NOT_PUBLIC} AND ${HAS_ALL}
	UNION ALL SELECT 'document', id, title, state, updated_at FROM documents
		WHERE ${NOT_PUBLIC} AND visibility = 'public' AND ${HAS_ALL}`;

/**
 * What of the website is not public and has all these words (folded, at least one) in its title, newest first, and how
 * many there are. The index holds public things only.
 */
export const unpublishedSelect = (
	words: readonly string[],
	page: { limit: number; offset: number },
): [Select<UnpublishedRow>, Select<{ total: number }>] => [
	select(
		`SELECT kind, id, title, state FROM (${UNPUBLISHED}) ORDER BY updated_at DESC, kind, id ${limitTo(page.limit, page.offset)}`,
		JSON.stringify(words),
	),
	select(`SELECT count(*) AS total FROM (${UNPUBLISHED})`, JSON.stringify(words)),
];

/** Where a thing of the website stands: its slug, or the path of a page. */
export type PlaceRow = { place: string; title: string; state: State };

const PLACES: Record<EntryKind, string> = {
	article: "SELECT slug AS place, title, state FROM articles WHERE id = ?1 AND state <> 'trashed'",
	page: "SELECT path AS place, title, state FROM pages WHERE id = ?1 AND state <> 'trashed'",
	document:
		"SELECT slug AS place, title, state FROM documents WHERE id = ?1 AND state <> 'trashed' AND visibility = 'public'",
};

/** Where this thing of the website stands, public or not; nothing where it is gone or not for everybody. */
export const placeOf = (kind: EntryKind, id: number): Select<PlaceRow> => select(PLACES[kind], id);
