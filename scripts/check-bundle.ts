/**
 * Fails when the Worker is over its size budgets, or `wrangler deploy --dry-run` refuses it. Part of `npm run check`.
 */
import { rmSync } from "node:fs";
import { dataFolder } from "../test/support/prepared-data.ts";
import { API_GZIP, PAGE_GZIP, WORKER_GZIP } from "./bench/budgets.ts";
import { evaluatedFor, FIRST } from "./bench/evaluated.ts";
import { buildWorker, WORKER } from "./bundle.ts";
import { wrangler } from "./server.ts";

const chunks = await buildWorker();
const folder = await dataFolder("migrated");
const [api, staff] = await evaluatedFor([FIRST.api, FIRST.staff], { chunks, folder });
rmSync(folder, { recursive: true });
const sizes = [
	{ name: "Evaluated for the first answer of the API", gzip: api?.gzip ?? Number.NaN, most: API_GZIP },
	{ name: "Evaluated for the first page of the staff", gzip: staff?.gzip ?? Number.NaN, most: PAGE_GZIP },
	{ name: "All modules", gzip: chunks.reduce((sum, { gzip }) => sum + gzip, 0), most: WORKER_GZIP },
];
for (const { name, gzip, most } of sizes)
	console.log(`${name}: ${(gzip / 1024).toFixed(1)} KB gzip (at most ${most / 1024} KB)`);
if (!sizes.every(({ gzip, most }) => gzip <= most)) process.exit(1);
const taken = await wrangler(["deploy", WORKER, "--no-bundle", "--dry-run"]);
const missing = chunks.slice(1).filter(({ name }) => !taken.includes(` ${name} `));
if (missing.length > 0) throw new Error(`wrangler leaves out ${missing.map(({ name }) => name).join(", ")}`);
console.log(`wrangler deploy --dry-run takes all ${chunks.length} modules.`);
