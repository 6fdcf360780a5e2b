import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/** How a task of the cron ended: `error` is null when it succeeded. */
export type TaskEnd = { name: string; error: string | null };

const KEPT_MS = 86_400_000;

/**
 * Stores that the cron ran at `at` (UTC milliseconds) and how its tasks ended; tasks that have not run for KEPT_MS are
 * deleted.
 */
export const upsertCronTasks = (ends: readonly TaskEnd[], at: number): Write[] => [
	sql`INSERT INTO cron_tasks (name, ran_at, succeeded_at, failed_at, error)
		SELECT value ->> '$.name', ${at}, iif(value ->> '$.error' IS NULL, ${at}, NULL), iif(value ->> '$.error' IS NULL, NULL, ${at}),
			value ->> '$.error' FROM json_each(${JSON.stringify(ends)}) WHERE true
		ON CONFLICT (name) DO UPDATE SET ran_at = max(ran_at, excluded.ran_at),
			succeeded_at = coalesce(excluded.succeeded_at, succeeded_at), failed_at = coalesce(excluded.failed_at, failed_at),
			error = coalesce(excluded.error, error)`,
	sql`DELETE FROM cron_tasks WHERE ran_at < ${at - KEPT_MS}`,
];

/** Stores the fingerprints of the Worker's keys, by the names of their secrets, when they changed. */
export const insertKeyUses = (keyIds: Readonly<Record<string, readonly string[]>>, at: number): Write =>
	sql`INSERT INTO key_uses (name, key_ids, at) SELECT key, value, ${at}
		FROM json_each(${JSON.stringify(Object.fromEntries(Object.entries(keyIds).map(([name, ids]) => [name, ids.join(" ")])))})
		WHERE value IS NOT (SELECT key_ids FROM key_uses WHERE name = key ORDER BY id DESC LIMIT 1)`;

/** Stores the result of the check of the whole database: each rule that does not hold, and how many rows break it. */
export const upsertReport = (findings: readonly { code: string; count: number }[], at: number): Write =>
	sql`INSERT INTO health_reports (id, at, findings) VALUES (1, ${at}, ${JSON.stringify(findings)})
		ON CONFLICT (id) DO UPDATE SET at = excluded.at, findings = excluded.findings`;

/**
 * A backup that was made or restored. `manifest` is the SHA-256 of the backup's list of contents; times are UTC
 * milliseconds.
 */
export type BackupRun = {
	kind: "backup" | "restore";
	at: number;
	madeAt: number;
	manifest: string;
	rows: number;
	objects: number;
	bytes: number;
};
export const insertBackupRun = (run: BackupRun): Write =>
	sql`INSERT INTO backup_runs (kind, at, made_at, manifest, row_count, object_count, bytes)
		VALUES (${run.kind}, ${run.at}, ${run.madeAt}, ${run.manifest}, ${run.rows}, ${run.objects}, ${run.bytes})`;
