/** Random walks through a state machine: a model of paper says beforehand what the program must answer. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect } from "vitest";
import { codeOf } from "./refusal.ts";
import { everyNth } from "./shares.ts";

/** Chance, as fast-check gives it: whole numbers that a step reads as it likes. */
export type Chance = { step: number; a: number; b: number; c: number };

/** Every number as often as any other: a step is taken by the rest of a division. */
export const natural = fc.noBias(fc.nat(1_000_000));
const chance: fc.Arbitrary<Chance> = fc.record({ step: natural, a: natural, b: natural, c: natural });

/** Steps of a walk of `npm test`; `npm run prove -- walks` takes as many times more. */
export const stepsOf = (many: number): number => many * Number(env.WALKS);

/**
 * Of all cases of a test that takes minutes, every `of`-th, from one by chance on: each run of `npm test` takes others, and
 * `npm run prove -- walks` takes all.
 */
export const shareOf = <T>(cases: readonly T[], of: number): T[] =>
	Number(env.WALKS) > 1 ? [...cases] : everyNth(cases, of, newSeed());

/** How long a walk may take, in milliseconds: ten times what it does on a machine that is idle. */
export const WALK_MS = 300_000 * Number(env.WALKS);

/** To walk one again, write the seed that the test's name told. */
export const newSeed = (): number => Number(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) % 2 ** 31;

/** So many chances; the same seed gives the same ones. */
export function chances(many: number, seed: number): Chance[] {
	const length = { minLength: many, maxLength: many, size: "max" } as const;
	const [all = []] = fc.sample(fc.array(chance, length), { seed, numRuns: 1 });
	return all;
}

/** How many times its planned length a walk may have. */
const MOST = 30;

/**
 * The steps of a walk, each with its place: so many, and then further ones while `lacks` names something that the walk has
 * to show and chance has not brought yet. The same seed gives the same ones.
 */
export function* walk(many: number, seed: number, lacks: () => readonly string[]): Generator<[number, Chance]> {
	yield* chances(many, seed).entries();
	for (let lot = 1; lot < MOST; lot++)
		for (const [nth, further] of chances(many, seed + lot).entries()) {
			if (lacks().length === 0) return;
			yield [lot * many + nth, further];
		}
}

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** One of a list that is never empty. */
export function one<T>(list: readonly T[], n: number): T {
	const found = pick(list, n);
	if (found === undefined) throw new Error("nothing to choose from");
	return found;
}

/** The same, some more often than others: what is not weighed counts once. */
export const weighed = <T extends string>(list: readonly T[], weights: Partial<Record<T, number>>): T[] =>
	list.flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name));

/** Takes the steps of a walk, and counts what was answered. */
export class Answers {
	readonly told = new Map<string, number>();

	/** The program must answer with one of these codes, or do it where there are none; true when it was done. */
	async expects(name: string, refusals: readonly string[], act: () => Promise<unknown>): Promise<boolean> {
		const code = await act().then(() => "done", codeOf);
		const said = `${name}: ${String(code)}`;
		if (refusals.length === 0 ? code !== "done" : !refusals.some((refusal) => refusal === code))
			expect.fail(`${said}, but the model says ${refusals.join(" or ") || "done"}`, { cause: code });
		this.told.set(said, (this.told.get(said) ?? 0) + 1);
		return code === "done";
	}

	/** The codes that came up. */
	refusals(): string[] {
		return [...new Set([...this.told.keys()].map((said) => said.slice(said.lastIndexOf(": ") + 2)))].sort();
	}

	/** What never came up: answers by name, or codes that any step may have had. A walk shows nothing of a step that it lacks. */
	missing(names: readonly string[], codes: readonly string[] = []): string[] {
		const refusals = this.refusals();
		return [...names.filter((name) => !this.told.has(name)), ...codes.filter((code) => !refusals.includes(code))];
	}
}
