/**
 * `npm run restore -- FOLDER [--remote]`: puts a copy of `npm run backup` into an empty database and its bucket, and checks
 * that all of it came back. Nothing is written before the copy, the keys and the place were checked.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { open } from "#db/commit.ts";
import { settleRestored } from "#domain/restoring/actions.ts";
import { rebuildIndex } from "#jobs/indexing.ts";
import type { Registered } from "#platform/erasure-register.ts";
import { acceptCopy, differing } from "./backup/accept.ts";
import { checkDatabase, openOneFile } from "./backup/checks.ts";
import { restoreStatements } from "./backup/dump.ts";
import { BadCopy, type Copy, REGISTER } from "./backup/manifest.ts";
import { conflictingObjects, putObjects } from "./backup/objects.ts";
import { heldKeys } from "./backup/operator-keys.ts";
import { dataDirectory, type OperatorBindings, openBindings } from "./bindings.ts";
import { migrate, wrangler } from "./server.ts";

const HELP = `npm run restore -- FOLDER [--expect HASH] [--erasures FILE] [--remote]

Puts a copy that npm run backup made into a database that has no table at all, and its objects into the bucket: compares
the copy with its manifest, and the keys with those that it was sealed with; then writes tables, rows and triggers in one
transaction, applies newer migrations, rebuilds the search index, ends all sessions, erases again who was erased since,
and checks rows, references, books, seals, and that a certificate opens. Objects that are there already stay.

  --expect    the manifest's hash, as the backup printed it
  --erasures  another register of erasures, beside the bucket's and ${REGISTER} beside FOLDER
  --remote    the deployed database and bucket instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help      this text

SEALING_KEY and PASSWORD_PEPPER are those of .dev.vars, or what the environment has; with --remote only the latter.`;

/** Of sqlite_master: all but what SQLite and D1 keep for themselves. */
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
async function restore(): Promise<number> {
	console.log("Checking the copy ...");
	const keys = heldKeys(remote);
	const { copy, database, faults: old } = await acceptCopy(folder, { keys, expect: values.expect });
	const register = [
		...linesOf(join(dirname(folder), REGISTER)),
		...(values.erasures ? linesOf(values.erasures, true) : []),
	];
	const { env, dispose } = await openBindings({ remote });
	try {
		await insistOnEmptyPlace(env, copy);
		console.log(`Writing ${sumOf(copy.manifest.rows)} rows ...`);
		await load([...restoreStatements(database)]);
		const counted = await countedIn(env.DB);
		await applyNewer();
		const put = await putObjects(env.FILES, folder, copy.objects);
		console.log(`${put} of ${copy.objects.length} objects were put into the bucket, the others were there.`);
		const store = { ...env, ...keys };
		const opened = await openOneFile(store);
		const entries = await rebuildIndex(env);
		const checked = await checkDatabase(env.DB);
		const erased = await settleRestored(store, open(env.DB), { run: runOf(copy), register });
		// Whoever starts the service here must not get the demo's people beside the association's.
		if (!remote) writeFileSync(join(dataDirectory(), "demo-imported"), "restored");
		console.log(opened === undefined ? "No file lies sealed." : `A sealed file opens: ${opened}`);
		console.log(`The search index has ${entries} entries. ${erased} people were erased again.`);
		const others = differing(copy.manifest.rows, counted);
		return tell([...others, ...checked.faults.filter((fault) => !old.includes(fault))], old, copy);
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

async function insistOnEmptyPlace(env: OperatorBindings, copy: Copy): Promise<void> {
	const { results } = await env.DB.prepare(`SELECT name FROM sqlite_master WHERE ${OURS}`).all<{ name: string }>();
	if (results.length > 0)
		throw new BadCopy([
			`the database has ${results.length} tables and more (${results[0]?.name} ...): a copy goes into an empty one only`,
		]);
	const conflicts = await conflictingObjects(env.FILES, copy.objects);
	if (conflicts.length > 0) throw new BadCopy(conflicts.map((key) => `the bucket has another object ${key}`));
}

/** All or nothing: wrangler sends a file as one transaction. */
async function load(statements: readonly string[]): Promise<void> {
	const place = mkdtempSync(join(tmpdir(), "restore-"));
	const file = join(place, "restore.sql");
	try {
		writeFileSync(file, `${statements.join(";\n")};\n`, { mode: 0o600 });
		await wrangler(["d1", "execute", "DB", ...where(), "--yes", "--file", file]);
	} finally {
		rmSync(place, { recursive: true });
	}
}

/** A copy of an older version gets what came after it. */
async function applyNewer(): Promise<void> {
	if (!remote) return migrate(dataDirectory());
	for (const name of ["DB", "SEARCH"]) await wrangler(["d1", "migrations", "apply", name, "--remote"]);
}

const where = (): string[] => (remote ? ["--remote"] : ["--local", "--persist-to", dataDirectory()]);

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

process.exitCode = await restore().catch((error: unknown) => {
	if (!(error instanceof BadCopy)) throw error;
	for (const fault of error.faults) console.error(`WRONG ${fault}`);
	console.error("Nothing was written.");
	return 1;
});
