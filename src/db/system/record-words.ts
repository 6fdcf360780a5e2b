import { limitTo, type Select, select } from "#db/read.ts";

/** The maximum number of search hits that are counted of a kind; a larger total is shown as "500+". */
export const MOST_COUNTED = 500;
/**
 * How many characters the index holds from each Chinese character on; LONGEST_WORD is the number from the beginning of
 * any other word. Characters below FIRST_HAN are not Chinese.
 */
const LONGEST_HAN = 6;
const LONGEST_WORD = 12;
const FIRST_HAN = "\u3005";
/** The maximum number of index ranges of one search: D1 joins five parts of a UNION at most. */
const MOST_STARTS = 3;

type Bound = (value: string | number | null) => string;

/** What a search looks for, and the columns of a hit. */
export type RecordAsk = {
	/** The kind of record, as triggers write it to record_texts. */
	kind: string;
	/** The search words, at least one, in the folded form that needlesOf (domain/system/search/needles.ts) makes. */
	needles: readonly string[];
	/** The table of the kind, and its alias in all SQL that follows. */
	table: string;
	as: string;
	/** Returns the condition of the records that the user may see. Other records are neither found nor counted. */
	seen?: ((bound: Bound) => string) | undefined;
	/** Returns a subquery of the only ids that may be found, when they are always few: the user's own records. */
	among?: ((bound: Bound) => string) | undefined;
	columns: string;
	/** The joins that the columns need. */
	joins?: string;
	limit: number;
	offset: number;
};

/** A hit, with the number of all hits; or only that number when the page has no hits. */
export type RecordRow<Row> = (Row & { id: number; total: number }) | { id: null; total: number };

/**
 * Selects one page of the hits of the search words and counts them (MOST_COUNTED + 1 means more), in one statement:
 * exact names first, then names that begin so, then the newest.
 * The search starts from the word that the fewest records have, and looks at the texts of those. When every word is
 * common, it walks the texts from the newest on until enough are found.
 */
export function recordHits<Row>(ask: RecordAsk): Select<RecordRow<Row>> {
	const { table, as } = ask;
	const params: (string | number | null)[] = [];
	const bound: Bound = (value) => `?${params.push(value)}`;
	const has = ask.needles.map((needle) => bound(needle));
	const seen = [...has.map((needle) => `instr(x.text, ${needle}) > 0`), ...(ask.seen ? [ask.seen(bound)] : [])].join(
		" AND ",
	);
	const rank = has.map((needle) => rankBy(needle)).join(" + ");
	const ways = ask.among ? [ofThese(ask, { among: ask.among(bound), seen, rank })] : waysOf(ask, { seen, rank, bound });
	const total = isCounted(ask) ? "(SELECT many FROM n0)" : "(SELECT count(*) FROM hits)";
	return select(
		`WITH ${ways.join(", ")},
		page (id, rank) AS MATERIALIZED (SELECT id, rank FROM hits ORDER BY rank, id DESC ${limitTo(ask.limit, ask.offset)})
		SELECT ${total} AS total, ${as}.id AS id, ${ask.columns}
		FROM (SELECT 1) LEFT JOIN (page CROSS JOIN ${table} ${as} ON ${as}.id = page.id) ${ask.joins ?? ""}
		ORDER BY page.rank, page.id DESC`,
		...params,
	);
}

/**
 * Returns the beginnings that are looked up in the index: each run of a search word as far as the index holds it, and
 * the rest of a long Chinese run as another one; of many, the longest, because the fewest records have them.
 */
const startsOf = (needles: readonly string[]): string[] => {
	const runs = needles.flatMap((needle) => needle.trim().split(" "));
	const starts = runs.flatMap((run) => {
		const letters = [...run];
		const length = run < FIRST_HAN ? LONGEST_WORD : LONGEST_HAN;
		const parts = run < FIRST_HAN ? 1 : Math.ceil(letters.length / length);
		// The last part overlaps the one before so that it has the full length: fewer records have a longer part.
		const from = (at: number): number => Math.max(0, Math.min(at * length, letters.length - length));
		return Array.from({ length: parts }, (_, at) => letters.slice(from(at), from(at) + length).join(""));
	});
	return [...new Set(starts)].sort((a, b) => b.length - a.length).slice(0, MOST_STARTS);
};

