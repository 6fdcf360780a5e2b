/**
 * `npm run bench [-- --json] [--articles 10000] [--requests 1500] [--only article] [--help]`: measures the program
 * beside bare Hono in one run, on the same workerd with the same load. The ratios count; single times on a shared
 * machine do not. Writes to a temporary folder.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildAssets } from "../build-assets.ts";
import { bundle, type Chunk, writeChunks } from "../bundle.ts";
import { migrate } from "../server.ts";
import { WORKER_GZIP } from "./budgets.ts";
import { COMMON, fill, PAGE_SLUG, RARE } from "./data.ts";
import { cron, type Latencies, latencies } from "./latency.ts";
import { compare, type Figure, load, median, type Target } from "./load.ts";
import { measureMembers, reportMembers } from "./members.ts";
import { LEAST_SHARE, MOST_TIMES, measureGuessing, measurePages, type PageRow } from "./pages.ts";
import { measureSearch, reportSearch } from "./search.ts";
import { openWorld, type World } from "./world.ts";

const { values: options } = parseArgs({
	options: {
		json: { type: "boolean", default: false },
		articles: { type: "string", default: "10000" },
		requests: { type: "string", default: "1500" },
		only: { type: "string" },
		help: { type: "boolean", default: false },
	},
});
if (options.help) {
	console.log(
		"npm run bench [-- --json] [--articles 10000] [--requests 1500] [--only article]\n\n--only members: the list of members with 100 and with 100,000. --only search: the staff's search with 100,000 of each kind. Measures ours beside bare Hono in one run; prints requests/s, p50, p99 and ratios.",
	);
	process.exit(0);
}
const requests = Number(options.requests);
const SMALL = 27;

type Row = {
	articles: number;
	name: string;
	against: string;
	ours: Figure;
	base: Figure;
	ratio: number;
	goal: number | null;
};
type Scale = { name: string; ratio: number; goal: number | null };
const rows: Row[] = [];
const scales: Scale[] = [];
const say = (text: string) => options.json || console.log(text);

const ADDRESSES = {
	list: "/api/v1/articles",
	article: "/api/v1/articles/article-20",
	page: `/api/v1/pages/${PAGE_SLUG}`,
	homepage: "/api/v1/homepage",
	search: `/api/v1/articles?search=${encodeURIComponent(RARE)}`,
};
type Name = keyof typeof ADDRESSES;
const GOALS: Record<string, number> = {
	on: 0.8,
	edge: 0.85,
	"304": 0.8,
	"off article": 0.7,
	"off list": 0.6,
	"off homepage": 0.4,
};

await buildAssets();
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const perRequest: Record<string, number[]> = {};
let latency: Latencies | undefined;
const pages: PageRow[] = [];
let guessing: number | undefined;
if (options.only === "search") {
	const times = await measureSearch(folder, Math.ceil(requests / 50));
	rmSync(folder, { recursive: true });
	if (options.json) console.log(JSON.stringify({ search: times }, null, "\t"));
	else reportSearch(times);
	process.exit(0);
}
const isMembersOnly = options.only === "members";
const members = !options.only || isMembersOnly ? await measureMembers(folder, Math.ceil(requests / 20)) : [];
if (isMembersOnly) {
	rmSync(folder, { recursive: true });
	if (options.json) console.log(JSON.stringify({ members }, null, "\t"));
	else reportMembers(members);
	process.exit(0);
}
for (const articles of [SMALL, Number(options.articles)]) {
	const data = join(folder, String(articles));
	await migrate(data);
	const world = await openWorld(data);
	const startedAt = performance.now();
	await fill(world.bindings.DB, articles);
	say(`\n${articles} articles (written in ${Math.round(performance.now() - startedAt)} ms)`);
	await indexed(world);
	await measureTiers(world, articles);
	await measureGrowth(world, articles);
	if (articles === SMALL) {
		latency = await latencies(world);
		if (!options.only || options.only === "pages") {
			pages.push(...(await measurePages(world, Math.ceil(requests / 3))));
			guessing = await measureGuessing(world, 10);
		}
	}
	await world.mf.dispose();
}
for (const [name, times] of Object.entries(perRequest)) {
	const [small = Number.NaN, large = Number.NaN] = times;
	scales.push({
		name,
		ratio: large / small,
		goal: { "first page": 1.5, "last page": 3, "search 1%": 5 }[name] ?? null,
	});
}
const chunks = await bundle("src/index.ts");
const sumOf = (of: (chunk: Chunk) => number): number => chunks.reduce((sum, chunk) => sum + of(chunk), 0);
const size = { bytes: sumOf(({ code }) => Buffer.byteLength(code)), gzip: sumOf(({ gzip }) => gzip) };
const startup = await startupTimes(chunks);
const importSeconds = importSpeed();
rmSync(folder, { recursive: true });
report();

/** Runs the cron until the search index has caught up with the database. */
async function indexed(world: World): Promise<void> {
	const startedAt = performance.now();
	const target = await world.bindings.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	await cron(world);
	while ((await world.bindings.SEARCH.prepare("SELECT rev FROM index_state").first<number>("rev")) !== target)
		await cron(world);
	say(`indexed in ${Math.round(performance.now() - startedAt)} ms`);
}

