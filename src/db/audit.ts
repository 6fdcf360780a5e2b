import { type SQL, sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { auditLog } from "#db/schema/audit.ts";
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

/**
 * Inserts an audit row about a record, which the record's slug describes. The kind is put before `action`:
 * "article.publish".
 */
export const auditSlug = (
	db: Db,
	kind: "article" | "page" | "document" | "category" | "tag" | "announcement" | "redirect" | "menu_item" | "synonym",
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
