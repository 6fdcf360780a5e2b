import { rmSync } from "node:fs";
import { patiently } from "#db/commit.ts";
import { type OperatorBindings, openBindings } from "../../scripts/bindings.ts";
import { dataFolder, type Kind } from "./prepared-data.ts";

type Database = { env: OperatorBindings; folder: string; dispose: () => Promise<void> };

/** An own DATA_DIR with migrated databases, empty unless another kind is asked for; `dispose` closes and removes it. */
export async function openDatabase(kind: Kind = "migrated"): Promise<Database> {
	const folder = await dataFolder(kind);
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
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