async function measureTiers(world: World, articles: number): Promise<void> {
	const base = (path: string): Target => ({ port: world.ports.baseline, path, expect: 200 });
	const measure = async (name: string, against: string, ours: Target, other: Target) => {
		const cached = !against.startsWith("(c)");
		const result = await compare(ours, other, cached ? requests * 2 : Math.ceil(requests / 3));
		rows.push({ articles, name, against, ...result, goal: GOALS[name] ?? GOALS[name.split(" ")[0] ?? ""] ?? null });
		say(line(rows.at(-1)));
	};
	for (const name of Object.keys(ADDRESSES) as Name[]) {
		if (options.only && name !== options.only) continue;
		const path = ADDRESSES[name];
		const { bytes } = await load({ port: world.ports.off, path, expect: 200 }, 1);
		// Answers to searches are never kept in memory, so both measurements compare with an edge hit.
		const [against, other] = name === "search" ? ["(b) edge hit", "edge"] : ["(a) fixed JSON", "fixed"];
		await measure(`on ${name}`, against, { port: world.ports.on, path, expect: 200 }, base(`/${other}/${bytes}`));
		await measure(
			`edge ${name}`,
			"(b) edge hit",
			{ port: world.ports.edge, path, expect: 200 },
			base(`/edge/${bytes}`),
		);
		await measure(
			`off ${name}`,
			"(c) one SELECT",
			{ port: world.ports.off, path, expect: 200 },
			base("/select/article-20"),
		);
	}
	const path = ADDRESSES.article;
	const etag = (await fetch(`http://127.0.0.1:${world.ports.on}${path}`)).headers.get("ETag") ?? "";
	const conditional = { port: world.ports.on, path, expect: 304, headers: { "If-None-Match": etag } };
	await measure("304 article", "(a) fixed JSON", conditional, base("/fixed/4000"));
}

/** Measures uncached requests relative to one SELECT of the same run, so that two runs can be compared. */
async function measureGrowth(world: World, articles: number): Promise<void> {
	const last = Math.ceil(articles / 15);
	const list = (query: string): Target => ({ port: world.ports.off, path: `/api/v1/articles${query}`, expect: 200 });
	const search = (word: string) => list(`?search=${encodeURIComponent(word)}`);
	const targets = {
		"first page": list(""),
		"last page": list(`?page=${last}`),
		"search 1%": search(RARE),
		"search all": search(COMMON),
	};
	for (const [name, target] of Object.entries(targets)) {
		const { ratio } = await compare(
			target,
			{ port: world.ports.baseline, path: "/select/article-20", expect: 200 },
			Math.ceil(requests / 5),
		);
		perRequest[name] = [...(perRequest[name] ?? []), 1 / ratio];
	}
}

/** Returns how many milliseconds a new process takes to evaluate the API's code, the median of five. */
async function startupTimes(chunks: readonly Chunk[]): Promise<number> {
	const worker = join(folder, "worker");
	writeChunks(chunks, worker);
	writeFileSync(join(worker, "package.json"), '{ "type": "module" }');
	const file = join(worker, "index.js");
	const script = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t)`;
	const times = Array.from({ length: 5 }, () =>
		Number(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout),
	);
	return median(times);
}

/** Returns how many seconds the import of 200 posts into an empty database takes, process start included. */
function importSpeed(): number {
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
	const data = join(folder, "27");
	const startedAt = performance.now();
	const { status, stderr } = spawnSync(process.execPath, ["scripts/content-import.ts", site], {
		env: { ...process.env, DATA_DIR: data },
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`import ended with ${status}\n${stderr}`);
	return (performance.now() - startedAt) / 1000;
}

function line(row: Row | undefined): string {
	if (!row) return "";
	const goal = row.goal === null ? "" : ` (goal ≥ ${row.goal}${row.ratio >= row.goal ? "" : ", MISSED"})`;
	const figure = ({ perSecond, p50, p99 }: Figure) =>
		`${String(Math.round(perSecond)).padStart(6)}/s  p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)} ms`;
	return `${row.name.padEnd(14)} ${figure(row.ours)}   ${row.against.padEnd(15)} ${figure(row.base)}   ratio ${row.ratio.toFixed(2)}${goal}`;
}

function report(): void {
	if (options.json) {
		console.log(
			JSON.stringify(
				{
					rows,
					scales,
					pages,
					members,
					guessing,
					latency,
					bundle: size,
					startup,
					importSeconds,
				},
				null,
				"\t",
			),
		);
		return;
	}
	console.log(
		`\nTime with ${options.articles} articles against ${SMALL}, uncached, each relative to one SELECT of its run:`,
	);
	for (const { name, ratio, goal } of scales)
		console.log(
			`  ${name.padEnd(12)} ${ratio.toFixed(2)}×${goal === null ? "" : ` (goal ≤ ${goal}${ratio <= goal ? "" : ", MISSED"})`}`,
		);
	console.log("\nUntil a change is seen, the worst of 8 (ms):");
	for (const [name, ms] of Object.entries(latency ?? {})) console.log(`  ${name.padEnd(14)} ${Math.round(Number(ms))}`);
	reportPages();
	if (members.length > 0) reportMembers(members);
	console.log(`\nImport of 200 posts: ${importSeconds.toFixed(1)} s (goal ≤ 15)`);
	console.log(
		`Worker: ${(size.gzip / 1024).toFixed(1)} KB gzip (goal ≤ ${WORKER_GZIP / 1024}), what answers the API evaluated in ${startup.toFixed(0)} ms`,
	);
}

function reportPages(): void {
	if (guessing === undefined) return;
	console.log("\nSigned-in pages, in times of a bare page with one query:");
	for (const { path, times, ours } of pages)
		console.log(
			`  ${path.padEnd(30)} ${times.toFixed(2)}×  p50 ${ours.p50.toFixed(1)} ms${times <= MOST_TIMES ? "" : ` (goal ≤ ${MOST_TIMES}, MISSED)`}`,
		);
	console.log(
		`Cached hits while 20 wrong passwords arrive: ${(guessing * 100).toFixed(0)}% of the throughput (goal ≥ ${LEAST_SHARE * 100}%)`,
	);
}
