import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { IMPORT_STATES, type ImportState } from "#domain/system/imports/draft.ts";
import type { By } from "#kernel/by.ts";
import type { RefusalCode } from "#kernel/refusal.ts";

/** The tables of imports. Those of ImportTable, whose imports can be undone, have the same columns. */
type DraftTable = ImportTable | "bank_statements";
type ImportTable = "roster_imports" | "payment_imports";

export type ImportRef = { id: number; version: number };
type NewImport = { id?: number; filename: string; fileId?: SQL<number>; mapping: unknown; by: By };

/**
 * Returns the statements for the steps of a draft. Each refuses `stale` when the draft has another version than the
 * user saw, or is no draft any more.
 */
export const draftSteps = (table: DraftTable, stale: RefusalCode) => {
	const into = sql.raw(table);
	return {
		/** Stores how the columns are read. */
		updateMapping: ({ id, version }: ImportRef, mapping: unknown): Write[] => [
			sql`UPDATE ${into} SET mapping = ${JSON.stringify(mapping)}, version = version + 1
				WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard(stale),
		],
		/** Deletes the draft. */
		deleteDraft: ({ id, version }: ImportRef): Write[] => [
			sql`DELETE FROM ${into} WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard(stale),
		],
	};
};
export type DraftSteps = ReturnType<typeof draftSteps>;

/**
 * Returns the statements for the steps of an import that can be undone. Each refuses `import.stale` when the import has
 * another version or state than the user saw.
 */
export const importSteps = (table: ImportTable) => {
	const into = sql.raw(table);
	return {
		...draftSteps(table, "import.stale"),
		/** Inserts a draft: its file, and how the columns are read. */
		insertImport: ({ id, filename, fileId, mapping, by }: NewImport): Write =>
			sql`INSERT INTO ${into} (id, filename, file_id, mapping, created_by, created_at)
				VALUES (${id ?? null}, ${filename}, ${fileId ?? null}, ${JSON.stringify(mapping)}, ${by.userId}, ${by.at})`,
		/** Marks a draft as applied, only once, and stores the counts of its rows. */
		markApplied: ({ id, version }: ImportRef, counts: unknown, at: number): Write[] => [
			sql`UPDATE ${into} SET state = 'applied', counts = ${JSON.stringify(counts)}, applied_at = ${at}, version = version + 1
				WHERE id = ${id} AND version = ${version} AND state = 'draft'`,
			guard("import.stale"),
		],
		/** Marks a written import as undone. The writes that undo it come after this one in the batch. */
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
	state: ImportState;
	/** The mapping of the columns and the options, as JSON. */
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

/** The orders of a list of imports `i` of the users `u`; `time` is when an import was written, else when it was uploaded. */
export const IMPORT_ORDER = orders(
	{
		uploaded: "i.id",
		file: "i.filename",
		state: placeOf("i.state", IMPORT_STATES),
		by: "u.name",
		time: "coalesce(i.applied_at, i.created_at)",
	},
	"i.id",
);
export const IMPORT_SORTS = IMPORT_ORDER.sorts;
export type ImportsPage = { sort: (typeof IMPORT_SORTS)[number]; page: number };

/** Selects one page of the imports in an order, and the total number of them. */
export const importsIn = (
	table: ImportTable,
	{ sort, page }: ImportsPage,
): [Select<ImportRow>, Select<{ total: number }>] => [
	select(`${importOf(table)} ${IMPORT_ORDER.by(sort)} ${limitTo(IMPORTS_PER_PAGE, (page - 1) * IMPORTS_PER_PAGE)}`),
	select(`SELECT count(*) AS total FROM ${table}`),
];

/** Returns SQL for the id that the next row of a table gets. */
export const nextId = (table: string): string =>
	`1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`;