/**
 * Returns whether the index alone can count the hits: for one word that is no longer than the index holds, among
 * records that everybody may see.
 */
const isCounted = ({ needles, seen, among }: RecordAsk): boolean => {
	const [start, ...more] = startsOf(needles);
	return needles.length === 1 && more.length === 0 && start === needles[0]?.trimStart() && !seen && !among;
};

/**
 * Returns SQL for the rank of a hit: 0 when a field equals the word, 1 when a field begins with it, 2 when it stands
 * anywhere.
 */
const rankBy = (needle: string): string =>
	`CASE WHEN instr(char(10) || x.text || char(10), char(10) || ' ' || ltrim(${needle}) || char(10)) > 0 THEN 0
		WHEN instr(char(10) || x.text, char(10) || ' ' || ltrim(${needle})) > 0 THEN 1 ELSE 2 END`;

type Conditions = { seen: string; rank: string };

const ofThese = ({ kind, table, as }: RecordAsk, { among, seen, rank }: Conditions & { among: string }): string =>
	`hits (id, rank) AS MATERIALIZED (SELECT x.id, ${rank} FROM (${among}) own
		CROSS JOIN record_texts x ON x.kind = '${kind}' AND x.id = own.id CROSS JOIN ${table} ${as} ON ${as}.id = x.id WHERE ${seen}
		ORDER BY x.id DESC ${limitTo(MOST_COUNTED + 1)})`;

function waysOf(ask: RecordAsk, { seen, rank, bound }: Conditions & { bound: Bound }): string[] {
	const { kind, table, as } = ask;
	const ranges = startsOf(ask.needles).map((text) => {
		const start = bound(text);
		return `w.kind = '${kind}' AND w.word >= ${start} AND w.word < ${start} || char(1114111)`;
	});
	const counts = ranges.map(
		(range, at) =>
			`n${at} (many) AS MATERIALIZED (SELECT count(*) FROM (SELECT DISTINCT w.id FROM record_words w WHERE ${range} ${limitTo(MOST_COUNTED + 1)}))`,
	);
	const fewest = `(SELECT ${ranges.length > 1 ? `min(${ranges.map((_, at) => `(SELECT many FROM n${at})`).join(", ")})` : "many FROM n0"})`;
	const rarest = ranges.map((_, at) => `WHEN (SELECT many FROM n${at}) = least.many THEN ${at}`).join(" ");
	const led = ranges.map(
		(range, at) => `SELECT * FROM (SELECT x.id, ${rank} FROM (SELECT DISTINCT w.id FROM record_words w WHERE ${range}) w
			CROSS JOIN record_texts x ON x.kind = '${kind}' AND x.id = w.id CROSS JOIN ${table} ${as} ON ${as}.id = x.id
			WHERE ${seen} LIMIT (SELECT iif(by = ${at}, -1, 0) FROM chosen))`,
	);
	const most = isCounted(ask) ? ask.limit + ask.offset : MOST_COUNTED + 1;
	const walked = `SELECT * FROM (SELECT x.id, 0 FROM record_texts x CROSS JOIN ${table} ${as} ON ${as}.id = x.id
			WHERE x.kind = '${kind}' AND ${seen} ORDER BY x.id DESC LIMIT (SELECT iif(by = -1, ${most}, 0) FROM chosen))`;
	return [
		...counts,
		`chosen (by) AS MATERIALIZED (SELECT CASE WHEN least.many > ${MOST_COUNTED} THEN -1 ${rarest} END FROM (SELECT ${fewest} AS many) least)`,
		`hits (id, rank) AS MATERIALIZED (${[...led, walked].join("\n\t\t\tUNION ALL ")})`,
	];
}
