import { expect, test } from "vitest";
import { outcomeOf, retryAfterMs } from "#domain/content/webhooks/retries.ts";

const AT = Date.UTC(2026, 2, 5, 1, 30);
const HOUR = 3_600_000;
const after = (tries: number, random: number, retryAfter: string | null = null, status: number | null = 500) => {
	const outcome = outcomeOf({ status, retryAfter }, tries, { at: AT, random });
	return outcome.state === "waiting" ? outcome.dueAt - AT : outcome;
};

test("2xx is delivered, whatever else is not", () => {
	for (const status of [200, 201, 204, 299]) expect(after(1, 0.5, null, status)).toEqual({ state: "delivered" });
	for (const status of [null, 100, 199, 300, 301, 304, 400, 401, 404, 409, 422, 429, 500, 503])
		expect(after(1, 0.5, null, status)).toBe(5_000);
});

test("410 fails at once and disables", () => {
	expect(after(1, 0.5, "10", 410)).toEqual({ state: "failed", disable: "the endpoint answered 410 Gone" });
});

test("waits longer after each try, within a tenth of its time, and gives up after the eighth", () => {
	const seconds = [5, 60, 300, 1_800, 7_200, 21_600, 43_200];
	expect(seconds.map((_, tries) => after(tries + 1, 0.5))).toEqual(seconds.map((s) => s * 1_000));
	expect(seconds.map((_, tries) => after(tries + 1, 0))).toEqual(seconds.map((s) => s * 900));
	expect(seconds.map((_, tries) => after(tries + 1, 1))).toEqual(seconds.map((s) => s * 1_100));
	expect(after(8, 0.5)).toEqual({ state: "failed", disable: null });
	expect(after(9, 0.5)).toEqual({ state: "failed", disable: null });
});

test("an answer may ask for more time, never for less, at most a day", () => {
	expect(after(1, 0.5, "30", 503)).toBe(30_000);
	expect(after(1, 0.5, "1", 503)).toBe(5_000);
	expect(after(1, 0.5, "999999999", 429)).toBe(24 * HOUR);
	expect(after(2, 0.5, new Date(AT + 2 * HOUR).toUTCString(), 503)).toBe(2 * HOUR);
	expect(after(8, 0.5, "30", 503)).toEqual({ state: "failed", disable: null });
});

test("Retry-After as RFC 9110 writes it", () => {
	expect(retryAfterMs(null, AT)).toBe(0);
	expect(retryAfterMs("0", AT)).toBe(0);
	expect(retryAfterMs(" 120 ", AT)).toBe(120_000);
	expect(retryAfterMs("-5", AT)).toBe(0);
	expect(retryAfterMs("soon", AT)).toBe(0);
	expect(retryAfterMs("Thu, 05 Mar 2026 01:31:00 GMT", AT)).toBe(60_000);
	expect(retryAfterMs("Thu, 05 Mar 2026 01:29:00 GMT", AT)).toBe(0);
	expect(retryAfterMs("Sun, 05 Mar 2099 01:29:00 GMT", AT)).toBe(24 * HOUR);
});
