/** Fails when the Worker grows over its budgets, or `wrangler deploy --dry-run` does not take it. Part of `npm run check`. */
import { CONTENT_GZIP, WORKER_GZIP } from "./bench/budgets.ts";
import { buildWorker, bundle, WORKER } from "./bundle.ts";
import { wrangler } from "./server.ts";

const [content, whole] = await Promise.all([bundle("src/index.ts", ["#surfaces.ts"]), buildWorker()]);
const sizes = [
	{ name: "Content service", gzip: content.gzip, most: CONTENT_GZIP },
	{ name: "Worker", gzip: whole.gzip, most: WORKER_GZIP },
];
for (const { name, gzip, most } of sizes)
	console.log(`${name}: ${(gzip / 1024).toFixed(1)} KB gzip (at most ${most / 1024} KB)`);
if (sizes.some(({ gzip, most }) => gzip > most)) process.exit(1);
await wrangler(["deploy", WORKER, "--no-bundle", "--dry-run"]);
console.log("wrangler deploy --dry-run takes it.");
