import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { TEXT_TABLES, type TextKind } from "#domain/content/content/kinds.ts";
import type { By } from "#kernel/by.ts";

/** The view of each kind that gives whole texts as JSON. */
export const SNAPSHOTS = { article: "article_snapshots", page: "page_snapshots" } as const;

/** Why a text was kept. `before`: the text as it was when somebody first saved over it here. */
export type RevisionReason = "create" | "save" | "restore" | "copy" | "replace" | "before" | "import";

/** `id` may be a query of several ids. */
type Record = { resource: TextKind; id: number | SQL };

const keep = ({ resource, id }: Record, from: SQL, when: SQL): Write => {
	const [table, view] = [sql.raw(TEXT_TABLES[resource]), sql.raw(SNAPSHOTS[resource])];
	return sql`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
		SELECT ${resource}, s.id,
			1 + coalesce((SELECT max(number) FROM revisions WHERE resource = ${resource} AND resource_id = s.id), 0),
			s.snapshot, r.version, ${from}
		FROM ${view} s JOIN ${table} r ON r.id = s.id WHERE s.id IN (${id}) AND ${when}`;
};

/** Keeps the text as the writes before it in the batch left it; nothing where it is that of the last revision. */
export const keepRevision = ({ reason, by, ...record }: Record & { reason: RevisionReason; by: By }): Write[] => [
	keep(
		record,
		sql`${reason}, ${by.actor}, ${by.at}`,
		sql`s.snapshot IS NOT (SELECT snapshot FROM revisions WHERE resource = ${record.resource} AND resource_id = s.id
			ORDER BY number DESC LIMIT 1)`,
	),
];

/**
 * Keeps the text as it stands before the writes after it, where none was kept yet, or only as old imports kept them: in a
 * shape of their own, without the record's version.
 */
export const keepFirst = (record: Record): Write[] => [
	keep(
		record,
		sql`'before', '', r.updated_at`,
		sql`NOT EXISTS (SELECT 1 FROM revisions WHERE resource = ${record.resource} AND resource_id = s.id
			AND version IS NOT NULL)`,
	),
];
