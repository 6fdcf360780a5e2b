import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";

/** A kept view of a list: its query is the list's address without words that were typed. */
export type ListViewRow = {
	id: number;
	list: string;
	user_id: number;
	name: string;
	query: string;
	is_shared: 0 | 1;
	version: number;
};
const COLUMNS = "v.id, v.list, v.user_id, v.name, v.query, v.is_shared, v.version";

/** Selects the views that the user of a session sees over a list: the shared ones first, each kind by name. */
export const viewsOver = (list: string, sid: string): Select<ListViewRow> =>
	select(
		`SELECT ${COLUMNS} FROM list_views v WHERE v.list = ?1
			AND (v.is_shared = 1 OR v.user_id = (SELECT user_id FROM sessions WHERE id = ?2))
		ORDER BY v.is_shared DESC, v.name, v.id`,
		list,
		sid,
	);

/** Selects the views that a user sees over a list, in the same order. */
export const viewsOf = (list: string, userId: number): Select<ListViewRow> =>
	select(
		`SELECT ${COLUMNS} FROM list_views v WHERE v.list = ?1 AND (v.is_shared = 1 OR v.user_id = ?2)
		ORDER BY v.is_shared DESC, v.name, v.id`,
		list,
		userId,
	);

export const listView = (id: number): Select<ListViewRow> =>
	select(`SELECT ${COLUMNS} FROM list_views v WHERE v.id = ?1`, id);

type Kept = { name: string; query: string; shared: boolean };

/** Inserts a view. The triggers refuse more than twelve of a user, or twelve shared ones, over one list. */
export const insertView = (
	{ list, userId, name, query, shared }: Kept & { list: string; userId: number },
	at: number,
): Write =>
	sql`INSERT INTO list_views (list, user_id, name, query, is_shared, created_at, updated_at)
		VALUES (${list}, ${userId}, ${name}, ${query}, ${Number(shared)}, ${at}, ${at})`;

/** A view as the user saw it. */
export type ViewRef = { id: number; version: number };

/** Changes a view. Refuses with `list_view.stale` when it changed meanwhile. */
export const updateView = ({ id, version }: ViewRef, { name, query, shared }: Kept, at: number): Write[] => [
	sql`UPDATE list_views SET name = ${name}, query = ${query}, is_shared = ${Number(shared)}, version = version + 1,
		updated_at = ${at} WHERE id = ${id} AND version = ${version}`,
	guard("list_view.stale"),
];

/** Deletes a view. Refuses with `list_view.stale` when it changed meanwhile. */
export const deleteView = ({ id, version }: ViewRef): Write[] => [
	sql`DELETE FROM list_views WHERE id = ${id} AND version = ${version}`,
	guard("list_view.stale"),
];
