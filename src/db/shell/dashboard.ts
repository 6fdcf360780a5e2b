import { limitTo, type Select, select } from "#db/read.ts";
import type { TextKind } from "#domain/content/index.ts";
import type { EntryKind } from "#domain/system/index.ts";

/** The number of rows in each list. */
const SHOWN = 5;

export type ContentFigures = { drafts: number; scheduled: number; published: number };

/** Selects the numbers of published, scheduled and draft articles. */
export const contentFigures = (): Select<ContentFigures> =>
	select(
		`SELECT count(*) FILTER (WHERE state = 'draft') AS drafts, count(*) FILTER (WHERE state = 'scheduled') AS scheduled,
			(SELECT sum(published) FROM article_counts) AS published
		FROM articles WHERE state IN ('draft', 'scheduled', 'archived')`,
	);

export type Failure = {
	kind: "cron" | "health" | "backup" | "dead_letters" | "failed_mails" | "silent_webhooks";
	count: number;
	since: number | null;
};

/**
 * After how many milliseconds without a run the cron, which runs every minute, is reported; COPIED_MS is the same for
 * backups, which are made every week.
 */
const SILENT_MS = 5 * 60_000;
const COPIED_MS = 8 * 86_400_000;

/**
 * Selects what went wrong and waits for staff, with since when (UTC milliseconds) where that is known: a cron that
 * stopped running, the findings of the hourly check, no backup for eight days (or none at all, eight days after the first
 * change), messages and mails that were given up, and webhook endpoints that were switched off because of their answers.
 */
export const failures = (at: number): Select<Failure> =>
	select(
		`SELECT value ->> '$.kind' AS kind, value ->> '$.count' AS count, value ->> '$.since' AS since FROM json_each(json_array(
			(SELECT json_object('kind', 'cron', 'count', count(*), 'since', min(ran_at)) FROM cron_tasks WHERE name = 'publishing' AND ran_at < ?1),
			(SELECT json_object('kind', 'health', 'count', coalesce(sum(json_array_length(findings)), 0)) FROM health_reports WHERE id = 1),
			(SELECT json_object('kind', 'backup', 'count', made < ?2, 'since', made) FROM (SELECT
				coalesce((SELECT max(made_at) FROM backup_runs), (SELECT at FROM audit_log ORDER BY id LIMIT 1), ?1) AS made)),
			(SELECT json_object('kind', 'dead_letters', 'count', count(*), 'since', min(at)) FROM dead_letters WHERE replayed_at IS NULL),
			(SELECT json_object('kind', 'failed_mails', 'count', count(*), 'since', min(created_at)) FROM mail_messages WHERE state IN ('failed', 'bounced')),
			(SELECT json_object('kind', 'silent_webhooks', 'count', count(*)) FROM webhook_endpoints
				WHERE is_enabled = 0 AND disabled_reason IS NOT NULL))) WHERE value ->> '$.count' > 0`,
		at - SILENT_MS,
		at - COPIED_MS,
	);

export type AuditTail = { at: number; name: string | null; actor: string; action: string; description: string };

/** Selects the newest rows of the audit log. */
export const auditTail = (): Select<AuditTail> =>
	select(
		`SELECT a.at, u.name, a.actor, a.action, a.description FROM audit_log a LEFT JOIN users u ON u.id = a.user_id
		ORDER BY a.at DESC, a.id DESC ${limitTo(SHOWN)}`,
	);

/** An autosaved form that a user left; `slot` is the record's id, or the key of a form that has made no record. */
export type LeftForm = { resource: TextKind; slot: string; title: string; saved_at: number };

/** Selects the forms of articles and pages that a user left without saving, newest first. */
export const leftForms = (userId: number): Select<LeftForm> =>
	select(
		`SELECT resource, slot, coalesce(json_extract(fields, '$.title'), '') AS title, saved_at FROM drafts
		WHERE user_id = ?1 ORDER BY saved_at DESC ${limitTo(SHOWN)}`,
		userId,
	);

export type PlannedRow = { kind: EntryKind; id: number; title: string; publish_at: number };

const planned = (kind: EntryKind): string =>
	`SELECT * FROM (SELECT '${kind}' AS kind, id, title, publish_at FROM ${kind}s WHERE state = 'scheduled'
		${kind === "document" ? "AND visibility = 'public'" : ""} ORDER BY publish_at ${limitTo(SHOWN)})`;

/** Selects the next SHOWN planned publications among these kinds (at least one), with the time in UTC milliseconds. */
export const nextPlanned = (kinds: readonly EntryKind[]): Select<PlannedRow> =>
	select(`${kinds.map(planned).join(" UNION ALL ")} ORDER BY publish_at, kind, id ${limitTo(SHOWN)}`);
