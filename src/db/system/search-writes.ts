import { databaseMessage, patiently } from "#db/commit.ts";
import { type Entry, type EntryRef, entryId } from "#domain/system/search/entry.ts";
import { CUTTING, indexTokens, MAX_INDEXED } from "#kernel/tokens.ts";

/**
 * The state of the search index: the revision (a rev of content_changes) up to which it holds all changes, and the
 * index's own revision.
 */
export type IndexState = { rev: number; indexRev: number };

/**
 * What one batch does to the index: it removes `refs`, inserts `entries` (those of them that are public), and stores
 * the revision up to which the index holds all changes.
 */
export type IndexWrite = { rev: number; refs: readonly EntryRef[]; entries: readonly Entry[] };

/**
 * The maximum number of UTF-16 units in one list of rows: at 3 bytes each they stay under the 2 MB that D1 takes as a
 * value.
 */
const MAX_LIST = 500_000;
const MAX_EXCERPT = 2_000;

/** Returns the state of the search index. */
export async function readIndexState(search: D1Database): Promise<IndexState> {
	const row = await search.prepare("SELECT rev, index_rev AS indexRev FROM index_state").first<IndexState>();
	if (!row) throw new Error("index_state is empty: apply migrations/search");
	return row;
}

/**
 * Writes on top of exactly `state` and returns the state after it; null, with nothing written, when another writer came
 * first.
 */
export async function writeIndex(search: D1Database, state: IndexState, write: IndexWrite): Promise<IndexState | null> {
	const { foldWide } = await import("#kernel/variants.ts");
	const statements = [
		advance(search, state, write),
		...(write.refs.length > 0 ? [removeEntries(search, write.refs)] : []),
		...insertEntries(search, write.entries, foldWide),
	];
	try {
		const [first] = await patiently(() => search.batch<IndexState>(statements));
		return first?.results[0] ?? null;
	} catch (error) {
		if (databaseMessage(error).includes("NOT NULL constraint failed: index_state.index_rev")) return null;
		throw error;
	}
}

/** Returns references to everything in the index. */
export async function indexedRefs(search: D1Database): Promise<EntryRef[]> {
	return (await search.prepare("SELECT kind, ref_id AS refId FROM entries").all<EntryRef>()).results;
}

/** Returns references to entries whose words were cut by an older version, at most `limit`. */
export async function outdatedRefs(search: D1Database, limit: number): Promise<EntryRef[]> {
	const sql = "SELECT kind, ref_id AS refId FROM entries WHERE cutting < ?1 LIMIT ?2";
	return (await search.prepare(sql).bind(CUTTING, limit).all<EntryRef>()).results;
}

/** Merges the segments that many writes have left in the index; to be run after a rebuild. */
export async function optimizeIndex(search: D1Database): Promise<void> {
	await search.batch(
		["entries_fts", "folded_fts", "titles_fts"].map((table) =>
			search.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`),
		),
	);
}

/**
 * Returns the statement that advances the index's state. When the state is not `state` any more it sets index_rev to
 * NULL, which rolls the whole batch back.
 */
function advance(search: D1Database, state: IndexState, write: IndexWrite): D1PreparedStatement {
	const raised =
		write.refs.length > 0 ? "max(index_rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))" : "index_rev";
	return search
		.prepare(
			`UPDATE index_state SET rev = ?1, index_rev = CASE WHEN rev = ?2 AND index_rev = ?3 THEN ${raised} END
			RETURNING rev, index_rev AS indexRev`,
		)
		.bind(write.rev, state.rev, state.indexRev);
}

/** Returns the statement that removes entries; a trigger and a foreign key delete their texts and tokens. */
const removeEntries = (search: D1Database, refs: readonly EntryRef[]): D1PreparedStatement =>
	search
		.prepare("DELETE FROM entries WHERE id IN (SELECT value FROM json_each(?1))")
		.bind(JSON.stringify(refs.map(entryId)));

function insertEntries(
	search: D1Database,
	entries: readonly Entry[],
	foldWide: (text: string) => string,
): D1PreparedStatement[] {
	const clipped = entries.map((entry) => ({
		...entry,
		excerpt: entry.excerpt.slice(0, MAX_EXCERPT),
		body: entry.body.slice(0, MAX_INDEXED),
	}));
	const rows = clipped.map((entry) => [
		...[entryId(entry), entry.kind, entry.refId, entry.type, entry.isPinned ? 1 : 0, entry.publishedAt],
		...[entry.categories, entry.tags, entry.title, CUTTING],
	]);
	const texts = clipped.map((entry) => [entryId(entry), entry.excerpt, entry.body]);
	const tokens = clipped.map((entry) => [
		entryId(entry),
		...[entry.title, entry.tagNames, entry.excerpt, entry.body].map(indexTokens),
	]);
	// What is folded once is cut alike by both tables: folding it again changes nothing.
	const folded = clipped.map(({ title, tagNames, excerpt, body, ...entry }) => {
		const text = [tagNames, excerpt, body].join("\n");
		return [entryId(entry), ...[title, text].map((one) => indexTokens(foldWide(one)))];
	});
	return [
		...insertRows(
			search,
			"entries (id, kind, ref_id, type, is_pinned, published_at, categories, tags, title, cutting)",
			rows,
		),
		...insertRows(search, "entry_texts (id, excerpt, body)", texts),
		...insertRows(search, "entries_fts (rowid, title, tags, excerpt, body)", tokens),
		...insertRows(search, "folded_fts (rowid, title, text)", folded),
		...insertRows(
			search,
			"titles_fts (rowid, title)",
			tokens.map(([id = 0, title = ""]) => [id, title]),
		),
	];
}

/**
 * Returns as few INSERT statements as the size of a value allows; every row has as many values as `into` has columns.
 */
function insertRows(search: D1Database, into: string, rows: readonly (string | number)[][]): D1PreparedStatement[] {
	const columns = rows[0]?.map((_, at) => `value ->> ${at}`).join(", ");
	return lists(rows.map((row) => JSON.stringify(row))).map((list) =>
		search.prepare(`INSERT INTO ${into} SELECT ${columns} FROM json_each(?1)`).bind(`[${list.join(",")}]`),
	);
}

/** Splits rows into lists of at most MAX_LIST characters; a longer row is a list of its own. */
function lists(rows: readonly string[]): string[][] {
	const all: string[][] = [];
	let room = 0;
	for (const row of rows) {
		const list = all.at(-1);
		if (list && row.length <= room) list.push(row);
		else all.push([row]);
		room = (list && row.length <= room ? room : MAX_LIST) - row.length;
	}
	return all;
}
