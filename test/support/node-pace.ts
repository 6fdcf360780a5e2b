/** What pace.ts is inside workerd, for tests in Node: limits in milliseconds are those of a usual machine. */
import { median } from "../../scripts/bench/load.ts";

/** Steps that a usual machine takes in `USUAL_MS`. */
const STEPS = 5_000_000;
const USUAL_MS = 7;
const TIMES = 9;

/** How many times as long as usual this machine takes by now for the same, at the median, at least 1. */
export function slowness(): number {
	const took: number[] = [];
	let sum = 1;
	for (let time = 0; time < TIMES; time++) {
		const startedAt = performance.now();
		for (let step = 0; step < STEPS; step++) sum = (Math.imul(sum, 1_664_525) + 1_013_904_223) | 0;
		took.push(performance.now() - startedAt);
	}
	return Math.max(1, median(took) / USUAL_MS, Math.sign(sum));
}

/** How long Chromium is waited for before a test fails: only what never comes takes so long. */
export const PATIENCE_MS = 300_000;
