/** Whether a folder is a copy that may be restored with the keys in hand: looked at whole, before anything is written. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { migrationFiles } from "../assets/structure.ts";
import { checkCopy } from "./checks.ts";
import { loadDump, rowCounts } from "./dump.ts";
import { BadCopy, type Copy, DATABASE, type Manifest, readCopy } from "./manifest.ts";
import { type Held, keyFaults } from "./operator-keys.ts";

/** A copy that holds; `faults` are those that the database had already. */
export type Accepted = { copy: Copy; database: DatabaseSync; faults: string[] };

/** Throws BadCopy with everything that is wrong with a copy; `expect` is the hash of its manifest. Without keys they are not looked at. */
export async function acceptCopy(
	folder: string,
	{ keys, expect }: { keys?: Held | undefined; expect?: string | undefined },
): Promise<Accepted> {
	const copy = await readCopy(folder, expect);
	const database = loaded(folder);
	const wrong = [
		...differing(copy.manifest.rows, rowCounts(database)),
		...newerMigrations(copy.manifest),
		...(keys ? await keyFaults(copy.manifest.keys, keys) : []),
	];
	if (wrong.length > 0) throw new BadCopy(wrong);
	const { faults } = await checkCopy(database);
	// Such a one does not load.
	const torn = faults.filter((fault) => /^(references|the database is damaged)/.test(fault));
	if (torn.length > 0) throw new BadCopy(torn);
	return { copy, database, faults };
}

function loaded(folder: string): DatabaseSync {
	try {
		return loadDump(readFileSync(join(folder, DATABASE), "utf8"));
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

/** The tables whose rows are not as many as was told. */
export const differing = (told: Record<string, number>, found: Record<string, number>): string[] =>
	Object.keys({ ...told, ...found })
		.filter((table) => told[table] !== found[table])
		.map((table) => `${table} has ${found[table] ?? "no"} rows, not ${told[table] ?? 0}`);
