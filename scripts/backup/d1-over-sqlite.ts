/** A database in a file behind the face of D1, so that what checks a database also checks a copy. It reads; one batch at a time. */
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

/** The part of D1 that reading needs. */
export function d1Over(database: DatabaseSync): D1Database {
	const face = {
		prepare: (sql: string) => statement(database, sql, []),
		batch: (statements: Statement[]) => Promise.all(statements.map((one) => one.all())),
	};
	return face as unknown as D1Database;
}
