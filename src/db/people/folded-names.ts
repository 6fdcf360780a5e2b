import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { foldName } from "#kernel/names.ts";

/**
 * A name with its row and its stored folded form, which is NULL when the name changed since it was folded. `is_actor`
 * is 1 for the acting users and their families.
 */
export type NameRow = {
	kind: "users" | "members" | "donors";
	id: number;
	name: string;
	name_folded: string | null;
	is_actor: 0 | 1;
};

/** SQL of a WITH table `acting` of the ids of the acting users (?1, JSON), which NAMES_OF_ACTING reads. */
export const ACTING = "acting AS (SELECT value AS id FROM json_each(?1))";
export const NAMES_OF_ACTING = `SELECT 'users' AS kind, u.id, u.name, u.name_folded, 1 AS is_actor FROM acting a JOIN users u ON u.id = a.id
		UNION ALL SELECT 'members', m.id, m.name, m.name_folded, 1 FROM acting a JOIN related_users r ON r.user_id = a.id
			JOIN members m ON m.id = r.member_id`;

/** Selects the names of users and of their families. */
export const namesOfActing = (users: readonly number[]): Select<NameRow> =>
	select(`WITH ${ACTING} ${NAMES_OF_ACTING}`, JSON.stringify(users));

/**
 * Stores the folded form of names that lack it: the triggers of migration 0041 refuse to issue a receipt while such a
 * name is not folded.
 */
export const foldNames = (names: readonly NameRow[]): Write[] =>
	names
		.filter(({ name, name_folded }) => name_folded !== foldName(name))
		.map(
			({ kind, id, name }) =>
				sql`UPDATE ${sql.raw(kind)} SET name_folded = ${foldName(name)} WHERE id = ${id} AND name = ${name}`,
		);
