/**
 * `built-program.ts JSON`: serves the built Worker with the bindings of wrangler.toml, as `wrangler dev` does it, by
 * Miniflare alone, in a process of its own that a test may kill.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import * as z from "zod";

const Served = z.object({
	port: z.int(),
	inspectorPort: z.int().optional(),
	dataDir: z.string(),
	vars: z.record(z.string(), z.string()),
	/** The path of its built module; beside it is a folder with those that it loads. */
	worker: z.string(),
	/** The file with what wrangler makes of wrangler.toml: `workerOptions`. */
	options: z.string(),
});
const Options = z.looseObject({ bindings: z.record(z.string(), z.string()) });

const { port, inspectorPort, dataDir, vars, worker, options } = Served.parse(JSON.parse(process.argv[2] ?? ""));
const { bindings, ...others } = Options.parse(JSON.parse(readFileSync(options, "utf8")));
const folder = dirname(resolve(worker));
const modules = [resolve(worker), ...globSync(join(folder, "*/*.js"))].map(
	(path) => ({ type: "ESModule", path }) as const,
);
const isDebugged = inspectorPort !== undefined;
const converted = convertV4MiniflareOptions({
	host: "localhost",
	port,
	...(isDebugged ? { inspectorPort } : {}),
	unsafeTriggerHandlers: true,
	log: new Log(LogLevel.WARN),
	workers: [
		{
			...others,
			name: "program",
			unsafeInspectorProxy: isDebugged,
			bindings: { ...bindings, ...vars },
			modulesRoot: folder,
			modules,
		},
	],
});
const program = new Miniflare({ ...converted, resourcePersistencePath: join(dataDir, "v3") });
process.once("SIGTERM", () => program.dispose().finally(() => process.exit(0)));
await program.ready;
