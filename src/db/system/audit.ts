import { type SQL, sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { limitTo, readRows, type Select, select } from "#db/read.ts";
import { auditLog } from "#db/schema/audit.ts";
import type { AuditRow } from "#domain/system/audit/export.ts";
import type { By } from "#kernel/by.ts";

/**
 * An entry of the audit log: who changed what. `description` names records by number or slug, never a person. When the
 * same batch makes the record, `auditableId` is an SQL fragment, as sql`(SELECT max(id) FROM notes)` right behind its
 * INSERT. `onBehalfOf` is the user for whom a deputy acts; `userId` is then the deputy.
 */
export type AuditEntry = By & {
	action: string;
	auditableType: string;
	auditableId: number | string | SQL;
	description: string;
	onBehalfOf?: number | null;
	changes?: Record<string, unknown>;
};

/** Inserts one row into the append-only audit log; part of every batch that changes a record. */
export function recordAudit(db: Db, entry: AuditEntry): Write[] {
	return [
		db.insert(auditLog).values({
			at: entry.at,
			userId: entry.userId,
			actor: entry.actor,
			action: entry.action,
			auditableType: entry.auditableType,
			auditableId: typeof entry.auditableId === "number" ? String(entry.auditableId) : entry.auditableId,
			description: entry.description,
			ipAddress: entry.ip,
			changes: JSON.stringify(entry.changes ?? {}),
			onBehalfOf: entry.onBehalfOf ?? null,
		}),
	];
}

type Named = By & { id: number | SQL; slug: string; action: string; changes?: Record<string, unknown> };

/** Inserts an audit row about a record that its slug describes; its kind is put before `action` ("article.publish"). */
export const auditSlug = (
	db: Db,
	kind: "article" | "page" | "document" | "category" | "tag" | "announcement",
	{ id, slug, action, ...more }: Named,
): Write[] =>
	recordAudit(db, {
		...more,
		action: `${kind}.${action}`,
		auditableType: kind,
		auditableId: id,
		description: slug,
	});

/** Inserts an audit row about what a user did to their own account, or what happened to it at sign-in. */
export const auditAccount = (db: Db, action: string, { userId, by }: { userId: number; by: By }): Write[] =>
	recordAudit(db, { ...by, action, auditableType: "user", auditableId: String(userId), description: "" });

/** SQL for the id of the row that `recordAudit` wrote last: for a statement after it in the same batch. */
export const newestAudit = sql<number>`(SELECT max(id) FROM audit_log)`;

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

/** A row as the page shows it; `subjectName` is the name of the user whom it is about, if it is about a user. */
export type ListedAuditRow = AuditRow & { subjectName: string | null };
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
			a.auditable_id AS auditableId, s.name AS subjectName, a.description, a.ip_address AS ip, a.changes
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
