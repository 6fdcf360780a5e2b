import { expect, test } from "vitest";
import { BACKOFF_MS, outcomeOf } from "#domain/system/mail/retries.ts";

const AT = 1_000_000;
const temporary = { result: "temporary", error: "500" } as const;
const HOUR = 3_600_000;

test("a try that failed for now waits longer each time, ±10 %, and after the seventh it is over", () => {
	for (const [at, backoff] of BACKOFF_MS.entries()) {
		expect(outcomeOf(temporary, at + 1, { at: AT, random: 0 })).toEqual({
			state: "queued",
			dueAt: AT + Math.round(backoff * 0.9),
			counts: true,
		});
		const latest = outcomeOf(temporary, at + 1, { at: AT, random: 1 - Number.EPSILON });
		expect(latest).toEqual({ state: "queued", dueAt: AT + Math.round(backoff * 1.1), counts: true });
	}
	expect(outcomeOf(temporary, BACKOFF_MS.length + 1, { at: AT, random: 0.5 })).toEqual({ state: "failed" });
});

test("no wait outlasts the 24 hours for which Resend remembers a key", () => {
	expect(Math.max(...BACKOFF_MS) * 1.1).toBeLessThan(24 * HOUR);
});

test("what was taken is sent, what was refused for good is failed", () => {
	const at = { at: AT, random: 0.5 };
	expect(outcomeOf({ result: "sent", provider: "resend", providerId: "1" }, 1, at)).toEqual({ state: "sent" });
	expect(outcomeOf({ result: "permanent", error: "422" }, 1, at)).toEqual({ state: "failed" });
});

test.each([
	[0, 5_000],
	[30_000, 30_000],
	[48 * HOUR, HOUR],
])("a pause of %i ms is made as %i, and takes no try away, not even the last", (pauseMs, made) => {
	const tried = { result: "throttled", error: "429", pauseMs } as const;
	expect(outcomeOf(tried, 99, { at: AT, random: 0.5 })).toEqual({ state: "queued", dueAt: AT + made, counts: false });
});
