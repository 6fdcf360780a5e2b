import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { type AttemptSubject, countAttempt, takeBackAttempt } from "#db/system/sign-in-attempts.ts";
import { RESETS, TRIES } from "#domain/system/proofs/rules.ts";

const AT = Date.UTC(2026, 2, 5);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
let count = 0;
const account = (): AttemptSubject => ({ kind: "account", subject: `a${++count}` });
const address = (): AttemptSubject => ({ kind: "address", subject: `i${++count}` });
/** How long to wait, in seconds; 0 where it passes. */
const wait = async (subjects: AttemptSubject[], at: number, limits = TRIES): Promise<number> => {
	const waits = await countAttempt(env.DB, subjects, { ...limits, at });
	return Math.max(0, ...waits.map(({ until }) => (until - at) / SECOND));
};

test("five pass, then each next one has to wait twice as long, up to a quarter of an hour, and never for good", async () => {
	const who = [account(), address()];
	for (let tries = 0; tries < 5; tries++) expect(await wait(who, AT)).toBe(0);
	const waits: number[] = [];
	for (let at = AT; waits.length < 9; ) {
		const next = await wait(who, at);
		waits.push(next);
		expect(await wait(who, at + next * SECOND - 1)).toBe(1 / SECOND);
		at += next * SECOND;
		expect(await wait(who, at)).toBe(0);
	}
	expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900, 900]);
});

test("of many at once as many pass as are left", async () => {
	const who = [account()];
	const waits = await Promise.all(Array.from({ length: 30 }, () => wait(who, AT)));
	expect(waits.filter((one) => one === 0).length).toBe(5);
	expect(waits.filter((one) => one === 30).length).toBe(25);
});

test("whoever has to wait makes no account and no address wait longer", async () => {
	const [mine, theirs, home] = [account(), account(), address()];
	for (let tries = 0; tries < 5; tries++) await wait([mine, home], AT);
	expect(await wait([theirs, home], AT)).toBe(30);
	expect(await wait([mine, address()], AT)).toBe(30);
	for (let tries = 0; tries < 5; tries++) expect(await wait([theirs, address()], AT)).toBe(0);
	expect(await wait([theirs], AT)).toBe(30);
	expect(await wait([mine, home], AT + 30 * SECOND)).toBe(0);
	expect(await wait([mine, home], AT + 30 * SECOND)).toBe(60);
});

test("who got in takes back their own try, not those of others at the same address", async () => {
	const home = address();
	for (let tries = 0; tries < 5; tries++) await wait([account(), home], AT);
	await commit(open(env.DB), [takeBackAttempt(home)]);
	expect(await wait([home], AT)).toBe(0);
	expect(await wait([home], AT)).toBe(30);
});

test("after a quiet hour everything is forgotten", async () => {
	const who = [account()];
	for (let tries = 0; tries < 5; tries++) await wait(who, AT);
	expect(await wait(who, AT + 60 * MINUTE - 1)).toBe(0);
	expect(await wait(who, AT + 60 * MINUTE - 1)).toBe(60);
	for (let tries = 0; tries < 5; tries++) expect(await wait(who, AT + 120 * MINUTE)).toBe(0);
	expect(await wait(who, AT + 120 * MINUTE)).toBe(30);
});

test("three mails an hour", async () => {
	const who: AttemptSubject[] = [{ kind: "reset", subject: "r" }];
	const passes = async (at: number) => (await wait(who, at, RESETS)) === 0;
	expect([await passes(AT), await passes(AT), await passes(AT), await passes(AT)]).toEqual([true, true, true, false]);
	expect([await passes(AT + 60 * MINUTE - 1), await passes(AT + 60 * MINUTE)]).toEqual([false, true]);
});

test("however tries are spread, what passes is what the rule lets pass", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { minLength: 1, maxLength: 25 }),
			async (gaps) => {
				const who = [account()];
				let [at, failures, blockedUntil, last] = [AT, 0, 0, 0];
				for (const gap of gaps) {
					at += gap;
					const expected = Math.max(0, blockedUntil - at);
					expect(await wait(who, at)).toBe(expected / SECOND);
					if (expected > 0) continue;
					failures = at - last >= TRIES.forgetMs ? 1 : failures + 1;
					last = at;
					blockedUntil = failures < 5 ? 0 : at + Math.min(15 * MINUTE, 30 * SECOND * 2 ** (failures - 5));
				}
			},
		),
		{ numRuns: 40 },
	);
});
