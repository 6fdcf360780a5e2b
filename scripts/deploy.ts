/**
 * `npm run deploy`: creates what is missing in the Cloudflare account, applies migrations, deploys the Worker. Safe to
 * repeat; a run that stopped half-way is continued. See HELP and docs/operations.md, Deploying.
 */
import { parseArgs } from "node:util";
import { buildAssets } from "./build-assets.ts";
import { buildWorker } from "./bundle.ts";
import { askAudit } from "./deploy/flaws.ts";
import { deploy, NotReady } from "./deploy/steps.ts";
import { wrangler } from "./server.ts";

const HELP = `npm run deploy [-- --dry-run] [--accept-flaws]

Needs npx wrangler login (or CLOUDFLARE_API_TOKEN), and the addresses in wrangler.toml. Then, each step only where it is
needed: makes the two databases (their ids go into wrangler.toml), the bucket and the queues; applies the migrations;
makes the secrets that the Worker does not have, and shows them once; builds what browsers load and the Worker; deploys.
A secret that stands in the environment under its own name is taken instead of a new one. Where the database was written
with another key, nothing is deployed.

  --dry-run       says what would be done; changes nothing
  --accept-flaws  deploys although npm audit knows a high or critical flaw of what is shipped
  --help          this text`;

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { "dry-run": flag, "accept-flaws": flag, help: flag } });
if (values.help) console.log(HELP);
else
	await deploy(
		{
			wrangler,
			buildAssets,
			buildWorker,
			audit: askAudit,
			say: console.log,
			config: "wrangler.toml",
			env: process.env,
		},
		{ dryRun: values["dry-run"], acceptFlaws: values["accept-flaws"] },
	).catch((error: unknown) => {
		if (!(error instanceof NotReady)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	});
