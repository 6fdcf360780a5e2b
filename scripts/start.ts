/**
 * `npm start`: serves the program on http://localhost:${PORT:-8787} with its state in ${DATA_DIR:-.data}.
 * Applies migrations, imports the demo site once (SEED=none starts empty), and calls the cron each minute, which
 * `wrangler dev` does not. Safe to repeat; Ctrl+C ends it.
 */
import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAssets } from "./build-assets.ts";
import { ensureSecrets, migrate, serve } from "./server.ts";

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
	writeFileSync(seeded, new Date().toISOString());
}

const vars = process.env.CACHE ? { CACHE: process.env.CACHE } : {};
const server = await serve({ port, dataDir, vars }).catch((error: Error) => fail(error.message, 1));
for (const stream of [server.process.stdout, server.process.stderr]) stream?.pipe(process.stderr);
// Scripts beside us find us here.
const address = join(dataDir, "address");
writeFileSync(address, server.address);
const tick = () => server.runCron().catch((error: unknown) => console.error(`cron: ${String(error)}`));
await tick();
const cron = setInterval(tick, 60_000);

console.log(`
  Serving      ${server.address}
  API          ${server.address}/api/v1/docs
  Data         ${dataDir}${seed === "none" ? " (SEED=none: no demo content)" : ""}

  Ctrl+C ends it.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, async () => {
		clearInterval(cron);
		server.process.removeListener("close", died);
		rmSync(address, { force: true });
		await server.stop();
		process.exit(0);
	});
}
server.process.once("close", died);

function died(): void {
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
