/**
 * The money and the books under a scheduler that reorders, repeats, drops and cuts what several people write at once
 * (docs/decisions/0056-simulator.md). A seed gives the whole run: `SEED=51 npm test -- walks/money.` takes that one alone.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import "../support/in-node.mjs";

const { run } = await import("../support/simulation/run.ts");
const { rare, runSeeds, seedsFrom, storyOf } = await import("../support/simulation/seeds.ts");

const { SEED } = process.env;
/** Seeds beyond the first hundred with which something did not hold once. */
const ONCE_FAILED: readonly number[] = [];
const seeds = SEED ? [Number(SEED)] : [...seedsFrom(1, 100), ...ONCE_FAILED];
/** How often each act has to be done in these seeds. */
const LEAST = 1;

test("a seed is one run, whatever was run before it", async () => {
	const before = await run(7);
	await run(8);
	assert.deepEqual(await run(7), before);
});

test(`${seeds.length} seeds leave the money as it has to be, and everything that people do is done`, async () => {
	const all = await runSeeds(seeds, (seed, one) => {
		if (one.faults.length > 0) console.error(storyOf(seed, one));
	});
	assert.deepEqual([...all.failed.keys()], []);
	if (!SEED) assert.deepEqual(rare(all, LEAST), []);
});
