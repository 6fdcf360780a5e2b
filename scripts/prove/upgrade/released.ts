/** The last released version as its users have it: its sources in a folder, started by its own `npm start`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { ensureSecrets, freePort } from "../../server.ts";
import { BASE_URL } from "./answers.ts";

const [PREPARE, SERVE] = ["scripts/prove/upgrade/prepare.ts", "scripts/prove/upgrade/serve.ts"];
/** The words that `npm start` prints when it serves. */
const SERVING = "Ctrl+C ends it.";
const Prepared = z.object({
	sessions: z.record(z.string(), z.string()),
	addresses: z.array(z.string()),
	routes: z.array(z.string()),
});
export type Prepared = z.infer<typeof Prepared>;

/** Returns the version that the changelog names as released last, and its commit. */
export function lastReleased(): { version: string; commit: string } {
	const [, version, commit] = /^## (\S+) \(\S+, commit (\w+)\)$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
	if (version === undefined || commit === undefined) throw new Error("CHANGELOG.md names no commit of a version");
	return { version, commit };
}

/** Puts the sources of `commit` into `tree`, with the dependencies of its lock and the keys of this folder. */
export function takeOut(commit: string, tree: string): void {
	mkdirSync(tree);
	const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1_000_000_000 });
	execFileSync("tar", ["-x", "-C", tree], { input: archive });
	const isSame = readFileSync(join(tree, "package-lock.json")).equals(readFileSync("package-lock.json"));
	if (isSame) symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
	else execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
	ensureSecrets();
	cpSync(".dev.vars", join(tree, ".dev.vars"));
	mkdirSync(join(tree, dirname(PREPARE)), { recursive: true });
	for (const file of [PREPARE, SERVE]) cpSync(file, join(tree, file));
	execFileSync(process.execPath, ["scripts/build-assets.ts"], { cwd: tree, stdio: "ignore" });
}

/** Makes or completes the data in `dataDir` with the version in `tree`; see prepare.ts. */
export function prepare(tree: string, kind: "seeded" | "filled", dataDir: string): Prepared {
	const printed = execFileSync(process.execPath, [PREPARE, kind], {
		...at(tree, { DATA_DIR: dataDir }),
		encoding: "utf8",
	});
	return Prepared.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
}

export type Program = { address: string; stop: () => Promise<void> };

/** Runs the version's `npm start` on the data in `dataDir` until it serves. */
export const startOnce = async (tree: string, dataDir: string, seed: "demo" | "none" = "none"): Promise<void> =>
	(await started(tree, ["scripts/start.ts"], { PORT: String(await freePort()), DATA_DIR: dataDir, SEED: seed }))();

/** Serves the data in `dataDir` with the version in `tree`, under the address that all servers have (BASE_URL). */
export async function serveBy(tree: string, dataDir: string): Promise<Program> {
	const port = await freePort();
	const stop = await started(tree, [SERVE, String(port)], { DATA_DIR: dataDir, PUBLIC_BASE_URL: BASE_URL });
	return { address: `http://localhost:${port}`, stop };
}

async function started(tree: string, args: string[], vars: Record<string, string>): Promise<Program["stop"]> {
	const child = spawn(process.execPath, args, { ...at(tree, vars), stdio: ["ignore", "pipe", "pipe"] });
	await served(child);
	return async () => {
		const ended = new Promise((done) => child.once("close", done));
		if (child.exitCode === null && child.kill("SIGTERM")) await ended;
	};
}

function served(child: ChildProcess): Promise<void> {
	let output = "";
	return new Promise((done, fail) => {
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (chunk) => {
				output = (output + chunk).slice(-20_000);
				if (output.includes(SERVING)) done();
			});
		child.once("close", () => fail(new Error(`npm start ended:\n${output}`)));
	});
}

const at = (cwd: string, vars: Record<string, string>) => ({ cwd, env: { ...process.env, ...vars } });
