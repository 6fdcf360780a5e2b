/**
 * Applies migrations to local databases. Wrangler applies those of deployed databases; both keep the same table of
 * applied migrations.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { patiently } from "#db/commit.ts";
import { openLocal } from "./local-databases.ts";

const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * Applies to both databases in `dataDir` the migrations that they lack. Throws an error with the name of a migration
 * that fails; a failed migration changes nothing.
 */
export async function migrateLocally(dataDir: string): Promise<void> {
	const { env, dispose } = await openLocal(dataDir);
	try {
		await migrateOne(env.DB, "migrations");
		await migrateOne(env.SEARCH, "migrations/search");
	} finally {
		await dispose();
	}
}

async function migrateOne(database: D1Database, folder: string): Promise<void> {
	await patiently(() => database.prepare(APPLIED).run());
	const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const files = readdirSync(folder).filter((file) => file.endsWith(".sql") && !applied.has(file));
	for (const file of files.sort()) {
		const statements = [
			database.prepare(readFileSync(join(folder, file), "utf8")),
			database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(file),
		];
		try {
			await patiently(() => database.batch(statements));
		} catch (error) {
			throw new Error(`The migration ${join(folder, file)} failed: ${String(error)}`, { cause: error });
		}
	}
}
