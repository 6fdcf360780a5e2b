import { type ClaimedDelivery, secretContext, type Tried } from "#domain/content/webhooks/actions.ts";
import { signatureHeader } from "#domain/content/webhooks/signature.ts";
import { refusedTarget } from "#domain/content/webhooks/target.ts";
import type { Bindings } from "#env.ts";
import { unseal } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";

/** The bindings of the Worker that sending needs. */
export type Sender = Pick<Bindings, "DB" | "ENVIRONMENT" | "SEALING_KEY">;

const ANSWER_BYTES = 2_048;

/**
 * Makes one try of a delivery: signs and sends the request, and reads up to 2 KB of the answer. When the request fails,
 * the text of the error takes the answer's place and `status` is null.
 */
export async function tryDelivery(
	env: Sender,
	delivery: ClaimedDelivery,
	{ clock, timeoutMs, isShort }: { clock: () => number; timeoutMs: number; isShort: boolean },
): Promise<Tried> {
	const at = clock();
	const signal = AbortSignal.timeout(timeoutMs);
	const ended = (tried: Pick<Tried, "status" | "retryAfter" | "answer">): Tried => ({
		at,
		durationMs: clock() - at,
		missed: isShort && tried.status === null && signal.aborted,
		...tried,
	});
	try {
		const refused = refusedTarget(delivery.url, env.ENVIRONMENT);
		if (refused) throw new Error(refused);
		const request = await signedRequest(env, delivery, at);
		const response = await fetch(delivery.url, { ...request, signal });
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

/**
 * Returns the signed request of a try (Standard Webhooks 1.0). The body is the same for every try of a delivery; time
 * and signature are those of this try.
 */
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

/**
 * Returns the first ANSWER_BYTES of an answer as text, without NUL characters; the rest is not read. Of an answer that
 * breaks off, the received part counts.
 */
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
