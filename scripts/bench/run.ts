/**
 * `npm run bench [-- --json] [--articles 10000] [--requests 600] [--only article] [--help]`: measures the program
 * beside bare Hono in one run, on the same workerd with the same load, and prints each figure as it is measured. The
 * ratios count, of CPU time where the system tells it; single times on a shared machine do not. Exits with 1 when a goal
 * is missed. Writes to a temporary folder.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildAssets } from "../build-assets.ts";
import { bundle, type Chunk, writeChunks } from "../bundle.ts";
import { WORKER_GZIP } from "./budgets.ts";
import { fill } from "./data.ts";
import { cron, latencies } from "./latency.ts";
import { median } from "./load.ts";
import { measureMembers } from "./members.ts";
import { measureGuessing, measurePages } from "./pages.ts";
import { beQuiet, judged, missedGoals, say } from "./report.ts";
import { measureSearch } from "./search.ts";
import { isName, measureCopies, measureGrowth, measureTiers, measureWhole } from "./tiers.ts";
import { newWorld, type World } from "./world.ts";

const { values: options } = parseArgs({
	options: {
		json: { type: "boolean", default: false },
		articles: { type: "string", default: "10000" },
		requests: { type: "string", default: "600" },
		only: { type: "string" },
		help: { type: "boolean", default: false },
	},
});
if (options.help) {
	console.log(
		"npm run bench [-- --json] [--articles 10000] [--requests 600] [--only article]\n\n--only members: the list of members with 100 and with 100,000. --only search: the staff's search with 100,000 of each kind. --only article, list, page or homepage of the API: that address. Measures ours beside bare Hono in one run, in three rounds in turns; prints each figure when it is known: ratios of CPU time, those of the clock, requests/s, p50, p99. Exits with 1 when a goal is missed.",
	);
	process.exit(0);
}
if (options.json) beQuiet();
const { only } = options;
const requests = Number(options.requests);
const articles = Number(options.articles);
const SMALL = 27;
/** The most that the time of an uncached answer may grow from the small world to the large one. */
const MOST_GROWTH: Record<string, number> = { "first page": 1.5, "last page": 3, "search 1%": 5 };
const folder = mkdtempSync(join(tmpdir(), "bench-"));
try {
	await buildAssets();
	const found = await measured();
	if (options.json) console.log(JSON.stringify({ ...found, missed: missedGoals() }, null, "\t"));
} finally {
	rmSync(folder, { recursive: true });
}
const missed = missedGoals();
say(missed.length === 0 ? "\nEvery goal is met." : `\n${missed.length} goals are missed: ${missed.join(", ")}`);
if (missed.length > 0) process.exitCode = 1;

async function measured(): Promise<object> {
	if (only === "search") return { search: await measureSearch(folder, Math.ceil(requests / 20)) };
	if (only === "members") return { members: await measuredMembers() };
	const small = await measuredWorld(SMALL);
	const large = await measuredWorld(articles);
	const scales = saidScales(small.growth, large.growth);
	if (only) return { small, large, scales };
	return { small, large, scales, members: await measuredMembers(), size: await measuredSize(), ...importSpeed() };
}

async function measuredMembers() {
	say("\nThe list of members with 100,000 against 100, p50 of each; CPU time relative to one SELECT of each run");
	return measureMembers(folder, Math.ceil(requests / 40));
}

/** Measures a world with so many articles; the small one also shows how soon changes are seen, and signed-in pages. */
async function measuredWorld(count: number) {
	say(`\n${count} articles`);
	const world = await newWorld(folder, String(count));
	await fill(world.bindings.DB, count, () => indexed(world));
	say("Share of the baseline's CPU time");
	const counts = { cached: requests * 2, cold: requests };
	const rows = await measureTiers(world, counts, only && isName(only) ? [only] : undefined);
	const whole = await measureWhole(world, Math.ceil(requests / 6));
	const growth = await measureGrowth(world, count, Math.ceil(requests / 3));
	const more = count === SMALL && !only ? await measuredUse(world) : {};
	await world.mf.dispose();
	return { rows, whole, growth, ...more };
}

