/** Writes a database as SQL statements, for any SQLite, and for D1, which accepts statements of at most 100 KB. */
import { createWriteStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { quoted, tablesOf } from "./dump.ts";

/** The most bytes of a statement, below D1's limit of 100 KB; a longer text is written in pieces. */
const STATEMENT_BYTES = 90_000;
/**
 * The length of a piece in characters, each of at most four bytes. Of a row that is too long for one statement, the
 * values of LONG characters or more are cut into pieces.
 */
const PIECE = 20_000;
const LONG = 1_000;

/** The table that holds pieces of long texts while a copy is being loaded. */
const PIECES = "restore_pieces";

/**
 * The statements before and after the rows. In SQL for SQLite, CHECKs are not enforced, because an older SQLite does
 * not accept NULL as JSON and would refuse valid rows.
 */
const AROUND = {
	d1: { before: ["PRAGMA defer_foreign_keys = TRUE;\n"], after: [] },
	sqlite: {
		before: ["PRAGMA foreign_keys = OFF;\n", "PRAGMA ignore_check_constraints = ON;\n", "BEGIN TRANSACTION;\n"],
		after: ["COMMIT;\n", "PRAGMA ignore_check_constraints = OFF;\n"],
	},
};

/**
 * Writes the whole database to a file, as plain SQL for an empty SQLite (`sqlite3 new.db < database.sql`), or for D1,
 * which accepts no BEGIN and runs a file as one transaction.
 */
export async function writeSql(database: DatabaseSync, path: string, taker: "sqlite" | "d1"): Promise<void> {
	const lines = function* (): Generator<string> {
		yield* AROUND[taker].before;
		for (const statement of statementsFor(database)) yield `${statement};\n`;
		yield* AROUND[taker].after;
	};
	await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flush: true }));
}

/** Yields the statements that make the same database: tables, rows, then indexes, views and triggers. */
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

/**
 * Returns the SQL expression that writes a column's value as a literal. quote() ends a text at its first NUL, so a text
 * with NUL is written as bytes.
 */
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

/**
 * Returns a row's values as SQL and, when they are too long for one statement, the statements that store their pieces
 * before. `pieces.next` is the id of the next long value.
 */
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

/**
 * Returns the content of a long value's literal, and a function that returns the SQL for the value from the SQL for its
 * joined pieces.
 */
function heldBy(value: string): { plain: string; again: (sql: string) => string } {
	const [, cast, hex] = /^(CAST\()?X'([0-9A-F]*)'/.exec(value) ?? [];
	if (hex === undefined) return { plain: value.slice(1, -1).replaceAll("''", "'"), again: (sql) => sql };
	return { plain: hex, again: (sql) => (cast ? `CAST(unhex(${sql}) AS TEXT)` : `unhex(${sql})`) };
}

/** Yields the statements that store a text as rows of pieces. A surrogate pair is never cut in two. */
function* piecesOf(text: string, id: number): Generator<string> {
	for (let [part, at] = [0, 0]; at < text.length; part++) {
		const end = at + PIECE + (/[\uD800-\uDBFF]/.test(text.charAt(at + PIECE - 1)) ? 1 : 0);
		yield `INSERT INTO ${PIECES} (id, part, text) VALUES (${id}, ${part}, '${text.slice(at, end).replaceAll("'", "''")}')`;
		at = end;
	}
}
