/**
 * `npm test`: runs all tests: those inside workerd (vitest), those of scripts and of the running server, and those in
 * Chromium (node:test). `npm test -- NAME` runs the test files whose path contains NAME; when NAME is a noun, only
 * those that take seconds, and it names those that need a server and Chromium; `npm test -- NAME --all` runs these,
 * too. Ends with the slowest files and `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run as runFiles } from "node:test";
import { dot } from "node:test/reporters";
import { z } from "zod";
import { slowness } from "../test/support/node-pace.ts";
import { prepareData } from "../test/support/prepared-data.ts";
import { buildAssets } from "./build-assets.ts";
import { buildWorker } from "./bundle.ts";
import { findChromium } from "./chromium.ts";
import { ensureSecrets } from "./server.ts";

const { NODE_OPTIONS = "" } = process.env;
/** More than the data of all tests together. */
const DATA_BYTES = 8 * 2 ** 30;
const [only = ""] = process.argv.slice(2).filter((argument) => argument !== "--all");
const isAll = only === "" || process.argv.includes("--all");
const files = (pattern: string) =>
	globSync(pattern)
		.filter((file) => file.includes(only))
		.sort();
const folder = mkdtempSync(join(placeOfData(), "test-"));
// Everything that a test writes lies in this folder, which goes when the run ends, however it ends.
process.env.TMPDIR = folder;
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
let passed = 0;
let failed = 0;
const durations: { file: string; seconds: number }[] = [];
/** What failed outside workerd, with the first line of why; it stands once more at the end of the output. */
const faults: string[] = [];

ensureSecrets();
await buildAssets();
const inWorkerd = files("test/**/*.test.ts");
const isInChromium = (path: string): boolean => path.startsWith("test/browser/");
const isServed = (path: string): boolean => isInChromium(path) || path.startsWith("test/flows/");
const outside = files("test/**/*.node.ts");
/**
 * The test files that a run with a NAME leaves out: none with --all, for a written-out path, or for a NAME that only
 * such files have.
 */
const left = isAll || /[/.]/.test(only) || inWorkerd.length === 0 ? [] : outside.filter(isServed);
const scripts = outside.filter((path) => !left.includes(path));
const isSlow = slowness() > 2;
/** Its answers are faults when the database takes two seconds for one, on a slow machine, too: it never runs beside vitest. */
const SOAK = "test/flows/soak.node.ts";
/**
 * Returns whether a test file measures how soon something is drawn or sent to a website. These files run last: those in
 * Chromium one after another, and beside them those in flows/, which mostly wait. A slow machine has longer limits, and
 * no time for that.
 */
const isTimed = (path: string): boolean =>
	path === SOAK ||
	(!isSlow &&
		/^test\/(?:browser\/(?:lighthouse(?:-website)?|page-tree|website|writing-(?:journeys|keys|killed|limits))|flows\/(?:website|writing))\./.test(
			path,
		));
/** A file that hangs fails after half an hour, and the others still run: the runner's own limit does not end its process. */
const LIMIT = "setTimeout(() => { console.error('It took half an hour.'); process.exit(1); }, 1_800_000).unref()";
/** The most characters of a fault that are told at the end. */
const LONGEST_WHY = 300;
/** The longest test file, which starts first so that all others run beside it. */
const LONGEST = "test/browser/admin-pages.node.ts";
// Code that every test process loads, wrangler above all, is compiled once; so is what a script under test loads.
Object.assign(process.env, {
	NODE_COMPILE_CACHE: join(folder, "compiled"),
	NODE_OPTIONS: `${NODE_OPTIONS} --import ${new URL("drizzle-once.mjs", import.meta.url).href}`,
});
/**
 * The built Worker and prepared data with which several test files start. The tests inside workerd do not need them and
 * start meanwhile.
 */
const prepared = scripts.length > 1 ? Promise.all([buildWorker(), prepareData(join(folder, "data"))]) : undefined;

