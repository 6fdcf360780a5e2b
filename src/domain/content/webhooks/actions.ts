import { type AuditEntry, recordAudit } from "#db/audit.ts";
import { commit, type Db, guard, type Write } from "#db/commit.ts";
import { settleChanges } from "#db/content/changes.ts";
import { enqueue, type OutboxRow, settleOutbox } from "#db/content/outbox.ts";
import {
	type DueDelivery,
	dueDeliveries,
	forgetDeliveries,
	insertPing,
	recordAttempt,
	sendAgain,
	settleDelivery,
	takeDeliveries,
} from "#db/content/webhook-deliveries.ts";
import { insertDeliveries, mergeDeliveries, readPlanning } from "#db/content/webhook-planning.ts";
import {
	bringBack,
	changeEndpoint,
	deleteEndpoint,
	disableEndpoint,
	type EndpointRef,
	guardEnabled,
	insertEndpoint,
	nextEndpointId,
	replaceSecret,
	slowDown,
	switchEndpoint,
} from "#db/content/webhooks.ts";
import { notifyHolders } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newMessageId, newWebhookSecret, seal } from "#platform/crypto.ts";
import { LAST_TRY, type Outcome, outcomeOf } from "./retries.ts";
import { gatherNotices, planDeliveries, TRUE_AFTER_MS } from "./rules.ts";
import type { EndpointInput } from "./schema.ts";
import { refusedTarget } from "./target.ts";

/** The Worker's settings that webhooks need: the name of its environment, and the key that seals secrets. */
type Keys = { ENVIRONMENT: string; SEALING_KEY: string };

const HOUR = 3_600_000;
const OLD_SECRET_SIGNS_MS = 24 * HOUR;
const LOG_KEPT_MS = 90 * 24 * HOUR;
/** The milliseconds for which a claimed delivery is reserved: longer than any try, so only a dead consumer loses it. */
export const LEASE_MS = 60_000;
const CHANGES_AT_ONCE = 2_000;
/** After this time a change that is not in the search index is sent anyway: a broken search stops no webhook. */
const LONGEST_INDEXING_MS = 10_000;
/** Every lost race is progress of another consumer; after this many in a row, the rest is left to it. */
const MAX_LOSSES = 10;

/** Adds an endpoint; returns its secret, this once. Refuses `webhook.url_refused` (not public), `webhook.url_taken`. */
export async function createEndpoint(
	db: Db,
	keys: Keys,
	{ url, events, ...by }: EndpointInput & By,
): Promise<{ id: number; secret: string }> {
	refuseTarget(url, keys.ENVIRONMENT);
	const id = await nextEndpointId(db.$client);
	const secret = newWebhookSecret();
	await commit(db, [
		...insertEndpoint({ id, url, events, secret: await seal(keys.SEALING_KEY, secret, secretContext(id)) }, by.at),
		...audit(db, "webhook.create", { id, url }, by),
	]);
	return { id, secret };
}

/**
 * Changes the address and events of an endpoint. Waiting deliveries go to the new address. Refuses `webhook.stale`
 * (changed meanwhile), `webhook.url_refused` (not public) and `webhook.url_taken` (another endpoint has it).
 */
export async function updateEndpoint(
	db: Db,
	keys: Pick<Keys, "ENVIRONMENT">,
	{ endpoint, url, events, ...by }: EndpointInput & By & { endpoint: EndpointRef },
): Promise<void> {
	refuseTarget(url, keys.ENVIRONMENT);
	await commit(db, [
		...changeEndpoint(endpoint, { url, events, at: by.at }),
		...audit(
			db,
			"webhook.update",
			{ id: endpoint.id, url },
			{ ...by, changes: { from: hostOf(endpoint.url), events } },
		),
	]);
}

/** Returns an endpoint's new secret; the old one also signs for 24 hours. Refuses `webhook.stale` (it changed). */
export async function rotateSecret(db: Db, keys: Keys, { endpoint, ...by }: By & { endpoint: EndpointRef }) {
	const secret = newWebhookSecret();
	const sealed = await seal(keys.SEALING_KEY, secret, secretContext(endpoint.id));
	await commit(db, [
		...replaceSecret(endpoint, { secret: sealed, previousUntil: by.at + OLD_SECRET_SIGNS_MS, at: by.at }),
		...audit(db, "webhook.rotate", endpoint, by),
	]);
	return secret;
}

