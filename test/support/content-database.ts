import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { patiently } from "#db/commit.ts";
import { type OperatorBindings, openBindings } from "../../scripts/bindings.ts";

/** An own DATA_DIR with empty, migrated databases; `dispose` closes and removes it. */
export async function openDatabase(): Promise<{ env: OperatorBindings; folder: string; dispose: () => Promise<void> }> {
	const folder = mkdtempSync(join(tmpdir(), "data-"));
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	for (const { queries } of await readD1Migrations("migrations"))
		await env.DB.batch(queries.map((query) => env.DB.prepare(query)));
	return {
		env,
		folder,
		dispose: async () => {
			await dispose();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** All rows of a statement; where another process holds the database, a little later. */
export async function rows(db: D1Database, query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
	const { results } = await patiently(() =>
		db
			.prepare(query)
			.bind(...values)
			.all(),
	);
	return results;
}
