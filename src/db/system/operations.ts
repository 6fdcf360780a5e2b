import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/** How a task of the cron ended: `error` is null where it did what it had to. */
export type TaskEnd = { name: string; error: string | null };

const KEPT_MS = 86_400_000;

/** Notes that the cron ran at `at` (UTC milliseconds), and how its tasks ended; one that is there no more is forgotten. */
export const upsertCronTasks = (ends: readonly TaskEnd[], at: number): Write[] => [
	sql`INSERT INTO cron_tasks (name, ran_at, succeeded_at, failed_at, error)
		SELECT value ->> '$.name', ${at}, iif(value ->> '$.error' IS NULL, ${at}, NULL), iif(value ->> '$.error' IS NULL, NULL, ${at}),
			value ->> '$.error' FROM json_each(${JSON.stringify(ends)}) WHERE true
		ON CONFLICT (name) DO UPDATE SET ran_at = max(ran_at, excluded.ran_at),
			succeeded_at = coalesce(excluded.succeeded_at, succeeded_at), failed_at = coalesce(excluded.failed_at, failed_at),
			error = coalesce(excluded.error, error)`,
	sql`DELETE FROM cron_tasks WHERE ran_at < ${at - KEPT_MS}`,
];

/** Notes the fingerprints of the Worker's keys, by their secrets' names, where they are others than before. */
export const insertKeyUses = (keyIds: Readonly<Record<string, readonly string[]>>, at: number): Write =>
	sql`INSERT INTO key_uses (name, key_ids, at) SELECT key, value, ${at}
		FROM json_each(${JSON.stringify(Object.fromEntries(Object.entries(keyIds).map(([name, ids]) => [name, ids.join(" ")])))})
		WHERE value IS NOT (SELECT key_ids FROM key_uses WHERE name = key ORDER BY id DESC LIMIT 1)`;

/** Keeps what the check of the whole found: each thing that does not hold, and how many there are of it. */
export const upsertReport = (findings: readonly { code: string; count: number }[], at: number): Write =>
	sql`INSERT INTO health_reports (id, at, findings) VALUES (1, ${at}, ${JSON.stringify(findings)})
		ON CONFLICT (id) DO UPDATE SET at = excluded.at, findings = excluded.findings`;

/** A copy that was made, or that came back. `manifest` is the SHA-256 of what says what is in it; times are UTC milliseconds. */
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
