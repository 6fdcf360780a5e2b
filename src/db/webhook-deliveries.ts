import { sql } from "drizzle-orm";
import { allOf, type ChangeRow, changeOf, selectWaitingChanges } from "#db/changes.ts";
import type { Write } from "#db/commit.ts";
import {
	type Change,
	type Endpoint,
	type MergedDelivery,
	type NewDelivery,
	type Recent,
	TRAILING_MS,
	typeOf,
} from "#domain/webhooks/rules.ts";
import { eventIn, StoredNotice, StoredStrings } from "#domain/webhooks/schema.ts";

/** Keeps one statement's parameter far below D1's 2 MB. */
const ROWS_AT_ONCE = 500;

export type Planning = { changes: Change[]; endpoints: Endpoint[]; recent: Recent[] };
type RecentRow = {
	id: string;
	endpoint_id: number;
	type: string;
	data: string;
	created_at: number;
	is_waiting: number;
};

/** All that planning decides on, at one moment: the oldest `limit` waiting changes, who listens, what was just planned. */
export async function readPlanning(d1: D1Database, at: number, limit: number): Promise<Planning> {
	const [changes, endpoints, recent] = await d1.batch([
		selectWaitingChanges(d1, limit),
		d1.prepare("SELECT id, events FROM webhook_endpoints WHERE is_enabled = 1"),
		d1
			.prepare(
				`SELECT d.id, d.endpoint_id, d.type, d.data, d.created_at, d.state = 'waiting' AND d.attempts = 0 AS is_waiting
				FROM (
					SELECT DISTINCT resource, id FROM (
						SELECT resource, id FROM content_changes WHERE done_at IS NULL ORDER BY rev LIMIT ?1
					)
				) c
				CROSS JOIN webhook_endpoints e
				CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_latest
					ON d.endpoint_id = e.id AND d.resource = c.resource AND d.resource_id = c.id
				WHERE d.created_at > ?2 OR d.state = 'waiting' AND d.attempts = 0`,
			)
			.bind(limit, at - TRAILING_MS),
	]);
	return {
		changes: rowsOf<ChangeRow>(changes).map(changeOf),
		endpoints: rowsOf<{ id: number; events: string }>(endpoints).map(({ id, events }) => ({
			id,
			events: StoredStrings.parse(events),
		})),
		recent: rowsOf<RecentRow>(recent).map((row) => ({
			id: row.id,
			endpointId: row.endpoint_id,
			createdAt: row.created_at,
			isWaiting: row.is_waiting === 1,
			notice: { event: eventIn(row.type), data: StoredNotice.parse(row.data) },
		})),
	};
}

/** A delivery that a consumer may try now, with what it needs to sign and send it. `attempts` counts earlier tries. */
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

/** Endpoints for which something is due. */
export async function endpointsWithDue(d1: D1Database, at: number): Promise<number[]> {
	const { results } = await d1
		.prepare(
			`SELECT id FROM webhook_endpoints e WHERE is_enabled = 1 AND EXISTS (
				SELECT 1 FROM webhook_deliveries
				WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND due_at <= ?1
			)`,
		)
		.bind(at)
		.all<{ id: number }>();
	return results.map((row) => row.id);
}

/** What is due for an endpoint, first tries before retries: a newer change never waits behind an older, failing one. */
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

/** When the next waiting delivery of an endpoint that is on is due (UTC milliseconds), if any is. */
export const nextDueAt = (d1: D1Database): Promise<number | null> =>
	d1
		.prepare(
			`SELECT min((
				SELECT due_at FROM webhook_deliveries
				WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND state = 'waiting' ORDER BY due_at LIMIT 1
			)) AS due_at FROM webhook_endpoints e WHERE is_enabled = 1`,
		)
		.first<number | null>("due_at");

/** Whether anything waits: changes without a plan, outbox rows, deliveries that are due before `before` (UTC milliseconds). */
export async function waitingWork(
	d1: D1Database,
	before: number,
): Promise<{ changes: boolean; outbox: boolean; deliveries: boolean }> {
	const row = await d1
		.prepare(
			`SELECT EXISTS (SELECT 1 FROM content_changes WHERE done_at IS NULL) AS changes,
				EXISTS (SELECT 1 FROM outbox WHERE done_at IS NULL) AS outbox,
				EXISTS (
					SELECT 1 FROM webhook_endpoints e WHERE is_enabled = 1 AND EXISTS (
						SELECT 1 FROM webhook_deliveries
						WHERE endpoint_id = e.id AND state IN ('waiting', 'sending') AND due_at < ?1
					)
				) AS deliveries`,
		)
		.bind(before)
		.first<{ changes: number; outbox: number; deliveries: number }>();
	return { changes: row?.changes === 1, outbox: row?.outbox === 1, deliveries: row?.deliveries === 1 };
}

