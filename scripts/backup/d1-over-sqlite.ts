/**
 * Makes a database file usable through D1's interface, so that the checks of a database also check a copy. It only
 * reads; one batch at a time.
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";

type Value = string | number | null;
const rows = (database: DatabaseSync, sql: string, values: readonly Value[]): Record<string, unknown>[] =>
	database
		.prepare(sql)
		.all(...(values as SQLInputValue[]))
		.map((row) => ({ ...row }));

type Statement = {
	bind: (...values: Value[]) => Statement;
	all: () => Promise<{ results: Record<string, unknown>[]; meta: { size_after: number } }>;
	first: (column?: string) => Promise<unknown>;
};

function statement(database: DatabaseSync, sql: string, values: readonly Value[]): Statement {
	const all = async () => ({ results: rows(database, sql, values), meta: { size_after: 0 } });
	return {
		bind: (...bound) => statement(database, sql, bound),
		all,
		first: async (column) => {
			const [row] = (await all()).results;
			return row === undefined ? null : column === undefined ? row : row[column];
		},
	};
}

/** Returns the part of D1's interface that reading needs. */
export function d1Over(database: DatabaseSync): D1Database {
	const face = {
		prepare: (sql: string) => statement(database, sql, []),
		batch: (statements: Statement[]) => Promise.all(statements.map((one) => one.all())),
	};
	return face as unknown as D1Database;
}
