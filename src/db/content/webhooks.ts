import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#db/schema/webhooks.ts";

/** A webhook endpoint as staff see it: everything but its secrets. */
export type EndpointRow = {
	id: number;
	url: string;
	events: string; // JSON
	isEnabled: boolean;
	disabledReason: string | null;
	/** Since when the endpoint is served by the second queue, because it did not answer in time (UTC milliseconds). */
	slowSince: number | null;
	previousUntil: number | null;
	version: number;
	createdAt: number;
};
/** The endpoint that an action changes: `version` is the version that staff saw. */
export type EndpointRef = Pick<EndpointRow, "id" | "url" | "version">;

const ENDPOINT = {
	id: webhookEndpoints.id,
	url: webhookEndpoints.url,
	events: webhookEndpoints.events,
	isEnabled: webhookEndpoints.isEnabled,
	disabledReason: webhookEndpoints.disabledReason,
	slowSince: webhookEndpoints.slowSince,
	previousUntil: webhookEndpoints.previousUntil,
	version: webhookEndpoints.version,
	createdAt: webhookEndpoints.createdAt,
};

/** Returns every webhook endpoint, oldest first. */
export const listEndpoints = (db: Db): Promise<EndpointRow[]> =>
	db.select(ENDPOINT).from(webhookEndpoints).orderBy(webhookEndpoints.id);

export const readEndpoint = (db: Db, id: number): Promise<EndpointRow | undefined> => endpointOf(db, id).get();

/**
 * Returns an endpoint with the deliveries that listDeliveries selects for it, in one round trip; undefined when there
 * is no such endpoint.
 */
export async function readEndpointLog(
	db: Db,
	id: number,
	{ state, ...keyset }: Pick<DeliveryFilter, "state"> & Keyset,
): Promise<{ endpoint: EndpointRow; deliveries: DeliveryRow[] } | undefined> {
	const [[endpoint], deliveries] = await db.batch([
		endpointOf(db, id),
		listDeliveries(db, { endpointId: id, state }, keyset),
	]);
	return endpoint && { endpoint, deliveries };
}

const endpointOf = (db: Db, id: number) =>
	db.select(ENDPOINT).from(webhookEndpoints).where(eq(webhookEndpoints.id, id));

/** Returns the id that the next endpoint will get: its secret is sealed for that id before the row exists. */
export async function nextEndpointId(d1: D1Database): Promise<number> {
	const used = await d1
		.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_endpoints'")
		.first<number>("seq");
	return (used ?? 0) + 1;
}

/** Returns one sealed secret of any endpoint: its key id shows with which SEALING_KEY this database was written. */
export async function anySealedSecret(db: Db): Promise<string | undefined> {
	return (await db.select({ secret: webhookEndpoints.secret }).from(webhookEndpoints).limit(1).get())?.secret;
}

/** A delivery with its endpoint's address and the status of its last try. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect & { url: string; lastStatus: number | null };

/** The filter of the log of deliveries; a field that is left out does not restrict. */
export type DeliveryFilter = { endpointId?: number | undefined; state?: DeliveryRow["state"] | undefined };

const NEWEST_FIRST = [desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)];
const OLDEST_FIRST = [asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id)];

type Keyset = { before?: string | undefined; after?: string | undefined; limit: number };

/**
 * Selects the newest deliveries, or those older than the delivery `before`; those newer than `after` come oldest first.
 * At most `limit` rows: ask for one more than is shown to know whether there are more.
 */
export const listDeliveries = (db: Db, { endpointId, state }: DeliveryFilter, { before, after, limit }: Keyset) =>
	deliveries(db)
		.where(
			and(
				endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
				state === undefined ? undefined : eq(webhookDeliveries.state, state),
				before === undefined ? undefined : olderThan(before),
				after === undefined ? undefined : newerThan(after),
			),
		)
		.orderBy(...(after === undefined ? NEWEST_FIRST : OLDEST_FIRST))
		.limit(limit);

export const readDelivery = (db: Db, id: string): Promise<DeliveryRow | undefined> =>
	deliveries(db).where(eq(webhookDeliveries.id, id)).get();

export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** Returns every try of a delivery, first to last. */
export const listAttempts = (db: Db, deliveryId: string): Promise<AttemptRow[]> => attemptsOf(db, deliveryId);

/** Returns a delivery with every try of it, first to last, in one round trip. */
export async function readDeliveryLog(
	db: Db,
	id: string,
): Promise<{ delivery: DeliveryRow; attempts: AttemptRow[] } | undefined> {
	const [[delivery], attempts] = await db.batch([
		deliveries(db).where(eq(webhookDeliveries.id, id)),
		attemptsOf(db, id),
	]);
	return delivery && { delivery, attempts };
}

/**
 * Inserts a new endpoint under an id that was free a moment ago. Refuses with `webhook.stale` when the id was taken
 * since.
 */
