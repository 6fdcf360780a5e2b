/**
 * Starts the Worker as `wrangler dev` does, for `npm start`, tests and the benchmark, and applies migrations first. The
 * state is in `dataDir`; several servers may run beside each other on different ports and folders.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const WRANGLER = "node_modules/wrangler/bin/wrangler.js";
const ENVIRONMENT = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1", NO_UPDATE_NOTIFIER: "1" };
const READY_MS = 180_000;

export type Server = {
	address: string;
	runCron: () => Promise<void>;
	stop: () => Promise<void>;
	process: ChildProcess;
};

export const SECRETS = ["SEALING_KEY", "PREVIEW_KEY", "SESSION_KEY", "PASSWORD_PEPPER", "LINK_KEY"];

/** Writes `.dev.vars`, which Git ignores, with new secrets, and adds those that a newer version needs. */
export function ensureSecrets(): void {
	const known = existsSync(".dev.vars") ? readFileSync(".dev.vars", "utf8") : "";
	const missing = SECRETS.filter((name) => !new RegExp(`^${name}=`, "m").test(known));
	if (missing.length === 0) return;
	const lines = missing.map((name) => `${name}="${randomBytes(32).toString("base64")}"\n`);
	writeFileSync(".dev.vars", known + lines.join(""), { mode: 0o600 });
}

/**
 * Applies the newest migrations to both databases in `dataDir`; throws an error with the name of one that fails. It
 * does nothing when no migration is newer than the stamp in `dataDir`. Of two processes the second waits for the first.
 */
export async function migrate(dataDir: string): Promise<void> {
	mkdirSync(dataDir, { recursive: true });
	const release = await lock(join(dataDir, "migrating"));
	try {
		await migrateLocked(dataDir);
	} finally {
		release();
	}
}

/** Waits for another process that is migrating the databases in `dataDir`. */
export async function migrated(dataDir: string): Promise<void> {
	if (existsSync(join(dataDir, "migrating"))) (await lock(join(dataDir, "migrating")))();
}

/**
 * Takes a lock, a file with this process's id, and waits while another running process holds it; returns a function
 * that releases it. The lock of a process that has ended is removed.
 */
async function lock(file: string): Promise<() => void> {
	for (;;) {
		try {
			writeFileSync(file, String(process.pid), { flag: "wx" });
			return () => rmSync(file, { force: true });
		} catch (error) {
			if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
		}
		if (isGone(file)) rmSync(file, { force: true });
		else await wait(100);
	}
}

function isGone(file: string): boolean {
	const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
	// The file is empty between its creation and its first byte, and missing after the lock's end.
	if (!pid) return false;
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ESRCH";
	}
}

async function migrateLocked(dataDir: string): Promise<void> {
	// Local data is stored by the database ids of wrangler.toml: another id means another, empty database.
	const hash = createHash("sha256").update(readFileSync("wrangler.toml"));
	for (const file of globSync("migrations/**/*.sql").sort()) hash.update(file).update(readFileSync(file));
	const newest = hash.digest("hex");
	const stamp = join(dataDir, "migrated");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === newest) return;
	// Miniflare takes a while to load, so it is loaded only when it is needed.
	const { migrateLocally } = await import("./local-migrations.ts");
	await migrateLocally(dataDir);
	writeFileSync(stamp, newest);
}

/**
 * Runs one wrangler command to its end and returns what it printed; rejects with that output when the command fails.
 */
export function wrangler(args: string[]): Promise<string> {
	// The same memory limits as this process has (package.json).
	const limits = process.execArgv.filter((flag) => flag.startsWith("--max-"));
	const child = spawn(process.execPath, [...limits, WRANGLER, ...args], {
		env: ENVIRONMENT,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) =>
			code === 0 ? resolve(output) : reject(new Error(`wrangler ${args.join(" ")}\n${output}`)),
		);
	});
}

type Served = {
	port: number;
	dataDir: string;
	/** Variables that override those of wrangler.toml. */
	vars?: Record<string, string> | undefined;
};

