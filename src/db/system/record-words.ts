import { limitTo, type Select, select } from "#db/read.ts";

/** Hits of a kind that are counted: beyond them there are more. */
export const MOST_COUNTED = 500;
/** What the index has from the place of a Chinese character on, and from the beginning of another word. */
const LONGEST_HAN = 6;
const LONGEST_WORD = 12;
const FIRST_HAN = "\u3005";
/** D1 joins five parts of a UNION at most. */
const MOST_STARTS = 3;

type Bound = (value: string | number | null) => string;

/** What is looked for, and what is told of a hit. */
export type RecordAsk = {
	/** The kind of record, as triggers write it to record_texts. */
	kind: string;
	/** At least one, of needlesOf. */
	needles: readonly string[];
	/** The table of the kind and, for all that follows, its alias. */
	table: string;
	as: string;
	/** Who sees it: a condition on that. Nothing else is found or counted. */
	seen?: ((bound: Bound) => string) | undefined;
	/** The ids that come into question, as a subquery, where they are few whatever is typed: one's own. */
	among?: ((bound: Bound) => string) | undefined;
	columns: string;
	/** What the columns need besides it. */
	joins?: string;
	limit: number;
	offset: number;
};

/** A hit, with the number of all; or the number alone where the page has none. */
export type RecordRow<Row> = (Row & { id: number; total: number }) | { id: null; total: number };

/**
 * A page of what the needles find, and how many there are (MOST_COUNTED + 1: more), in one statement: what is called just so
 * first, then what begins so, then the newest.
 *
 * A word that few have leads, and the texts of those are looked at. Where every word is of many, the texts are walked from
 * the newest on until enough are found.
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
 * What the index is asked for: each run of a needle as far as it has it, the rest of a long Chinese one as another; of many
 * the longest, which fewest have.
 */
const startsOf = (needles: readonly string[]): string[] => {
	const runs = needles.flatMap((needle) => needle.trim().split(" "));
	const starts = runs.flatMap((run) => {
		const letters = [...run];
		const length = run < FIRST_HAN ? LONGEST_WORD : LONGEST_HAN;
		const parts = run < FIRST_HAN ? 1 : Math.ceil(letters.length / length);
		// The last reaches back over the one before, to be as long: fewer have it.
		const from = (at: number): number => Math.max(0, Math.min(at * length, letters.length - length));
		return Array.from({ length: parts }, (_, at) => letters.slice(from(at), from(at) + length).join(""));
	});
	return [...new Set(starts)].sort((a, b) => b.length - a.length).slice(0, MOST_STARTS);
};

/** Whether the index alone says how many there are: one word, as long as it has it, of what everybody may see. */
const isCounted = ({ needles, seen, among }: RecordAsk): boolean => {
	const [start, ...more] = startsOf(needles);
	return needles.length === 1 && more.length === 0 && start === needles[0]?.trimStart() && !seen && !among;
};

/** 0: a field is just that; 1: a field begins so; 2: it stands somewhere. */
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
