/**
 * Computes the structure that the migrations give a database; /admin/health compares it with the real one, and so do
 * backup and restore.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOurs, plainSql, type Structure } from "#domain/system/health/structure.ts";

/** Returns the first 8 hexadecimal digits of the hash of a normalised SQL statement. */
export const hashOf = (sql: string): string => createHash("sha256").update(plainSql(sql)).digest("hex").slice(0, 8);

/** Returns the migration files of a folder, in order. */
export const migrationFiles = (root: string, folder = "migrations"): string[] =>
	globSync(`${folder}/*.sql`, { cwd: root }).sort();

/** Makes a database in memory and applies the migrations to it. */
export function migratedDatabase(root: string): DatabaseSync {
	const database = new DatabaseSync(":memory:");
	for (const file of migrationFiles(root)) database.exec(readFileSync(join(root, file), "utf8"));
	return database;
}

/** Returns the structure that the migrations of this version make. */
export function structureOf(root: string): Structure {
	const database = migratedDatabase(root);
	const rows = database
		.prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
		.all();
	database.close();
	return {
		migrations: migrationFiles(root).map((file) => basename(file)),
		objects: Object.fromEntries(
			rows
				.filter(({ name }) => isOurs(String(name)))
				.map(({ type, name, sql }) => [`${type} ${name}`, hashOf(String(sql))]),
		),
	};
}
