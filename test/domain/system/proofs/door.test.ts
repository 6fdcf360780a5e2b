import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { failedSignIns } from "#db/system/failed-sign-ins.ts";
import { findLogin } from "#db/system/sessions.ts";
import { countAtDoor } from "#domain/system/proofs/actions.ts";
import { type Known, knownAs } from "#domain/system/proofs/browsers.ts";
import { FAILED_KEPT, SILENCE, TRIES } from "#domain/system/proofs/rules.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { Wait } from "#kernel/refusal.ts";
import { newSessionId } from "#platform/codes.ts";
import { stepsOf } from "../../../support/chances.ts";
import { AT, db, from, type Login, makeLogin } from "../../../support/logins.ts";

const MINUTE = 60_000;
const wide = (text: string): string =>
	text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
/** The same name as people write it. */
const SPELLINGS: Record<"phone" | "email", readonly ((name: string) => string)[]> = {
	phone: [
		(n) => n,
		(n) => `+886 ${n.slice(1)}`,
		(n) => `${n.slice(0, 4)}-${n.slice(4, 7)} ${n.slice(7)}`,
		(n) => n.slice(1),
		wide,
	],
	email: [(n) => n, (n) => n.toUpperCase(), (n) => ` ${n} `, wide],
};

/** Somebody tries a name: of a person or of nobody, one of its two forms, spelled somehow, from somewhere, later. */
const attempts = fc.array(
	fc.record({
		person: fc.integer({ min: 0, max: 2 }), // the last one is nobody
		form: fc.constantFrom("phone" as const, "email" as const),
		spelling: fc.nat(19),
		browser: fc.integer({ min: -3, max: 1 }), // below 0: a stranger's; else that of a person
		address: fc.integer({ min: 0, max: 12 }),
		gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * MINUTE })),
		luck: fc.nat(15), // 0: the right password
	}),
	{ minLength: 60, maxLength: 130 },
);

/** A sieve as docs/decisions/0022-throttle.md has it: five pass, then each waits twice as long as the one before. */
type Sieve = { failures: number; until: number; last: number };
const EMPTY: Sieve = { failures: 0, until: 0, last: -Infinity };
const counted = (sieve: Sieve, at: number): Sieve => {
	const failures = at - sieve.last >= TRIES.forgetMs ? 1 : sieve.failures + 1;
	const over = failures - TRIES.free;
	return {
		failures,
		last: at,
		until: over < 0 ? 0 : at + Math.min(TRIES.longestWaitMs, TRIES.firstWaitMs * 2 ** over),
	};
};

type Told = { at: number; isKnown: boolean };
type Tried = { person: Login; names: string[]; isKnown: boolean; isRight: boolean; at: number };

/** The door as it should be. Its sieves know of no accounts: only of names as they are typed, networks and browsers. */
class Model {
	readonly sieves = new Map<string, Sieve>();
	readonly failed = new Map<number, Told[]>();
	silenced = 0;

	tell({ person, names, isKnown, isRight, at }: Tried): string {
		const until = Math.max(...names.map((one) => this.sieves.get(one)?.until ?? 0));
		if (until > at) return `wait ${until}`;
		const isIn = isRight && (isKnown || this.strangers(person.id, at) < SILENCE.from);
		if (isRight && !isIn) this.silenced += 1;
		for (const one of names) this.sieves.set(one, counted(this.sieves.get(one) ?? EMPTY, at));
		if (isIn) this.takeBack(names);
		else this.failed.set(person.id, [...this.failedOf(person.id), { at, isKnown }]);
		return isIn ? "in" : "wrong";
	}

	failedOf = (id: number): Told[] => this.failed.get(id) ?? [];

	private strangers = (id: number, at: number): number =>
		this.failedOf(id).filter((one) => !one.isKnown && one.at > at - SILENCE.withinMs).length;

	private takeBack(names: string[]): void {
		for (const one of names) {
			const now = this.sieves.get(one) ?? EMPTY;
			if (one.startsWith("from ")) this.sieves.set(one, { ...now, failures: now.failures - 1, until: 0 });
			else this.sieves.delete(one);
		}
	}
}

type Step = typeof attempts extends fc.Arbitrary<(infer One)[]> ? One : never;
type World = { run: number; people: Login[]; nobody: Login; cookies: Known[]; model: Model };

/** One attempt, at the door and in the model. */
async function both({ run, people, nobody, cookies, model }: World, step: Step, at: number): Promise<[string, string]> {
	const person = people[step.person] ?? nobody;
	const name = person[step.form];
	const spell = SPELLINGS[step.form][step.spelling % SPELLINGS[step.form].length] ?? String;
	const ip = `10.${run % 250}.${Math.floor(run / 250)}.${step.address}`;
	const isRight = step.luck === 0 && person !== nobody;
	const cookie = cookies[step.browser];
	const isKnown = cookie !== undefined && cookie.userId === person.id;
	const names = isKnown ? [`browser ${step.browser}`] : [`typed ${name}`, `from ${ip}`];
	const told = await door(spell(name), { ip, at, isRight, known: cookie ? [cookie] : [] });
	return [told, model.tell({ person, names, isKnown, isRight, at })];
}

async function expectShown(id: number, model: Model): Promise<void> {
	const [shown] = await readRows(env.DB, failedSignIns(id));
	for (const isKnown of [true, false]) {
		const all = model.failedOf(id).filter((one) => one.isKnown === isKnown);
		const newest = all.slice(-FAILED_KEPT.rows).map(({ at }) => at);
		expect(shown.filter((row) => (row.is_known === 1) === isKnown).map(({ at }) => at)).toEqual(newest.toReversed());
	}
}

test("what a stranger is told depends on what was typed and on the address alone; a known browser on itself alone", async () => {
	let run = 0;
	let silenced = 0;
	await fc.assert(
		fc.asyncProperty(attempts, async (list) => {
			run += 1;
			const people = [await makeLogin(), await makeLogin()];
			const nobody = { id: 0, phone: `0999${String(run).padStart(6, "0")}`, email: `nobody${run}@example.org` };
			const cookies = people.map(({ id }) => ({
				userId: id,
				sessionVersion: 1,
				id: newSessionId(),
				expiresAt: Number.MAX_SAFE_INTEGER,
			}));
			const world = { run, people, nobody, cookies, model: new Model() };
			let at = AT;
			for (const step of list) {
				at += step.gap;
				const [told, expected] = await both(world, step, at);
				expect(told).toBe(expected);
			}
			for (const { id } of people) await expectShown(id, world.model);
			silenced += world.model.silenced;
		}),
		{ numRuns: stepsOf(8), seed: 20261123 },
	);
	// The orders came as far as the silence.
	expect(silenced).toBeGreaterThan(0);
});

/** The door without its hash: what signing in does around it is in test/attack/door.test.ts. */
async function door(
	typed: string,
	{ ip, at, isRight, known }: { ip: string; at: number; isRight: boolean; known: Known[] },
): Promise<string> {
	const identifier = identify(typed);
	const login = identifier ? await findLogin(env.DB, identifier) : null;
	try {
		const { right, isSilent } = await countAtDoor(db, env, {
			kind: "account",
			typed,
			login,
			known: knownAs(known, login),
			device: "Chrome・Windows",
			by: from(ip, at),
		});
		if (!isRight || isSilent) return "wrong";
		await commit(db, right);
		return "in";
	} catch (error) {
		if (error instanceof Wait) return `wait ${error.until}`;
		throw error;
	}
}
