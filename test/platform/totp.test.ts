import { expect, test } from "vitest";
import { newTotpSecret, totpStep, totpUri } from "#platform/totp.ts";

/** RFC 6238 appendix B, SHA-1: the secret "12345678901234567890", its codes' last six digits. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
for (const [seconds, code] of [
	[59, "287082"],
	[1_111_111_109, "081804"],
	[1_111_111_111, "050471"],
	[1_234_567_890, "005924"],
	[2_000_000_000, "279037"],
	[20_000_000_000, "353130"],
] as const)
	test(`the code of ${seconds} s passes then, and while clocks are off by 30 s`, () => {
		const step = Math.floor(seconds / 30);
		const times = [-60, -30, 0, 30, 60].map((off) => totpStep(SECRET, code, (seconds + off) * 1000));
		expect(times).toEqual([undefined, step, step, step, undefined]);
	});

test("digits may be typed with a space, or full-width; nothing else is a code", () => {
	expect(totpStep(SECRET, " ２８７ 082", 59_000)).toBe(1);
	for (const code of ["", "28708", "2870820", "287083", "28708a", "XXXXX-XXXXX"])
		expect(totpStep(SECRET, code, 59_000)).toBeUndefined();
});

test("a secret has 160 bits and is never the same; the app is told whose it is", () => {
	const secrets = new Set(Array.from({ length: 100 }, newTotpSecret));
	expect([...secrets].filter((secret) => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([]);
	expect(secrets.size).toBe(100);
	const uri = new URL(totpUri(SECRET, { account: "ming@example.org", issuer: "晨光協會" }));
	expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
		"otpauth:",
		"totp",
		"/晨光協會:ming@example.org",
	]);
	expect(Object.fromEntries(uri.searchParams)).toEqual({
		issuer: "晨光協會",
		secret: SECRET,
		algorithm: "SHA1",
		digits: "6",
		period: "30",
	});
});
