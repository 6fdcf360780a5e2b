const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long to wait, in milliseconds, after the first, second, … failed try; after the eighth no further one is made
 * (docs/concepts.md#web-hooks).
 */
export const BACKOFF_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** The number of the last try. */
export const LAST_TRY = BACKOFF_MS.length + 1;
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/** The result of a try: `status` is null when there was no answer; `retryAfter` is the header. */
export type Answer = { status: number | null; retryAfter: string | null };
export type Outcome =
	| { state: "delivered" }
	| { state: "waiting"; dueAt: number }
	| { state: "failed"; disable: string | null };

/**
 * Returns the state of a delivery after try number `tries` at `at` (UTC milliseconds). 2xx is success; 410 also
 * disables the endpoint (Standard Webhooks 1.0); otherwise it waits for its backoff ±10 % (`random` in [0, 1)), longer
 * when the answer asks for it, at most 24 h.
 */
export function outcomeOf(answer: Answer, tries: number, { at, random }: { at: number; random: number }): Outcome {
	const { status } = answer;
	if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
	if (status === 410) return { state: "failed", disable: "the endpoint answered 410 Gone" };
	const backoff = BACKOFF_MS[tries - 1];
	if (backoff === undefined) return { state: "failed", disable: null };
	const jittered = Math.round(backoff * (1 - JITTER + 2 * JITTER * random));
	return { state: "waiting", dueAt: at + Math.max(jittered, retryAfterMs(answer.retryAfter, at)) };
}

/**
 * Returns `Retry-After` as milliseconds from `at`: seconds or an HTTP date (RFC 9110 §10.2.3), 0 when absent or
 * unreadable.
 */
export function retryAfterMs(header: string | null, at: number): number {
	if (header === null) return 0;
	const seconds = /^\s*[0-9]+\s*$/.test(header) ? Number(header) * SECOND : Date.parse(header) - at;
	return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_MS);
}