/** Enables or disables an endpoint; gives up its waiting deliveries. Refuses `webhook.stale` (changed meanwhile). */
export const setEnabled = (
	db: Db,
	endpoint: EndpointRef,
	{ enabled, ...by }: By & { enabled: boolean },
): Promise<void> =>
	commit(db, [
		...switchEndpoint(endpoint, { enabled, at: by.at }),
		...audit(db, enabled ? "webhook.enable" : "webhook.disable", endpoint, by),
	]);

/** Deletes an endpoint and its log. Refuses `webhook.stale` when it changed meanwhile. */
export const removeEndpoint = (db: Db, endpoint: EndpointRef, by: By): Promise<void> =>
	commit(db, [...deleteEndpoint(endpoint), ...audit(db, "webhook.remove", endpoint, by)]);

/** Orders a test delivery; the caller then queues `outbox.waiting`. Refuses `webhook.disabled` (off or removed). */
export const pingEndpoint = (db: Db, endpoint: Pick<EndpointRef, "id" | "url">, by: By): Promise<void> =>
	commit(db, [
		guardEnabled(endpoint.id),
		...audit(db, "webhook.ping", endpoint, by),
		...enqueue(db, { event: "webhook.ping", subject: String(endpoint.id), at: by.at }),
	]);

/** Orders a delivery again, under its id; the caller then queues `outbox.waiting`. Refuses `webhook.disabled` (off). */
export const redeliver = (db: Db, delivery: { id: string; type: string; endpointId: number }, by: By): Promise<void> =>
	commit(db, [
		guardEnabled(delivery.endpointId),
		...recordAudit(db, {
			...by,
			action: "webhook.redeliver",
			auditableType: "webhook_delivery",
			auditableId: delivery.id,
			description: delivery.type,
		}),
		...enqueue(db, { event: "webhook.redelivery", subject: delivery.id, at: by.at }),
	]);

/** Makes the delivery that an outbox row asks for and marks the row as done, once, with any number of consumers. */
export async function takeOutboxRow(db: Db, row: OutboxRow, at: number): Promise<void> {
	const effect =
		row.event === "webhook.ping"
			? insertPing(Number(row.subject), { id: newMessageId(), at })
			: sendAgain(row.subject, at);
	await isFirst(db, [effect, ...settleOutbox(db, [row.id], at), guard("webhook.stale")]);
}

/**
 * The revision of the search index, and the revision up to which changes were read, which every reader sees at
 * `readyAt` (UTC milliseconds).
 */
export type Known = { indexed: number; read?: { rev: number; readyAt: number } };

/** Plans deliveries for changes, each once: those that the search index has or that are LONGEST_INDEXING_MS old. */
export async function planWaiting(db: Db, { clock, indexed, read }: Known & { clock: () => number }): Promise<void> {
	for (let losses = 0; losses < MAX_LOSSES; ) {
		const before = clock();
		const upTo = Math.max(indexed, before - LONGEST_INDEXING_MS);
		const known = await readPlanning(db.$client, before, { upTo, limit: CHANGES_AT_ONCE });
		if (known.changes.length === 0) return;
		const at = clock();
		const revs = known.changes.map((change) => change.rev);
		// Every change that was read was committed before `at`, and revisions follow the order of commits.
		const readyAt = read && Math.max(...revs) <= read.rev ? read.readyAt : at + TRUE_AFTER_MS;
		const plan = planDeliveries(gatherNotices(known.changes), known, { at, readyAt, newId: newMessageId });
		const isOurs = await isFirst(db, [
			...settleChanges(revs, at),
			...insertDeliveries(plan.inserts),
			...mergeDeliveries(plan.merges, readyAt),
		]);
		losses = isOurs ? 0 : losses + 1;
	}
	throw new Error("other consumers planned first, too often in a row");
}

/** A delivery that the queue consumer claimed for sending. `attempts` is the number of the attempt about to be made. */
export type ClaimedDelivery = DueDelivery;

/** Takes at most `limit` due deliveries of an endpoint; no other consumer sends them for LEASE_MS. */
export async function claimDeliveries(
	db: Db,
	endpointId: number,
	{ at, limit }: { at: number; limit: number },
): Promise<ClaimedDelivery[]> {
	for (let losses = 0; losses < MAX_LOSSES; losses++) {
		const due = await dueDeliveries(db.$client, endpointId, { at, limit });
		if (due.length === 0) return [];
		if (await isFirst(db, takeDeliveries(due, { at, until: at + LEASE_MS })))
			return due.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1 }));
	}
	return [];
}

