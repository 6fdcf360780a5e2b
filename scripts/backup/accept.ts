/**
 * Checks whether a folder holds a copy that may be restored with the operator's keys; all of it is checked before
 * anything of the service is written.
 */
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { migrationFiles } from "../assets/structure.ts";
import { bringUpToDate, checkCopy } from "./checks.ts";
import { loadDump, rowCounts } from "./dump.ts";
import { BadCopy, type Copy, DATABASE, type Manifest, readCopy } from "./manifest.ts";
import { type Held, keyFaults } from "./operator-keys.ts";

/** A copy that passed the checks; `faults` are those that the database already had when it was copied. */
export type Accepted = { copy: Copy; faults: string[] };
type How = {
	/** The path of a new file in which the copy's database is made, to be checked. */
	into: string;
	/** The operator's keys; without them it is not checked which keys the sealed data needs. */
	keys?: Held | undefined;
	/** The expected hash of the copy's manifest. */
	expect?: string | undefined;
};

/**
 * Makes the copy's database in the file `into`, applies this version's later migrations to it, and checks it. Throws
 * BadCopy with all that makes it unusable; other faults of the data are returned.
 */
export async function acceptCopy(folder: string, { into, keys, expect }: How): Promise<Accepted> {
	const copy = await readCopy(folder, expect);
	mkdirSync(dirname(into), { recursive: true, mode: 0o700 });
	const database = loaded(folder, into);
	try {
		return { copy, faults: await look(database, copy, keys) };
	} finally {
		database.close();
	}
}

async function look(database: DatabaseSync, copy: Copy, keys: Held | undefined): Promise<string[]> {
	const wrong = [
		...differing(copy.manifest.rows, rowCounts(database)),
		...newerMigrations(copy.manifest),
		...(keys ? await keyFaults(copy.manifest.keys, keys) : []),
	];
	if (wrong.length > 0) throw new BadCopy(wrong);
	bringUpToDate(database);
	const { faults } = await checkCopy(database, { SEALING_KEY: keys?.SEALING_KEY ?? "", objects: copy.objects });
	// A database with these faults cannot be loaded.
	const torn = faults.filter((fault) => /^(references|the database is damaged)/.test(fault));
	if (torn.length > 0) throw new BadCopy(torn);
	return faults;
}

function loaded(folder: string, into: string): DatabaseSync {
	try {
		return loadDump(join(folder, DATABASE), into);
	} catch (error) {
		throw new BadCopy([`${DATABASE} does not load: ${error instanceof Error ? error.message : String(error)}`]);
	}
}

function newerMigrations({ migrations }: Manifest): string[] {
	const known = migrationFiles(process.cwd()).map((file) => basename(file));
	return migrations
		.filter((name) => !known.includes(name))
		.map((name) => `the copy has the migration ${name}, which this version does not know: take a newer one`);
}

/**
 * Returns a sentence for each table whose number of rows (`found`) differs from the number in the manifest (`told`).
 */
export const differing = (told: Record<string, number>, found: Record<string, number>): string[] =>
	Object.keys({ ...told, ...found })
		.filter((table) => told[table] !== found[table])
		.map((table) => `${table} has ${found[table] ?? "no"} rows, not ${told[table] ?? 0}`);
