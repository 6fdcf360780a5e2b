/** Fails when the Worker grows over its budget, or `wrangler deploy --dry-run` does not take it. Part of `npm run check`. */
import { bundle } from "./bench/bundle.ts";
import { wrangler } from "./server.ts";

/** The whole Worker, spreadsheets included: their code is loaded on use, but travels with it. */
const MOST_GZIP = 1024 * 1024;
const { gzip } = await bundle("src/index.ts");
console.log(`Worker bundle: ${(gzip / 1024).toFixed(1)} KB gzip (at most ${MOST_GZIP / 1024} KB)`);
if (gzip > MOST_GZIP) process.exit(1);
await wrangler(["deploy", "--dry-run", "--outdir", ".wrangler/dry-run"]);
console.log("wrangler deploy --dry-run takes it.");
