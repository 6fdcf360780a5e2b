const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long to wait, in milliseconds, after the first, second, … failed try; after the seventh, some 30 hours later, the
 * mail is failed. Every wait is shorter than the 24 hours for which Resend remembers an idempotency key.
 */
export const BACKOFF_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 20 * HOUR] as const;
const JITTER = 0.1;
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = HOUR;

/**
 * The result of a try. `permanent`: a further try would fail too; `temporary`: it may succeed; `throttled`: the
 * provider did not look at this mail and wants a pause, of `pauseMs` when it says so.
 */
export type Tried =
	| { result: "sent"; provider: string; providerId: string | null }
	| { result: "permanent" | "temporary"; error: string }
	| { result: "throttled"; error: string; pauseMs: number };

export type Outcome =
	| { state: "sent" | "failed" }
	/**
	 * The mail waits for another try; `counts` says whether the try just made counts against the mail's seven tries.
	 */
	| { state: "queued"; dueAt: number; counts: boolean };

/**
 * Returns the state of a mail after try number `tries` at `at` (UTC milliseconds); `random` in [0, 1) is for the jitter
 * of ±10 %.
 */
export function outcomeOf(tried: Tried, tries: number, { at, random }: { at: number; random: number }): Outcome {
	if (tried.result === "sent") return { state: "sent" };
	if (tried.result === "permanent") return { state: "failed" };
	if (tried.result === "throttled") {
		const pause = Math.min(Math.max(tried.pauseMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
		return { state: "queued", dueAt: at + pause, counts: false };
	}
	const backoff = BACKOFF_MS[tries - 1];
	if (backoff === undefined) return { state: "failed" };
	return { state: "queued", dueAt: at + Math.round(backoff * (1 - JITTER + 2 * JITTER * random)), counts: true };
}
