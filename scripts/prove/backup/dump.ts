/**
 * `node dump.ts write DATABASE.SQL DUMP`: writes the content of a copy as `wrangler d1 export` does, one statement for
 * each row. `node dump.ts take DUMP FOLDER`: does what `npm run backup -- --remote` does with such an export.
 */
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkCopy } from "../../backup/checks.ts";
import { loadDump, quoted, rowCounts } from "../../backup/dump.ts";
import { removeDatabase } from "../../backup/snapshot.ts";
import { writeSql } from "../../backup/written-sql.ts";

const [verb, from = "", to = ""] = process.argv.slice(2);
if (verb === "write") await write(from, to);
else await take(from, to);

async function write(sql: string, dump: string): Promise<void> {
	const file = `${dump}.sqlite`;
	const database = loadDump(sql, file);
	await pipeline(Readable.from(exported(database)), createWriteStream(dump));
	database.close();
	removeDatabase(file);
}

async function take(dump: string, folder: string): Promise<void> {
	const file = join(folder, "taken.sqlite");
	const database = loadDump(dump, file);
	const { faults } = await checkCopy(database, { SEALING_KEY: "", objects: [] });
	await writeSql(database, join(folder, "taken.sql"), "sqlite");
	console.log(JSON.stringify({ faults, audit_log: rowCounts(database).audit_log }));
	database.close();
	removeDatabase(file);
}

/**
 * Yields the SQL as wrangler 4.156 exports it (its dumpSql): each table with its rows, then indexes, triggers and views
 * in that order.
 */
function* exported(database: DatabaseSync): Generator<string> {
	const made = database
		.prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, rowid")
		.all();
	const ours = made.filter(({ name }) => !/^(_cf_|sqlite_)/.test(String(name)));
	yield "PRAGMA defer_foreign_keys=TRUE;\n";
	for (const { name, sql } of ours.filter(({ type }) => type === "table")) {
		yield `${sql};\n`;
		yield* insertsOf(database, String(name));
	}
	yield "DELETE FROM sqlite_sequence;\n";
	yield* insertsOf(database, "sqlite_sequence");
	for (const { sql } of ours.filter(({ type }) => type !== "table")) yield `${sql};\n`;
}

function* insertsOf(database: DatabaseSync, table: string): Generator<string> {
	const columns = database
		.prepare("SELECT name FROM pragma_table_info(?)")
		.all(table)
		.map(({ name }) => quoted(String(name)));
	const rows = database.prepare(`SELECT ${columns.join(", ")} FROM ${quoted(table)}`);
	for (const row of rows.iterate())
		yield `INSERT INTO ${quoted(table)} (${columns.join(",")}) VALUES(${Object.values(row).map(cell).join(",")});\n`;
}

function cell(value: unknown): string {
	if (value === null) return "NULL";
	if (typeof value !== "string") return String(value);
	const text = `'${value.replaceAll("'", "''").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
	const returned = value.includes("\r") ? `replace(${text},'\\r',char(13))` : text;
	return value.includes("\n") ? `replace(${returned},'\\n',char(10))` : returned;
}
