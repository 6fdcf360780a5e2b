import { Unanswered } from "#domain/system/unanswered.ts";

/** A query and the type of its rows, which stand beside its SQL. */
export type Select<Row> = {
	sql: string;
	params: (string | number | null)[];
	row?: Row;
	atMostOne?: true;
	elsewhere?: string;
};
type RowsOf<T extends Select<unknown>[]> = { [K in keyof T]: T[K] extends Select<infer Row> ? Row[] : never };

/** A query. Lists are one parameter, as JSON, read by json_each(?). */
export const select = <Row>(sql: string, ...params: (string | number | null)[]): Select<Row> => ({ sql, params });

/** A query of at most one row. As the first of a read it brings the revision along, which saves a statement. */
export const selectOne = <Row>(sql: string, ...params: (string | number | null)[]): Select<Row> => ({
	sql,
	params,
	atMostOne: true,
});

/** A row, or where there is none the place that its address leads to, as JSON: {"slug","state"}. */
export type OrElsewhere<Row> = (Row & { elsewhere: null }) | { elsewhere: string };

/**
 * The same for what has an address: `elsewhere`, one value of the same parameters, is asked only where there is no row.
 * A statement of its own would cost every answer more than most of its columns do.
 */
export const selectOneOr = <Row>(
	sql: string,
	elsewhere: string,
	...params: (string | number | null)[]
): Select<OrElsewhere<Row>> => ({ sql, params, atMostOne: true, elsewhere });

/**
 * LIMIT and OFFSET as part of the text: SQLite plans with their values, so bound ones make it prepare a statement twice
 * (half the time of a list). Refuses what is not a whole number.
 */
export function limitTo(limit: number, offset = 0): string {
	for (const n of [limit, offset]) if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`not a count: ${n}`);
	return offset === 0 ? `LIMIT ${limit}` : `LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Asks everything in ONE round trip, the content revision first, so that what is read is stored under the revision
 * it was read at. Reads the primary: a replica may lag behind the revision.
 */
export async function read<T extends Select<unknown>[]>(
	db: D1Database,
	...selects: T
): Promise<{ rev: number; rows: RowsOf<T> }> {
	const session = db.withSession("first-primary");
	const [head] = selects;
	const all: Select<unknown>[] = head?.atMostOne ? [withRevision(head), ...selects.slice(1)] : [REVISION, ...selects];
	const results = await session.batch<unknown>(all.map(({ sql, params }) => session.prepare(sql).bind(...params)));
	const [first, ...rest] = results.map((result) => result.results);
	const [revision] = (first ?? []) as { content_rev: number; is_there: number | null; elsewhere: string | null }[];
	if (!revision) throw new Error("content_revision is empty: apply the migrations");
	const found = revision.is_there !== null || revision.elsewhere !== null;
	const rows = head?.atMostOne ? [found ? [revision] : [], ...rest] : rest;
	return { rev: revision.content_rev, rows: rows as RowsOf<T> };
}

/** Asks everything in ONE round trip, for pages: what they show is kept by nobody. */
export async function readRows<T extends Select<unknown>[]>(db: D1Database, ...selects: T): Promise<RowsOf<T>> {
	const results = await db.batch<unknown>(selects.map(({ sql, params }) => db.prepare(sql).bind(...params)));
	return results.map((result) => result.results) as RowsOf<T>;
}

const REVISION = select("SELECT rev AS content_rev FROM content_revision WHERE id = 1");

/** One row always, the revision in it; is_there is NULL where the query itself has none. */
export const withRevision = ({ sql, params, elsewhere = "NULL" }: Select<unknown>): Select<unknown> =>
	select(
		`SELECT r.rev AS content_rev, q.*, CASE WHEN q.is_there IS NULL THEN (${elsewhere}) END AS elsewhere
		FROM content_revision r LEFT JOIN (SELECT 1 AS is_there, * FROM (${sql})) q ON true WHERE r.id = 1`,
		...params,
	);

/** Rejects with Unanswered when the database takes longer. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Unanswered(`no answer within ${ms} ms`)), ms);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
