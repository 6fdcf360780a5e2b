import { type SQL, sql } from "drizzle-orm";
import { commit, type Db, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { Refusal } from "#domain/refusal.ts";

/** The id of the record that the form with this key made: for the writes after it in its batch. */
export const madeBy = (key: string): SQL<number> =>
	sql<number>`(SELECT made_id FROM form_submissions WHERE key = ${key})`;

/** The record that the form with this key made already. */
export const madeWith = (key: string): Select<{ id: number }> =>
	select("SELECT made_id AS id FROM form_submissions WHERE key = ?1", key);

type Making = readonly [Write, ...Write[]];

/**
 * Commits what a form makes, once for its key, and returns the id of the record that the first of the writes inserts:
 * that of the first sending when the form is sent again, which writes nothing. The record's table has an integer id;
 * a first write that inserts no row fails the batch. `checks` stand before it; `at` is UTC milliseconds.
 */
export async function commitOnce(
	db: Db,
	{ key, at, checks = [] }: { key: string; at: number; checks?: readonly Write[] },
	writes: Making,
): Promise<number> {
	const [first, ...rest] = writes;
	// Before all else, or a repeated form would be told that its own record takes the address it asks for.
	const once = refuseWhere("form.repeated", sql`EXISTS (SELECT 1 FROM form_submissions WHERE key = ${key})`);
	// SQLite gives last_insert_rowid() and changes() of the statement itself, not of its triggers.
	const remember = sql`INSERT INTO form_submissions (key, made_id, created_at)
		SELECT ${key}, CASE WHEN changes() = 1 THEN last_insert_rowid() END, ${at}`;
	try {
		await commit(db, [once, ...checks, first, remember, ...rest]);
	} catch (error) {
		if (!(error instanceof Refusal) || error.code !== "form.repeated") throw error;
	}
	const made = await db.get<{ id: number }>(sql`SELECT made_id AS id FROM form_submissions WHERE key = ${key}`);
	return made.id;
}

/** Forgets the forms sent before a time in UTC milliseconds: sent again, they make a second record. */
export const forgetSubmissions = (before: number): Write =>
	sql`DELETE FROM form_submissions WHERE created_at < ${before}`;
