import { limitTo, type Select, select } from "#db/read.ts";
import type { EntryKind } from "#domain/system/index.ts";

/** The number of latest publications that are shown. */
const SHOWN = 5;

/**
 * How fast a change reached the website: it was made at `rev` (UTC milliseconds), and `live_after_ms` later the first
 * webhook was delivered.
 */
export type Reach = {
	rev: number;
	live_after_ms: number | null;
	/** Whether any webhook endpoint is switched on. */
	is_told: number;
};

export type PublishRow = Reach & { kind: EntryKind; id: number; title: string | null };

/**
 * The columns of `Reach` for a change `c`: when the first webhook delivery carried it. A later delivery about the same
 * record carries the change too, and so does a delivery about many records that names it.
 */
const REACH = `c.rev, (SELECT min(d.delivered_at) - c.rev FROM webhook_endpoints e
		CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_latest
			ON d.endpoint_id = e.id AND d.resource IN (c.resource, 'content') AND d.resource_id IN (c.id, 0)
		WHERE d.state = 'delivered' AND d.rev >= c.rev AND (d.resource = c.resource
			OR instr(d.data, '"resource":"' || c.resource || '","id":' || c.id || ','))) AS live_after_ms,
	EXISTS (SELECT 1 FROM webhook_endpoints WHERE is_enabled = 1) AS is_told`;

/** Selects whether any webhook endpoint is switched on. */
export const websiteIsTold = (): Select<{ is_told: number }> =>
	select("SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE is_enabled = 1) AS is_told");

/**
 * Selects what was published last, and how soon the website was notified. A record that was deleted or is not public
 * has no title.
 */
export const latestPublishes = (): Select<PublishRow> =>
	select(
		`SELECT c.resource AS kind, c.id, CASE c.resource
				WHEN 'article' THEN (SELECT title FROM articles WHERE id = c.id)
				WHEN 'page' THEN (SELECT title FROM pages WHERE id = c.id)
				ELSE (SELECT title FROM documents WHERE id = c.id AND visibility = 'public')
			END AS title, ${REACH}
		FROM content_changes c INDEXED BY content_changes_published
		WHERE c.event = 'published' AND c.resource IN ('article', 'page', 'document')
		ORDER BY c.rev DESC ${limitTo(SHOWN)}`,
	);

/**
 * Selects how soon the website was notified of the newest public change of a record; no row when nothing of it was ever
 * public.
 */
export const liveAfter = (resource: EntryKind, id: number): Select<Reach> =>
	select(
		`SELECT ${REACH} FROM content_changes c WHERE c.resource = ?1 AND c.id = ?2 ORDER BY c.rev DESC LIMIT 1`,
		resource,
		id,
	);