async function measuredUse(world: World) {
	const copies = await measureCopies(world, Math.ceil(requests / 3));
	say("Until a change is seen, the worst of 8 (ms)");
	const latency = await latencies(world);
	say("Signed-in pages, in times of a bare page with one query");
	const pages = await measurePages(world, Math.ceil(requests / 3));
	say("While 20 wrong passwords arrive");
	return { copies, latency, pages, guessing: await measureGuessing(world, 3) };
}

/** Runs the cron until the search index has caught up with the database. */
async function indexed(world: World): Promise<void> {
	const target = await world.bindings.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	const rev = () => world.bindings.SEARCH.prepare("SELECT rev FROM index_state").first<number>("rev");
	while ((await rev()) !== target) await cron(world);
}

function saidScales(small: Record<string, number>, large: Record<string, number>): Record<string, number> {
	say(`\nTime with ${articles} articles against ${SMALL}, uncached, each relative to one SELECT of its run`);
	const scales: Record<string, number> = {};
	for (const [name, times] of Object.entries(large)) {
		const ratio = times / (small[name] ?? Number.NaN);
		const most = MOST_GROWTH[name];
		scales[name] = ratio;
		say(`  ${name.padEnd(12)} ${ratio.toFixed(2)}×${judged(name, ratio, most === undefined ? null : { most })}`);
	}
	return scales;
}

/** Returns the Worker's bytes, and the milliseconds in which a new process evaluates the API's code, the median of five. */
async function measuredSize() {
	const chunks = await bundle("src/index.ts");
	const sumOf = (of: (chunk: Chunk) => number): number => chunks.reduce((sum, chunk) => sum + of(chunk), 0);
	const gzip = sumOf(({ gzip: bytes }) => bytes);
	const worker = join(folder, "worker");
	writeChunks(chunks, worker);
	writeFileSync(join(worker, "package.json"), '{ "type": "module" }');
	const file = JSON.stringify(join(worker, "index.js"));
	const script = `const t = performance.now(); await import(${file}); console.log(performance.now() - t)`;
	const times = Array.from({ length: 5 }, () =>
		Number(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout),
	);
	const startup = median(times);
	const verdict = judged("size", gzip / 1024, { most: WORKER_GZIP / 1024 });
	say(
		`\nWorker: ${(gzip / 1024).toFixed(1)} KB gzip${verdict}, what answers the API evaluated in ${startup.toFixed(0)} ms`,
	);
	return { bytes: sumOf(({ code }) => Buffer.byteLength(code)), gzip, startup };
}

/** Returns how many seconds the import of 200 posts into an empty database takes, process start included. */
function importSpeed(): { importSeconds: number } {
	const site = join(folder, "site");
	mkdirSync(join(site, "_posts"), { recursive: true });
	writeFileSync(join(site, "_config.yml"), "title: bench\n");
	for (let n = 0; n < 200; n++) {
		const day = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
		const body = `## 標題\n\n${"病友與家屬的照護生活，從每一天的小事開始。".repeat(60)}\n`;
		writeFileSync(
			join(site, "_posts", `${day}-post-${n}.md`),
			`---\ntitle: 第 ${n} 篇\ncategory: 照護\ntags: [一, 二]\n---\n\n${body}`,
		);
	}
	const startedAt = performance.now();
	const { status, stderr } = spawnSync(process.execPath, ["scripts/content-import.ts", site], {
		env: { ...process.env, DATA_DIR: join(folder, String(SMALL)) },
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`import ended with ${status}\n${stderr}`);
	const importSeconds = (performance.now() - startedAt) / 1000;
	say(`Import of 200 posts: ${importSeconds.toFixed(1)} s${judged("import", importSeconds, { most: 15 })}`);
	return { importSeconds };
}
