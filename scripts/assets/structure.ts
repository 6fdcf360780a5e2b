/** What the migrations make of a database: /admin/health compares it with what stands there. Also for backup and restore. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOurs, plainSql, type Structure } from "#domain/system/health/structure.ts";

/** The first 8 hexadecimal digits of the hash of a statement's words. */
export const hashOf = (sql: string): string => createHash("sha256").update(plainSql(sql)).digest("hex").slice(0, 8);

/** The files of a folder of migrations, in order. */
export const migrationFiles = (root: string, folder = "migrations"): string[] =>
	globSync(`${folder}/*.sql`, { cwd: root }).sort();

/** A database in memory as the migrations make it. */
export function migratedDatabase(root: string): DatabaseSync {
	const database = new DatabaseSync(":memory:");
	for (const file of migrationFiles(root)) database.exec(readFileSync(join(root, file), "utf8"));
	return database;
}

/** What the migrations of this version make. */
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
