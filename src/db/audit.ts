import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db, Write } from "#db/commit.ts";
import { auditLog } from "#db/schema/core.ts";
import { users } from "#db/schema/users.ts";
import type { AuditRow } from "#domain/audit/export.ts";
import type { By } from "#domain/by.ts";

/**
 * Who changed what. `description` names records by number or slug, never a person. `auditableId` of a record that the
 * same batch makes is an SQL fragment, as sql`(SELECT max(id) FROM notes)` right behind its INSERT. `onBehalfOf` is the
 * user whom a deputy stands in for: `userId` is the deputy.
 */
export type AuditEntry = By & {
	action: string;
	auditableType: string;
	auditableId: string | SQL;
	description: string;
	onBehalfOf?: number | null;
	changes?: Record<string, unknown>;
};

/** One row in the append-only audit log; part of every batch that changes a record. */
export function recordAudit(db: Db, entry: AuditEntry): Write[] {
	return [
		db.insert(auditLog).values({
			at: entry.at,
			userId: entry.userId,
			actor: entry.actor,
			action: entry.action,
			auditableType: entry.auditableType,
			auditableId: entry.auditableId,
			description: entry.description,
			ipAddress: entry.ip,
			changes: JSON.stringify(entry.changes ?? {}),
			onBehalfOf: entry.onBehalfOf ?? null,
		}),
	];
}

/** The row that `recordAudit` wrote last: for a statement after it in the same batch. */
export const newestAudit = sql<number>`(SELECT max(id) FROM audit_log)`;

/**
 * What the log is searched by; what is left out does not matter. `actor` as in By ('user:12', 'cron'); `type` and `id`
 * are those of the record; `from` (included) and `to` (excluded) are UTC milliseconds; `text` stands anywhere in the
 * description, in either case.
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

const deputised = alias(users, "deputised");
const subject = alias(users, "subject");
/** A list is read by the indexes of 0012, which hold the row's id behind its time. */
const NEWEST_FIRST = [desc(auditLog.at), desc(auditLog.id)];
const OLDEST_FIRST = [asc(auditLog.at), asc(auditLog.id)];

/**
 * The newest rows, or those older than the row `before`, with the names of who acted: one query, whose cost does not
 * grow with the page. Those newer than the row `after` come oldest first. `limit` rows at most; ask for one more than is
 * shown to know whether there are more.
 */
export const listAudit = (
	db: Db,
	filter: AuditFilter,
	{ before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
) =>
	db
		.select({
			id: auditLog.id,
			at: auditLog.at,
			actor: auditLog.actor,
			// Named, because a batch gives rows by column name, and all three are called "name".
			userName: sql<string | null>`${users.name}`.as("user_name"),
			onBehalfOfName: sql<string | null>`${deputised.name}`.as("on_behalf_of_name"),
			action: auditLog.action,
			type: auditLog.auditableType,
			auditableId: auditLog.auditableId,
			subjectName: sql<string | null>`${subject.name}`.as("subject_name"),
			description: auditLog.description,
			ip: auditLog.ipAddress,
			changes: auditLog.changes,
		})
		.from(auditLog)
		.leftJoin(users, eq(users.id, auditLog.userId))
		.leftJoin(deputised, eq(deputised.id, auditLog.onBehalfOf))
		.leftJoin(
			subject,
			sql`${auditLog.auditableType} = 'user' AND ${subject.id} = CAST(${auditLog.auditableId} AS INTEGER)`,
		)
		.where(
			and(
				...conditions(filter),
				before === undefined ? undefined : olderThan(before),
				after === undefined ? undefined : newerThan(after),
			),
		)
		.orderBy(...(after === undefined ? NEWEST_FIRST : OLDEST_FIRST))
		.limit(limit);

/** A row as the page shows it; `subjectName` is the user whom it is about, where it is about one. */
export type ListedAuditRow = Awaited<ReturnType<typeof listAudit>>[number];

/** Every row that the filter lets through, newest first, a page at a time: for an export of any length. */
export async function* auditPages(db: Db, filter: AuditFilter, pageRows = 1_000): AsyncGenerator<AuditRow[]> {
	for (let before: number | undefined; ; ) {
		const rows = await listAudit(db, filter, { before, limit: pageRows });
		if (rows.length > 0) yield rows;
		before = rows.at(-1)?.id;
		if (rows.length < pageRows) return;
	}
}

const conditions = ({ actor, action, type, id, from, to, text }: AuditFilter): (SQL | undefined)[] => [
	actor === undefined ? undefined : eq(auditLog.actor, actor),
	action === undefined ? undefined : eq(auditLog.action, action),
	type === undefined ? undefined : eq(auditLog.auditableType, type),
	id === undefined ? undefined : eq(auditLog.auditableId, id),
	from === undefined ? undefined : gte(auditLog.at, from),
	to === undefined ? undefined : lt(auditLog.at, to),
	text === undefined ? undefined : sql`instr(lower(${auditLog.description}), lower(${text})) > 0`,
];

const olderThan = (id: number): SQL =>
	sql`(${auditLog.at}, ${auditLog.id}) < ((SELECT at FROM audit_log WHERE id = ${id}), ${id})`;
const newerThan = (id: number): SQL =>
	sql`(${auditLog.at}, ${auditLog.id}) > ((SELECT at FROM audit_log WHERE id = ${id}), ${id})`;
