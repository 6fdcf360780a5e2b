import { type Select, select } from "#db/read.ts";

/**
 * A webhook endpoint in the list, with its newest delivery if it has one. Times are UTC milliseconds, `events` is JSON.
 */
export type EndpointListRow = {
	id: number;
	url: string;
	events: string;
	is_enabled: 0 | 1;
	disabled_reason: string | null;
	slow_since: number | null;
	last_id: string | null;
	last_type: string;
	last_state: "waiting" | "sending" | "delivered" | "failed";
	last_attempts: number;
	last_at: number;
};

/** Selects every webhook endpoint, oldest first. */
export const selectEndpoints = (): Select<EndpointListRow> =>
	select(
		`SELECT e.id, e.url, e.events, e.is_enabled, e.disabled_reason, e.slow_since, d.id AS last_id, d.type AS last_type,
			d.state AS last_state, d.attempts AS last_attempts, d.created_at AS last_at
		FROM webhook_endpoints e LEFT JOIN webhook_deliveries d ON d.id = (
			SELECT id FROM webhook_deliveries WHERE endpoint_id = e.id ORDER BY created_at DESC, id DESC LIMIT 1
		) ORDER BY e.id`,
	);

/** A webhook endpoint that is about to be removed, with the number of deliveries that are deleted with it. */
export type EndpointRemains = { id: number; url: string; version: number; deliveries: number; waiting: number };

/** Selects an endpoint with the number of its deliveries, and of those that wait. */
export const selectRemains = (id: number): Select<EndpointRemains> =>
	select(
		`SELECT e.id, e.url, e.version, count(d.id) AS deliveries, count(d.id) FILTER (WHERE d.state = 'waiting') AS waiting
		FROM webhook_endpoints e LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id WHERE e.id = ? GROUP BY e.id`,
		id,
	);
