/**
 * Fails when the Worker is over its size budget, or `wrangler deploy --dry-run` refuses it. Part of `npm run check`. The
 * budgets of what is evaluated for a first answer are held by test/scripts/evaluated.node.ts.
 */
import { WORKER_GZIP } from "./bench/budgets.ts";
import { buildWorker, WORKER } from "./bundle.ts";
import { wrangler } from "./server.ts";

const chunks = await buildWorker();
const gzip = chunks.reduce((sum, chunk) => sum + chunk.gzip, 0);
console.log(`All modules: ${(gzip / 1024).toFixed(1)} KB gzip (at most ${WORKER_GZIP / 1024} KB)`);
if (gzip > WORKER_GZIP) process.exit(1);
const taken = await wrangler(["deploy", WORKER, "--no-bundle", "--dry-run"]);
const missing = chunks.slice(1).filter(({ name }) => !taken.includes(` ${name} `));
if (missing.length > 0) throw new Error(`wrangler leaves out ${missing.map(({ name }) => name).join(", ")}`);
console.log(`wrangler deploy --dry-run takes all ${chunks.length} modules.`);
