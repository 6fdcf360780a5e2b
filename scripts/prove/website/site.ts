/** A website in a folder of its own: its files written, its packages installed, built, and served until it is ended. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Blocks } from "./blocks.ts";

const READY_MS = 60_000;
type Variables = Record<string, string>;

/** How npm installs the client: its tarball, or its folder as a copy. */
export type ClientPackage = readonly string[];

export function writeFiles(folder: string, files: Blocks): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
}

export const install = (folder: string, client: ClientPackage): Promise<void> =>
	run("npm", ["install", ...client, "--no-audit", "--no-fund", "--loglevel=error"], { folder, variables: {} });

const environment = (): NodeJS.ProcessEnv => ({
	...process.env,
	NEXT_TELEMETRY_DISABLED: "1",
	ASTRO_TELEMETRY_DISABLED: "1",
	NODE_ENV: "production",
});

/** Runs a command to its end; throws with its output when it fails. */
export function run(
	command: string,
	args: readonly string[],
	{ folder, variables }: { folder: string; variables: Variables },
): Promise<void> {
	const child = spawn(command, args, {
		cwd: folder,
		// With NODE_ENV of production npm would leave the types out.
		env: { ...environment(), ...(command === "npm" ? { NODE_ENV: "development" } : {}), ...variables },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(" ")}\n${output}`))));
	});
}

/** Serves a website with Node until `stop` ends it; returns when it answers at `address`. */
export async function serveSite(
	folder: string,
	{ args, address, variables }: { args: readonly string[]; address: string; variables: Variables },
) {
	const child = spawn(process.execPath, args, {
		cwd: folder,
		env: { ...environment(), ...variables },
		stdio: ["ignore", "ignore", "inherit"],
	});
	const stop = async (): Promise<void> => {
		const ended = new Promise((resolve) => child.once("close", resolve));
		if (child.exitCode === null && child.kill()) await ended;
	};
	for (const until = Date.now() + READY_MS; Date.now() < until; await wait(100)) {
		if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended`);
		const answered = await fetch(`${address}/articles`).then(
			(answer) => answer.ok,
			() => false,
		);
		if (answered) return { address, stop };
	}
	await stop();
	throw new Error(`${address} did not answer within a minute`);
}
