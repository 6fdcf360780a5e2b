/** Loads the SQL of a copy into a file that SQLite opens, without ever holding all of it in memory. */
import { DatabaseSync } from "node:sqlite";
import { statementsOf, textOf } from "./statements.ts";

const KIND = /^CREATE\s+(?:UNIQUE\s+)?(TABLE|INDEX|VIEW|TRIGGER)\b/i;
/** Matches the statements around the rows, which are skipped because the whole load is one transaction. */
const AROUND = /^(?:PRAGMA|BEGIN|COMMIT)\b/i;

/**
 * Makes the new database `file` from the SQL in `dump`, which this program wrote or D1 exported. Triggers come last,
 * after the views that they are on. Throws when the text is cut off or cannot be loaded.
 */
export function loadDump(dump: string, file: string): DatabaseSync {
	const later: Record<string, string[]> = { INDEX: [], VIEW: [], TRIGGER: [] };
	const database = new DatabaseSync(file);
	try {
		database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN");
		for (const statement of statementsOf(textOf(dump))) {
			if (AROUND.test(statement)) continue;
			const kind = KIND.exec(statement)?.[1]?.toUpperCase() ?? "";
			if (later[kind]) later[kind].push(statement);
			else database.exec(statement);
		}
		for (const kind of ["INDEX", "VIEW", "TRIGGER"])
			for (const statement of later[kind] ?? []) database.exec(statement);
		database.exec("COMMIT");
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the names of the tables, without those of SQLite and D1 themselves. */
export const tablesOf = (database: DatabaseSync): string[] =>
	database
		.prepare(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
				AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
		)
		.all()
		.map(({ name }) => String(name));

/** Returns the number of rows of each table. */
export const rowCounts = (database: DatabaseSync): Record<string, number> =>
	Object.fromEntries(
		tablesOf(database).map((table) => [
			table,
			Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n),
		]),
	);
