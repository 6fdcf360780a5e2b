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

const ORDER: Record<SearchSort, string> = {
	relevance: "score, e.published_at DESC, e.id DESC",
	"-published_at": "e.is_pinned DESC, e.published_at DESC, e.id DESC",
	published_at: "e.published_at, e.id",
	title: "e.title, e.id",
};

/**
 * Counts all hits and reads one page of them in the order `sort`, in one round trip. Only that page's texts are read.
 */
export async function searchEntries(search: D1Database, query: SearchQuery): Promise<SearchResult> {
	const statements = searchSelects(query).map(({ sql, params }) => search.prepare(sql).bind(...params));
	const [state, count, page] = await search.batch<Record<string, unknown>>(statements);
	return {
		indexRev: Number(state?.results[0]?.index_rev),
		total: Number(count?.results[0]?.total),
		hits: (page?.results ?? []).map((row) => ({
			refId: Number(row.ref_id),
			title: String(row.title),
			excerpt: String(row.excerpt),
			body: String(row.body),
		})),
	};
}

/**
 * Returns the queries of a search: the index's revision, the number of hits, the page. They are a function of their own
 * so that a test can explain them.
 */
export function searchSelects(
	query: SearchQuery,
): [Select<{ index_rev: number }>, Select<{ total: number }>, Select<HitRow>] {
	const { from, params } = hits(query);
	const order = ORDER[query.sort];
	const score = query.sort === "relevance" ? SCORE : "0";
	const [limit, offset] = [`?${params.length + 1}`, `?${params.length + 2}`];
	return [
		select("SELECT index_rev FROM index_state"),
		select(`SELECT count(*) AS total ${from}`, ...params),
		select(
			`WITH page AS MATERIALIZED (
				SELECT e.id, e.ref_id, e.title, e.is_pinned, e.published_at, ${score} AS score ${from}
				ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
			)
			SELECT e.ref_id, e.title, t.excerpt, t.body FROM page e JOIN entry_texts t ON t.id = e.id ORDER BY ${order}`,
			...params,
			query.limit,
			query.offset,
		),
	];
}

/**
 * Returns the condition that keeps a search to one kind. The bounds are written into the SQL: D1 binds numbers as REAL,
 * and FTS5 skips to a bound only when it is an INTEGER; otherwise it walks the hits of all kinds.
 */
export const isOfKind = (kind: EntryKind): string =>
	`entries_fts.rowid BETWEEN ${FIRST_ID[kind] + 1} AND ${FIRST_ID[kind] + IDS_OF_A_KIND - 1}`;

function hits(query: SearchQuery): { from: string; params: (string | number)[] } {
	const params: (string | number)[] = [query.match];
	const where = ["entries_fts MATCH ?1", isOfKind(query.kind)];
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
	// CROSS JOIN keeps the order of the join: first the index, then the rows it found.
	return {
		from: `FROM entries_fts CROSS JOIN entries e ON e.id = entries_fts.rowid WHERE ${where.join(" AND ")}`,
		params,
	};
}
