/**
 * `npm run restore -- FOLDER [--remote]`: restores a copy of `npm run backup` into an empty database and its bucket,
 * and checks that all of it came back. Nothing is written before the copy, the keys and the target were checked.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { z } from "zod";
import { open } from "#db/commit.ts";
import { settleRestored } from "#domain/shell/erasures/restore-actions.ts";
import { noteReturn } from "#domain/shell/seals/anchor-actions.ts";
import { rebuildIndex } from "#jobs/content/indexing.ts";
import type { Registered } from "#platform/erasure-register.ts";
import { signer } from "#platform/seal-macs.ts";
import { acceptCopy, differing } from "./backup/accept.ts";
import { checkCopy, openOneFile } from "./backup/checks.ts";
import { rowCounts } from "./backup/dump.ts";
import { BadCopy, type Copy, REGISTER } from "./backup/manifest.ts";
import { conflictingObjects, putObjects } from "./backup/objects.ts";
import { type Held, heldKeys } from "./backup/operator-keys.ts";
import { insistOnEmptyHere, moveIntoPlace, notEmpty, prepareStage, removeStage, shareBucket } from "./backup/place.ts";
import { databaseFile } from "./backup/snapshot.ts";
import { writeSql } from "./backup/written-sql.ts";
import { dataDirectory, type OperatorBindings, openBindings } from "./bindings.ts";
import { migrate, wrangler } from "./server.ts";

const HELP = `npm run restore -- FOLDER [--expect HASH] [--erasures FILE] [--remote]

Puts a copy that npm run backup made into a database that has no table at all, and its objects into the bucket: compares
the copy with its manifest, and the keys with those that it was sealed with; then makes a database of it in DATA_DIR,
aside, with newer migrations, without sessions, erases again who was erased since, and checks rows, references, books,
seals, and that a certificate opens. Only then it goes into its place, at once; so one that was interrupted has left an
empty database, and is run again. Objects that are there already stay. No service may run on the database meanwhile.

  --expect    the manifest's hash, as the backup printed it
  --erasures  another register of erasures, beside the bucket's and ${REGISTER} beside FOLDER
  --remote    the deployed database and bucket instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help      this text

SEALING_KEY and PASSWORD_PEPPER are those of .dev.vars, or what the environment has; with --remote only the latter.`;

/** The SQL condition for rows of sqlite_master that do not belong to SQLite or D1 themselves. */
const OURS = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'";
const Line = z.strictObject({
	member_id: z.int(),
	member_created_at: z.int(),
	user_id: z.int().nullable(),
	at: z.int(),
});

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		expect: { type: "string" },
		erasures: { type: "string" },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});
const [given, ...more] = positionals;
if (values.help || given === undefined || more.length > 0) {
	console.log(HELP);
	process.exit(values.help ? 0 : 2);
}
const folder = resolve(given);
const { remote } = values;
const dataDir = dataDirectory();

async function restore(stage: string): Promise<number> {
	console.log("Checking the copy ...");
	const keys = heldKeys(remote);
	const staged = databaseFile(stage, "DB");
	const { copy, faults: old } = await acceptCopy(folder, { into: staged, keys, expect: values.expect });
	const register = [
		...linesOf(join(dirname(folder), REGISTER)),
		...(values.erasures ? linesOf(values.erasures, true) : []),
	];
	await insistOnEmptyPlace();
	await makeReady(stage, { copy, keys, register });
	const beside = { SEALING_KEY: keys.SEALING_KEY, objects: copy.objects };
	const checked = await within(staged, (database) => checkCopy(database, beside));
	const faults = checked.faults.filter((fault) => !old.includes(fault));
	if (faults.length === 0) {
		console.log(`Writing ${sumOf(copy.manifest.rows)} rows ...`);
		if (remote) faults.push(...(await send(stage)));
		else moveIntoPlace(stage, dataDir);
	}
	return tell(faults, old, copy);
}

/** Opens the database in a file, calls `use` with it, and closes it. */
async function within<T>(file: string, use: (database: DatabaseSync) => T | Promise<T>): Promise<T> {
	const database = new DatabaseSync(file);
	try {
		return await use(database);
	} finally {
		database.close();
	}
}

/**
 * Puts the copy's objects into the bucket, and prepares the staged database to be served: opens one sealed file,
 * records the restore, and repeats the erasures of `register`; locally it rebuilds the search index. Throws BadCopy
 * when the bucket has an object of the same key with other bytes.
 */
