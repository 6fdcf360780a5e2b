import type { Db } from "#db/commit.ts";
import { limitTo, readRows, type Select, select } from "#db/read.ts";
import { recordNumberOf } from "#db/record-numbers.ts";
import type { AuditRow } from "#domain/system/audit/export.ts";

/**
 * The filter of the log; a field that is left out does not restrict. `actor` is as in By ('user:12', 'cron'); `type`
 * and `id` are those of the record; `from` (included) and `to` (excluded) are UTC milliseconds; `text` is a part of the
 * description, in any letter case.
 */
export type AuditFilter = {
	actor?: string;
	action?: string;
	type?: string;
	id?: string;
	from?: number;
	to?: number;
	text?: string;
};

/**
 * A row as the page shows it; `subjectName` is the name of the user whom it is about, if it is about a user,
 * `recordNumber` the number by which people know the record, if it is still there and has one.
 */
export type ListedAuditRow = AuditRow & { subjectName: string | null; recordNumber: string | null };

const RECORD_NUMBER = recordNumberOf("a.auditable_type", "a.auditable_id");

/** The place of a page in the log: `before` and `after` are ids of rows, at most one of them is given. */
type Cursor = { before?: number | undefined; after?: number | undefined; limit: number };

/**
 * Selects the newest rows, or those older than the row `before`, with the names of the users who acted: one query,
 * whose cost does not grow with the page (the indexes of migration 0012 hold a row's id behind its time). Rows newer
 * than the row `after` come oldest first. At most `limit` rows; ask for one more than is shown to know whether there
 * are more.
 */
export function listAudit(filter: AuditFilter, { before, after, limit }: Cursor): Select<ListedAuditRow> {
	const { where, params } = conditions(filter, { before, after });
	const order = after === undefined ? "a.at DESC, a.id DESC" : "a.at, a.id";
	return select(
		`SELECT a.id, a.at, a.actor, u.name AS userName, d.name AS onBehalfOfName, a.action, a.auditable_type AS type,
			a.auditable_id AS auditableId, s.name AS subjectName, ${RECORD_NUMBER} AS recordNumber, a.description, a.ip_address AS ip, a.changes
		FROM audit_log a LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users d ON d.id = a.on_behalf_of
			LEFT JOIN users s ON a.auditable_type = 'user' AND s.id = CAST(a.auditable_id AS INTEGER)
		${where} ORDER BY ${order} ${limitTo(limit)}`,
		...params,
	);
}

/** Returns every row that fits the filter, newest first, a page at a time: for an export of any length. */
export async function* auditPages(db: Db, filter: AuditFilter, pageRows = 1_000): AsyncGenerator<AuditRow[]> {
	for (let before: number | undefined; ; ) {
		const [rows] = await readRows(db.$client, listAudit(filter, { before, limit: pageRows }));
		if (rows.length > 0) yield rows;
		before = rows.at(-1)?.id;
		if (rows.length < pageRows) return;
	}
}

function conditions(
	{ actor, action, type, id, from, to, text }: AuditFilter,
	{ before, after }: Omit<Cursor, "limit">,
): { where: string; params: (string | number)[] } {
	const where: string[] = [];
	const params: (string | number)[] = [];
	const add = (value: string | number | undefined, condition: (parameter: string) => string): void => {
		if (value === undefined) return;
		params.push(value);
		where.push(condition(`?${params.length}`));
	};
	add(actor, (p) => `a.actor = ${p}`);
	add(action, (p) => `a.action = ${p}`);
	add(type, (p) => `a.auditable_type = ${p}`);
	add(id, (p) => `a.auditable_id = ${p}`);
	add(from, (p) => `a.at >= ${p}`);
	add(to, (p) => `a.at < ${p}`);
	add(text, (p) => `instr(lower(a.description), lower(${p})) > 0`);
	add(before, (p) => `(a.at, a.id) < ((SELECT at FROM audit_log WHERE id = ${p}), ${p})`);
	add(after, (p) => `(a.at, a.id) > ((SELECT at FROM audit_log WHERE id = ${p}), ${p})`);
	return { where: where.length > 0 ? `WHERE ${where.join(" AND ")}` : "", params };
}
