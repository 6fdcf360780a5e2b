/**
 * Data that tests begin with: migrated databases, empty or with the people of the demo association. `npm test` makes both
 * once and says where in TEST_DATA, every file of tests gets a copy; a file that is run by itself makes its own.
 */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import * as z from "zod";
import { open } from "#db/commit.ts";
import { openBindings } from "../../scripts/bindings.ts";
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

/** Makes both kinds in `place` for the files of one run, which find them by TEST_DATA. */
export async function prepareData(place: string): Promise<void> {
	for (const kind of ["migrated", "demo"] as const) await make(kind, join(place, kind));
	process.env.TEST_DATA = place;
}

async function make(kind: Kind, folder: string): Promise<void> {
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		await applyMigrations(env.DB, await readD1Migrations("migrations"));
		await applyMigrations(env.SEARCH, await readD1Migrations("migrations/search"));
		if (kind === "demo") await seedDemo(open(env.DB), readSecrets(), Date.now());
	} finally {
		await dispose();
	}
}
