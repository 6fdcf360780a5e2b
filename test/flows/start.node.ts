/** `npm start` beside others: an import during its first start harms neither, and it ends when its runtime is gone. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { freePort } from "../../scripts/server.ts";

const folder = mkdtempSync(join(tmpdir(), "start-"));
const run = (script: string, args: string[], env: Record<string, string>): ChildProcess =>
	spawn(process.execPath, [script, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, DATA_DIR: folder, ...env },
	});

/** Resolves with all that was printed once a line holds `words`; rejects when the process ends before. */
function printed(child: ChildProcess, words: string): Promise<string> {
	let all = "";
	return new Promise((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr])
			if (stream)
				createInterface(stream).on("line", (line) => {
					all += `${line}\n`;
					if (line.includes(words)) resolve(all);
				});
		child.once("close", (code) => reject(new Error(`ended with ${code}:\n${all}`)));
	});
}

const isRuntime = (line: string): boolean => line.includes("workerd serve ");
/** Every process below `pid`, by what it runs. */
function runtimesBelow(pid: number): number[] {
	const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
	const rows = lines.flatMap((line) => {
		const [, own, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
		return own ? [{ own: Number(own), parent: Number(parent), args: ` ${args}` }] : [];
	});
	const below = new Set([pid]);
	for (let size = 0; size !== below.size; ) {
		size = below.size;
		for (const { own, parent } of rows) if (below.has(parent)) below.add(own);
	}
	return rows.filter(({ own, args }) => below.has(own) && isRuntime(args)).map(({ own }) => own);
}

let server: ChildProcess;
let imported: Promise<unknown[]>;
before(async () => {
	const port = String(await freePort());
	server = run("scripts/start.ts", [], { PORT: port, SEED: "none" });
	const ready = printed(server, "Ctrl+C ends it.");
	const site = run("scripts/content-import.ts", ["test/fixtures/sites/hugo-zh"], {});
	imported = once(site, "close");
	await ready;
});
after(() => {
	server.kill("SIGTERM");
	rmSync(folder, { recursive: true, force: true });
});

test("an import beside its first start comes to its end, and so does the start", async () => {
	assert.deepEqual(await imported, [0, null]);
	assert.equal(server.exitCode, null);
});

test("it ends, and says so, when nothing answers any more", async () => {
	const said = printed(server, "does not answer any more");
	const ended = once(server, "close");
	const runtimes = runtimesBelow(server.pid ?? 0);
	assert.ok(runtimes.length > 0);
	for (const pid of runtimes) process.kill(pid, "SIGKILL");
	assert.match(await said, /start it again/);
	assert.deepEqual(await ended, [1, null]);
});
