/**
 * Copies a database, as it was at one moment, to a file: a local one with SQLite's backup, the deployed one with an
 * export of D1.
 */
import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { parse } from "smol-toml";
import { z } from "zod";
import { wrangler } from "../server.ts";
import { loadDump } from "./dump.ts";

const PAGES_AT_ONCE = 4_096;

const Databases = z.object({ d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })) });

/**
 * Returns the path at which miniflare stores a database of wrangler.toml below `dataDir`; workerd derives the file's
 * name from the database's id.
 */
export function databaseFile(dataDir: string, binding: "DB" | "SEARCH"): string {
	const { d1_databases } = Databases.parse(parse(readFileSync("wrangler.toml", "utf8")));
	const id = d1_databases.find((database) => database.binding === binding)?.database_id;
	if (id === undefined) throw new Error(`wrangler.toml has no database ${binding}`);
	const folder = "miniflare-D1DatabaseObject";
	const key = createHash("sha256").update(folder).digest();
	const keyed = (data: string | Uint8Array) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
	const name = keyed(id);
	return join(dataDir, "v3", "d1", folder, `${Buffer.concat([name, keyed(name)]).toString("hex")}.sqlite`);
}

/**
 * Copies the local database DB in `dataDir` to `file`, as it was at one moment, although others read and write it
 * meanwhile. Throws when it does not exist.
 */
export async function copyLocal(dataDir: string, file: string): Promise<void> {
	const path = databaseFile(dataDir, "DB");
	// SQLite would make an empty database.
	if (!existsSync(path)) throw new Error(`${path} is missing`);
	const source = new DatabaseSync(path, { timeout: 10_000 });
	try {
		// One read transaction throughout: without it the backup starts again with each write of another process.
		source.exec("BEGIN");
		source.prepare("SELECT count(*) FROM sqlite_master").get();
		await backup(source, file, { rate: PAGES_AT_ONCE });
		source.exec("COMMIT");
	} finally {
		source.close();
	}
}

/** Copies the deployed database to `file` by way of D1's export, which is stored at `dump` and removed afterwards. */
export async function copyRemote(dump: string, file: string): Promise<void> {
	await wrangler(["d1", "export", "DB", "--remote", "--skip-confirmation", "--output", dump]);
	loadDump(dump, file).close();
	rmSync(dump);
}

/** Deletes a database with the files that SQLite stores beside it. */
export function removeDatabase(file: string): void {
	for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
