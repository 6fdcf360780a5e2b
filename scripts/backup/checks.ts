/** Checks a database: the checks that a copy must pass when it is made, and again when it was restored. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { open } from "#db/commit.ts";
import { readHealth, type Whole } from "#db/shell/health.ts";
import { verifySeals } from "#domain/shell/seals/anchor-actions.ts";
import { type Anchors, anchorsAmong } from "#domain/system/audit/anchors.ts";
import { wholeFindings } from "#domain/system/health/checks.ts";
import { isOurs, structureFaults } from "#domain/system/health/structure.ts";
import { standingOf } from "#platform/database-standing.ts";
import { getPrivate } from "#platform/private-files.ts";
import { listAnchors } from "#platform/seal-anchors.ts";
import { signer } from "#platform/seal-macs.ts";
import { migrationFiles, structureOf } from "../assets/structure.ts";
import { d1Over } from "./d1-over-sqlite.ts";

export type Checked = {
	faults: string[];
	migrations: string[];
	seal: { id: number; hash: string } | null;
	keys: { SEALING_KEY: Record<string, number>; PASSWORD_PEPPER: Record<string, number> };
};

const tally = (rows: readonly { key_id: string; count: number }[]): Record<string, number> => {
	const sums: Record<string, number> = {};
	for (const { key_id, count } of rows) sums[key_id] = (sums[key_id] ?? 0) + count;
	return sums;
};

/** What the seals are compared with: the operator's keys ('' for none), and the anchors in a bucket or a copy. */
export type Beside =
	| { SEALING_KEY: string; FILES: R2Bucket }
	| { SEALING_KEY: string; objects: readonly { key: string }[] };

/** The migration that added MACs, anchors and document seals. */
const MACS = "0045_seal_macs.sql";

/**
 * Returns what is wrong in a database (references, the books, the receipt numbers, the seals, its structure), with its
 * applied migrations, its newest seal, and how many values are under each key's fingerprint.
 */
export async function checkDatabase(d1: D1Database, beside: Beside): Promise<Checked> {
	const { whole } = await readHealth(d1, Date.now(), { tables: await tablesIn(d1) });
	const isCopy = "objects" in beside;
	const chain = await verifySeals(open(d1), {
		sign: await signer(beside),
		anchors: async (): Promise<Anchors> =>
			isCopy ? anchorsAmong(beside.objects.map(({ key }) => ({ key, at: 0 }))) : listAnchors(beside),
		isCopy,
		isOld: !whole.migrations.includes(MACS),
	});
	const findings = wholeFindings(whole).filter(({ level, broken }) => level !== "ok" && !broken);
	return {
		faults: [
			...[...findings, ...whole.broken].map(
				({ code, count, names = [] }) => `${code}: ${count}${names.length > 0 ? ` (${names.join(", ")})` : ""}`,
			),
			...chain.faults.map((fault) => `seals: ${fault}`),
			...(await madeOtherwise(whole)),
		],
		migrations: whole.migrations,
		seal: chain.audit.newest ? { id: chain.audit.newest.id, hash: chain.audit.newest.hash } : null,
		keys: { SEALING_KEY: tally(whole.sealed), PASSWORD_PEPPER: tally(whole.peppered) },
	};
}

async function tablesIn(d1: D1Database): Promise<string[]> {
	const { results } = await d1.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
	return results.map(({ name }) => name).filter(isOurs);
}

/**
 * Returns the tables, triggers and other objects that differ from the migrations, for a database whose migrations are
 * those of this version; an older copy is brought up to date first.
 */
async function madeOtherwise(whole: Whole): Promise<string[]> {
	if (whole.migrations.length !== migrationFiles(process.cwd()).length) return [];
	const faults = structureFaults(structureOf(process.cwd()), await standingOf(whole));
	return faults.map((name) => `${name} is missing, is not that of the migrations, or is none of theirs`);
}

/** Returns the names of the migrations that were applied to a database. */
export const migrationsIn = (database: DatabaseSync): string[] =>
	database
		.prepare("SELECT name FROM d1_migrations ORDER BY id")
		.all()
		.map(({ name }) => String(name));

/** Applies the migrations that an older database lacks, as D1 does: each is one transaction with foreign keys. */
export function bringUpToDate(database: DatabaseSync): void {
	const made = migrationsIn(database);
	database.exec("PRAGMA foreign_keys = ON");
	for (const file of migrationFiles(process.cwd())) {
		if (made.includes(basename(file))) continue;
		database.exec(`BEGIN;\n${readFileSync(file, "utf8")}`);
		database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(basename(file));
		database.exec("COMMIT");
	}
}

/** Checks a copy in a file in the same way as `checkDatabase`, and also whether its pages are intact. */
export async function checkCopy(database: DatabaseSync, beside: Beside): Promise<Checked> {
	const [broken] = database.prepare("PRAGMA integrity_check").all();
	const checked = await checkDatabase(d1Over(database), beside);
	const damage =
		broken?.integrity_check === "ok" ? [] : [`the database is damaged: ${String(broken?.integrity_check)}`];
	return { ...checked, faults: [...damage, ...checked.faults] };
}

/** The SQL for the objects that rows name: undeleted private files, files of the website with the smaller copies of
 * pictures, versions of documents. */
export const NAMED_OBJECTS = `SELECT object_key FROM files WHERE deleted_at IS NULL UNION SELECT object_key FROM attachments
	UNION SELECT object_key FROM picture_variants UNION SELECT object_key FROM document_versions`;

type SealedFile = { object_key: string; size: number; sha256: string; key_id: string };

/**
 * Opens the newest sealed file, a certificate if there is one, and compares its bytes with its row; returns its object
 * key, undefined when no file is sealed. Throws when the object is missing, cannot be opened, or differs.
 */
export async function openOneFile(env: {
	DB: D1Database;
	FILES: R2Bucket;
	SEALING_KEY: string;
}): Promise<string | undefined> {
	const file = await env.DB.prepare(
		`SELECT object_key, size, sha256, key_id FROM files WHERE is_sealed = 1 AND deleted_at IS NULL
			ORDER BY purpose <> 'certificate', id DESC LIMIT 1`,
	).first<SealedFile>();
	if (!file) return undefined;
	const { object_key: objectKey, size, sha256, key_id: keyId } = file;
	const bytes = await getPrivate(env, { objectKey, size, sha256, keyId });
	if (!(bytes instanceof Uint8Array)) throw new Error(`the object ${objectKey} is missing`);
	const found = Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toString("hex");
	if (bytes.length !== size || found !== sha256) throw new Error(`${objectKey} opens, but is not what its row says`);
	return objectKey;
}
