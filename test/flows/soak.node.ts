/** The small version of `npm run prove -- soak`: seconds in place of half an hour, and what judges the curve. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { climb } from "../../scripts/prove/soak/memory.ts";
import { soak } from "../../scripts/prove/soak/run.ts";

test("mixed traffic is answered without a 5xx, and every article's newest revision is told", async () => {
	const { resident, heap, answers, faults, saves, untold } = await soak({ minutes: 0.2, everyMs: 1_000 });
	assert.deepEqual(faults, []);
	assert.deepEqual(untold, []);
	assert.ok(saves >= 2, `${saves} saves`);
	for (const kind of ["reader 2xx", "staff 2xx", "member 2xx", "cron ran"]) assert.ok((answers[kind] ?? 0) > 0, kind);
	assert.ok(resident.every(({ mb }) => mb > 20));
	assert.ok(heap.every(({ mb }) => mb > 5 && mb < 128));
});

test("a curve climbs by the line through its last two thirds", () => {
	const curve = (mb: (minute: number) => number) =>
		Array.from({ length: 30 }, (_, minute) => ({ minute, mb: mb(minute) }));
	assert.ok(Math.abs(climb(curve((minute) => 100 + 3 * minute)) - 3) < 1e-9);
	assert.ok(Math.abs(climb(curve((minute) => 200 + 10 * (minute % 2)))) < 0.1);
	assert.equal(climb(curve((minute) => (minute < 10 ? 20 * minute : 200))), 0);
});
