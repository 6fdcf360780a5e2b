import { open } from "#db/commit.ts";
import { waitingOutbox } from "#db/outbox.ts";
import { endpointsWithDue, nextDueAt } from "#db/webhook-deliveries.ts";
import {
	type ClaimedDelivery,
	claimDeliveries,
	planWaiting,
	secretContext,
	settleTry,
	type Tried,
	takeOutboxRow,
} from "#domain/webhooks/actions.ts";
import { signatureHeader } from "#domain/webhooks/signature.ts";
import { refusedTarget } from "#domain/webhooks/target.ts";
import type { Bindings } from "#env.ts";
import { unseal } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";
import { LONGEST_DELAY_MS, send } from "#platform/queue.ts";

/** What a run goes by; a test gives its own. */
type Run = { clock: () => number; timeoutMs: number };
type Sender = Pick<Bindings, "DB" | "ENVIRONMENT" | "SEALING_KEY">;
const RUN: Run = { clock: Date.now, timeoutMs: 15_000 };

const ANSWER_BYTES = 2_048;
/** A Worker holds six connections at once; a seventh would wait while its timeout runs. */
const CONNECTIONS = 6;
/** After this a consumer leaves the rest to the next message: one website that hangs must not hold the queue. */
const LONGEST_RUN_MS = 15_000;

/** Plans deliveries for what changed and makes those that are due. Cheap when nothing waits. */
export async function sendChanges(env: Bindings, run: Run = RUN): Promise<void> {
	await planWaiting(open(env.DB), run.clock);
	await deliverDue(env, run);
}

/** Makes the deliveries that staff asked for: tests, and old ones again. */
export async function sendOutbox(env: Bindings, run: Run = RUN): Promise<void> {
	const db = open(env.DB);
	for (const row of await waitingOutbox(db)) await takeOutboxRow(db, row, run.clock());
	await deliverDue(env, run);
}

/** Makes what is due, and has a message come for what will be within the next minute; the rest is the cron's. */
export async function deliverDue(env: Sender & Pick<Bindings, "EVENTS">, run: Run = RUN): Promise<void> {
	try {
		await sendDue(env, run);
	} finally {
		const next = await nextDueAt(env.DB);
		const delay = next === null ? LONGEST_DELAY_MS : next - run.clock();
		if (delay < LONGEST_DELAY_MS) await send(env, "webhook.due", delay);
	}
}

/** Makes every delivery that is due, each endpoint on its own, so that one that hangs delays no other. */
export async function sendDue(env: Sender, run: Run = RUN): Promise<void> {
	const until = run.clock() + LONGEST_RUN_MS;
	const endpoints = await endpointsWithDue(env.DB, run.clock());
	const limit = Math.max(1, Math.floor(CONNECTIONS / endpoints.length));
	const ends = await Promise.allSettled(endpoints.map((id) => deliverTo(env, id, { ...run, limit, until })));
	for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function deliverTo(
	env: Sender,
	endpointId: number,
	{ limit, until, ...run }: Run & { limit: number; until: number },
): Promise<void> {
	const db = open(env.DB);
	while (run.clock() < until) {
		const claimed = await claimDeliveries(db, endpointId, { at: run.clock(), limit });
		if (claimed.length === 0) return;
		await Promise.all(
			claimed.map(async (delivery) => {
				const tried = await tryDelivery(env, delivery, run);
				const state = await settleTry(db, delivery, { ...tried, random: Math.random() });
				if (state !== "delivered")
					log("warn", "webhook.not_delivered", {
						delivery: delivery.id,
						endpoint: endpointId,
						status: tried.status,
						state,
					});
			}),
		);
	}
}

/** One try: signed for this moment, sent, its answer read up to 2 KB. Whatever goes wrong is its answer. */
async function tryDelivery(env: Sender, delivery: ClaimedDelivery, { clock, timeoutMs }: Run): Promise<Tried> {
	const at = clock();
	const ended = (tried: Omit<Tried, "at" | "durationMs">): Tried => ({ at, durationMs: clock() - at, ...tried });
	try {
		const refused = refusedTarget(delivery.url, env.ENVIRONMENT);
		if (refused) throw new Error(refused);
		const request = await signedRequest(env, delivery, at);
		const response = await fetch(delivery.url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
		const answer = await firstBytes(response);
		const isRedirect = response.status >= 300 && response.status < 400;
		return ended({
			status: response.status,
			retryAfter: response.headers.get("retry-after"),
			answer: isRedirect ? `redirects are not followed: ${response.headers.get("location") ?? ""}` : answer,
		});
	} catch (error) {
		return ended({ status: null, retryAfter: null, answer: errorText(error) });
	}
}

/** Standard Webhooks 1.0. The body is the same for every try of a delivery; time and signature are this one's. */
async function signedRequest(env: Sender, delivery: ClaimedDelivery, at: number): Promise<RequestInit> {
	const { id, type, data } = delivery;
	const body = `{"type":"${type}","timestamp":"${new Date(delivery.created_at).toISOString()}","data":${data}}`;
	const timestamp = Math.floor(at / 1000);
	const sealed = [delivery.secret];
	if (delivery.previous_secret && (delivery.previous_until ?? 0) > at) sealed.push(delivery.previous_secret);
	const context = secretContext(delivery.endpoint_id);
	const secrets = await Promise.all(sealed.map((secret) => unseal(env.SEALING_KEY, secret, context)));
	return {
		method: "POST",
		redirect: "manual",
		headers: {
			"content-type": "application/json",
			"user-agent": "bingyou-webhooks/1.0",
			"webhook-id": id,
			"webhook-timestamp": String(timestamp),
			"webhook-signature": await signatureHeader(secrets, { id, timestamp, body }),
		},
		body,
	};
}

/** The beginning of an answer, as text; the rest is never read. An answer that breaks off counts as far as it came. */
async function firstBytes(response: Response): Promise<string> {
	const reader = response.body?.getReader();
	if (!reader) return "";
	const bytes = new Uint8Array(ANSWER_BYTES);
	let length = 0;
	try {
		while (length < ANSWER_BYTES) {
			const { done, value } = await reader.read();
			if (done) break;
			const part = value.subarray(0, ANSWER_BYTES - length);
			bytes.set(part, length);
			length += part.length;
		}
		await reader.cancel();
	} catch (error) {
		log("info", "webhook.answer_broke_off", { error: errorText(error) });
	}
	return new TextDecoder().decode(bytes.subarray(0, length)).replaceAll("\0", "");
}
