import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { TEXT_TABLES, type TextKind } from "#domain/content/content/kinds.ts";
import type { By } from "#kernel/by.ts";

/** For each kind of text, the view that returns whole texts as JSON. */
export const SNAPSHOTS = { article: "article_snapshots", page: "page_snapshots" } as const;

/** Why a revision was kept. `before`: the text as it was when a user first saved over it in this system. */
export type RevisionReason = "create" | "save" | "restore" | "copy" | "replace" | "before" | "import";

/** The record whose revisions are kept; `id` may be a query of several ids. */
type Record = { resource: TextKind; id: number | SQL };

const keep = ({ resource, id }: Record, from: SQL, when: SQL): Write => {
	const [table, view] = [sql.raw(TEXT_TABLES[resource]), sql.raw(SNAPSHOTS[resource])];
	return sql`INSERT INTO revisions (resource, resource_id, number, snapshot, version, reason, actor, created_at)
		SELECT ${resource}, s.id,
			1 + coalesce((SELECT max(number) FROM revisions WHERE resource = ${resource} AND resource_id = s.id), 0),
			s.snapshot, r.version, ${from}
		FROM ${view} s JOIN ${table} r ON r.id = s.id WHERE s.id IN (${id}) AND ${when}`;
};

/**
 * Keeps as a revision the text that the writes before it in the batch left; writes nothing when the text equals that of
 * the last revision.
 */
export const keepRevision = ({ reason, by, ...record }: Record & { reason: RevisionReason; by: By }): Write[] => [
	keep(
		record,
		sql`${reason}, ${by.actor}, ${by.at}`,
		sql`s.snapshot IS NOT (SELECT snapshot FROM revisions WHERE resource = ${record.resource} AND resource_id = s.id
			ORDER BY number DESC LIMIT 1)`,
	),
];

/**
 * Keeps as a revision the text before the writes that follow in the batch, unless a revision with a version exists.
 * Revisions of old imports do not count: they have a form of their own and no version of the record.
 */
export const keepFirst = (record: Record): Write[] => [
	keep(
		record,
		sql`'before', '', r.updated_at`,
		sql`NOT EXISTS (SELECT 1 FROM revisions WHERE resource = ${record.resource} AND resource_id = s.id
			AND version IS NOT NULL)`,
	),
];
