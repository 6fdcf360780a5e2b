import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#db/schema/webhooks.ts";

/** An endpoint as staff see it: everything but its secrets. */
export type EndpointRow = {
	id: number;
	url: string;
	events: string; // JSON
	isEnabled: boolean;
	disabledReason: string | null;
	/** Since when it is told by the second queue, because it did not answer in time. */
	slowSince: number | null;
	previousUntil: number | null;
	version: number;
	createdAt: number;
};
/** What an action on an endpoint starts from: `version` is the one that staff saw. */
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

/** Every endpoint, oldest first. */
export const listEndpoints = (db: Db): Promise<EndpointRow[]> =>
	db.select(ENDPOINT).from(webhookEndpoints).orderBy(webhookEndpoints.id);

export const readEndpoint = (db: Db, id: number): Promise<EndpointRow | undefined> => endpointOf(db, id).get();

/** An endpoint with its newest deliveries, in one round trip. */
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

/** The id that the next endpoint takes: its secret is sealed for it before the row exists. */
export async function nextEndpointId(d1: D1Database): Promise<number> {
	const used = await d1
		.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_endpoints'")
		.first<number>("seq");
	return (used ?? 0) + 1;
}

/** One sealed secret, of any endpoint: tells by its key id which SEALING_KEY this database was written with. */
export async function anySealedSecret(db: Db): Promise<string | undefined> {
	return (await db.select({ secret: webhookEndpoints.secret }).from(webhookEndpoints).limit(1).get())?.secret;
}

/** A delivery with its endpoint's address and the status of its last try. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect & { url: string; lastStatus: number | null };

/** Which deliveries of the log; what is left out does not matter. */
export type DeliveryFilter = { endpointId?: number | undefined; state?: DeliveryRow["state"] | undefined };

const NEWEST_FIRST = [desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)];
const OLDEST_FIRST = [asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id)];

type Keyset = { before?: string | undefined; after?: string | undefined; limit: number };

/**
 * The newest deliveries, or those older than the delivery `before`; those newer than `after` come oldest first. At most
 * `limit`: ask for one more than is shown to know whether there are more.
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

/** Every try of a delivery, first to last. */
export const listAttempts = (db: Db, deliveryId: string): Promise<AttemptRow[]> => attemptsOf(db, deliveryId);

/** A delivery with every try of it, first to last, in one round trip. */
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

/** A new endpoint under an id that was free a moment ago; refuses as `webhook.stale` when it no longer is. */
export const insertEndpoint = (
	row: { id: number; url: string; secret: string; events: readonly string[] },
	at: number,
): Write[] => [
	sql`INSERT INTO webhook_endpoints (id, url, secret, events, created_at, updated_at)
		SELECT ${row.id}, ${row.url}, ${row.secret}, ${JSON.stringify(row.events)}, ${at}, ${at}
		WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ${row.id})`,
	guard("webhook.stale"),
];

/** Another address (which nobody knows to be slow), other events. Refuses as `webhook.stale`, and as `webhook.url_taken` an address of another endpoint. */
export const changeEndpoint = (
	{ id, version }: EndpointRef,
	{ url, events, at }: { url: string; events: readonly string[]; at: number },
): Write[] => [
	sql`UPDATE webhook_endpoints SET slow_since = iif(url = ${url}, slow_since, NULL), url = ${url}, events = ${JSON.stringify(events)}, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
];

/** Refuses as `webhook.disabled` what is asked of an endpoint that is off, or gone. */
export const guardEnabled = (id: number): Write =>
	refuseWhere(
		"webhook.disabled",
		sql`NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ${id} AND is_enabled = 1)`,
	);

/** The new secret signs from now on, the one it replaces until `previousUntil` (UTC milliseconds) too. Both sealed. */
export const replaceSecret = (
	{ id, version }: EndpointRef,
	{ secret, previousUntil, at }: { secret: string; previousUntil: number; at: number },
): Write[] => [
	sql`UPDATE webhook_endpoints SET previous_secret = secret, previous_until = ${previousUntil}, secret = ${secret},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("webhook.stale"),
];

/** Switches an endpoint; what still waits for it is given up, so that nothing comes late when it is on again. */
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

/** Switches an endpoint off because of what it answered, once, with its row in the audit log. */
export const disableEndpoint = (id: number, reason: string, at: number): Write[] => [
	sql`INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description)
		SELECT ${at}, 'webhooks', 'webhook.disable', 'webhook_endpoint', ${String(id)}, ${reason}
		FROM webhook_endpoints WHERE id = ${id} AND is_enabled = 1`,
	sql`UPDATE webhook_endpoints SET is_enabled = 0, disabled_reason = ${reason}, slow_since = NULL, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND is_enabled = 1`,
	abandonWaiting(id),
];

/** Gives an endpoint that did not answer in time to the second queue. */
export const slowDown = (id: number, at: number): Write =>
	sql`UPDATE webhook_endpoints SET slow_since = ${at} WHERE id = ${id} AND is_enabled = 1 AND slow_since IS NULL`;

/** Takes an endpoint that answered back among the others. */
export const bringBack = (id: number): Write =>
	sql`UPDATE webhook_endpoints SET slow_since = NULL WHERE id = ${id} AND slow_since IS NOT NULL`;

/** Removes an endpoint together with its log. */
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
