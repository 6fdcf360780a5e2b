/**
 * `npm run backup [-- FOLDER] [--remote]`: copies the database and all files, with a manifest of hashes; `--verify
 * FOLDER` checks whether a copy is unchanged. Changes only the record of backups; safe beside a running `npm start`.
 */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { open, patiently } from "#db/commit.ts";
import { noteBackup } from "#domain/shell/erasures/restore-actions.ts";
import { acceptCopy } from "./backup/accept.ts";
import { bringUpToDate, checkCopy, migrationsIn, NAMED_OBJECTS } from "./backup/checks.ts";
import { rowCounts } from "./backup/dump.ts";
import {
	BadCopy,
	type CopiedObject,
	DATABASE,
	MANIFEST,
	type Manifest,
	OBJECTS,
	REGISTER,
	sha256,
	sha256OfFile,
} from "./backup/manifest.ts";
import { copyObjects, registerIn } from "./backup/objects.ts";
import { copyLocal, copyRemote, removeDatabase } from "./backup/snapshot.ts";
import { writeSql } from "./backup/written-sql.ts";
import { dataDirectory, openMigrated } from "./bindings.ts";

const HELP = `npm run backup [-- FOLDER] [--remote]
npm run backup -- --verify FOLDER [--expect HASH]

Copies the whole database (an export of D1) and every object of R2 into FOLDER, a new one (default backups/<time>), with
a manifest that has the hash of everything, and checks the copy: rows, references, the books' sums, the audit log's seals,
the files that rows name. Ends with 1 when something does not hold; the copy is kept then, too, and says what.
A copy holds everything that the association knows of people: encrypt it, and keep the keys elsewhere.

  --verify   compares a copy with its manifest, byte by byte, loads it and checks it again; writes nothing
  --expect   also that its manifest is the one with this hash, which the backup printed
  --remote   the deployed database and bucket instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help     this text`;

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		verify: { type: "string" },
		expect: { type: "string" },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});
if (values.help || positionals.length > 1) {
	console.log(HELP);
	process.exit(values.help ? 0 : 2);
}
if (values.verify === undefined)
	await make(
		values.remote,
		resolve(positionals[0] ?? join("backups", new Date().toISOString().replaceAll(":", "-").slice(0, 19))),
	);
else await verify(resolve(values.verify));

async function make(remote: boolean, folder: string): Promise<void> {
	if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`);
	mkdirSync(join(folder, "objects"), { recursive: true, mode: 0o700 });
	chmodSync(folder, 0o700);
	const madeAt = Date.now();
	const { env, dispose } = await openMigrated({ remote });
	try {
		console.log("Copying the database ...");
		// Rows are copied before objects, because an object is stored before the row that names it.
		const snapshot = join(folder, "snapshot.sqlite");
		await (remote ? copyRemote(join(folder, "export.sql"), snapshot) : copyLocal(dataDirectory(), snapshot));
		const database = new DatabaseSync(snapshot);
		const file = join(folder, DATABASE);
		await writeSql(database, file, "sqlite");
		const rows = rowCounts(database);
		const migrations = migrationsIn(database);
		const objects = await copyObjects(env.FILES, folder, (done, all) => {
			if (process.stdout.isTTY) process.stdout.write(`\rCopying ${done} of ${all} objects`);
		});
		if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
		// The copy has the database as it is; the checks need it with this version's migrations.
		bringUpToDate(database);
		const checked = await checkCopy(database, { SEALING_KEY: process.env.SEALING_KEY ?? "", objects });
		const named = database
			.prepare(NAMED_OBJECTS)
			.all()
			.map(({ object_key }) => String(object_key));
		const missing = await stillMissing(env.DB, named, objects);
		database.close();
		removeDatabase(snapshot);
		const list = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
		write(folder, OBJECTS, list);
		const bytes = objects.reduce((sum, { size }) => sum + size, 0);
		const manifest: Manifest = {
			format: 2,
			madeAt,
			from: remote ? "remote" : "local",
			migrations,
			database: { file: DATABASE, bytes: statSync(file).size, sha256: await sha256OfFile(file) },
			rows,
			objects: { file: OBJECTS, count: objects.length, bytes, sha256: sha256(list) },
			missing,
			seal: checked.seal,
			keys: checked.keys,
			faults: checked.faults,
		};
		const text = `${JSON.stringify(manifest, null, "\t")}\n`;
		addToRegister(join(dirname(folder), REGISTER), objects);
		write(folder, MANIFEST, text);
		const run = { manifest: sha256(text), rows: Object.values(rows).reduce((sum, n) => sum + n, 0) };
		await noteBackup(open(env.DB), {
			...run,
			at: Date.now(),
			madeAt,
			objects: objects.length,
			bytes: manifest.database.bytes + bytes,
		});
		console.log(`${run.rows} rows and ${objects.length} objects in ${folder}`);
		console.log(`The manifest's hash, to be kept apart from the copy: ${run.manifest}`);
		tell([...checked.faults, ...missing.map((key) => `the object ${key} is missing in R2`)]);
	} finally {
		await dispose();
	}
}

/** Returns the keys in `named` that were not copied and that rows still name; the others were deleted meanwhile. */
async function stillMissing(
	d1: D1Database,
	named: readonly string[],
	objects: readonly CopiedObject[],
): Promise<string[]> {
	const copied = new Set(objects.map(({ key }) => key));
	const lacking = named.filter((key) => !copied.has(key));
	if (lacking.length === 0) return [];
	const asked = d1
		.prepare(
			`SELECT object_key FROM (${NAMED_OBJECTS}) WHERE object_key IN (SELECT value FROM json_each(?)) ORDER BY 1`,
		)
		.bind(JSON.stringify(lacking));
	const { results } = await patiently(() => asked.all<{ object_key: string }>());
	return results.map(({ object_key }) => object_key);
}

/** Adds the erasures among this copy's objects to the register at `path`: an older copy lacks those made after it. */
function addToRegister(path: string, objects: readonly CopiedObject[]): void {
	const known = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
	const lines = new Set([...known, ...registerIn(objects).map((line) => JSON.stringify(line))]);
	writeFileSync(`${path}.new`, [...lines].map((line) => `${line}\n`).join(""), { mode: 0o600 });
	renameSync(`${path}.new`, path);
}

function write(folder: string, name: string, text: string): void {
	writeFileSync(join(folder, name), text, { mode: 0o600 });
}

async function verify(folder: string): Promise<void> {
	const place = mkdtempSync(join(tmpdir(), "verify-"));
	try {
		const { copy, faults } = await acceptCopy(folder, { into: join(place, "copy.sqlite"), expect: values.expect });
		const { madeAt, from, rows } = copy.manifest;
		console.log(
			`Made ${new Date(madeAt).toISOString()} from the ${from} database: ${copy.objects.length} objects, ${Object.keys(rows).length} tables.`,
		);
		tell(faults);
	} catch (error) {
		if (!(error instanceof BadCopy)) throw error;
		tell(error.faults);
	} finally {
		rmSync(place, { recursive: true });
	}
}

function tell(faults: readonly string[]): void {
	for (const fault of faults) console.error(`WRONG ${fault}`);
	console.log(faults.length === 0 ? "The copy holds." : "The copy does NOT hold: see docs/operations.md, Backup.");
	process.exitCode = faults.length === 0 ? 0 : 1;
}

function fail(message: string): never {
	console.error(message);
	process.exit(2);
}
