/**
 * `npm run prove -- soak [MINUTES]`: half an hour (or MINUTES) of readers, an editor, staff, members, the cron and a
 * website that receives webhooks, against the built server. Fails when an answer is a 5xx, when the newest revision of
 * an article was not sent to the website, or when the Worker's heap after a collection grows: the line through the last
 * two thirds of its curve. The resident memory is printed beside it; it also contains wrangler's own isolates and pages
 * that the allocator keeps.
 */
import { soak } from "./soak/run.ts";

const MINUTES = Number(process.argv[2] ?? 30);
const EVERY_MS = 10_000;
const MOST_MB_PER_MINUTE = 0.2;

const { resident, heap, climbs, answers, faults, saves, untold } = await soak({
	minutes: MINUTES,
	everyMs: EVERY_MS,
	say: (now) =>
		console.log(`${now.minute.toFixed(1)} min: heap ${now.heap.toFixed(1)} MB, resident ${now.resident.toFixed(0)} MB`),
});
const range = (of: { mb: number }[]): string =>
	[Math.min, Math.max].map((pick) => pick(...of.map(({ mb }) => mb)).toFixed(1)).join(" to ");
console.log(`\n${MINUTES} minutes: ${JSON.stringify(answers)}`);
console.log(`heap of the Worker after a collection: ${range(heap)} MB`);
console.log(
	`it climbs by ${climbs.heap.toFixed(2)} MB a minute over the last two thirds (at most ${MOST_MB_PER_MINUTE})`,
);
console.log(`resident in the runtime: ${range(resident)} MB, ${climbs.resident.toFixed(2)} MB a minute`);
console.log(`${faults.length} answers of 5xx or none: ${[...new Set(faults)].slice(0, 10).join("; ")}`);
console.log(`${saves} saves; articles whose newest revision was not told: ${untold.length}`);
if (!(climbs.heap <= MOST_MB_PER_MINUTE) || faults.length > 0 || untold.length > 0 || saves === 0) process.exitCode = 1;
