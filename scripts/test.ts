/**
 * `npm test`: everything. Tests inside workerd (vitest), tests of scripts and of the running server, and tests in
 * Chromium (node:test). `npm test -- NAME` runs the files whose path holds NAME. Ends with `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { buildAssets } from "./build-assets.ts";
import { findChromium } from "./chromium.ts";
import { ensureSecrets } from "./server.ts";

const [only = ""] = process.argv.slice(2);
const files = (pattern: string) =>
	globSync(pattern)
		.filter((file) => file.includes(only))
		.sort();
const folder = mkdtempSync(join(tmpdir(), "test-"));
let passed = 0;
let failed = 0;

ensureSecrets();
await buildAssets();
await workerTests(files("test/**/*.test.ts"));
/** How soon something happens is a part of what is tested: these run alone. */
const isTimed = (path: string): boolean =>
	/^test\/(?:flows\/(?:content|writing)\.|browser\/(?:lighthouse|page-tree|writing-(?:journeys|killed|limits))\.)/.test(
		path,
	);
const scripts = files("test/**/*.node.ts");
await nodeTests(
	scripts.filter((path) => !isTimed(path)),
	2,
);
await nodeTests(scripts.filter(isTimed), 1);
rmSync(folder, { recursive: true });
if (passed + failed === 0) {
	console.error(`No test has "${only}" in its path.`);
	failed = 1;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

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
	const Report = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numFailedTestSuites: z.int() });
	const result = Report.parse(JSON.parse(readFileSync(report, "utf8")));
	count(
		result.numPassedTests,
		Math.max(result.numFailedTests, code === 0 ? 0 : Math.max(1, result.numFailedTestSuites)),
	);
}

async function nodeTests(paths: string[], atOnce: number): Promise<void> {
	if (paths.length === 0) return;
	if (paths.some((path) => path.startsWith("test/browser/"))) process.env.CHROMIUM_PATH = findChromium();
	const report = join(folder, "node.tap");
	const reporters = [
		"--test-reporter=dot",
		"--test-reporter-destination=stdout",
		"--test-reporter=tap",
		`--test-reporter-destination=${report}`,
	];
	const code = await run("--test", [`--test-concurrency=${atOnce}`, ...reporters, ...paths]);
	const tap = readFileSync(report, "utf8");
	const total = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);
	count(total("pass"), Math.max(total("fail") + total("cancelled"), code === 0 ? 0 : 1));
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
