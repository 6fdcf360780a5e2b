import { type Broken, brokenIn, invariantSelects } from "#db/invariants/suite.ts";
import { COUNT_PEPPERED, countSealed } from "#db/people/index.ts";
import { type Select, select } from "#db/read.ts";
import type { NumberRun } from "#domain/system/index.ts";

/** After this time (ms) a due task counts as forgotten, not as late: the cron runs every minute. */
const LATE_MS = 120_000;

/** The figures that show whether the service runs; cheap enough for the dashboard. Times are UTC milliseconds. */
export type Pulse = {
	cron_at: number | null;
	outbox: number;
	outbox_at: number | null;
	changes: number;
	changes_at: number | null;
	overdue: number;
	dead_letters: number;
	pictures_failed: number;
	pictures_at: number | null;
	deliveries_failed: number;
	webhooks_silent: number;
	mails_at: number | null;
	mails_failed: number;
	unsealed_at: number | null;
	sealed_at: number | null;
	seal_mailed_at: number | null;
	backup_at: number | null;
	first_at: number | null;
	/** The number of faults that the last hourly check found in the seals. */
	seal_faults: number;
	/** The bytes of private files and of the website's files, by their rows. */
	private_bytes: number;
	public_bytes: number;
	/** The newest revision at which something changed. */
	changed_rev: number;
};
export const pulse = (at: number): Select<Pulse> =>
	select(
		`SELECT (SELECT max(ran_at) FROM cron_tasks) AS cron_at,
			(SELECT count(*) FROM outbox WHERE done_at IS NULL) AS outbox,
			(SELECT min(created_at) FROM outbox WHERE done_at IS NULL) AS outbox_at,
			(SELECT count(*) FROM content_changes WHERE done_at IS NULL) AS changes,
			(SELECT min(rev) FROM content_changes WHERE done_at IS NULL) AS changes_at,
			(SELECT count(*) FROM articles WHERE state = 'scheduled' AND publish_at < ?1) AS overdue,
			(SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL) AS dead_letters,
			(SELECT count(*) FROM pictures WHERE state = 'failed') AS pictures_failed,
			(SELECT min(due_at) FROM pictures WHERE state = 'waiting') AS pictures_at,
			(SELECT count(*) FROM webhook_deliveries WHERE state = 'failed' AND created_at > ?2) AS deliveries_failed,
			(SELECT count(*) FROM webhook_endpoints WHERE is_enabled = 0 AND disabled_reason IS NOT NULL
				OR slow_since IS NOT NULL) AS webhooks_silent,
			(SELECT min(created_at) FROM mail_messages WHERE state IN ('queued', 'sending')) AS mails_at,
			(SELECT count(*) FROM mail_messages WHERE state IN ('failed', 'bounced') AND created_at > ?2) AS mails_failed,
			(SELECT min(at) FROM (SELECT at FROM audit_log WHERE id > coalesce((SELECT max(to_id) FROM audit_seals), 0)
				ORDER BY id LIMIT 1)) AS unsealed_at,
			(SELECT sealed_at FROM audit_seals ORDER BY id DESC LIMIT 1) AS sealed_at,
			(SELECT max(created_at) FROM mail_messages WHERE template = 'audit_seal') AS seal_mailed_at,
			(SELECT max(made_at) FROM backup_runs) AS backup_at,
			(SELECT at FROM audit_log ORDER BY id LIMIT 1) AS first_at,
			(SELECT coalesce(sum(value ->> '$.count'), 0) FROM health_reports, json_each(findings)
				WHERE value ->> '$.code' = 'seals') AS seal_faults,
			(SELECT coalesce(sum(size), 0) FROM files WHERE deleted_at IS NULL) AS private_bytes,
			(SELECT coalesce(sum(size), 0) FROM attachments) AS public_bytes,
			(SELECT coalesce(max(rev), 0) FROM content_changes) AS changed_rev`,
		at - LATE_MS,
		at - 7 * 86_400_000,
	);

/** Whether there is anything that a check is about, by the code of the check. */
export type Existing = {
	publishing: 0 | 1;
	webhooks: 0 | 1;
	pictures: 0 | 1;
	mail: 0 | 1;
	books: 0 | 1;
	payments: 0 | 1;
};
export const existing = (): Select<Existing> =>
	select(`SELECT EXISTS (SELECT 1 FROM articles WHERE publish_at IS NOT NULL) AS publishing,
		EXISTS (SELECT 1 FROM webhook_endpoints) AS webhooks, EXISTS (SELECT 1 FROM pictures) AS pictures,
		EXISTS (SELECT 1 FROM mail_messages) AS mail, EXISTS (SELECT 1 FROM vouchers) AS books,
		EXISTS (SELECT 1 FROM payments) AS payments`);

