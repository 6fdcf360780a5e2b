/**
 * `npm run prove -- start [ROUNDS]`: measures what an isolate evaluates until its first answer, and how long the Worker
 * takes to start, compared in the same run with a bare Hono Worker and with the Worker as one file.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { dataFolder } from "../../test/support/prepared-data.ts";
import { API_GZIP, PAGE_GZIP, WORKER_GZIP } from "../bench/budgets.ts";
import { evaluatedFor, FIRST } from "../bench/evaluated.ts";
import { median } from "../bench/load.ts";
import { buildAssets } from "../build-assets.ts";
import { bundle, type Chunk, writeChunks } from "../bundle.ts";
import { startTimes } from "./start/times.ts";

const ROUNDS = Number(process.argv[2] ?? 40);
/** The least share of the start-up time that the split into modules must save. */
const LEAST_SAVED = 0.2;
const PATHS = [
	FIRST.api,
	"/login",
	FIRST.staff,
	"/admin/members",
	"/admin/ledger",
	"/account",
	"/member/profile/create",
];
/** Matches the modules that were loaded on first use even when the Worker was one file. */
const ON_USE = /^parts\/(?:receipt-pdf|spreadsheets|compose)-/;

await buildAssets();
const chunks = await bundle("src/index.ts");
const [baseline] = await bundle("scripts/bench/baseline-worker.ts");
const folder = mkdtempSync(join(tmpdir(), "start-"));
const data = await dataFolder("migrated");
const failed: string[] = [];
const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
const sumOf = (of: readonly Chunk[]): number => of.reduce((sum, { gzip }) => sum + gzip, 0);
const hold = (name: string, is: number, most: number): void => {
	if (!(is <= most)) failed.push(name);
};

try {
	for (const { path, chunks: those, gzip } of await evaluatedFor(PATHS, { chunks, folder: data })) {
		console.log(`${path.padEnd(24)} ${kb(gzip).padStart(9)} gzip in ${those.length} modules`);
		hold(path, gzip, path === FIRST.api ? API_GZIP : PAGE_GZIP);
	}
	console.log(`${"all".padEnd(24)} ${kb(sumOf(chunks)).padStart(9)} gzip in ${chunks.length} modules`);
	hold("all modules", sumOf(chunks), WORKER_GZIP);

	const candidates = [
		{ name: "bare Hono", modules: [{ ...baseline, name: "index.js" }] },
		{ name: "one file, evaluated at the start", modules: [await oneFile((name) => !ON_USE.test(name))] },
		{ name: "one file, evaluated on use", modules: [await oneFile(() => false)] },
		{ name: "modules", modules: chunks },
	];
	const times = await startTimes(candidates, { folder, rounds: ROUNDS });
	const medians = new Map([...times].map(([name, each]) => [name, median(each)]));
	for (const [name, ms] of medians)
		console.log(`${name.padEnd(34)} ${ms.toFixed(0).padStart(5)} ms, median of ${ROUNDS}`);
	const saved = 1 - (medians.get("modules") ?? Number.NaN) / (medians.get("one file, evaluated at the start") ?? 0);
	console.log(`The modules save ${(saved * 100).toFixed(0)}% of the start (at least ${LEAST_SAVED * 100}%).`);
	hold("the share of the start", LEAST_SAVED, saved);
} finally {
	for (const one of [folder, data]) rmSync(one, { recursive: true });
}
if (failed.length > 0) throw new Error(`Over what it may be: ${failed.join(", ")}`);

/**
 * Bundles the Worker's modules into one file; those for which `eager` is true are evaluated with it, the others on
 * first use.
 */
async function oneFile(eager: (name: string) => boolean): Promise<{ name: string; code: string }> {
	const place = mkdtempSync(join(folder, "modules-"));
	writeChunks(chunks, place);
	const entry = [...chunks.map(({ name }) => name).filter(eager), "index.js"];
	writeFileSync(
		join(place, "entry.js"),
		`${entry.map((name) => `import "./${name}";`).join("")}export { default } from "./index.js";`,
	);
	const { outputFiles } = await build({
		entryPoints: [join(place, "entry.js")],
		bundle: true,
		write: false,
		// pdf-lib names a key twice.
		logLevel: "error",
		minify: true,
		charset: "utf8",
		format: "esm",
		target: "es2024",
		external: ["node:*", "cloudflare:*"],
	});
	return { name: "index.js", code: outputFiles[0]?.text ?? "" };
}