/** The variables of a server on this machine. */
export const varsOf = ({ port, vars }: Omit<Served, "dataDir">): Record<string, string> => ({
	ENVIRONMENT: "development",
	PUBLIC_BASE_URL: `http://localhost:${port}`,
	PUBLIC_SITE_ORIGIN: "http://localhost:3000",
	...vars,
});

/** Serves the Worker's sources with `wrangler dev`, which watches them, and waits until it answers. */
export const serve = ({ port, dataDir, vars }: Served): Promise<Server> =>
	serveBy(port, [
		WRANGLER,
		"dev",
		"--local",
		"--port",
		String(port),
		"--ip",
		"localhost",
		"--inspector-port",
		"0",
		"--persist-to",
		dataDir,
		"--show-interactive-dev-session=false",
		"--log-level",
		"warn",
		...Object.entries(varsOf({ port, vars })).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
	]);

/** Starts a program of Node, with its arguments, that serves the Worker on a free port, and waits until it answers. */
export async function serveBy(port: number, program: readonly string[]): Promise<Server> {
	const address = `http://localhost:${port}`;
	await insistFree(port);
	const child = spawn(process.execPath, program, {
		env: ENVIRONMENT,
		stdio: ["ignore", "pipe", "pipe"],
		detached: process.platform !== "win32",
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
	await ready(child, address, () => output);
	return {
		address,
		process: child,
		runCron: async () => {
			const answer = await fetch(`${address}/cdn-cgi/local/scheduled?format=json`);
			if (!answer.ok) throw new Error(`cron answered ${answer.status}: ${await answer.text()}`);
		},
		stop: () => stop(child),
	};
}

/**
 * Resolves to a port of this machine that no process listens on, below those that systems take for outgoing connections:
 * it is still free when the server has loaded.
 */
export async function freePort(host = "localhost"): Promise<number> {
	for (;;) {
		const port = randomInt(12_000, 32_000);
		if (await isFree(port, host)) return port;
	}
}

/** How many milliseconds the runtime of a server that was just killed may take to give its port back. */
const LEAVING_MS = 5_000;

/** Rejects when another process keeps the port, because that process would answer in this server's place. */
async function insistFree(port: number): Promise<void> {
	const until = Date.now() + LEAVING_MS;
	while (!(await isFree(port, "localhost").catch(() => false))) {
		if (Date.now() > until)
			throw new Error(`Port ${port} is in use: end what runs there, or choose another with PORT.`);
		await wait(50);
	}
}

function isFree(port: number, host: string): Promise<boolean> {
	const probe = createServer();
	return new Promise((resolve, reject) => {
		probe.once("error", (error) => ("code" in error && error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
		probe.listen(port, host, () => probe.close(() => resolve(true)));
	});
}

async function ready(child: ChildProcess, address: string, output: () => string): Promise<void> {
	const until = Date.now() + READY_MS;
	while (Date.now() < until) {
		if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
		const answered = await fetch(`${address}/api/v1/health`).then(
			(answer) => answer.ok,
			() => false,
		);
		if (answered) return;
		await wait(100);
	}
	await stop(child);
	throw new Error(`The server did not answer within three minutes:\n${output()}`);
}

const HEARTBEAT_MS = 5_000;
const SILENT_AFTER = 3;
const ANSWER_MS = 10_000;

/**
 * Resolves when SILENT_AFTER requests to the health address in a row got no answer at all, because the runtime crashed
 * or hangs; any answer counts.
 */
export async function silence(address: string): Promise<void> {
	for (let missed = 0; missed < SILENT_AFTER; ) {
		await wait(HEARTBEAT_MS);
		const answered = await fetch(`${address}/api/v1/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
			(answer) => answer.arrayBuffer().then(() => true),
			() => false,
		);
		missed = answered ? 0 : missed + 1;
	}
}

/** How many milliseconds a server may take to end by itself. */
const ENDING_MS = 10_000;

/** Ends the whole process group, because workerd survives when only the program that started it is killed. */
async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return;
	const { pid } = child;
	const ended = new Promise((resolve) => child.once("close", resolve));
	if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
	else process.kill(-pid, "SIGTERM");
	const hard = setTimeout(() => process.kill(-pid, "SIGKILL"), ENDING_MS);
	await ended;
	clearTimeout(hard);
}
