import type { Db, Write } from "#db/commit.ts";
import { auditLog } from "#db/schema/core.ts";

/** Who changed what. `description` names records by number or slug, never a person. `at` is UTC milliseconds. */
export type AuditEntry = {
	at: number;
	actor: string;
	action: string;
	auditableType: string;
	auditableId: string;
	description: string;
	changes?: Record<string, unknown>;
};

/** One row in the append-only audit log; part of every batch that changes a record. */
export function recordAudit(db: Db, entry: AuditEntry): Write[] {
	return [db.insert(auditLog).values({ ...entry, changes: JSON.stringify(entry.changes ?? {}) })];
}
