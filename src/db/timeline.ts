import { limitTo, type Select, select } from "./read.ts";

/**
 * One kind of entries in the timeline of a member: what is read of each, where they are (`from` has FROM and WHERE; ?1 is
 * the member's id), and by which time and id they are ordered. `at` is UTC milliseconds.
 */
export type TimelineSql = { columns: string; from: string; at: string; id: string };

/** The entry after which a timeline goes on; `rank` is the place of its kind among the kinds. */
export type Entered = { at: number; rank: number; id: string };

/** The time and the id of an entry, which every kind has. */
export type Placed = { at: number; id: string | number };

/** What is asked of one kind: at most `limit` entries of the member that are older than `after`. */
export type Stretch = { member: number; rank: number; after: Entered | undefined; limit: number };

/**
 * Returns the condition of the entries that come after another one: older, or of the same time and a later kind, or of
 * its kind and with a smaller id (?2).
 */
function isAfter({ at, id }: TimelineSql, { rank, after }: Stretch): string {
	if (!after) return "true";
	const then = Math.trunc(after.at);
	if (rank !== after.rank) return `${at} ${rank < after.rank ? "<" : "<="} ${then}`;
	return `(${at} < ${then} OR ${at} = ${then} AND ${id} < ?2)`;
}

/** Selects a stretch of the entries of one kind, newest first. Ids that are numbers are compared as numbers. */
export function timelineOf<Row>(sql: TimelineSql, stretch: Stretch): Select<Row & Placed> {
	const { member, rank, after, limit } = stretch;
	const id = after && (/^\d{1,15}$/.test(after.id) ? Number(after.id) : after.id);
	return select(
		`SELECT ${sql.at} AS at, ${sql.id} AS id, ${sql.columns} ${sql.from} AND ${isAfter(sql, stretch)}
		ORDER BY ${sql.at} DESC, ${sql.id} DESC ${limitTo(limit)}`,
		member,
		...(after && id !== undefined && rank === after.rank ? [id] : []),
	);
}

/** Selects how many entries of each kind a member has, in one row by the kinds' names. */
export const timelineCounts = (
	kinds: readonly { kind: string; sql: TimelineSql }[],
	member: number,
): Select<Record<string, number>> =>
	select(`SELECT ${kinds.map(({ kind, sql }) => `(SELECT count(*) ${sql.from}) AS "${kind}"`).join(", ")}`, member);
