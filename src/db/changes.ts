import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import type { Change } from "#domain/webhooks/rules.ts";
import { StoredStrings } from "#domain/webhooks/schema.ts";

export type ChangeRow = Omit<Change, "tags"> & { tags: string };

/** Reads the changes that nobody has planned deliveries for yet, oldest first. */
export const selectWaitingChanges = (d1: D1Database, limit: number): D1PreparedStatement =>
	d1
		.prepare(
			`SELECT rev, resource, id, slug, previous_slug, event, tags FROM content_changes
			WHERE done_at IS NULL ORDER BY rev LIMIT ?1`,
		)
		.bind(limit);

export const changeOf = (row: ChangeRow): Change => ({ ...row, tags: StoredStrings.parse(row.tags) });

/**
 * Marks exactly these changes done (`at` is UTC milliseconds), or rolls the batch back as `webhook.stale`: another
 * consumer was first with one of them.
 */
export const settleChanges = (revs: readonly number[], at: number): Write[] => [
	sql`UPDATE content_changes SET done_at = ${at}
		WHERE done_at IS NULL AND rev IN (SELECT value FROM json_each(${JSON.stringify(revs)}))`,
	allOf(revs.length),
];

/** `guard` for a statement that has to change `count` rows. */
export const allOf = (count: number): Write =>
	sql`INSERT INTO guard (code) SELECT 'webhook.stale' WHERE changes() <> ${count}`;