export const insertEndpoint = (
	row: { id: number; url: string; secret: string; events: readonly string[] },
	at: number,
): Write[] => [
	sql`INSERT INTO webhook_endpoints (id, url, secret, events, created_at, updated_at)
		SELECT ${row.id}, ${row.url}, ${row.secret}, ${JSON.stringify(row.events)}, ${at}, ${at}
		WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ${row.id})`,
	guard("webhook.stale"),
];

/**
 * Changes the address and events of an endpoint; a new address is not known to be slow. Refuses with `webhook.stale`
 * when another user changed the endpoint meanwhile, and with `webhook.url_taken` an address of another endpoint.
 */
export const changeEndpoint = (
	{ id, version }: EndpointRef,
	{ url, events, at }: { url: string; events: readonly string[]; at: number },
): Write[] => [
	sql`UPDATE webhook_endpoints SET slow_since = iif(url = ${url}, slow_since, NULL), url = ${url}, events = ${JSON.stringify(events)}, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
];

/** Refuses with `webhook.disabled` a request about an endpoint that is off or was removed. */
export const guardEnabled = (id: number): Write =>
	refuseWhere(
		"webhook.disabled",
		sql`NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ${id} AND is_enabled = 1)`,
	);

/**
 * Replaces the secret of an endpoint. The new secret signs from now on; until `previousUntil` (UTC milliseconds) the
 * old one signs too. Both are stored sealed (encrypted). Refuses with `webhook.stale` when the endpoint changed
 * meanwhile.
 */
export const replaceSecret = (
	{ id, version }: EndpointRef,
	{ secret, previousUntil, at }: { secret: string; previousUntil: number; at: number },
): Write[] => [
	sql`UPDATE webhook_endpoints SET previous_secret = secret, previous_until = ${previousUntil}, secret = ${secret},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
];

/**
 * Switches an endpoint on or off. Deliveries that still wait for it are given up, so that none arrives late when it is
 * on again. Refuses with `webhook.stale` when the endpoint changed meanwhile.
 */
export const switchEndpoint = (
	{ id, version }: EndpointRef,
	{ enabled, at }: { enabled: boolean; at: number },
): Write[] => [
	sql`UPDATE webhook_endpoints SET is_enabled = ${enabled ? 1 : 0}, disabled_reason = NULL, slow_since = NULL, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
	abandonWaiting(id),
];

/** Switches an endpoint off because of what it answered, once, with a row in the audit log. */
export const disableEndpoint = (id: number, reason: string, at: number): Write[] => [
	sql`INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description)
		SELECT ${at}, 'webhooks', 'webhook.disable', 'webhook_endpoint', ${String(id)}, ${reason}
		FROM webhook_endpoints WHERE id = ${id} AND is_enabled = 1`,
	sql`UPDATE webhook_endpoints SET is_enabled = 0, disabled_reason = ${reason}, slow_since = NULL, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND is_enabled = 1`,
	abandonWaiting(id),
];

/** Moves an endpoint that did not answer in time to the second queue. */
export const slowDown = (id: number, at: number): Write =>
	sql`UPDATE webhook_endpoints SET slow_since = ${at} WHERE id = ${id} AND is_enabled = 1 AND slow_since IS NULL`;

/** Moves an endpoint that answered back to the first queue. */
export const bringBack = (id: number): Write =>
	sql`UPDATE webhook_endpoints SET slow_since = NULL WHERE id = ${id} AND slow_since IS NOT NULL`;

/** Removes an endpoint together with its log. Refuses with `webhook.stale` when the endpoint changed meanwhile. */
export const deleteEndpoint = ({ id, version }: EndpointRef): Write[] => [
	sql`DELETE FROM webhook_endpoints WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
];

const abandonWaiting = (endpointId: number): Write =>
	sql`UPDATE webhook_deliveries SET state = 'failed' WHERE endpoint_id = ${endpointId} AND state = 'waiting'`;

const olderThan = (id: string): SQL =>
	sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id})
		< ((SELECT created_at FROM webhook_deliveries WHERE id = ${id}), ${id})`;

const newerThan = (id: string): SQL =>
	sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id})
		> ((SELECT created_at FROM webhook_deliveries WHERE id = ${id}), ${id})`;

const attemptsOf = (db: Db, deliveryId: string) =>
	db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId)).orderBy(webhookAttempts.number);

const deliveries = (db: Db) =>
	db
		.select({
			id: webhookDeliveries.id,
			endpointId: webhookDeliveries.endpointId,
			type: webhookDeliveries.type,
			resource: webhookDeliveries.resource,
			resourceId: webhookDeliveries.resourceId,
			rev: webhookDeliveries.rev,
			data: webhookDeliveries.data,
			state: webhookDeliveries.state,
			attempts: webhookDeliveries.attempts,
			dueAt: webhookDeliveries.dueAt,
			createdAt: webhookDeliveries.createdAt,
			deliveredAt: webhookDeliveries.deliveredAt,
			url: webhookEndpoints.url,
			lastStatus: sql<number | null>`(
				SELECT status FROM webhook_attempts WHERE delivery_id = ${webhookDeliveries.id} ORDER BY number DESC LIMIT 1
			)`,
		})
		.from(webhookDeliveries)
		.innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId));