export type CronTask = {
	name: string;
	ran_at: number;
	succeeded_at: number | null;
	failed_at: number | null;
	error: string | null;
};
export const cronTasks = (): Select<CronTask> =>
	select("SELECT name, ran_at, succeeded_at, failed_at, error FROM cron_tasks ORDER BY name");

/**
 * The query of the runs of numbers that a dues receipt and a donation receipt share, both from before there were marks;
 * oldest first.
 */
const DOUBLES = `SELECT roc_year, min(seq) AS first, max(seq) AS last FROM (
	SELECT d.roc_year, d.seq, d.seq - row_number() OVER (PARTITION BY d.roc_year ORDER BY d.seq) AS run
	FROM receipts d JOIN receipts g ON g.series = 'donation' AND g.roc_year = d.roc_year AND g.seq = d.seq AND g.mark = ''
	WHERE d.series = 'dues' AND d.mark = '') GROUP BY roc_year, run ORDER BY roc_year, run`;
export type Sealed = { key_id: string; count: number };
type Reference = { table: string; rowid: number | null; parent: string };
type Made = { type: string; name: string; sql: string | null };

/**
 * What the check of the whole database reads: the invariants of the money, references, keys, and the database's schema.
 */
export type Whole = {
	broken: Broken[];
	doubles: NumberRun[];
	/** Tables with a row that breaks their constraints or cannot be read. */
	damaged: string[];
	references: Reference[];
	sealed: Sealed[];
	peppered: Sealed[];
	migrations: string[];
	made: Made[];
};
const WHOLE = (tables: readonly string[]): Select<unknown>[] => [
	// If this pragma had been left on, quick_check would not report broken CHECK constraints.
	select("PRAGMA ignore_check_constraints = OFF"),
	...tables.map((table) => select(`PRAGMA quick_check("${table}")`)),
	select(DOUBLES),
	select("PRAGMA foreign_key_check"),
	select("SELECT name FROM d1_migrations ORDER BY id"),
	select("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"),
	select(COUNT_PEPPERED),
	...invariantSelects(),
	...countSealed().map((sql) => select(sql)),
];

/**
 * Reads the pulse, the tasks of the cron and the check of the whole database in one round trip. `bytes` is the size of
 * the database as D1 reports it; `tables` are the tables whose rows are checked, one by one, because a statement over
 * all of them takes too long when there are many. The rows of the further queries `more` are returned as they are.
 */
export async function readHealth(
	d1: D1Database,
	at: number,
	{ tables, more = [] }: { tables: readonly string[]; more?: readonly Select<unknown>[] },
): Promise<{ pulse: Pulse; tasks: CronTask[]; whole: Whole; bytes: number; more: unknown[][] }> {
	const selects = [pulse(at), cronTasks(), ...WHOLE(tables), ...more];
	const results = await d1.batch<unknown>(selects.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
	const rows = results.map((result) => result.results);
	const [first, tasks, , ...behind] = rows;
	const damaged = tables.filter((_, nth) => !isFine(behind[nth]));
	const [doubles, references, migrations, made, peppered, ...rest] = behind.slice(tables.length);
	const asked = invariantSelects().length;
	const end = rest.length - more.length;
	return {
		pulse: (first as Pulse[])[0] as Pulse,
		tasks: tasks as CronTask[],
		whole: {
			damaged,
			doubles: doubles as NumberRun[],
			references: references as Reference[],
			migrations: (migrations as { name: string }[]).map(({ name }) => name),
			made: made as Made[],
			peppered: peppered as Sealed[],
			broken: brokenIn(rest.slice(0, asked) as Parameters<typeof brokenIn>[0]),
			sealed: rest.slice(asked, end).flat() as Sealed[],
		},
		bytes: results.at(-1)?.meta.size_after ?? 0,
		more: rest.slice(end),
	};
}

const isFine = (answer: unknown[] | undefined): boolean =>
	(answer as { quick_check: string }[] | undefined)?.[0]?.quick_check === "ok";

/** Returns the revision of the search index, and the size of the SEARCH database in bytes. */
export async function readSearchHealth(search: D1Database): Promise<{ rev: number; bytes: number }> {
	const answer = await search.prepare("SELECT rev FROM index_state").all<{ rev: number }>();
	return { rev: answer.results[0]?.rev ?? 0, bytes: answer.meta.size_after };
}
