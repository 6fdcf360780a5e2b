import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { RosterState } from "#domain/people/roster/states.ts";
import type { By } from "#kernel/by.ts";

/** The tables of imports that are reviewed, applied and undone; both have the columns that are used here. */
type ImportTable = "roster_imports" | "payment_imports";

export type ImportRef = { id: number; version: number };
type NewImport = { id?: number; filename: string; fileId?: SQL<number>; mapping: unknown; by: By };

/**
 * Returns the steps of an import in a table. Each refuses with `import.stale` an import that changed since the user saw
 * it.
 */
export const importSteps = (table: ImportTable) => {
	const into = sql.raw(table);
	return {
		/** Inserts an import as a draft: its file, and how the file is read. */
		insertImport: ({ id, filename, fileId, mapping, by }: NewImport): Write =>
			sql`INSERT INTO ${into} (id, filename, file_id, mapping, created_by, created_at)
				VALUES (${id ?? null}, ${filename}, ${fileId ?? null}, ${JSON.stringify(mapping)}, ${by.userId}, ${by.at})`,
		/** Changes how the columns of a draft are read. */
		updateMapping: ({ id, version }: ImportRef, mapping: unknown): Write[] => [
			sql`UPDATE ${into} SET mapping = ${JSON.stringify(mapping)}, version = version + 1
				WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard("import.stale"),
		],
		/** Marks a draft as applied, once; its file is not needed any more. */
		markApplied: ({ id, version }: ImportRef, counts: unknown, at: number): Write[] => [
			sql`UPDATE ${into} SET state = 'applied', counts = ${JSON.stringify(counts)}, applied_at = ${at}, version = version + 1
				WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard("import.stale"),
		],
		/** Deletes a draft. */
		deleteDraft: ({ id, version }: ImportRef): Write[] => [
			sql`DELETE FROM ${into} WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard("import.stale"),
		],
		/** Marks an applied import as undone; the writes that undo it follow in the batch. */
		markUndone: ({ id, version }: ImportRef, at: number): Write[] => [
			sql`UPDATE ${into} SET state = 'undone', undone_at = ${at}, version = version + 1
				WHERE id = ${id} AND version = ${version} AND state = 'applied'`,
			guard("import.stale"),
		],
	};
};

export type ImportRow = {
	id: number;
	filename: string;
	file_id: number | null;
	state: RosterState;
	/** JSON of how the file's columns are read. */
	mapping: string;
	counts: string;
	created_by: number | null;
	created_by_name: string | null;
	applied_at: number | null;
	undone_at: number | null;
	version: number;
	created_at: number;
};
export const IMPORTS_PER_PAGE = 50;
/** The number of rows of an import on one page. */
export const ROWS_PER_PAGE = 50;

const importOf = (table: ImportTable): string =>
	`SELECT i.id, i.filename, i.file_id, i.state, i.mapping, i.counts, i.created_by, u.name AS created_by_name,
		i.applied_at, i.undone_at, i.version, i.created_at FROM ${table} i LEFT JOIN users u ON u.id = i.created_by`;

export const importIn = (table: ImportTable, id: number): Select<ImportRow> =>
	selectOne(`${importOf(table)} WHERE i.id = ?`, id);

/** Selects one page of the imports, newest first, and the total number of them. */
export const importsIn = (table: ImportTable, page: number): [Select<ImportRow>, Select<{ total: number }>] => [
	select(`${importOf(table)} ORDER BY i.id DESC ${limitTo(IMPORTS_PER_PAGE, (page - 1) * IMPORTS_PER_PAGE)}`),
	select(`SELECT count(*) AS total FROM ${table}`),
];

/** Returns SQL for the id that the next row of a table gets. */
export const nextId = (table: string): string =>
	`1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`;
