import { type Select, select } from "#db/read.ts";

/** What somebody did to a record: what the log says of it, and whether anybody changed the record since. */
export type OwnStep = { id: number; action: string; changes: string; is_touched: 0 | 1 };

/** Selects what a user did to records of a kind at one moment (UTC milliseconds), in the order of the log. */
export const ownSteps = (
	type: "task" | "article" | "page" | "document",
	{ actions, moment, userId }: { actions: readonly string[]; moment: number; userId: number | null },
): Select<OwnStep> =>
	select(
		`SELECT CAST(l.auditable_id AS INTEGER) AS id, l.action, l.changes, EXISTS (SELECT 1 FROM audit_log o
				WHERE o.auditable_type = l.auditable_type AND o.auditable_id = l.auditable_id AND o.id > l.id) AS is_touched
		FROM audit_log l WHERE l.auditable_type = ?1 AND l.at = ?2 AND l.user_id = ?3
			AND l.action IN (SELECT value FROM json_each(?4)) ORDER BY l.id`,
		type,
		moment,
		userId,
		JSON.stringify(actions),
	);
