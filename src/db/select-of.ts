import type { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { type Select, select } from "#db/read.ts";

const dialect = new SQLiteAsyncDialect();
const isBindable = (value: unknown): value is string | number | null =>
	value === null || typeof value === "string" || typeof value === "number";

/** Turns a Drizzle SQL fragment, which writes can use too, into a query. */
export function selectOf<Row>(query: SQL): Select<Row> {
	const { sql, params } = dialect.sqlToQuery(query);
	return select<Row>(sql, ...params.filter(isBindable));
}