/**
 * The result of a try. `answer` is shown in the log; times are UTC milliseconds. `missed`: no answer came within the
 * short time limit that holds for websites which do not count as slow.
 */
export type Tried = {
	at: number;
	durationMs: number;
	status: number | null;
	retryAfter: string | null;
	answer: string;
	missed: boolean;
};

/**
 * Logs a try and sets the next state of its delivery, which it returns. An endpoint that missed counts as slow and is
 * tried again at once, alone and with more time, until one success. `random` in [0, 1) is for the jitter.
 */
export async function settleTry(
	db: Db,
	delivery: ClaimedDelivery,
	{ missed, ...tried }: Tried & { random: number },
): Promise<Outcome["state"]> {
	const endedAt = tried.at + tried.durationMs;
	// A test delivery is tried once only.
	const tries = delivery.type === "ping" ? LAST_TRY : delivery.attempts;
	const outcome: Outcome = missed
		? { state: "waiting", dueAt: endedAt }
		: outcomeOf(tried, tries, { at: endedAt, random: tried.random });
	const { endpoint_id } = delivery;
	await commit(db, [
		recordAttempt(delivery.id, { number: delivery.attempts, ...tried }),
		settleDelivery(delivery, {
			state: outcome.state,
			dueAt: outcome.state === "waiting" ? outcome.dueAt : endedAt,
			deliveredAt: outcome.state === "delivered" ? endedAt : null,
		}),
		...(missed ? [tellOfSlowness(delivery, endedAt), slowDown(endpoint_id, endedAt)] : []),
		...(outcome.state === "delivered" ? [bringBack(endpoint_id)] : []),
		...(outcome.state === "failed" && outcome.disable
			? [...disableEndpoint(endpoint_id, outcome.disable, endedAt), tellOfDisabling(delivery, endedAt)]
			: []),
	]);
	return outcome.state;
}

/** Tells the users who manage webhooks, at most once a day, that a website answers too slowly. */
const tellOfSlowness = ({ endpoint_id, url }: ClaimedDelivery, at: number): Write =>
	notifyHolders("webhook_slow", {
		permission: "webhooks.manage",
		data: { endpointId: endpoint_id, host: new URL(url).host, since: at },
		at,
		key: `webhook_slow_${endpoint_id}_${Math.floor(at / (24 * HOUR))}`,
	});

/** Tells the users who manage webhooks that an endpoint was disabled, once for all its refused deliveries. */
const tellOfDisabling = ({ endpoint_id, endpoint_version, url }: ClaimedDelivery, at: number): Write =>
	notifyHolders("webhook_disabled", {
		permission: "webhooks.manage",
		data: {
			endpointId: endpoint_id,
			host: new URL(url).host,
			reason: "對方回覆 410，表示這個網址不再接收通知",
			disabledAt: at,
		},
		at,
		key: `webhook_disabled_${endpoint_id}_${endpoint_version}`,
	});

/** Deletes deliveries from the log that were settled more than 90 days ago. */
export const forgetOldDeliveries = (db: Db, at: number): Promise<void> =>
	commit(db, [forgetDeliveries(at - LOG_KEPT_MS)]);

/** Returns the context that the secret of an endpoint is sealed for. */
export const secretContext = (endpointId: number): string => `webhook_endpoints.secret:${endpointId}`;

/** Commits, or returns false when another consumer was first. */
async function isFirst(db: Db, writes: Write[]): Promise<boolean> {
	try {
		await commit(db, writes);
		return true;
	} catch (error) {
		if (error instanceof Refusal && error.code === "webhook.stale") return false;
		throw error;
	}
}

function refuseTarget(url: string, environment: string): void {
	const refused = refusedTarget(url, environment);
	if (refused) throw new Refusal("webhook.url_refused", refused);
}

/** Returns the audit row about an endpoint; it has the host only, because an address may contain a token. */
const audit = (
	db: Db,
	action: string,
	{ id, url }: { id: number; url: string },
	by: Pick<AuditEntry, keyof By | "changes">,
): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "webhook_endpoint",
		auditableId: String(id),
		description: hostOf(url),
	});

const hostOf = (url: string): string => new URL(url).host;
