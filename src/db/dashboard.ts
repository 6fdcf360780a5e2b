import { limitTo, type Select, select } from "#db/read.ts";
import { isStaff } from "#db/staff.ts";

export type ContentFigures = {
	drafts: number;
	scheduled: number;
	published: number;
	/** The newest public change: when it was made, and in UTC milliseconds; how long it took to arrive. */
	last_published_at: number | null;
	reached_after_ms: number | null;
};

/** What stands on the website and what waits to; the last publish and how long it took to reach the site. */
export const contentFigures = (): Select<ContentFigures> =>
	select(
		`SELECT count(*) FILTER (WHERE state = 'draft') AS drafts, count(*) FILTER (WHERE state = 'scheduled') AS scheduled,
			(SELECT sum(published) FROM article_counts) AS published,
			(SELECT published_at FROM articles WHERE state = 'published' ORDER BY published_at DESC, id DESC LIMIT 1)
				AS last_published_at,
			(SELECT delivered_at - created_at FROM webhook_deliveries WHERE state = 'delivered' AND resource <> 'endpoint'
				ORDER BY created_at DESC LIMIT 1) AS reached_after_ms
		FROM articles WHERE state IN ('draft', 'scheduled', 'archived')`,
	);

export type PeopleFigures = { active: number; invited: number; disabled: number; unprotected: number };

/** Users by state, and the active staff who sign in with a password alone. */
export const peopleFigures = (): Select<PeopleFigures> =>
	select(
		`SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'invited') AS invited,
			count(*) FILTER (WHERE status = 'disabled') AS disabled,
			count(*) FILTER (WHERE status = 'active' AND totp_enabled_at IS NULL AND ${isStaff("users.id")}) AS unprotected
		FROM users`,
	);

export type Waiting = { kind: "dead_letters" | "failed_mails" | "silent_webhooks"; count: number };

/** What went wrong and waits for somebody. */
export const failures = (): Select<Waiting> =>
	select(
		`SELECT 'dead_letters' AS kind, count(*) AS count FROM dead_letters WHERE replayed_at IS NULL
		UNION ALL SELECT 'failed_mails', count(*) FROM mail_messages WHERE state IN ('failed', 'bounced')
		UNION ALL SELECT 'silent_webhooks', count(*) FROM webhook_endpoints WHERE is_enabled = 0 AND disabled_reason IS NOT NULL`,
	);

export type AuditTail = { at: number; name: string | null; actor: string; action: string; description: string };

/** The newest rows of the audit log. */
export const auditTail = (): Select<AuditTail> =>
	select(
		`SELECT a.at, u.name, a.actor, a.action, a.description FROM audit_log a LEFT JOIN users u ON u.id = a.user_id
		ORDER BY a.at DESC, a.id DESC ${limitTo(5)}`,
	);
