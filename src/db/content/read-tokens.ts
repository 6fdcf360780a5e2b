import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";

/** A read token as staff see it. `hint` is its last characters; times are UTC milliseconds. */
export type ReadToken = { id: number; name: string; hint: string; created_at: number; revoked_at: number | null };

const COLUMNS = "id, name, hint, created_at, revoked_at";

/** Selects every read token, those in use first, the newest first. */
export const selectReadTokens = (): Select<ReadToken> =>
	select(`SELECT ${COLUMNS} FROM read_tokens ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC`);

export const selectReadToken = (id: number): Select<ReadToken> =>
	select(`SELECT ${COLUMNS} FROM read_tokens WHERE id = ?1`, id);

/** SQL for the JSON list of the digests of all read tokens in use. */
export const DIGESTS_IN_USE = "(SELECT json_group_array(digest) FROM read_tokens WHERE revoked_at IS NULL)";

export const insertReadToken = (of: { name: string; digest: string; hint: string; at: number }): Write =>
	sql`INSERT INTO read_tokens (name, digest, hint, created_at) VALUES (${of.name}, ${of.digest}, ${of.hint}, ${of.at})`;

/** SQL for the id of the read token with a digest, for a row that is written in its batch. */
export const readTokenOf = (digest: string): SQL => sql`(SELECT id FROM read_tokens WHERE digest = ${digest})`;

/** Ends a read token in use. Refuses with `read_token.stale` when it was ended before. */
export const revokeReadToken = (id: number, at: number): Write[] => [
	sql`UPDATE read_tokens SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`,
	guard("read_token.stale"),
];
