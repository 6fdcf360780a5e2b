/** Measures how long workerd takes from its start until a Worker's first answer, for several Workers in turn. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { workerOf } from "../../bench/world.ts";
import { type Chunk, writeChunks } from "../../bundle.ts";
import { freePort } from "../../server.ts";

export type Candidate = { name: string; modules: readonly Pick<Chunk, "name" | "code">[] };

/** The path of the program workerd, which miniflare and wrangler start. */
const WORKERD = z.object({ default: z.string() }).parse(createRequire(import.meta.url)("workerd")).default;
const LONGEST_MS = 10_000;
/** Bindings that exist, as the first requests require, but do nothing: no store is part of what is measured. */
const STORES = ["DB", "SEARCH", "FILES", "DOOR_LIMIT", "VERSION"].map((name) => `(name = "${name}", json = "{}")`);
const TEXTS = Object.entries(workerOf([], "off").bindings).map(
	([name, text]) => `(name = "${name}", text = "${text}")`,
);

/** Writes workerd's configuration of one Worker, whose files lie beside it. */
const configOf = ({ modules }: Candidate, port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = .own)],
	sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const own :Workerd.Worker = (
	modules = [${modules.map(({ name }) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
	bindings = [${[...STORES, ...TEXTS].join(", ")}],
	compatibilityDate = "2026-08-01",
	compatibilityFlags = ["nodejs_compat"],
);
`;

/**
 * Returns the milliseconds of each start, by the candidate's name; the candidates take turns, so that other load on the
 * machine affects all alike.
 */
export async function startTimes(
	candidates: readonly Candidate[],
	of: { folder: string; rounds: number },
): Promise<Map<string, number[]>> {
	const port = await freePort("127.0.0.1");
	for (const candidate of candidates) {
		const folder = join(of.folder, candidate.name);
		writeChunks(candidate.modules, folder);
		writeFileSync(join(folder, "config.capnp"), configOf(candidate, port));
	}
	const times = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
	// The first round fills the machine's file caches and does not count.
	for (let round = 0; round <= of.rounds; round++)
		for (const { name } of candidates) {
			const time = await startTime(join(of.folder, name, "config.capnp"), port);
			if (round > 0) times.get(name)?.push(time);
		}
	return times;
}

async function startTime(config: string, port: number): Promise<number> {
	const startedAt = performance.now();
	const child = spawn(WORKERD, ["serve", config], { stdio: "ignore" });
	const ended = once(child, "close");
	try {
		for (;;) {
			// Any answer counts: 404 from the bare Worker, 405 from this one, which needs no store for it.
			const answer = await fetch(`http://127.0.0.1:${port}/api/v1/articles`, { method: "POST" }).catch(() => undefined);
			await answer?.arrayBuffer();
			if (answer && answer.status < 500) return performance.now() - startedAt;
			if (answer || performance.now() - startedAt > LONGEST_MS) throw new Error(`${config}: ${answer?.status}`);
			await wait(1);
		}
	} finally {
		child.kill("SIGKILL");
		await ended;
	}
}
