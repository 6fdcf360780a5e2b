/** Starts the Workers of the benchmark: the program with CACHE=on, edge and off, and the baseline, in one workerd. */
import { randomBytes } from "node:crypto";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Bindings } from "#env.ts";
import { bundle, type Chunk } from "../bundle.ts";
import { freePort, migrate, SECRETS } from "../server.ts";
import { type Cpu, runtimeCpu } from "./cpu.ts";

export type World = {
	mf: Miniflare;
	bindings: Bindings;
	ports: { on: number; edge: number; off: number; baseline: number };
	cpu: Cpu;
};

const KEYS = Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString("base64")]));

/**
 * Makes miniflare's options for these modules, of which the first is the entry, with the bindings of wrangler.toml
 * except the one that sends mail.
 */
export const workerOf = (modules: readonly Pick<Chunk, "name" | "code">[], cache: string) => ({
	modules: modules.map(({ name, code }) => ({ type: "ESModule" as const, path: name, contents: code })),
	compatibilityDate: "2026-08-01",
	compatibilityFlags: ["nodejs_compat"],
	bindings: {
		ENVIRONMENT: "development",
		PUBLIC_BASE_URL: "http://localhost:8787",
		PUBLIC_SITE_ORIGIN: "https://www.example.org",
		PREVIEW_ORIGIN_PATTERN: "",
		CACHE: cache,
		...KEYS,
	},
	d1Databases: { DB: "00000000-0000-0000-0000-000000000001", SEARCH: "00000000-0000-0000-0000-000000000002" },
	r2Buckets: { FILES: "bingyou-files" },
	serviceBindings: { ASSETS: { disk: { path: resolve("dist/public"), writable: false } } },
	queueProducers: {
		EVENTS: { queueName: "bingyou-events" },
		SLOW: { queueName: "bingyou-slow-hooks" },
		PICTURES: { queueName: "bingyou-pictures" },
	},
	ratelimits: {
		RATE_LIMIT: { namespace_id: "1001", simple: { limit: 1_000_000_000, period: 60 as const } },
		SITE_LIMIT: { namespace_id: "1003", simple: { limit: 6_000, period: 60 as const } },
		DOOR_LIMIT: { namespace_id: "1002", simple: { limit: 60, period: 60 as const } },
	},
	versionMetadata: "VERSION",
});

const bundleBoth = () => Promise.all([bundle("src/index.ts"), bundle("scripts/bench/baseline-worker.ts")]);
/** The modules of the program and of the baseline, made once for all worlds of this process. */
let bundled: ReturnType<typeof bundleBoth> | undefined;

const WORKERS = ["on", "edge", "off", "baseline"] as const;

/**
 * Starts the Workers over the state in `folder`, which must be migrated. The rate limit is the real one, with a limit
 * that is never reached.
 */
export async function openWorld(folder: string): Promise<World> {
	bundled ??= bundleBoth();
	const [ours, baseline] = await bundled;
	const ports = Object.fromEntries(await Promise.all(WORKERS.map(async (name) => [name, await freePort("127.0.0.1")])));
	const worker = (name: (typeof WORKERS)[number]) => ({
		name,
		...workerOf(name === "baseline" ? baseline : ours, name === "baseline" ? "off" : name),
		...(name === "on" ? { queueConsumers: { "bingyou-events": { maxBatchSize: 20, maxBatchTimeout: 0 } } } : {}),
		unsafeDirectSockets: [{ host: "127.0.0.1", port: ports[name] }],
	});
	const options = convertV4MiniflareOptions({ workers: WORKERS.map(worker) });
	const mf = new Miniflare({ ...options, resourcePersistencePath: `${folder}/v3` });
	await mf.ready;
	const bindings = await mf.getBindings<Bindings>("on");
	return { mf, bindings, ports: ports as World["ports"], cpu: runtimeCpu() };
}

/** Opens a new world named `name` in `folder`, over empty databases, which are migrated once for all worlds there. */
export async function newWorld(folder: string, name: string): Promise<World> {
	const empty = join(folder, "empty");
	await migrate(empty);
	const data = join(folder, name);
	cpSync(empty, data, { recursive: true });
	return openWorld(data);
}