/** New deliveries, one statement for up to 500. An endpoint that was removed or switched off meanwhile gets none. */
export function insertDeliveries(deliveries: readonly NewDelivery[]): Write[] {
	return slices(deliveries).map((slice) => {
		const rows = slice.map(({ id, endpointId, dueAt, createdAt, notice }) => {
			const { resource, id: resource_id, rev } = notice.data;
			const data = JSON.stringify(notice.data);
			return { id, endpointId, type: typeOf(notice), resource, resource_id, rev, data, dueAt, createdAt };
		});
		return sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, due_at, created_at)
			SELECT j.value ->> 'id', e.id, j.value ->> 'type', j.value ->> 'resource', j.value ->> 'resource_id',
				j.value ->> 'rev', j.value ->> 'data', j.value ->> 'dueAt', j.value ->> 'createdAt'
			FROM json_each(${JSON.stringify(rows)}) j
			JOIN webhook_endpoints e ON e.id = j.value ->> 'endpointId' AND e.is_enabled = 1`;
	});
}

/** Deliveries that take up a newer notice; refuses as `webhook.stale` when one of them is being sent by now. */
export function mergeDeliveries(deliveries: readonly MergedDelivery[]): Write[] {
	return slices(deliveries).flatMap((slice) => {
		const rows = slice.map(({ id, notice }) => ({
			id,
			type: typeOf(notice),
			rev: notice.data.rev,
			data: JSON.stringify(notice.data),
		}));
		return [
			sql`UPDATE webhook_deliveries
				SET type = j.value ->> 'type', rev = j.value ->> 'rev', data = j.value ->> 'data'
				FROM json_each(${JSON.stringify(rows)}) j
				WHERE webhook_deliveries.id = j.value ->> 'id' AND state = 'waiting' AND attempts = 0`,
			allOf(rows.length),
		];
	});
}

/** A test of the endpoint, due at once; none for an endpoint that is off. Its data throws nothing away. */
export const insertPing = (endpointId: number, { id, at }: { id: string; at: number }): Write =>
	sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, due_at, created_at)
		SELECT ${id}, id, 'ping', 'endpoint', id, ${at}, '{"tags":[],"paths":[]}', ${at}, ${at}
		FROM webhook_endpoints WHERE id = ${endpointId} AND is_enabled = 1`;

/** Makes a delivery due again under the same id; not one that is being sent, nor one whose endpoint is off. */
export const sendAgain = (id: string, at: number): Write =>
	sql`UPDATE webhook_deliveries SET state = 'waiting', due_at = ${at}
		WHERE id = ${id} AND state <> 'sending'
			AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE is_enabled = 1)`;

/**
 * Takes exactly these deliveries, as they were read, until `until`; refuses as `webhook.stale` when another consumer took
 * one or a newer notice joined one. After `until` anybody may take them again: a consumer that died loses nothing.
 */
export const takeDeliveries = (due: readonly DueDelivery[], { at, until }: { at: number; until: number }): Write[] => [
	sql`UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, due_at = ${until}
		FROM json_each(${JSON.stringify(due.map(({ id, rev, attempts }) => ({ id, rev, attempts })))}) j
		WHERE webhook_deliveries.id = j.value ->> 'id' AND attempts = j.value ->> 'attempts' AND rev = j.value ->> 'rev'
			AND state IN ('waiting', 'sending') AND due_at <= ${at}`,
	allOf(due.length),
];

export type Attempt = { number: number; at: number; status: number | null; durationMs: number; answer: string };

/** A try in the log; nothing when the endpoint was removed meanwhile. */
export const recordAttempt = (id: string, attempt: Attempt): Write =>
	sql`INSERT INTO webhook_attempts (delivery_id, number, at, status, duration_ms, answer)
		SELECT id, ${attempt.number}, ${attempt.at}, ${attempt.status}, ${attempt.durationMs}, ${attempt.answer}
		FROM webhook_deliveries WHERE id = ${id}`;

/** What became of try number `attempts` (the first success is kept as delivered_at); nothing when another consumer has taken the delivery since. */
export const settleDelivery = (
	{ id, attempts }: { id: string; attempts: number },
	to: { state: "delivered" | "waiting" | "failed"; dueAt: number; deliveredAt: number | null },
): Write =>
	sql`UPDATE webhook_deliveries SET state = ${to.state}, due_at = ${to.dueAt},
			delivered_at = coalesce(delivered_at, ${to.deliveredAt})
		WHERE id = ${id} AND state = 'sending' AND attempts = ${attempts}`;

/** Drops the log of what was settled before `before` (UTC milliseconds). */
export const forgetDeliveries = (before: number): Write =>
	sql`DELETE FROM webhook_deliveries WHERE created_at < ${before} AND state IN ('delivered', 'failed')`;

const rowsOf = <Row>(result: D1Result<unknown> | undefined): Row[] => (result?.results ?? []) as Row[];

function slices<T>(rows: readonly T[]): T[][] {
	const out: T[][] = [];
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) out.push(rows.slice(at, at + ROWS_AT_ONCE));
	return out;
}
