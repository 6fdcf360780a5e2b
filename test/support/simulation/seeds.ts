/** Many seeds, one after another, and what is told of them. */
import { GROUPS } from "./acts/index.ts";
import { type Run, run } from "./run.ts";

/** How often each act came to each end in all of them, and the runs after which something did not hold, by their seed. */
export type Seeds = { told: Map<string, number>; failed: Map<number, Run> };

/** Runs them; `tell` hears of each, and how many were run. */
export async function runSeeds(
	seeds: readonly number[],
	tell: (seed: number, of: Run, done: number) => void,
): Promise<Seeds> {
	const all: Seeds = { told: new Map(), failed: new Map() };
	for (const [nth, seed] of seeds.entries()) {
		const one = await run(seed);
		for (const [what, times] of one.told) all.told.set(what, (all.told.get(what) ?? 0) + times);
		if (one.faults.length > 0) all.failed.set(seed, one);
		tell(seed, one, nth + 1);
	}
	return all;
}

export const seedsFrom = (first: number, many: number): number[] =>
	Array.from({ length: many }, (_, nth) => first + nth);

/** The acts that were done less often than `least` times: a simulation shows nothing of what is always refused. */
export const rare = ({ told }: Seeds, least: number): string[] =>
	GROUPS.flat()
		.map(({ name }) => [name, told.get(`${name}: done`) ?? 0] as const)
		.filter(([, times]) => times < least)
		.map(([name, times]) => `${name}: ${times}`);

/** A failed seed: its steps, and then what does not hold. */
export const storyOf = (seed: number, { steps, faults }: Run): string =>
	`Seed ${seed}:\n${steps.join("\n")}\n\nSeed ${seed} ends with:\n${faults.join("\n")}\n`;
