import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";

/** The number of groups on one page of the list: all of them, as many as the table takes. */
export const GROUPS_PER_PAGE = 100;

/** SQL for all groups as JSON: a list of lists of words. */
export const GROUPS_IN_USE = "(SELECT json_group_array(json(words)) FROM (SELECT words FROM synonyms ORDER BY id))";

/** A group of words as it is stored; `words` is a JSON list. */
export type GroupRow = { id: number; words: string; version: number; updated_at: number };
/** The group that an action changes: `version` is the version that staff saw. */
export type GroupRef = { id: number; version: number };

const ORDER = orders({ words: "words ->> 0", updated_at: "updated_at" }, "id");
export const SYNONYM_SORTS = ORDER.sorts;
const WANTED = "(?1 = '' OR instr(lower(words), ?1) > 0)";

/** Selects the groups of one page, counts those that fit and all groups, as queries of one round trip. */
export function groupsSelect({
	q,
	sort,
	page,
}: {
	q: string;
	sort: (typeof SYNONYM_SORTS)[number];
	page: number;
}): [Select<GroupRow>, Select<{ total: number; every: number }>] {
	const wanted = q.normalize("NFC").toLowerCase();
	return [
		select(
			`SELECT id, words, version, updated_at FROM synonyms WHERE ${WANTED} ${ORDER.by(sort)}
			${limitTo(GROUPS_PER_PAGE, (page - 1) * GROUPS_PER_PAGE)}`,
			wanted,
		),
		select(`SELECT count(*) AS total, (SELECT count(*) FROM synonyms) AS every FROM synonyms WHERE ${WANTED}`, wanted),
	];
}

export const groupForStaff = (id: number): Select<GroupRow> =>
	select("SELECT id, words, version, updated_at FROM synonyms WHERE id = ?1", id);

/** Inserts a group; the triggers of its table refuse what it may not be. */
export const insertGroup = (words: readonly string[], at: number): Write =>
	sql`INSERT INTO synonyms (words, created_at, updated_at) VALUES (${JSON.stringify(words)}, ${at}, ${at})`;

/** Changes a group and raises its version. Refuses with `synonym.stale` when another user changed it meanwhile. */
export const updateGroup = ({ id, version }: GroupRef, words: readonly string[], at: number): Write[] => [
	sql`UPDATE synonyms SET words = ${JSON.stringify(words)}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("synonym.stale"),
];

/** Deletes a group. Refuses with `synonym.stale` when another user changed it meanwhile. */
export const deleteGroup = ({ id, version }: GroupRef): Write[] => [
	sql`DELETE FROM synonyms WHERE id = ${id} AND version = ${version}`,
	guard("synonym.stale"),
];
