/**
 * `npm run prove -- soak [MINUTES]`: half an hour (or MINUTES) of readers, an editor, staff, members, the cron and a website
 * that hears web-hooks, against the built server. Fails where an answer is a 5xx, where the newest revision of an article was
 * not told, or where the runtime's memory climbs: the line through the last two thirds of its curve.
 */
import { soak } from "./soak/run.ts";

const MINUTES = Number(process.argv[2] ?? 30);
const EVERY_MS = 10_000;
const MOST_MB_PER_MINUTE = 2;

const { points, climb, answers, faults, saves, untold } = await soak({
	minutes: MINUTES,
	everyMs: EVERY_MS,
	say: ({ minute, mb }) => console.log(`${minute.toFixed(1)} min: ${mb.toFixed(0)} MB`),
});
const least = Math.min(...points.map(({ mb }) => mb));
const most = Math.max(...points.map(({ mb }) => mb));
console.log(`\n${MINUTES} minutes: ${JSON.stringify(answers)}`);
console.log(`memory of the runtime: ${least.toFixed(0)} to ${most.toFixed(0)} MB`);
console.log(`it climbs by ${climb.toFixed(2)} MB a minute over the last two thirds (at most ${MOST_MB_PER_MINUTE})`);
console.log(`${faults.length} answers of 5xx or none: ${[...new Set(faults)].slice(0, 10).join("; ")}`);
console.log(`${saves} saves; articles whose newest revision was not told: ${untold.length}`);
if (climb > MOST_MB_PER_MINUTE || faults.length > 0 || untold.length > 0 || saves === 0) process.exitCode = 1;
