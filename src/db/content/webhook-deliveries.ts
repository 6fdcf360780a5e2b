import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { allOf } from "./changes.ts";

/**
 * A webhook delivery that a consumer may try now, with what it needs to sign and send it. `attempts` counts earlier
 * tries.
 */
export type DueDelivery = {
	id: string;
	type: string;
	rev: number;
	data: string;
	attempts: number;
	created_at: number;
	endpoint_id: number;
	endpoint_version: number;
	url: string;
	secret: string;
	previous_secret: string | null;
	previous_until: number | null;
};

/**
 * A webhook endpoint that is switched on: whether it answers slowly, whether a delivery is due, and when its next
 * waiting delivery is due.
 */
export type StandingEndpoint = { id: number; isSlow: boolean; isDue: boolean; nextAt: number | null };
export type Standing = { changes: boolean; endpoints: StandingEndpoint[] };
type StandingRow = { id: number; is_slow: number; is_due: number; next_at: number | null };

/**
 * Returns, as of `at` (UTC milliseconds), whether changes wait to be planned, and what waits for each endpoint that is
 * on.
 */
export async function readStanding(d1: D1Database, at: number): Promise<Standing> {
	const [changes, endpoints] = await d1.batch([
		d1.prepare("SELECT 1 FROM content_changes WHERE done_at IS NULL LIMIT 1"),
		d1
			.prepare(
				`SELECT id, slow_since IS NOT NULL AS is_slow, EXISTS (
					SELECT 1 FROM webhook_deliveries
					WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND due_at <= ?1
				) AS is_due, (
					SELECT due_at FROM webhook_deliveries
					WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND state = 'waiting' ORDER BY due_at LIMIT 1
				) AS next_at FROM webhook_endpoints e WHERE is_enabled = 1`,
			)
			.bind(at),
	]);
	return {
		changes: changes?.results.length === 1,
		endpoints: ((endpoints?.results ?? []) as StandingRow[]).map((row) => ({
			id: row.id,
			isSlow: row.is_slow === 1,
			isDue: row.is_due === 1,
			nextAt: row.next_at,
		})),
	};
}

/**
 * Returns the deliveries that are due for an endpoint, first tries before retries, so that a newer change never waits
 * behind an older, failing delivery.
 */
export async function dueDeliveries(
	d1: D1Database,
	endpointId: number,
	{ at, limit }: { at: number; limit: number },
): Promise<DueDelivery[]> {
	const { results } = await d1
		.prepare(
			`SELECT d.id, d.type, d.rev, d.data, d.attempts, d.created_at, e.id AS endpoint_id,
				e.version AS endpoint_version, e.url, e.secret, e.previous_secret, e.previous_until
			FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
			JOIN webhook_endpoints e ON e.id = d.endpoint_id
			WHERE d.endpoint_id = ?1 AND e.is_enabled = 1 AND d.state IN ('waiting', 'sending') AND d.due_at <= ?2
			ORDER BY d.attempts > 0, d.due_at, d.rev LIMIT ?3`,
		)
		.bind(endpointId, at, limit)
		.all<DueDelivery>();
	return results;
}

/**
 * Returns whether work waits: changes without a plan, outbox rows, and deliveries that are due before `before` (UTC
 * milliseconds), for endpoints that answer in time and for slow ones.
 */
export async function waitingWork(
	d1: D1Database,
	before: number,
): Promise<{ changes: boolean; outbox: boolean; deliveries: boolean; slow: boolean }> {
	const row = await d1
		.prepare(
			`SELECT EXISTS (SELECT 1 FROM content_changes WHERE done_at IS NULL) AS changes,
				EXISTS (SELECT 1 FROM outbox WHERE done_at IS NULL) AS outbox,
				${waitsFor("slow_since IS NULL")} AS deliveries, ${waitsFor("slow_since IS NOT NULL")} AS slow`,
		)
		.bind(before)
		.first<{ changes: number; outbox: number; deliveries: number; slow: number }>();
	return {
		changes: row?.changes === 1,
		outbox: row?.outbox === 1,
		deliveries: row?.deliveries === 1,
		slow: row?.slow === 1,
	};
}

const waitsFor = (which: string): string => `EXISTS (
	SELECT 1 FROM webhook_endpoints e WHERE is_enabled = 1 AND ${which} AND EXISTS (
		SELECT 1 FROM webhook_deliveries WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND due_at < ?1
	)
)`;

/**
 * Inserts a test delivery to an endpoint, due at once; nothing for an endpoint that is off. Its data makes the website
 * drop nothing from its cache.
 */
export const insertPing = (endpointId: number, { id, at }: { id: string; at: number }): Write =>
	sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, due_at, created_at)
		SELECT ${id}, id, 'ping', 'endpoint', id, ${at}, '{"tags":[],"paths":[]}', ${at}, ${at}
		FROM webhook_endpoints WHERE id = ${endpointId} AND is_enabled = 1`;

/**
 * Makes a delivery due again under the same id; not one that is being sent, nor one whose endpoint is off. A delivery
 * that was never tried is not sent earlier than planned, because it may report a change that not every reader sees yet.
 */
export const sendAgain = (id: string, at: number): Write =>
	sql`UPDATE webhook_deliveries SET state = 'waiting', due_at = iif(attempts = 0, max(due_at, ${at}), ${at})
		WHERE id = ${id} AND state <> 'sending'
			AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE is_enabled = 1)`;

/**
 * Takes exactly these deliveries, as they were read, until `until`. Refuses with `webhook.stale` when another consumer
 * took one of them or a newer change was merged into one. After `until` any consumer may take them again, so nothing is
 * lost when a consumer dies.
 */
export const takeDeliveries = (due: readonly DueDelivery[], { at, until }: { at: number; until: number }): Write[] => [
	sql`UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, due_at = ${until}
		FROM json_each(${JSON.stringify(due.map(({ id, rev, attempts }) => ({ id, rev, attempts })))}) j
		WHERE webhook_deliveries.id = j.value ->> 'id' AND attempts = j.value ->> 'attempts' AND rev = j.value ->> 'rev'
			AND state IN ('waiting', 'sending') AND due_at <= ${at}`,
	allOf(due.length),
];

export type Attempt = { number: number; at: number; status: number | null; durationMs: number; answer: string };

/** Inserts a try into the delivery's log; nothing when the endpoint was removed meanwhile. */
export const recordAttempt = (id: string, attempt: Attempt): Write =>
	sql`INSERT INTO webhook_attempts (delivery_id, number, at, status, duration_ms, answer)
		SELECT id, ${attempt.number}, ${attempt.at}, ${attempt.status}, ${attempt.durationMs}, ${attempt.answer}
		FROM webhook_deliveries WHERE id = ${id}`;

/**
 * Stores the result of try number `attempts` (the time of the first success is kept as delivered_at); nothing when
 * another consumer has taken the delivery since.
 */
export const settleDelivery = (
	{ id, attempts }: { id: string; attempts: number },
	to: { state: "delivered" | "waiting" | "failed"; dueAt: number; deliveredAt: number | null },
): Write =>
	sql`UPDATE webhook_deliveries SET state = ${to.state}, due_at = ${to.dueAt},
			delivered_at = coalesce(delivered_at, ${to.deliveredAt})
		WHERE id = ${id} AND state = 'sending' AND attempts = ${attempts}`;

/** Deletes deliveries that were made before `before` (UTC milliseconds) and are delivered or failed, with their log. */
export const forgetDeliveries = (before: number): Write =>
	sql`DELETE FROM webhook_deliveries WHERE created_at < ${before} AND state IN ('delivered', 'failed')`;
