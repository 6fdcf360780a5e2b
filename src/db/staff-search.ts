import { limitTo, type Select, select } from "#db/read.ts";
import type { State } from "#domain/content/states.ts";
import type { EntryKind } from "#domain/search/entry.ts";

export type UnpublishedRow = { kind: EntryKind; id: number; title: string; state: State };

const NOT_PUBLIC = "state IN ('draft', 'scheduled', 'archived')";
/** A title has every word: letters of both cases are equal, and 臺 = 台, as in the index. */
const HAS_ALL = `NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(replace(lower(title), '臺', '台'), w.value) = 0)`;
/** Documents that are not for everybody are left out: their titles may not be, either. */
const ALSO: Record<EntryKind, string> = { article: "", page: "", document: "AND visibility = 'public'" };
const unpublished = (kinds: readonly EntryKind[]): string =>
	kinds
		.map(
			(kind) =>
				`SELECT '${kind}' AS kind, id, title, state, updated_at FROM ${kind}s WHERE ${NOT_PUBLIC} ${ALSO[kind]} AND ${HAS_ALL}`,
		)
		.join(" UNION ALL ");

/**
 * What of these kinds (at least one) is not public and has all these words (folded, at least one) in its title, newest
 * first, and how many there are. The index holds public things only.
 */
export const unpublishedSelect = (
	words: readonly string[],
	kinds: readonly EntryKind[],
	page: { limit: number; offset: number },
): [Select<UnpublishedRow>, Select<{ total: number }>] => [
	select(
		`SELECT kind, id, title, state FROM (${unpublished(kinds)}) ORDER BY updated_at DESC, kind, id
		${limitTo(page.limit, page.offset)}`,
		JSON.stringify(words),
	),
	select(`SELECT count(*) AS total FROM (${unpublished(kinds)})`, JSON.stringify(words)),
];
