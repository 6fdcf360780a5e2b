import { limitTo, readRows, type Select, select } from "#db/read.ts";
import { type DeputyRow, deputiesOf, standsInFor, type UserRow, userSelect, waitingAbout } from "#db/system/index.ts";
import { type Hanging, whatHangsOn } from "./waits.ts";

/** A change of a user. `by` is the name of the user who made it; null for the system or an operator. */
export type UserHistoryRow = {
	id: number;
	at: number;
	actor: string;
	by: string | null;
	action: string;
	changes: string;
};
const HISTORY_ROWS = 10;

const historyOf = (userId: number): Select<UserHistoryRow> =>
	select(
		`SELECT l.id, l.at, l.actor, a.name AS by, l.action, l.changes FROM audit_log l LEFT JOIN users a ON a.id = l.user_id
		WHERE l.auditable_type = 'user' AND l.auditable_id = ?1 ORDER BY l.id DESC ${limitTo(HISTORY_ROWS)}`,
		String(userId),
	);

export type UserPage = {
	user: UserRow;
	hanging: Hanging[];
	deputies: DeputyRow[];
	standsIn: DeputyRow[];
	history: UserHistoryRow[];
	/** The changes about the user that wait for a second person. */
	waiting: { id: number }[];
};

/** Reads everything that a user's page shows, in one round trip; undefined when there is no such user. */
export async function readUser(
	d1: D1Database,
	id: number,
	{ at, today }: { at: number; today: string },
): Promise<UserPage | undefined> {
	const [[user], hanging, deputies, standsIn, history, waiting] = await readRows(
		d1,
		userSelect(id, at),
		whatHangsOn(id, today),
		deputiesOf(id, today),
		standsInFor(id, today),
		historyOf(id),
		waitingAbout(id),
	);
	return user && { user, hanging, deputies, standsIn, history, waiting };
}
