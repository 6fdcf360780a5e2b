/** Prepares a restored database and moves it into its place: complete, in one step, and never over existing data. */
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tablesOf } from "./dump.ts";
import { BadCopy } from "./manifest.ts";
import { databaseFile, removeDatabase } from "./snapshot.ts";

/**
 * Makes the stage, a DATA_DIR within DATA_DIR for databases that are not served yet. A stage that an earlier restore
 * left behind is removed.
 */
export function prepareStage(dataDir: string): string {
	const stage = join(dataDir, "restoring");
	rmSync(stage, { recursive: true, force: true });
	mkdirSync(join(stage, "v3"), { recursive: true, mode: 0o700 });
	return stage;
}

/** Links the bucket of DATA_DIR into the stage, so that both use the same objects. */
export function shareBucket(dataDir: string, stage: string): void {
	const bucket = join(dataDir, "v3", "r2");
	mkdirSync(bucket, { recursive: true });
	symlinkSync(bucket, join(stage, "v3", "r2"), "dir");
}

/** Removes the stage, and DATA_DIR when it contains nothing else. */
export function removeStage(dataDir: string, stage: string): void {
	rmSync(stage, { recursive: true, force: true });
	if (existsSync(dataDir) && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
}

export const notEmpty = (names: readonly string[]): BadCopy =>
	new BadCopy([
		`the database has ${names.length} tables and more (${names[0]} ...): a copy goes into an empty one only`,
	]);

/** Throws BadCopy unless the database in DATA_DIR is missing or has no table. */
export function insistOnEmptyHere(dataDir: string): void {
	const file = databaseFile(dataDir, "DB");
	if (!existsSync(file)) return;
	const database = new DatabaseSync(file, { timeout: 10_000 });
	try {
		const names = tablesOf(database);
		if (names.length > 0) throw notEmpty(names);
	} finally {
		database.close();
	}
}

/**
 * Moves both databases of the stage into DATA_DIR, DB last: until then DATA_DIR has an empty one, afterwards the
 * complete one. Throws BadCopy when a server has one of them open.
 */
export function moveIntoPlace(stage: string, dataDir: string): void {
	const databases = (["SEARCH", "DB"] as const).map((binding) => ({
		from: databaseFile(stage, binding),
		to: databaseFile(dataDir, binding),
	}));
	for (const { from, to } of databases) {
		foldIn(from);
		if (existsSync(to)) foldIn(to);
	}
	insistOnEmptyHere(dataDir);
	// A later `npm start` here must not add the demo's people to the association's.
	writeFileSync(join(dataDir, "demo-imported"), "restored");
	for (const { from, to } of databases) {
		mkdirSync(dirname(to), { recursive: true });
		removeDatabase(to);
		renameSync(from, to);
	}
	flush(dirname(databaseFile(dataDir, "DB")));
	renameSync(join(stage, "migrated"), join(dataDir, "migrated"));
}

/**
 * Merges a database and the log that SQLite keeps beside it into one file; throws BadCopy when another process has it
 * open.
 */
function foldIn(file: string): void {
	const database = new DatabaseSync(file);
	try {
		database.exec("PRAGMA journal_mode = DELETE");
	} catch {
		throw new BadCopy([`${file} is open elsewhere: end the service that runs on it`]);
	} finally {
		database.close();
	}
	flush(file);
}

function flush(path: string): void {
	const file = openSync(path, "r");
	fsyncSync(file);
	closeSync(file);
}
