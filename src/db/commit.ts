import { type Query, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { isRefusal, TAKEN } from "#refusals.ts";

export type Db = DrizzleD1Database & { $client: D1Database };
/** A statement that has not run yet: a Drizzle builder, or hand-written SQL. */
export type Write = SQL | { toSQL(): Query };

const BUSY_FOR_MS = 5_000;

/** Opens Drizzle over a D1 binding. */
export const open = (d1: D1Database): Db => drizzle(d1);

const dialect = new SQLiteAsyncDialect();

/**
 * Returns a write as a prepared and bound D1 statement. (Drizzle's own batch cannot bind the parameters of hand-written
 * SQL.)
 */
export function prepare(d1: D1Database, write: Write): D1PreparedStatement {
	const query = write instanceof SQL ? dialect.sqlToQuery(write) : write.toSQL();
	return d1.prepare(query.sql).bind(...query.params);
}

/**
 * Refuses the whole batch with `code` unless the statement directly before this one changed exactly one row
 * (STYLE.md#writes-are-statements-a-change-is-one-commit). `code` becomes the text of the error that rolls the whole
 * batch back.
 */
export const guard = (code: RefusalCode): Write => sql`INSERT INTO guard (code) SELECT ${code} WHERE changes() <> 1`;

/** Refuses the whole batch with `code` when `condition` holds at the place in the batch where this statement stands. */
export const refuseWhere = (code: RefusalCode, condition: SQL): Write =>
	sql`INSERT INTO guard (code) SELECT ${code} WHERE ${condition}`;

/**
 * Runs all writes in one batch: either every write happens or none does. D1 has no open transaction, so one batch is
 * the only way to write. Throws a Refusal when a guard, a trigger or a known UNIQUE constraint refused; tries again for
 * up to 5 s while another process holds the database (a failed batch wrote nothing).
 */
export async function commit(db: Db, writes: readonly Write[]): Promise<void> {
	await commitRows(db, writes);
}

/**
 * Runs all writes in one batch like `commit`, and returns the rows that each statement returned (for statements with
 * RETURNING).
 */
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

/**
 * Runs a batch, and runs it again for up to 5 s while another process holds the database: a failed batch wrote nothing.
 */
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

/** Returns the message of the innermost error: the text that D1 gave, without what Drizzle wrapped around it. */
export function databaseMessage(error: unknown): string {
	let message = "";
	for (let e = error; e instanceof Error; e = e.cause) message = e.message;
	return message;
}

/** Returns the Refusal that a failed batch stands for, or undefined when the error is not a refusal of a rule. */
export function refusalIn(error: unknown): Refusal | undefined {
	const message = databaseMessage(error);
	const raised = /^(?:D1_ERROR: )?([a-z_]+\.[a-z_]+): SQLITE_CONSTRAINT/.exec(message)?.[1];
	if (raised && isRefusal(raised)) return new Refusal(raised);
	const unique = /UNIQUE constraint failed: ([a-z_]+\.[a-z_]+)/.exec(message)?.[1];
	const taken = unique ? TAKEN[unique] : undefined;
	return taken ? new Refusal(taken) : undefined;
}

/**
 * The messages by which the database says that it is busy. The local D1 asks for its commit token inside the
 * transaction: when another process holds the file, that failure rolls the batch back too.
 */
const BUSY = /SQLITE_BUSY|database is locked|Failed to get session commit token/;
const isBusy = (error: unknown): boolean => BUSY.test(databaseMessage(error));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
