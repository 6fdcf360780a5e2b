/** The benchmark in small: it measures the API beside the baseline in a real runtime, and judges and prints each figure. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { fill } from "../../scripts/bench/data.ts";
import { beQuiet, judged, missedGoals, type Row } from "../../scripts/bench/report.ts";
import { measureTiers, measureWhole } from "../../scripts/bench/tiers.ts";
import { openWorld } from "../../scripts/bench/world.ts";
import { buildAssets } from "../../scripts/build-assets.ts";
import { dataFolder, isPrepared } from "../support/prepared-data.ts";

/** Far below every goal, because other tests run beside it; an answer that asks the database twice falls below it. */
const LEAST = 0.3;
let rows: Map<string, Row>;
let whole: number;
before(async () => {
	if (!isPrepared()) await buildAssets();
	const folder = await dataFolder("migrated");
	after(() => rmSync(folder, { recursive: true }));
	const world = await openWorld(folder);
	after(() => world.mf.dispose());
	await fill(world.bindings.DB, 60);
	beQuiet();
	const all = await measureTiers(world, { cached: 120, cold: 60 }, ["article", "list"]);
	rows = new Map(all.map((row) => [row.name, row]));
	whole = await measureWhole(world, 30);
});

test("each tier of an article and of a list is measured beside the baseline, and none is far from it", () => {
	const names = ["on article", "edge article", "off article", "on list", "edge list", "off list", "304 article"];
	assert.deepEqual([...rows.keys()].toSorted(), names.toSorted());
	for (const [name, { ratio, clock, goal, ours, base }] of rows) {
		assert.ok(ratio > LEAST && ratio < 1 / LEAST, `${name} has ${ratio} of the baseline's CPU time`);
		assert.ok(
			[clock, ours.cpu, base.cpu, ours.p50, base.p99].every((figure) => figure > 0),
			name,
		);
		assert.ok(goal !== null && goal >= 0.85, `${name} has the goal ${goal}`);
	}
});

test("50 whole articles take no more than a few times as long as 50 summaries", () => {
	assert.ok(whole > 1 / LEAST / 4 && whole < 4 / LEAST, `${whole} times`);
});

test("a figure that misses its goal is named, one that meets it is not", () => {
	const before = missedGoals().length;
	assert.equal(judged("met", 0.9, { least: 0.9 }), " (goal ≥ 0.9)");
	assert.equal(judged("slow", 0.89, { least: 0.9 }), " (goal ≥ 0.9, MISSED)");
	assert.equal(judged("large", 4.1, { most: 4 }), " (goal ≤ 4, MISSED)");
	assert.equal(judged("free", 0, null), "");
	assert.deepEqual(missedGoals().slice(before), ["slow", "large"]);
});
