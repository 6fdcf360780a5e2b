import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import {
	type Change,
	type Endpoint,
	type MergedDelivery,
	messageOf,
	type NewDelivery,
	type Recent,
	TRAILING_MS,
} from "#domain/content/webhooks/rules.ts";
import { eventIn, StoredNotice, StoredStrings } from "#domain/content/webhooks/schema.ts";
import { allOf, type ChangeRow, changeOf, type Slice, selectWaitingChanges, WAITING_CHANGES } from "./changes.ts";

/** The maximum number of characters of one statement's JSON list: far below D1's 2 MB, whatever characters it holds. */
const LONGEST_LIST = 500_000;

export type Planning = { changes: Change[]; endpoints: Endpoint[]; recent: Recent[] };
type RecentRow = {
	id: string;
	endpoint_id: number;
	type: string;
	data: string;
	created_at: number;
	due_at: number;
	is_waiting: number;
};

/**
 * Reads all that the planning of deliveries decides on, at one moment: waiting changes, the endpoints that are on, and
 * deliveries planned recently for the same records.
 */
export async function readPlanning(d1: D1Database, at: number, slice: Slice): Promise<Planning> {
	const [changes, endpoints, recent] = await d1.batch([
		selectWaitingChanges(d1, slice),
		d1.prepare("SELECT id, events FROM webhook_endpoints WHERE is_enabled = 1"),
		d1
			.prepare(
				`SELECT d.id, d.endpoint_id, d.type, d.data, d.created_at, d.due_at,
					d.state = 'waiting' AND d.attempts = 0 AS is_waiting
				FROM (SELECT DISTINCT resource, id FROM (SELECT resource, id ${WAITING_CHANGES})) c
				CROSS JOIN webhook_endpoints e
				CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_latest
					ON d.endpoint_id = e.id AND d.resource = c.resource AND d.resource_id = c.id
				WHERE d.created_at > ?3 OR d.state = 'waiting' AND d.attempts = 0`,
			)
			.bind(slice.upTo, slice.limit, at - TRAILING_MS),
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
			dueAt: row.due_at,
			isWaiting: row.is_waiting === 1,
			notice: { event: eventIn(row.type), data: StoredNotice.parse(row.data) },
		})),
	};
}

/** Inserts new deliveries. An endpoint that was removed or switched off meanwhile gets none. */
export function insertDeliveries(deliveries: readonly NewDelivery[]): Write[] {
	const rows = deliveries.map(({ message, ...delivery }) => ({
		...delivery,
		...message,
		data: JSON.stringify(message.data),
	}));
	return lists(rows).map(
		(
			list,
		) => sql`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, due_at, created_at)
			SELECT j.value ->> 'id', e.id, j.value ->> 'type', j.value ->> 'resource', j.value ->> 'resourceId',
				j.value ->> 'rev', j.value ->> 'data', j.value ->> 'dueAt', j.value ->> 'createdAt'
			FROM json_each(${list.json}) j
			JOIN webhook_endpoints e ON e.id = j.value ->> 'endpointId' AND e.is_enabled = 1`,
	);
}

/**
 * Changes planned deliveries so that they carry a newer change too. Refuses with `webhook.stale` when one of them is
 * being sent by now, or would be sent before `readyAt`, the time from which the newer change may be reported.
 */
export function mergeDeliveries(deliveries: readonly MergedDelivery[], readyAt: number): Write[] {
	const rows = deliveries.map(({ id, notice }) => {
		const { type, rev, data } = messageOf(notice);
		return { id, type, rev, data: JSON.stringify(data) };
	});
	return lists(rows).flatMap((list) => [
		sql`UPDATE webhook_deliveries
			SET type = j.value ->> 'type', rev = j.value ->> 'rev', data = j.value ->> 'data'
			FROM json_each(${list.json}) j
			WHERE webhook_deliveries.id = j.value ->> 'id' AND state = 'waiting' AND attempts = 0 AND due_at >= ${readyAt}`,
		allOf(list.count),
	]);
}

const rowsOf = <Row>(result: D1Result<unknown> | undefined): Row[] => (result?.results ?? []) as Row[];

/** Splits rows into JSON lists that are short enough for one statement each. */
function lists(rows: readonly object[]): { json: string; count: number }[] {
	const out: { parts: string[]; length: number }[] = [];
	for (const row of rows) {
		const part = JSON.stringify(row);
		const last = out.at(-1);
		if (!last || last.length + part.length > LONGEST_LIST) out.push({ parts: [part], length: part.length });
		else {
			last.parts.push(part);
			last.length += part.length;
		}
	}
	return out.map(({ parts }) => ({ json: `[${parts.join(",")}]`, count: parts.length }));
}
