/** A database written as SQL, statement by statement: for any SQLite, and for D1, which takes no longer ones than 100 KB. */
import { createWriteStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { quoted, tablesOf } from "./dump.ts";

/** D1 takes statements of 100 KB; a longer text comes in pieces. */
const STATEMENT_BYTES = 90_000;
/** In characters, of at most four bytes. */
const PIECE = 20_000;
const LONG = 1_000;

/** Where pieces of long texts lie while a copy is being loaded. */
const PIECES = "restore_pieces";

/** What is around the statements. An older SQLite takes NULL for no JSON, and would refuse rows that had passed their CHECK. */
const AROUND = {
	d1: { before: ["PRAGMA defer_foreign_keys = TRUE;\n"], after: [] },
	sqlite: {
		before: ["PRAGMA foreign_keys = OFF;\n", "PRAGMA ignore_check_constraints = ON;\n", "BEGIN TRANSACTION;\n"],
		after: ["COMMIT;\n", "PRAGMA ignore_check_constraints = OFF;\n"],
	},
};

/**
 * Writes all of a database to a file: as plain SQL, which makes the same one of an empty file (`sqlite3 new.db <
 * database.sql`), or as D1 takes it, which knows no BEGIN and makes one transaction of a file.
 */
export async function writeSql(database: DatabaseSync, path: string, taker: "sqlite" | "d1"): Promise<void> {
	const lines = function* (): Generator<string> {
		yield* AROUND[taker].before;
		for (const statement of statementsFor(database)) yield `${statement};\n`;
		yield* AROUND[taker].after;
	};
	await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flush: true }));
}

/** What makes the same database in an empty one: tables, rows, then indexes, views and triggers. */
export function* statementsFor(database: DatabaseSync): Generator<string> {
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

/** A value as SQL. quote() ends a text at its first NUL, so such a one is written by its bytes. */
const literal = (name: string): string =>
	`CASE WHEN typeof(${name}) = 'text' AND instr(${name}, char(0)) > 0
		THEN 'CAST(X''' || hex(${name}) || ''' AS TEXT)' ELSE quote(${name}) END`;

function* insertsOf(database: DatabaseSync, table: string, pieces: { next: number }): Generator<string> {
	const columns = database
		.prepare("SELECT name FROM pragma_table_info(?)")
		.all(table)
		.map(({ name }) => quoted(String(name)));
	const head = `INSERT INTO ${quoted(table)} (${columns.join(", ")}) VALUES `;
	const rows = database.prepare(`SELECT ${columns.map(literal).join(", ")} FROM ${quoted(table)}`);
	rows.setReturnArrays(true);
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
	const short = `(${values.join(", ")})`;
	if (Buffer.byteLength(short) <= STATEMENT_BYTES / 2) return { before: [], text: short };
	const before: string[] = [];
	const written = values.map((value) => {
		if (value.length < LONG) return value;
		const id = pieces.next++;
		const { plain, again } = heldBy(value);
		before.push(...piecesOf(plain, id));
		return again(`(SELECT group_concat(text, '') FROM (SELECT text FROM ${PIECES} WHERE id = ${id} ORDER BY part))`);
	});
	return { before, text: `(${written.join(", ")})` };
}

/** What a long value holds, and what makes the value of it again. */
function heldBy(value: string): { plain: string; again: (sql: string) => string } {
	const [, cast, hex] = /^(CAST\()?X'([0-9A-F]*)'/.exec(value) ?? [];
	if (hex === undefined) return { plain: value.slice(1, -1).replaceAll("''", "'"), again: (sql) => sql };
	return { plain: hex, again: (sql) => (cast ? `CAST(unhex(${sql}) AS TEXT)` : `unhex(${sql})`) };
}

/** A text as rows of pieces. A pair of surrogates is never cut in two. */
function* piecesOf(text: string, id: number): Generator<string> {
	for (let [part, at] = [0, 0]; at < text.length; part++) {
		const end = at + PIECE + (/[\uD800-\uDBFF]/.test(text.charAt(at + PIECE - 1)) ? 1 : 0);
		yield `INSERT INTO ${PIECES} (id, part, text) VALUES (${id}, ${part}, '${text.slice(at, end).replaceAll("'", "''")}')`;
		at = end;
	}
}
