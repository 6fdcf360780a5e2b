/** Limits in milliseconds are those of a usual machine: a machine that is slow for everything gets as much more. */
import { env } from "cloudflare:test";

/** Counts as far as a usual machine does in `USUAL_MS`. */
const COUNT = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT sum(i) FROM n";
const USUAL_MS = 100;

/** How many times as long as usual the database takes by now for the same, at the median of three, at least 1. */
export async function slowness(): Promise<number> {
	const took: number[] = [];
	for (let time = 0; time < 3; time++) {
		const startedAt = performance.now();
		await env.DB.prepare(COUNT).first();
		took.push(performance.now() - startedAt);
	}
	return Math.max(1, (took.toSorted((a, b) => a - b)[1] ?? 0) / USUAL_MS);
}
