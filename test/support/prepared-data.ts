/**
 * Data that tests begin with: migrated databases, empty or with the people of the demo association. `npm test` makes both
 * once and says where in TEST_DATA, every file of tests gets a copy; a file that is run by itself makes its own.
 */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import { open } from "#db/commit.ts";
import { type OperatorBindings, openBindings } from "../../scripts/bindings.ts";
import { seedDemo } from "../../scripts/demo/people.ts";
import { ensureSecrets } from "../../scripts/server.ts";
import { applyMigrations } from "./apply-migrations.ts";

export type Kind = "migrated" | "demo";

const Secrets = z.object({
	PASSWORD_PEPPER: z.string(),
	SESSION_KEY: z.string(),
	LINK_KEY: z.string(),
	PREVIEW_KEY: z.string(),
	SEALING_KEY: z.string(),
});
export type Secrets = z.infer<typeof Secrets>;

/** The keys that the program is served with; made where there are none yet. */
export function readSecrets(): Secrets {
	ensureSecrets();
	return Secrets.parse(parseEnv(readFileSync(".dev.vars", "utf8")));
}

/** Whether `npm test` has made the data, and the assets, for this file. */
export const isPrepared = (): boolean => process.env.TEST_DATA !== undefined;

/** A new DATA_DIR with databases of its own; whoever asks for it removes it. */
export async function dataFolder(kind: Kind): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "data-"));
	const { TEST_DATA } = process.env;
	if (TEST_DATA) cpSync(join(TEST_DATA, kind), folder, { recursive: true });
	else await make(kind, folder);
	return folder;
}

/**
 * The file of what wrangler makes of wrangler.toml and the secrets for Miniflare, as JSON: among the prepared data, or made in
 * `folder`.
 */
export async function workerOptions(folder: string): Promise<string> {
	const file = join(process.env.TEST_DATA ?? folder, "worker-options.json");
	if (isPrepared()) return file;
	// Wrangler takes many times as long to load as all else that a test loads.
	const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
	writeFileSync(file, JSON.stringify(unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions));
	return file;
}

/** Makes both kinds in `place` for the files of one run, which find them by TEST_DATA. */
export async function prepareData(place: string): Promise<void> {
	const [migrated, demo] = [join(place, "migrated"), join(place, "demo")];
	await opened(migrated, migrate);
	cpSync(migrated, demo, { recursive: true });
	await opened(demo, seed);
	await workerOptions(place);
	process.env.TEST_DATA = place;
}

const make = (kind: Kind, folder: string): Promise<void> =>
	opened(folder, async (env) => {
		await migrate(env);
		if (kind === "demo") await seed(env);
	});

type Work = (env: OperatorBindings) => Promise<unknown>;

const migrate: Work = async ({ DB, SEARCH }) => {
	const { readD1Migrations } = await import("@cloudflare/vitest-plugin");
	await applyMigrations(DB, await readD1Migrations("migrations"));
	await applyMigrations(SEARCH, await readD1Migrations("migrations/search"));
};
const seed: Work = ({ DB }) => seedDemo(open(DB), readSecrets(), Date.now());

/** Works on the databases in a folder, and closes them. */
async function opened(folder: string, work: Work): Promise<void> {
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		await work(env);
	} finally {
		await dispose();
	}
}
