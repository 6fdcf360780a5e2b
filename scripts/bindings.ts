/**
 * Opens the databases and the bucket for scripts: those in DATA_DIR, also beside a running `npm start`, or with
 * `remote` the deployed ones. Only these bindings are opened: no queue is consumed and no Worker is started.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { patiently } from "#db/commit.ts";
import type { Bindings } from "#env.ts";
import { around } from "#platform/storage.ts";
import { migrate, migrated } from "./server.ts";

export type OperatorBindings = Pick<Bindings, "DB" | "SEARCH" | "FILES">;

const Configuration = z.object({
	name: z.string(),
	compatibility_date: z.string(),
	compatibility_flags: z.array(z.string()),
	d1_databases: z.array(z.record(z.string(), z.unknown())),
	r2_buckets: z.array(z.record(z.string(), z.unknown())),
});

/** The folder of local data: DATA_DIR, or `.data`. */
export const dataDirectory = (): string => resolve(process.env.DATA_DIR ?? ".data");

type Opened = {
	/** True for the deployed databases and bucket, false for local ones. */
	remote: boolean;
	/** True for the deployed bucket; by default as `remote`. */
	remoteFiles?: boolean;
	/** The folder of the local databases and bucket. */
	dataDir?: string;
};

/**
 * Opens the bindings; `dispose` closes them and must be called, or the process does not end. Remote bindings use the
 * account that wrangler is signed in to (`wrangler login`, or CLOUDFLARE_API_TOKEN).
 */
export async function openBindings({
	remote,
	remoteFiles = remote,
	dataDir = dataDirectory(),
}: Opened): Promise<{ env: OperatorBindings; dispose: () => Promise<void> }> {
	if (!remote && !remoteFiles) {
		const { openLocal } = await import("./local-databases.ts");
		const { env, dispose } = await openLocal(dataDir);
		return { env: waiting(env), dispose };
	}
	// Wrangler takes seconds to load, so it is loaded only when it is needed.
	const { getPlatformProxy } = await import("wrangler");
	const folder = mkdtempSync(join(tmpdir(), "bindings-"));
	const configPath = join(folder, "wrangler.json");
	writeFileSync(configPath, JSON.stringify(configuration(remote, remoteFiles)));
	try {
		const proxy = await getPlatformProxy<OperatorBindings>({
			configPath,
			persist: { path: join(dataDir, "v3") },
			remoteBindings: remote || remoteFiles,
		});
		return { env: waiting(proxy.env), dispose: proxy.dispose };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * Returns bindings whose calls to the databases wait when another process, such as a server or an import, locks the
 * database for a moment.
 */
const waiting = ({ DB, SEARCH, FILES }: OperatorBindings): OperatorBindings => ({
	DB: around(DB, patiently),
	SEARCH: around(SEARCH, patiently),
	FILES,
});

/**
 * Returns the configuration of wrangler.toml without what scripts do not need: the Worker, queues, crons and limits.
 * With `databases`, D1 is the deployed one; with `files`, R2.
 */
function configuration(databases: boolean, files: boolean): z.infer<typeof Configuration> {
	const config = Configuration.parse(parse(readFileSync("wrangler.toml", "utf8")));
	const deployed = (binding: Record<string, unknown>) => ({ ...binding, remote: true });
	return {
		...config,
		d1_databases: databases ? config.d1_databases.map(deployed) : config.d1_databases,
		r2_buckets: files ? config.r2_buckets.map(deployed) : config.r2_buckets,
	};
}

/**
 * Opens the bindings and makes sure that the databases have tables: a new DATA_DIR gets its migrations here, or waits
 * for a first start that applies them; deployed databases get theirs at deployment.
 */
export async function openMigrated({ remote }: Pick<Opened, "remote">): ReturnType<typeof openBindings> {
	if (!remote) await migrated(dataDirectory());
	const opened = await openBindings({ remote });
	const asked = opened.env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'import_sources'");
	const table = await asked.first();
	if (table) return opened;
	await opened.dispose();
	if (remote)
		throw new Error("The deployed database has no tables yet: apply the migrations first (docs/operations.md).");
	await migrate(dataDirectory());
	return openBindings({ remote });
}