async function makeReady(
	stage: string,
	{ copy, keys, register }: { copy: Copy; keys: Held; register: readonly Registered[] },
): Promise<void> {
	if (!remote) shareBucket(dataDir, stage);
	await migrate(stage);
	const { env, dispose } = await openBindings({ remote: false, remoteFiles: remote, dataDir: stage });
	try {
		const conflicts = await conflictingObjects(env.FILES, copy.objects);
		if (conflicts.length > 0) throw new BadCopy(conflicts.map((key) => `the bucket has another object ${key}`));
		const put = await putObjects(env.FILES, folder, copy.objects);
		console.log(`${put} of ${copy.objects.length} objects were put into the bucket, the others were there.`);
		const store = { ...env, ...keys };
		const opened = await openOneFile(store);
		await noteReturn(env, open(env.DB), { sign: await signer(keys), at: Date.now() });
		console.log(opened === undefined ? "No file lies sealed." : `A sealed file opens: ${opened}`);
		const erased = await settleRestored(store, open(env.DB), { run: runOf(copy), register });
		console.log(`${erased} people were erased again.`);
		if (!remote) console.log(`The search index has ${await rebuildIndex(env)} entries.`);
	} finally {
		await dispose();
	}
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const runOf = ({ manifest, manifestHash }: Copy) => ({
	at: Date.now(),
	madeAt: manifest.madeAt,
	manifest: manifestHash,
	rows: sumOf(manifest.rows),
	objects: manifest.objects.count,
	bytes: manifest.database.bytes + manifest.objects.bytes,
});

function tell(faults: readonly string[], old: readonly string[], { manifest }: Copy): number {
	for (const fault of old) console.log(`As it was when the copy was made: ${fault}`);
	for (const key of manifest.missing) console.log(`As it was when the copy was made: the object ${key} is missing`);
	for (const fault of faults) console.error(`WRONG ${fault}`);
	console.log(
		faults.length === 0
			? "Everything of the copy is there. Everybody signs in anew; links and activation codes are given out anew; mails that waited are at /admin/mail as failed. What to do now: docs/operations.md, Restore."
			: "The database is NOT what was copied: do not serve it.",
	);
	return faults.length === 0 ? 0 : 1;
}

async function insistOnEmptyPlace(): Promise<void> {
	if (!remote) return insistOnEmptyHere(dataDir);
	await deployed(async ({ DB }) => {
		const { results } = await DB.prepare(`SELECT name FROM sqlite_master WHERE ${OURS}`).all<{ name: string }>();
		if (results.length > 0) throw notEmpty(results.map(({ name }) => name));
	});
}

async function deployed<T>(use: (env: OperatorBindings) => Promise<T>): Promise<T> {
	const { env, dispose } = await openBindings({ remote: true });
	try {
		return await use(env);
	} finally {
		await dispose();
	}
}

/**
 * Sends the staged database to D1, all or nothing, because D1 runs a file as one transaction. Returns the tables whose
 * number of rows differs afterwards.
 */
async function send(stage: string): Promise<string[]> {
	const file = join(stage, "restore.sql");
	const told = await within(databaseFile(stage, "DB"), async (database) => {
		await writeSql(database, file, "d1");
		return rowCounts(database);
	});
	await wrangler(["d1", "execute", "DB", "--remote", "--yes", "--file", file]);
	await wrangler(["d1", "migrations", "apply", "SEARCH", "--remote"]);
	return deployed(async (env) => {
		console.log(`The search index has ${await rebuildIndex(env)} entries.`);
		return differing(told, await countedIn(env.DB));
	});
}

async function countedIn(d1: D1Database): Promise<Record<string, number>> {
	const tables = d1.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${OURS}`);
	const names = (await tables.all<{ name: string }>()).results.map(({ name }) => name);
	const counts = await d1.batch<{ n: number }>(names.map((name) => d1.prepare(`SELECT count(*) AS n FROM "${name}"`)));
	return Object.fromEntries(names.map((name, nth) => [name, counts[nth]?.results[0]?.n ?? 0]));
}

function linesOf(path: string, mustBe = false): Registered[] {
	if (!existsSync(path)) {
		if (mustBe) throw new BadCopy([`${path} is missing`]);
		return [];
	}
	return readFileSync(path, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => Line.parse(JSON.parse(line)));
}

const stage = prepareStage(dataDir);
process.exitCode = await restore(stage)
	.catch((error: unknown) => {
		if (!(error instanceof BadCopy)) throw error;
		for (const fault of error.faults) console.error(`WRONG ${fault}`);
		console.error("Nothing was written.");
		return 1;
	})
	.finally(() => removeStage(dataDir, stage));
