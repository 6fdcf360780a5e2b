/**
 * `npm run website`: serves the demo association's website (examples/website) on http://localhost:${WEBSITE_PORT:-3000},
 * beside `npm start`, which it waits for; Ctrl+C ends it. It makes the web-hook by which the program tells the website of
 * changes. With API_URL it reads the service at that address, and asks each second what changed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseEnv } from "node:util";
import { open } from "#db/commit.ts";
import { listEndpoints } from "#db/content/webhooks.ts";
import { createEndpoint, rotateSecret, setEnabled } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { dataDirectory, openBindings } from "./bindings.ts";
import { ensureSecrets } from "./server.ts";

const FOLDER = "examples/website";
const LOOK_MS = 500;

const port = Number(process.env.WEBSITE_PORT ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
	console.error(`WEBSITE_PORT must be a port number, not "${process.env.WEBSITE_PORT}".`);
	process.exit(2);
}
installClient();
const given = process.env.API_URL;
const api = given ?? (await localProgram());
const secret = given ? {} : { WEBHOOK_SECRET: await secretOf(`http://localhost:${port}/hooks/content`) };
Object.assign(process.env, { API_URL: api, PORT: String(port), ...secret });
await import("../examples/website/server.ts");

/** Links the website's only package, which is the client in this repository. */
function installClient(): void {
	if (existsSync(join(FOLDER, "node_modules/bingyou-client"))) return;
	const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
		cwd: FOLDER,
		stdio: "inherit",
		shell: process.platform === "win32",
	});
	if (npm.status !== 0) process.exit(1);
}

/** Waits for `npm start` and returns its address, which it leaves in a file. */
async function localProgram(): Promise<string> {
	const file = join(dataDirectory(), "address");
	if (!existsSync(file)) console.log("Waiting for the program: npm start");
	while (!existsSync(file)) await wait(LOOK_MS);
	return readFileSync(file, "utf8");
}

/** Returns a secret with which the program signs what it tells the website at `url`; makes the endpoint where there is none. */
async function secretOf(url: string): Promise<string> {
	ensureSecrets();
	const { SEALING_KEY = "" } = parseEnv(readFileSync(".dev.vars", "utf8"));
	const { env, dispose } = await openBindings({ remote: false });
	try {
		const [db, keys] = [open(env.DB), { ENVIRONMENT: "development" as const, SEALING_KEY }];
		const known = (await listEndpoints(db)).find((endpoint) => endpoint.url === url);
		if (!known) return (await createEndpoint(db, keys, { url, events: [], ...byOperator(Date.now()) })).secret;
		// The stored secret stays with the program: a new one for each start.
		const secret = await rotateSecret(db, keys, { endpoint: known, ...byOperator(Date.now()) });
		const endpoint = (await listEndpoints(db)).find(({ id }) => id === known.id);
		if (endpoint && !endpoint.isEnabled) await setEnabled(db, endpoint, { enabled: true, ...byOperator(Date.now()) });
		return secret;
	} finally {
		await dispose();
	}
}
