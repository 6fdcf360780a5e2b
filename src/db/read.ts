import { Unanswered } from "#domain/system/index.ts";

/** A query with its parameters and the type of its rows. The row type is written beside the SQL. */
export type Select<Row> = {
	sql: string;
	params: (string | number | null)[];
	row?: Row;
	atMostOne?: true;
	elsewhere?: string;
	holdsRevision?: true;
};
export type RowsOf<T extends Select<unknown>[]> = { [K in keyof T]: T[K] extends Select<infer Row> ? Row[] : never };

/** Makes a query. A list is passed as one parameter of JSON, which the SQL reads with json_each(?). */
export const select = <Row>(sql: string, ...params: (string | number | null)[]): Select<Row> => ({ sql, params });

/**
 * Makes a query that returns at most one row. When it is the first query of `read`, the content revision is selected in
 * the same statement, which saves a statement.
 */
export const selectOne = <Row>(sql: string, ...params: (string | number | null)[]): Select<Row> => ({
	sql,
	params,
	atMostOne: true,
});

/** A row that always comes; `is_there` is NULL in the only one of a list without rows. */
export type Listed<Row> = { content_rev: number; is_there: number | null } & Row;

/**
 * Makes a query of many rows whose rows hold the content revision too, because a second statement would cost more than
 * a column. `each` is joined to the revision: it ends in `ON true`, or in further LEFT JOINs, and `isThere` is NULL where
 * it has no row. One row comes even then, with what does not depend on `each`.
 */
export const selectListed = <Row>(
	of: { before: string; columns: string; each: string; isThere: string; order: string },
	...params: (string | number | null)[]
): Select<Listed<Row>> => ({
	sql: `${of.before} SELECT r.rev AS content_rev, ${of.isThere} AS is_there, ${of.columns}
		FROM content_revision r LEFT JOIN ${of.each} WHERE r.id = 1 ORDER BY ${of.order}`,
	params,
	holdsRevision: true,
});

/** A row, or, when there is no row, the place to which its address redirects, as JSON: {"slug","state"}. */
export type OrElsewhere<Row> = (Row & { elsewhere: null }) | { elsewhere: string };

/**
 * Makes a query of at most one row for content that has an address. `elsewhere` is a scalar SQL expression with the
 * same parameters; it is evaluated only when there is no row. A separate statement for it would cost every answer more
 * than most of the row's columns do.
 */
export const selectOneOr = <Row>(
	sql: string,
	elsewhere: string,
	...params: (string | number | null)[]
): Select<OrElsewhere<Row>> => ({ sql, params, atMostOne: true, elsewhere });

/**
 * Returns a LIMIT and OFFSET clause with the numbers in the SQL text. SQLite plans with their values, so bound numbers
 * would make it prepare the statement twice (half the time of a list). Throws a RangeError for anything but a whole
 * number of 0 or more.
 */
export function limitTo(limit: number, offset = 0): string {
	for (const n of [limit, offset]) if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`not a count: ${n}`);
	return offset === 0 ? `LIMIT ${limit}` : `LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Runs all queries in one round trip, with the content revision first, so that the result is cached under the revision
 * at which it was read. It reads the primary database, because a replica may lag behind the revision.
 */
export async function read<T extends Select<unknown>[]>(
	db: D1Database,
	...selects: T
): Promise<{ rev: number; rows: RowsOf<T> }> {
	const session = db.withSession("first-primary");
	const statementOf = ({ sql, params }: Select<unknown>) => session.prepare(sql).bind(...params);
	const [head, ...others] = selects;
	const first = head?.atMostOne ? withRevision(head) : head?.holdsRevision ? head : undefined;
	const all = first ? [first, ...others] : [REVISION, ...selects];
	// A statement alone costs less than a batch of one.
	const results =
		first && others.length === 0
			? [await statementOf(first).all<unknown>()]
			: await session.batch<unknown>(all.map(statementOf));
	const [heads = [], ...rest] = results.map((result) => result.results);
	const [revision] = heads as { content_rev: number; is_there: number | null; elsewhere: string | null }[];
	if (!revision) throw new Error("content_revision is empty: apply the migrations");
	const isFound = head?.holdsRevision || revision.is_there !== null || revision.elsewhere !== null;
	const rows = first ? [isFound ? heads : [], ...rest] : rest;
	return { rev: revision.content_rev, rows: rows as RowsOf<T> };
}

/** Runs all queries in one round trip, without the content revision: for pages, whose results are not cached. */
export async function readRows<T extends Select<unknown>[]>(db: D1Database, ...selects: T): Promise<RowsOf<T>> {
	const results = await db.batch<unknown>(selects.map(({ sql, params }) => db.prepare(sql).bind(...params)));
	return results.map((result) => result.results) as RowsOf<T>;
}

const REVISION = select("SELECT rev AS content_rev FROM content_revision WHERE id = 1");

/**
 * Wraps a query so that it always returns one row, which holds the content revision. `is_there` is NULL when the query
 * itself has no row.
 */
export const withRevision = ({ sql, params, elsewhere = "NULL" }: Select<unknown>): Select<unknown> =>
	select(
		`SELECT r.rev AS content_rev, q.*, CASE WHEN q.is_there IS NULL THEN (${elsewhere}) END AS elsewhere
		FROM content_revision r LEFT JOIN (SELECT 1 AS is_there, * FROM (${sql})) q ON true WHERE r.id = 1`,
		...params,
	);

/** Waits for a promise of the database. Rejects with Unanswered when it takes longer than `ms` milliseconds. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Unanswered(`no answer within ${ms} ms`)), ms);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
