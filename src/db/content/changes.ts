import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import type { Change } from "#domain/content/webhooks/rules.ts";
import { StoredStrings } from "#domain/content/webhooks/schema.ts";

export type ChangeRow = Omit<Change, "tags"> & { tags: string };

/**
 * The changes that one planning run takes: at most `limit` changes up to the revision `upTo`, and those of which the
 * search holds nothing, of any revision.
 */
export type Slice = { upTo: number; limit: number };

/** SQL for the resources of which the search holds nothing: their changes need not wait for its index. */
export const UNSEARCHED = "('announcement', 'redirect', 'site')";

/**
 * The SQL of the changes for which no webhook deliveries are planned yet and that a `Slice` takes (?1 upTo, ?2 limit),
 * oldest first.
 */
export const WAITING_CHANGES = `FROM content_changes WHERE done_at IS NULL AND (rev <= ?1 OR resource IN ${UNSEARCHED})
	ORDER BY rev LIMIT ?2`;

export const selectWaitingChanges = (d1: D1Database, { upTo, limit }: Slice): D1PreparedStatement =>
	d1.prepare(`SELECT rev, resource, id, slug, previous_slug, event, tags ${WAITING_CHANGES}`).bind(upTo, limit);

export const changeOf = (row: ChangeRow): Change => ({ ...row, tags: StoredStrings.parse(row.tags) });

/**
 * Marks exactly these changes as done (`at` is UTC milliseconds). Refuses the batch with `webhook.stale` when another
 * consumer was first with one of them.
 */
export const settleChanges = (revs: readonly number[], at: number): Write[] => [
	sql`UPDATE content_changes SET done_at = ${at}
		WHERE done_at IS NULL AND rev IN (SELECT value FROM json_each(${JSON.stringify(revs)}))`,
	allOf(revs.length),
];

/**
 * Refuses with `webhook.stale` unless the statement directly before changed `count` rows: a `guard` for several rows.
 */
export const allOf = (count: number): Write =>
	sql`INSERT INTO guard (code) SELECT 'webhook.stale' WHERE changes() <> ${count}`;
