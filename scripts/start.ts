/**
 * `npm start`: serves the program on http://localhost:${PORT:-8787} with its state in ${DATA_DIR:-.data}.
 * Applies migrations, imports the demo site once (SEED=none starts empty), and calls the cron each minute, which
 * `wrangler dev` does not. Safe to repeat; Ctrl+C ends it.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { openMigrated } from "./bindings.ts";
import { buildAssets } from "./build-assets.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "./demo/people.ts";
import { ensureSecrets, migrate, serve, silence } from "./server.ts";
import { firstAdminLink } from "./users/recovery.ts";

const port = Number(process.env.PORT ?? 8787);
const dataDir = process.env.DATA_DIR ?? ".data";
const seed = process.env.SEED ?? "demo";
if (!Number.isInteger(port) || port < 1 || port > 65_535)
	fail(`PORT must be a port number, not "${process.env.PORT}".`);
if (seed !== "demo" && seed !== "none") fail(`SEED must be "demo" or "none", not "${seed}".`);

ensureSecrets();
await buildAssets();
console.log(`Preparing the databases in ${dataDir} ...`);
await migrate(dataDir);
const seeded = join(dataDir, "demo-imported");
if (seed === "demo" && !existsSync(seeded)) {
	await run("scripts/content-import.ts", ["demo/site"]);
	await run("scripts/seed-demo.ts", []);
	writeFileSync(seeded, new Date().toISOString());
}
const door = seed === "demo" ? demoPeople() : await firstDoor();

const vars = process.env.CACHE ? { CACHE: process.env.CACHE } : {};
const server = await serve({ port, dataDir, vars }).catch((error: Error) => fail(error.message, 1));
for (const stream of [server.process.stdout, server.process.stderr]) stream?.pipe(process.stderr);
// Other scripts find the server's address in this file.
const address = join(dataDir, "address");
writeFileSync(address, server.address);
const tick = () => server.runCron().catch((error: unknown) => console.error(`cron: ${String(error)}`));
await tick();
const cron = setInterval(tick, 60_000);

console.log(`
  Serving      ${server.address}
  Sign in      ${server.address}/login
  API          ${server.address}/api/v1/docs
${door}
  Data         ${dataDir}${seed === "none" ? " (SEED=none: no demo content)" : ""}

  Ctrl+C ends it.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end(0));
server.process.once("close", died);
await silence(server.address);
console.error(
	"The server does not answer any more, and was ended: see its output above. Data is safe; start it again.",
);
await end(1);

async function end(code: number): Promise<void> {
	clearInterval(cron);
	server.process.removeListener("close", died);
	rmSync(address, { force: true });
	await server.stop();
	process.exit(code);
}

function demoPeople(): string {
	const staff = DEMO_PEOPLE.filter(({ role, email }) => role !== "member" && email).map(({ email }) => email);
	const members = DEMO_PEOPLE.filter(({ role }) => role === "member").map(({ phone, email }) => phone ?? email);
	return `  Staff        ${staff.join(", ")}\n  Members      ${members.join(", ")}\n  Password     ${DEMO_PASSWORD}`;
}

/**
 * Returns the text with the link by which the first administrator of an association without active users sets a
 * password; "" when a user is active already.
 */
async function firstDoor(): Promise<string> {
	const { LINK_KEY = "" } = parseEnv(readFileSync(".dev.vars", "utf8"));
	const { env, dispose } = await openMigrated({ remote: false });
	try {
		const place = { baseUrl: `http://localhost:${port}`, LINK_KEY };
		const link = await firstAdminLink(env.DB, place, { email: "admin@example.org", at: Date.now() });
		return link ? `  First admin  ${link}\n               signs in as admin@example.org; the link works once` : "";
	} finally {
		await dispose();
	}
}

function died(): void {
	rmSync(address, { force: true });
	console.error("The server ended by itself; see its output above.");
	process.exit(1);
}

function run(script: string, args: string[]): Promise<void> {
	const child = spawn(process.execPath, [script, ...args], {
		stdio: "inherit",
		env: { ...process.env, DATA_DIR: dataDir },
	});
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
	});
}

function fail(message: string, code = 2): never {
	console.error(message);
	process.exit(code);
}
