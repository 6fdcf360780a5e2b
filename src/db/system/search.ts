import { type Select, select } from "#db/read.ts";
import { ENTRY_KINDS, type EntryKind } from "#domain/system/search/entry.ts";
import { type Asked, askedBy, exactTier, isOfKind } from "./search-exact.ts";
import type { SearchQuery } from "./search-query.ts";
import { secondTier } from "./search-second.ts";

/** A hit with its texts without markup, for highlights. `isPartial`: it is one of the second tier. */
export type SearchHit = {
	kind: EntryKind;
	refId: number;
	title: string;
	excerpt: string;
	body: string;
	isPartial: boolean;
};
/** A hit as the database returns it. */
export type HitRow = { ref_id: number; title: string; excerpt: string; body: string };
/**
 * `total` counts the hits of both tiers that are shown, `exact` those of the first; `counts` all hits by kind. `near` has
 * texts whose titles may be near to what was typed, the newest first, when there is no exact hit.
 */
export type SearchResult = {
	total: number;
	exact: number;
	counts: Record<EntryKind, number>;
	hits: SearchHit[];
	near: NearTitle[];
	indexRev: number;
};
type NearTitle = { kind: EntryKind; refId: number; title: string };

/** How many titles of each kind are looked through for suggestions. */
const MOST_NEAR = 300;

/** What a search's statement returns: a row for each hit, or one without a hit. `near` stands in one row. */
type FoundRow = Record<EntryKind | `exact_${EntryKind}`, number> & {
	index_rev: number;
	near: string | null;
	kind: EntryKind | null;
	ref_id: number;
	title: string;
	excerpt: string;
	body: string;
	place: number;
	is_partial: 0 | 1;
};

/**
 * Counts all hits and reads one page of them in the order `sort`, in one statement: first the exact hits, then those of
 * the second tier. Only that page's texts are read.
 */
export async function searchEntries(search: D1Database, query: SearchQuery): Promise<SearchResult> {
	const { sql, params } = searchSelect(query);
	const { results } = await search
		.prepare(sql)
		.bind(...params)
		.all<FoundRow>();
	const [first] = results;
	// In order here: the database would copy all texts to sort them.
	const inOrder = results.sort((a, b) => a.is_partial - b.is_partial || a.place - b.place);
	const counts = { article: first?.article ?? 0, page: first?.page ?? 0, document: first?.document ?? 0 };
	const shown: readonly EntryKind[] = query.shown ? [query.shown] : ENTRY_KINDS;
	const sum = (of: (kind: EntryKind) => number) => shown.reduce((all, kind) => all + of(kind), 0);
	return {
		indexRev: first?.index_rev ?? 0,
		total: sum((kind) => counts[kind]),
		exact: sum((kind) => first?.[`exact_${kind}`] ?? 0),
		counts,
		near: results.flatMap(({ near }): NearTitle[] => (near === null ? [] : JSON.parse(near))),
		hits: inOrder.flatMap(({ kind, ref_id, title, excerpt, body, is_partial }) =>
			kind === null ? [] : [{ kind, refId: ref_id, title, excerpt, body, isPartial: is_partial === 1 }],
		),
	};
}

/** Returns the query of a search, a function of its own so that a test can explain it. */
export function searchSelect(query: SearchQuery): Select<FoundRow> {
	const params: (string | number)[] = [];
	const asked = askedBy(query, (value) => `?${params.push(value)}`);
	const tiers = [...exactTier(asked), ...(query.wide ? secondTier(query.wide, asked) : [])];
	const partly = query.wide ? "(SELECT id, place, 1 FROM partial_page)" : "(SELECT NULL, NULL, NULL WHERE false)";
	const count = (kind: EntryKind) =>
		query.wide ? `exact_${kind} + (SELECT ${kind} FROM partly_counted)` : `exact_${kind}`;
	return select(
		`WITH ${tiers.join(",\n")}
		SELECT (SELECT index_rev FROM index_state) AS index_rev, ${ENTRY_KINDS.map((kind) => `exact_${kind}, ${count(kind)} AS ${kind}`).join(", ")},
			e.kind, e.ref_id, e.title, t.excerpt, t.body, page.place, page.is_partial,
			CASE WHEN c.exact = 0 AND coalesce(page.place, 1) = 1 THEN ${query.wide ? near(asked) : "NULL"} END AS near
		FROM counted c LEFT JOIN (SELECT id, place, 0 AS is_partial FROM exact_page UNION ALL SELECT * FROM ${partly}) page ON true
			LEFT JOIN entries e ON e.id = page.id LEFT JOIN entry_texts t ON t.id = page.id`,
		...params,
	);
}

/** Returns SQL for the titles that suggestions are made of, as JSON: the newest of each kind, where nothing is found exactly. */
const near = ({ shown, filters }: Asked): string =>
	`(SELECT json_group_array(json_object('kind', kind, 'refId', ref_id, 'title', title)) FROM (${shown
		.map(
			(kind) =>
				`SELECT * FROM (SELECT e.kind, e.ref_id, e.title FROM (SELECT 1 FROM counted WHERE exact = 0) CROSS JOIN entries e
					WHERE ${isOfKind(kind, "e.id")} ${filters} ORDER BY e.id DESC LIMIT ${MOST_NEAR})`,
		)
		.join(" UNION ALL ")}))`;
