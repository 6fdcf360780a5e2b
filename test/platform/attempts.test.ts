import { env } from "cloudflare:test";
import { afterAll, expect, test, vi } from "vitest";
import { attemptSubject, knownWait, rememberWait } from "#platform/attempts.ts";

/** Files share an isolate, and this one tells it which addresses have to wait. */
afterAll(() => {
	vi.resetModules();
});

const of = (address: string) => attemptSubject(env, "address", address);

test("a subject says neither whose it is nor that it is the same under another kind or key", () => {
	const one = of("203.0.113.7");
	expect(one).toEqual({ kind: "address", subject: of("203.0.113.7").subject });
	expect(one.subject).toMatch(/^[A-Za-z0-9_-]{43}$/);
	const others = [
		of("203.0.113.8"),
		attemptSubject(env, "account", "203.0.113.7"),
		attemptSubject({ PASSWORD_PEPPER: btoa("another-pepper-of-thirty-2-bytes") }, "address", "203.0.113.7"),
	];
	expect(new Set([one, ...others].map(({ subject }) => subject)).size).toBe(4);
});

test("who was told to wait is known until then, and of ever more the newest", () => {
	rememberWait(of("a"), 1_000);
	expect([knownWait(of("a"), 999), knownWait(of("a"), 1_000), knownWait(of("b"), 0)]).toEqual([
		1_000,
		undefined,
		undefined,
	]);
	for (let more = 0; more < 1_000; more++) rememberWait(of(`x${more}`), 2_000);
	expect([knownWait(of("a"), 0), knownWait(of("x999"), 0)]).toEqual([undefined, 2_000]);
});
