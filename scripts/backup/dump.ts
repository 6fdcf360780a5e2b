/** The database of a copy: written by wrangler, read and checked without a service, and written anew so that D1 takes it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parse } from "smol-toml";
import { z } from "zod";
import { dataDirectory } from "../bindings.ts";
import { wrangler } from "../server.ts";
import { statementsOf } from "./statements.ts";

/** D1 takes statements of 100 KB; a longer text comes in pieces. */
const STATEMENT_BYTES = 90_000;
/** In characters, of at most four bytes. */
const PIECE = 20_000;
const LONG = 1_000;

const Wrangler = z.object({ name: z.string(), compatibility_date: z.string(), d1_databases: z.array(z.unknown()) });

/** Has wrangler write all of DB (tables, rows, triggers) to a file. The local export knows no `--persist-to`, so it gets a configuration whose state lies in DATA_DIR. */
export async function exportDatabase({ remote, output }: { remote: boolean; output: string }): Promise<void> {
	if (remote)
		return void (await wrangler(["d1", "export", "DB", "--remote", "--skip-confirmation", "--output", output]));
	const folder = mkdtempSync(join(tmpdir(), "export-"));
	try {
		mkdirSync(join(folder, ".wrangler"));
		symlinkSync(dataDirectory(), join(folder, ".wrangler", "state"), "dir");
		const config = join(folder, "wrangler.json");
		writeFileSync(config, JSON.stringify(Wrangler.parse(parse(readFileSync("wrangler.toml", "utf8")))));
		await wrangler(["d1", "export", "DB", "--local", "--config", config, "--output", output]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const KIND = /^CREATE\s+(?:UNIQUE\s+)?(TABLE|INDEX|VIEW|TRIGGER)\b/i;

/** A database in memory with what an export holds. Triggers come last, and after the views that they are on. Throws where the text is cut off or does not load. */
export function loadDump(sql: string): DatabaseSync {
	const later: Record<string, string[]> = { INDEX: [], VIEW: [], TRIGGER: [] };
	const database = new DatabaseSync(":memory:");
	database.exec("PRAGMA foreign_keys = OFF; BEGIN");
	for (const statement of statementsOf(sql)) {
		if (/^PRAGMA/i.test(statement)) continue;
		const kind = KIND.exec(statement)?.[1]?.toUpperCase() ?? "";
		if (later[kind]) later[kind].push(statement);
		else database.exec(statement);
	}
	for (const kind of ["INDEX", "VIEW", "TRIGGER"]) for (const statement of later[kind] ?? []) database.exec(statement);
	database.exec("COMMIT");
	return database;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The names of the tables, those of SQLite and D1 itself left out. */
export const tablesOf = (database: DatabaseSync): string[] =>
	database
		.prepare(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
				AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
		)
		.all()
		.map(({ name }) => String(name));

/** How many rows each table has. */
export const rowCounts = (database: DatabaseSync): Record<string, number> =>
	Object.fromEntries(
		tablesOf(database).map((table) => [
			table,
			Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n),
		]),
	);

/** Where pieces of long texts lie while a copy is being loaded. */
const PIECES = "restore_pieces";

/** What makes the same database in an empty one of D1, in one transaction: tables, rows, then indexes, views and triggers. */
export function* restoreStatements(database: DatabaseSync): Generator<string> {
	yield "PRAGMA defer_foreign_keys = TRUE";
	const made = (type: string): string[] =>
		database
			.prepare("SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL ORDER BY rowid")
			.all(type)
			.filter(({ name }) => !/^(sqlite_|_cf_)/.test(String(name)))
			.map(({ sql }) => String(sql));
	yield* made("table");
	yield `CREATE TABLE ${PIECES} (id INTEGER NOT NULL, part INTEGER NOT NULL, text TEXT NOT NULL)`;
	const pieces = { next: 1 };
	for (const table of tablesOf(database)) yield* insertsOf(database, table, pieces);
	yield `DROP TABLE ${PIECES}`;
	if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get()) {
		yield "DELETE FROM sqlite_sequence";
		yield* insertsOf(database, "sqlite_sequence", pieces);
	}
	for (const type of ["index", "view", "trigger"]) yield* made(type);
}

function* insertsOf(database: DatabaseSync, table: string, pieces: { next: number }): Generator<string> {
	const columns = database
		.prepare("SELECT name FROM pragma_table_info(?)")
		.all(table)
		.map(({ name }) => quoted(String(name)));
	const head = `INSERT INTO ${quoted(table)} (${columns.join(", ")}) VALUES `;
	const rows = database.prepare(`SELECT ${columns.map((name) => `quote(${name})`).join(", ")} FROM ${quoted(table)}`);
	let batch: string[] = [];
	let size = 0;
	for (const row of rows.iterate()) {
		const { before, text } = rowText(Object.values(row).map(String), pieces);
		yield* before;
		const bytes = Buffer.byteLength(text) + 2;
		if (batch.length > 0 && size + bytes > STATEMENT_BYTES) {
			yield head + batch.join(", ");
			[batch, size] = [[], 0];
		}
		batch.push(text);
		size += bytes;
	}
	if (batch.length > 0) yield head + batch.join(", ");
}

/** A row's values, and what has to lie in pieces before where they are too long for one statement. */
function rowText(values: string[], pieces: { next: number }): { before: string[]; text: string } {
	const before: string[] = [];
	const isLong = Buffer.byteLength(values.join(", ")) > STATEMENT_BYTES / 2;
	const written = values.map((value) => {
		if (!isLong || value.length < LONG) return value;
		const id = pieces.next++;
		before.push(...piecesOf(value, id));
		return `(SELECT group_concat(text, '') FROM (SELECT text FROM ${PIECES} WHERE id = ${id} ORDER BY part))`;
	});
	return { before, text: `(${written.join(", ")})` };
}

/** A quoted text as rows of pieces. A pair of surrogates, or of quotes, is never cut in two. */
function* piecesOf(value: string, id: number): Generator<string> {
	const characters = [...value.slice(1, -1).replaceAll("''", "'")];
	for (let part = 0; part * PIECE < characters.length; part++) {
		const text = characters
			.slice(part * PIECE, (part + 1) * PIECE)
			.join("")
			.replaceAll("'", "''");
		yield `INSERT INTO ${PIECES} (id, part, text) VALUES (${id}, ${part}, '${text}')`;
	}
}
