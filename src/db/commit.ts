import { type Query, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { isRefusal, TAKEN } from "#refusals.ts";

export type Db = DrizzleD1Database & { $client: D1Database };
/** A statement not yet run: a Drizzle builder, or hand-written SQL. */
export type Write = SQL | { toSQL(): Query };

const BUSY_FOR_MS = 5_000;

/** Opens Drizzle over a D1 binding. */
export const open = (d1: D1Database): Db => drizzle(d1);

const dialect = new SQLiteAsyncDialect();

/** A write as D1 takes it. (Drizzle's own batch cannot bind the parameters of hand-written SQL.) */
export function prepare(d1: D1Database, write: Write): D1PreparedStatement {
	const query = write instanceof SQL ? dialect.sqlToQuery(write) : write.toSQL();
	return d1.prepare(query.sql).bind(...query.params);
}

/**
 * Refuses the whole batch with `code` unless the statement directly before changed exactly one row
 * (STYLE.md#writes-are-statements-a-change-is-one-commit). `code` becomes the text of the error that rolls all of it back.
 */
export const guard = (code: RefusalCode): Write => sql`INSERT INTO guard (code) SELECT ${code} WHERE changes() <> 1`;

/** Refuses the whole batch with `code` where `condition` holds at this place in it. */
export const refuseWhere = (code: RefusalCode, condition: SQL): Write =>
	sql`INSERT INTO guard (code) SELECT ${code} WHERE ${condition}`;

/**
 * All or nothing: D1 has no open transaction, so one batch is the only way to write.
 * Throws a Refusal where a guard, a trigger or a known UNIQUE constraint said no; tries again for up to 5 s while
 * another process holds the database (a failed batch wrote nothing).
 */
export async function commit(db: Db, writes: readonly Write[]): Promise<void> {
	await commitRows(db, writes);
}

/** The same, with the rows that each statement returned: for those with RETURNING. */
export async function commitRows(db: Db, writes: readonly Write[]): Promise<unknown[][]> {
	if (writes.length === 0) return [];
	const statements = writes.map((write) => prepare(db.$client, write));
	try {
		const results = await patiently(() => db.$client.batch(statements));
		return results.map((result) => result.results);
	} catch (error) {
		throw refusalIn(error) ?? error;
	}
}

/** Tries a batch again, for up to 5 s, while another process holds the database: a failed batch wrote nothing. */
export async function patiently<T>(batch: () => Promise<T>): Promise<T> {
	const until = Date.now() + BUSY_FOR_MS;
	for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
		try {
			return await batch();
		} catch (error) {
			if (!isBusy(error) || Date.now() > until) throw error;
			await pause(wait * (0.5 + Math.random()));
		}
	}
}

/** The text that D1 gave, below whatever Drizzle wrapped around it. */
export function databaseMessage(error: unknown): string {
	let message = "";
	for (let e = error; e instanceof Error; e = e.cause) message = e.message;
	return message;
}

/** The rule behind a failed batch, if it is one. */
export function refusalIn(error: unknown): Refusal | undefined {
	const message = databaseMessage(error);
	const raised = /^(?:D1_ERROR: )?([a-z_]+\.[a-z_]+): SQLITE_CONSTRAINT/.exec(message)?.[1];
	if (raised && isRefusal(raised)) return new Refusal(raised);
	const unique = /UNIQUE constraint failed: ([a-z_]+\.[a-z_]+)/.exec(message)?.[1];
	const taken = unique ? TAKEN[unique] : undefined;
	return taken ? new Refusal(taken) : undefined;
}

/** The local D1 asks for its commit token inside the transaction: where another process holds the file, it rolls back too. */
const BUSY = /SQLITE_BUSY|database is locked|Failed to get session commit token/;
const isBusy = (error: unknown): boolean => BUSY.test(databaseMessage(error));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