const timed = scripts.filter(isTimed);
const chromium = scripts.filter((path) => isInChromium(path) && !isTimed(path));
const others = scripts.filter((path) => !isInChromium(path) && !isTimed(path));
// The tests in flows/ mostly wait, so that a second lane runs beside vitest.
const lane = async (): Promise<void> => {
	await prepared;
	for (let path = others.shift(); path !== undefined; path = others.shift()) await nodeTests([path], 1);
};
await Promise.all([workerTests(inWorkerd).then(lane), lane()]);
// Those in Chromium wait a little, too: two at once leave a quarter of two cores idle, but not on a slow machine.
await nodeTests(
	chromium.sort((a, b) => Number(b === LONGEST) - Number(a === LONGEST)),
	isSlow ? 2 : 3,
);
await Promise.all([
	nodeTests(timed.filter(isInChromium), 1),
	nodeTests(
		timed.filter((path) => !isInChromium(path)),
		1,
	),
]);
if (passed + failed === 0) {
	console.error(`No test has "${only}" in its path.`);
	failed = 1;
}
const slowest = durations.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
console.log(
	`\nThe slowest files:\n${slowest.map(({ file, seconds }) => `${seconds.toFixed(1)} s ${file}`).join("\n")}`,
);
if (faults.length > 0) console.log(`\nFailed outside workerd:\n${faults.join("\n")}`);
if (left.length > 0)
	console.log(`\nLeft out, with a server or Chromium (npm test -- ${only} --all):\n${left.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Returns where the data of the tests lie: in memory where the system has room there, since a disk takes two thirds of
 * the time of a statement in D1.
 */
function placeOfData(): string {
	const memory = "/dev/shm";
	if (!existsSync(memory)) return tmpdir();
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize > DATA_BYTES ? memory : tmpdir();
}

async function workerTests(paths: string[]): Promise<void> {
	if (paths.length === 0) return;
	const report = join(folder, "vitest.json");
	const code = await run("node_modules/vitest/vitest.mjs", [
		"run",
		"--reporter=dot",
		"--reporter=json",
		`--outputFile.json=${report}`,
		...paths,
	]);
	const Report = z.object({
		numPassedTests: z.int(),
		numFailedTests: z.int(),
		numFailedTestSuites: z.int(),
		testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
	});
	const result = Report.parse(JSON.parse(readFileSync(report, "utf8")));
	for (const { name, startTime, endTime } of result.testResults) took(name, endTime - startTime);
	count(
		result.numPassedTests,
		Math.max(result.numFailedTests, code === 0 ? 0 : Math.max(1, result.numFailedTestSuites)),
	);
}

async function nodeTests(paths: string[], atOnce: number): Promise<void> {
	if (paths.length === 0) return;
	if (paths.some((path) => /^test\/(?:browser|flows)\//.test(path))) process.env.CHROMIUM_PATH = findChromium();
	const execArgv = ["--import", `data:text/javascript,${LIMIT}`];
	const events = runFiles({ files: paths.map((path) => resolve(path)), concurrency: atOnce, execArgv });
	events.on("test:summary", ({ file, success, duration_ms, counts: { tests, passed, skipped, todo } }) => {
		if (file !== undefined) {
			took(file, duration_ms);
			console.log(`\n${(duration_ms / 1000).toFixed(1)} s ${relative(process.cwd(), file)}`);
		}
		// The summary without a file is that of all files.
		if (file === undefined) count(passed, Math.max(tests - passed - skipped - todo, success ? 0 : 1));
	});
	events.on("test:fail", ({ file = "", name, details: { error } }) => {
		const [why = ""] = String(error.cause instanceof Error ? error.cause.message : error.message).split("\n");
		faults.push(`${relative(process.cwd(), file)}: ${name}: ${why.slice(0, LONGEST_WHY)}`);
	});
	for await (const told of events.compose(dot)) process.stdout.write(told);
}

function took(path: string, ms: number): void {
	durations.push({ file: relative(process.cwd(), path), seconds: ms / 1000 });
}

function count(good: number, bad: number): void {
	passed += good;
	failed += bad;
}

function run(script: string, args: string[]): Promise<number> {
	const child = spawn(process.execPath, [script, ...args], { stdio: "inherit" });
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve(code ?? 1));
	});
}
