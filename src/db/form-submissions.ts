import { type SQL, sql } from "drizzle-orm";
import { commit, type Db, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { readFormKey } from "#kernel/form-key.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * Returns SQL for the id of the record that the form with this key made. For writes that stand after `commitOnce`'s
 * first write in the same batch.
 */
export const madeBy = (key: string): SQL<number> =>
	sql<number>`(SELECT made_id FROM form_submissions WHERE key = ${readFormKey(key).form})`;

/**
 * Selects the id of the record that an earlier submission of the form with this key made, and whether that submission
 * had the same content (`is_same`). No row when the form made no record yet.
 */
export function madeWith(key: string): Select<{ id: number; is_same: 0 | 1 }> {
	const { form, digest } = readFormKey(key);
	return select(
		"SELECT made_id AS id, coalesce(digest = ?2, 1) AS is_same FROM form_submissions WHERE key = ?1",
		form,
		digest,
	);
}

type Making = readonly [Write, ...Write[]];

/**
 * Commits what a form makes, once for the form's key, and returns the id of the record that the first of the writes
 * inserts. When the same form is sent again, it writes nothing and returns the id of the first time. Refuses with
 * `form.changed` when the form is sent again with another content, which is not stored. The record's table has an
 * integer id; a first write that inserts no row fails the batch. `checks` run before the writes; `at` is UTC
 * milliseconds.
 */
export async function commitOnce(
	db: Db,
	{ key, at, checks = [] }: { key: string; at: number; checks?: readonly Write[] },
	writes: Making,
): Promise<number> {
	const [first, ...rest] = writes;
	const { form, digest } = readFormKey(key);
	// This stands before all other writes, or a repeated form would be refused because its own record has the address already.
	const once = sql`INSERT INTO guard (code)
		SELECT CASE WHEN digest <> ${digest} THEN 'form.changed' ELSE 'form.repeated' END
		FROM form_submissions WHERE key = ${form}`;
	// last_insert_rowid() and changes() are those of the statement before, not of its triggers.
	const remember = sql`INSERT INTO form_submissions (key, made_id, created_at, digest)
		SELECT ${form}, CASE WHEN changes() = 1 THEN last_insert_rowid() END, ${at}, ${digest}`;
	try {
		await commit(db, [once, ...checks, first, remember, ...rest]);
	} catch (error) {
		if (!(error instanceof Refusal) || error.code !== "form.repeated") throw error;
	}
	const made = await db.get<{ id: number }>(sql`SELECT made_id AS id FROM form_submissions WHERE key = ${form}`);
	return made.id;
}

/**
 * Deletes the keys of forms that were sent before a time (UTC milliseconds). When one of these forms is sent again
 * later, it makes a second record.
 */
export const forgetSubmissions = (before: number): Write =>
	sql`DELETE FROM form_submissions WHERE created_at < ${before}`;
