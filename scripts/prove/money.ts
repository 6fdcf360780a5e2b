/**
 * `npm run prove -- money [SEEDS] [FROM]`: 2,000 seeds (or SEEDS of them, from the seed FROM on) of the simulator of the
 * money, of which test/walks/money.node.ts runs a hundred. A failed seed is told with its steps; `-- money 1 51` runs seed
 * 51 alone and tells its steps in any case.
 */
import "../../test/support/in-node.mjs";

const { rare, runSeeds, seedsFrom, storyOf } = await import("../../test/support/simulation/seeds.ts");
const { run } = await import("../../test/support/simulation/run.ts");

const [SEEDS, FROM] = [Number(process.argv[2] ?? 2_000), Number(process.argv[3] ?? 1)];
if (!Number.isInteger(SEEDS) || SEEDS < 1 || !Number.isInteger(FROM))
	throw new Error("SEEDS and FROM are whole numbers.");
/** How often each act has to be done for each hundred seeds. */
const LEAST = 1;

if (SEEDS === 1) {
	const one = await run(FROM);
	console.log(storyOf(FROM, one));
	process.exit(one.faults.length === 0 ? 0 : 1);
}
const startedAt = performance.now();
const all = await runSeeds(seedsFrom(FROM, SEEDS), (seed, one, done) => {
	if (one.faults.length > 0) console.log(storyOf(seed, one));
	if (done % 100 === 0) console.log(`${done} seeds, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
});
const told = [...all.told].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${times} ${what}`);
const tooRare = rare(all, LEAST * Math.floor(SEEDS / 100));
const { user, system } = process.cpuUsage();
console.log(`${told.join("\n")}\n\nDone too rarely: ${tooRare.join(", ") || "nothing"}
Seeds ${FROM} to ${FROM + SEEDS - 1}, ${all.failed.size} failed: ${[...all.failed.keys()].join(", ")}
${Math.round((performance.now() - startedAt) / 1_000)} s, of which ${Math.round((user + system) / 1e6)} s of CPU`);
process.exitCode = all.failed.size === 0 && tooRare.length === 0 ? 0 : 1;
