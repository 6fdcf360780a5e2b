import { limitTo } from "#db/read.ts";
import { ENTRY_KINDS, type EntryKind, FIRST_ID, IDS_OF_A_KIND } from "#domain/system/search/entry.ts";
import type { SearchQuery } from "./search-query.ts";

/** SQL for the score of a hit, lower is better. The weights are those of title, tags, excerpt and body. */
const SCORE = "bm25(entries_fts, 10.0, 6.0, 3.0, 1.0)";

/**
 * The largest number of hits that are ranked by their score. A word that more texts contain says little about any of
 * them, and scoring each would take most of the search's time.
 */
export const MOST_RANKED = 300;

export const ORDER = {
	"-published_at": "is_pinned DESC, published_at DESC, id DESC",
	published_at: "published_at, id",
	title: "title, id",
} as const;

/** CROSS JOIN keeps the order of the join: first the index, then the rows it found. */
export const entryOf = (table: string): string => `CROSS JOIN entries e ON e.id = ${table}.rowid`;

/**
 * A search as SQL. `bind` adds a parameter and returns its name; `match` is such a name. `filters` are the
 * conditions on entries e that the query names, each with AND before it.
 */
export type Asked = {
	sort: SearchQuery["sort"];
	bind: (value: string | number) => string;
	/** The kinds that are counted, and those that are returned. */
	scope: readonly EntryKind[];
	shown: readonly EntryKind[];
	match: string;
	limit: number;
	offset: number;
	filters: string;
};

/**
 * Returns the condition that keeps a search to one kind. The bounds are written into the SQL: D1 binds numbers as REAL,
 * and FTS5 skips to a bound only when it is an INTEGER; otherwise it walks the hits of all kinds.
 */
export const isOfKind = (kind: EntryKind, id = "entries_fts.rowid"): string =>
	`${id} BETWEEN ${FIRST_ID[kind] + 1} AND ${FIRST_ID[kind] + IDS_OF_A_KIND - 1}`;

/** Returns the condition that keeps a search to some kinds: to one of them, or to none in particular. */
export const isOfKinds = ([kind, other]: readonly EntryKind[], id: string): string =>
	kind && !other ? isOfKind(kind, id) : `${id} > 0`;

export function askedBy(query: SearchQuery, bind: Asked["bind"]): Asked {
	const match = bind(query.match);
	const scope = query.kind ? [query.kind] : ENTRY_KINDS;
	const where: string[] = [];
	const add = (condition: (list: string) => string, values: readonly string[] | undefined) => {
		if (values?.length) where.push(condition(`(SELECT value FROM json_each(${bind(JSON.stringify(values))}))`));
	};
	add((list) => `e.type IN ${list}`, query.types);
	add((list) => `EXISTS (SELECT 1 FROM json_each(e.categories) WHERE value IN ${list})`, query.categories);
	add((list) => `EXISTS (SELECT 1 FROM json_each(e.tags) WHERE value IN ${list})`, query.tags);
	if (query.pinned !== undefined) where.push(`e.is_pinned = ${query.pinned ? 1 : 0}`);
	const { from, until } = query.published ?? {};
	if (from !== undefined) where.push(`e.published_at >= ${bind(from)}`);
	if (until !== undefined) where.push(`e.published_at < ${bind(until)}`);
	return {
		sort: query.sort,
		bind,
		scope,
		shown: query.shown ? [query.shown] : scope,
		match,
		limit: query.limit,
		offset: query.offset,
		filters: where.map((condition) => `AND ${condition}`).join(" "),
	};
}

/**
 * Returns the first tier as tables: `counted` has the number of exact hits by kind, `exact_page` those of the page. By
 * relevance, up to MOST_RANKED hits are in the order of their score; of more, those with the whole query in their title
 * come first, and each group has the newest first, the kinds in turn.
 */
export function exactTier(asked: Asked): string[] {
	const { sort, scope, limit, offset } = asked;
	const counts = ENTRY_KINDS.map((kind) => {
		const found = `(SELECT count(*) FROM ${exactHits(asked, isOfKind(kind))})`;
		return `${scope.includes(kind) ? found : "0"} AS exact_${kind}`;
	});
	const order = sort === "relevance" ? "score, place, published_at DESC, id DESC" : ORDER[sort];
	return [
		`counted AS MATERIALIZED (SELECT *, exact_article + exact_page + exact_document AS exact FROM (SELECT ${counts.join(", ")}))`,
		...(sort === "relevance" ? byRelevance(asked) : [every(asked)]),
		`exact_page AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM candidates
			ORDER BY ${order} ${limitTo(limit, offset)})`,
	];
}

const every = (asked: Asked): string =>
	`candidates (id, title, is_pinned, published_at) AS (SELECT e.id, e.title, e.is_pinned, e.published_at
		FROM ${exactHits(asked, isOfKinds(asked.shown, "entries_fts.rowid"), true)})`;

/** Returns the exact hits as what follows FROM, joined with their entries where conditions need them. */
function exactHits({ match, filters }: Asked, where: string, hasEntries = filters !== ""): string {
	return `entries_fts ${hasEntries ? entryOf("entries_fts") : ""} WHERE entries_fts MATCH ${match} AND ${where} ${filters}`;
}

/**
 * Returns the hits with a score, lower is better. The number of hits stands before the index in the joins, so that only
 * one of the two ways is walked: as a condition it would be asked at each hit. Of more than MOST_RANKED hits no more are
 * read than the page and those before it need.
 */
function byRelevance(asked: Asked): string[] {
	const { match, shown, limit, offset, filters } = asked;
	const when = (is: ">" | "<="): string => `(SELECT 1 FROM counted WHERE exact ${is} ${MOST_RANKED}) CROSS JOIN`;
	/** The newest of each kind, with their places among those of their kind. */
	const newest = (table: string, where: (kind: EntryKind) => string): string =>
		shown
			.map(
				(kind) =>
					`SELECT id, row_number() OVER (ORDER BY id DESC) FROM (SELECT ${table}.rowid AS id
						FROM ${when(">")} ${table} ${filters === "" ? "" : entryOf(table)}
						WHERE ${table} MATCH ${match} AND ${where(kind)} ${filters}
						ORDER BY ${table}.rowid DESC ${limitTo(limit + offset)})`,
			)
			.join(" UNION ALL ");
	const isOther = "entries_fts.rowid NOT IN (SELECT id FROM titled)";
	return [
		`titled (id, place) AS MATERIALIZED (${newest("titles_fts", (kind) => isOfKind(kind, "titles_fts.rowid"))})`,
		`others (id, place) AS MATERIALIZED (${newest("entries_fts", (kind) => `${isOfKind(kind)} AND ${isOther}`)})`,
		`candidates (id, score, place, published_at) AS (
			SELECT e.id, ${SCORE}, 0, e.published_at
			FROM ${when("<=")} ${exactHits(asked, isOfKinds(shown, "entries_fts.rowid"), true)}
			UNION ALL SELECT id, -1, place, 0 FROM titled UNION ALL SELECT id, 0, place, 0 FROM others)`,
	];
}
