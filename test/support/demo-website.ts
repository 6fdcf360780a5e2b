/** The demo association's website, as `npm run website` starts it, for tests in Chromium. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type DemoWebsite = {
	origin: string;
	/** Resolves to the time when the website says a line that has these words, from now on. */
	says: (words: string) => Promise<number>;
	stop: () => Promise<void>;
};

/** Reads the demo association's content into the database of the test. */
export function importDemoSite(): void {
	const read = spawnSync(process.execPath, ["scripts/content-import.ts", "demo/site"], { env: process.env });
	assert.equal(read.status, 0, String(read.stderr));
}

/** Starts it as people do, beside the `program`, whose address stands where `npm start` leaves it; or on the service `api`. */
export async function startWebsite(of: { port: number; program: string; api?: string }): Promise<DemoWebsite> {
	writeFileSync(join(process.env.DATA_DIR ?? assert.fail("no data"), "address"), of.program);
	const child = spawn(process.execPath, ["scripts/website.ts"], {
		env: { ...process.env, API_URL: of.api, WEBSITE_PORT: String(of.port) },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const says = listen(child);
	await says("Website");
	return {
		origin: `http://localhost:${of.port}`,
		says,
		stop: async () => {
			const ended = new Promise((resolve) => child.once("close", resolve));
			child.kill("SIGTERM");
			await ended;
		},
	};
}

function listen(child: ChildProcess): DemoWebsite["says"] {
	const waiting = new Set<(line: string) => void>();
	createInterface({ input: child.stdout ?? assert.fail("no output") }).on("line", (line) => {
		for (const hear of waiting) hear(line);
	});
	return (words) =>
		new Promise((resolve, reject) => {
			const hear = (line: string): void => {
				if (!line.includes(words)) return;
				waiting.delete(hear);
				resolve(Date.now());
			};
			waiting.add(hear);
			child.once("close", () => reject(new Error(`the website ended before it said "${words}"`)));
		});
}
