import { type Select, select } from "#db/read.ts";
import { type EntryKind, FIRST_ID, IDS_OF_A_KIND } from "#domain/system/search/entry.ts";

export type SearchSort = "relevance" | "-published_at" | "published_at" | "title";

/**
 * A search. `match` is a full-text query made by matchQuery (kernel/tokens.ts). A list means any of its values; a list
 * that is left out or empty does not restrict.
 */
export type SearchQuery = {
	kind: EntryKind;
	match: string;
	types?: readonly string[] | undefined;
	categories?: readonly string[] | undefined;
	tags?: readonly string[] | undefined;
	pinned?: boolean | undefined;
	/** The first moment of publication, and the first after the last (UTC milliseconds). */
	published?: { from: number | undefined; until: number | undefined } | undefined;
	sort: SearchSort;
	limit: number;
	offset: number;
};

/** A hit with its texts without markup, for highlights. */
export type SearchHit = { refId: number; title: string; excerpt: string; body: string };
/** A hit as the database returns it. */
export type HitRow = { ref_id: number; title: string; excerpt: string; body: string };
export type SearchResult = { total: number; hits: SearchHit[]; indexRev: number };

/** SQL for the score of a hit, lower is better. The weights are those of title, tags, excerpt and body. */
const SCORE = "bm25(entries_fts, 10.0, 6.0, 3.0, 1.0)";

/**
 * The largest number of hits that are ranked by their score. A word that more texts contain says little about any of
 * them, and scoring each would take most of the search's time.
 */
const MOST_RANKED = 300;

const ORDER: Record<Exclude<SearchSort, "relevance">, string> = {
	"-published_at": "is_pinned DESC, published_at DESC, id DESC",
	published_at: "published_at, id",
	title: "title, id",
};

/** What a search's statement returns: a row for each hit, or one without a hit. */
type FoundRow = {
	index_rev: number;
	total: number;
	ref_id: number | null;
	title: string;
	excerpt: string;
	body: string;
};

/**
 * Counts all hits and reads one page of them in the order `sort`, in one statement. Only that page's texts are read. By
 * relevance, up to MOST_RANKED hits are in the order of their score; of more, those with the whole query in their title
 * come first, and each group has the newest first.
 */
export async function searchEntries(search: D1Database, query: SearchQuery): Promise<SearchResult> {
	const { sql, params } = searchSelect(query);
	const { results } = await search
		.prepare(sql)
		.bind(...params)
		.all<FoundRow>();
	const hits = results.flatMap(({ ref_id, title, excerpt, body }) =>
		ref_id === null ? [] : [{ refId: ref_id, title, excerpt, body }],
	);
	return { indexRev: results[0]?.index_rev ?? 0, total: results[0]?.total ?? 0, hits };
}

/** Returns the query of a search, a function of its own so that a test can explain it. */
export function searchSelect(query: SearchQuery): Select<FoundRow> {
	const { joined, where, params } = hits(query);
	const bounds = { limit: `?${params.length + 1}`, offset: `?${params.length + 2}` };
	const order = query.sort === "relevance" ? "score, published_at DESC, id DESC" : ORDER[query.sort];
	const candidates =
		query.sort === "relevance"
			? byRelevance({ joined, where, most: `${bounds.limit} + ${bounds.offset}` })
			: `candidates (id, title, is_pinned, published_at) AS (SELECT e.id, e.title, e.is_pinned, e.published_at
				FROM entries_fts ${ENTRY} WHERE ${matching("?1", where)})`;
	return select(
		`WITH counted (total) AS MATERIALIZED (SELECT count(*) FROM entries_fts ${joined} WHERE ${matching("?1", where)}),
		${candidates},
		page AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM candidates
			ORDER BY ${order} LIMIT ${bounds.limit} OFFSET ${bounds.offset})
		SELECT (SELECT index_rev FROM index_state) AS index_rev, (SELECT total FROM counted) AS total,
			e.ref_id, e.title, t.excerpt, t.body
		FROM (SELECT 1) LEFT JOIN (page CROSS JOIN entries e ON e.id = page.id CROSS JOIN entry_texts t ON t.id = page.id)
		ORDER BY page.place`,
		...params,
		query.limit,
		query.offset,
	);
}

/** CROSS JOIN keeps the order of the join: first the index, then the rows it found. */
const ENTRY = "CROSS JOIN entries e ON e.id = entries_fts.rowid";
const IN_TITLE = "'{title} : (' || ?1 || ')'";
const matching = (match: string, where: string): string => `entries_fts MATCH ${match} AND ${where}`;

/**
 * Returns the hits with a score, lower is better. The number of hits is asked before the index is, so that only one of
 * the two ways is walked; of more than MOST_RANKED hits no more are read than the page and those before it need.
 */
function byRelevance({ joined, where, most }: { joined: string; where: string; most: string }): string {
	const [few, many] = ["<=", ">"].map((is) => `(SELECT total FROM counted) ${is} ${MOST_RANKED}`);
	const newest = `ORDER BY entries_fts.rowid DESC LIMIT ${most}`;
	return `titled (id) AS MATERIALIZED (SELECT entries_fts.rowid FROM entries_fts ${joined}
			WHERE ${many} AND ${matching(IN_TITLE, where)} ${newest}),
		others (id) AS MATERIALIZED (SELECT entries_fts.rowid FROM entries_fts ${joined}
			WHERE ${many} AND ${matching("?1", where)} AND entries_fts.rowid NOT IN (SELECT id FROM titled) ${newest}),
		candidates (id, score, published_at) AS (
			SELECT e.id, ${SCORE}, e.published_at FROM entries_fts ${ENTRY} WHERE ${few} AND ${matching("?1", where)}
			UNION ALL SELECT id, -1, 0 FROM titled UNION ALL SELECT id, 0, 0 FROM others)`;
}

/**
 * Returns the condition that keeps a search to one kind. The bounds are written into the SQL: D1 binds numbers as REAL,
 * and FTS5 skips to a bound only when it is an INTEGER; otherwise it walks the hits of all kinds.
 */
export const isOfKind = (kind: EntryKind): string =>
	`entries_fts.rowid BETWEEN ${FIRST_ID[kind] + 1} AND ${FIRST_ID[kind] + IDS_OF_A_KIND - 1}`;

/** Returns the conditions of a query, and the join with entries where they need it. */
function hits(query: SearchQuery): { joined: string; where: string; params: (string | number)[] } {
	const params: (string | number)[] = [query.match];
	const where = [isOfKind(query.kind)];
	const add = (condition: (list: string) => string, values: readonly string[] | undefined) => {
		if (!values?.length) return;
		params.push(JSON.stringify(values));
		where.push(condition(`(SELECT value FROM json_each(?${params.length}))`));
	};
	add((list) => `e.type IN ${list}`, query.types);
	add((list) => `EXISTS (SELECT 1 FROM json_each(e.categories) WHERE value IN ${list})`, query.categories);
	add((list) => `EXISTS (SELECT 1 FROM json_each(e.tags) WHERE value IN ${list})`, query.tags);
	if (query.pinned !== undefined) where.push(`e.is_pinned = ${query.pinned ? 1 : 0}`);
	const { from, until } = query.published ?? {};
	if (from !== undefined) where.push(`e.published_at >= ?${params.push(from)}`);
	if (until !== undefined) where.push(`e.published_at < ?${params.push(until)}`);
	return { joined: where.length > 1 ? ENTRY : "", where: where.join(" AND "), params };
}
