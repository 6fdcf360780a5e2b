import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/** A row as JSON: numbers, texts, null; booleans are 0 and 1. */
export type JsonRow = Record<string, string | number | null>;

/** The most bytes of JSON in one parameter: D1 accepts 2 MB, and a long text occurs in it twice. */
const CHUNK = 900_000;

/** Cuts rows into JSON lists that D1 accepts as one parameter each. */
export function chunks(rows: JsonRow[]): string[] {
	const lists: string[] = [];
	let list: string[] = [];
	let size = 0;
	for (const row of rows) {
		const json = JSON.stringify(row);
		const bytes = Buffer.byteLength(json);
		if (list.length > 0 && size + bytes > CHUNK) {
			lists.push(`[${list.join(",")}]`);
			[list, size] = [[], 0];
		}
		list.push(json);
		size += bytes + 1;
	}
	if (list.length > 0) lists.push(`[${list.join(",")}]`);
	return lists;
}

/** A column of an insert: a name taken from the JSON row, or a name and the SQL of its value. */
export type Column = string | [string, SQL];
const nameOf = (column: Column): string => (typeof column === "string" ? column : column[0]);
const sourceOf = (column: Column): SQL =>
	typeof column === "string" ? sql`j.value ->> ${sql.raw(`'${column}'`)}` : column[1];

/** Inserts rows into a table, except those for which `unless` finds a row. */
export function insertRows(
	table: string,
	columns: Column[],
	{ rows, unless }: { rows: JsonRow[]; unless?: SQL },
): Write[] {
	const names = sql.raw(columns.map(nameOf).join(", "));
	const values = sql.join(columns.map(sourceOf), sql`, `);
	const where = unless ? sql` WHERE NOT EXISTS (${unless})` : sql` WHERE true`;
	return chunks(rows).map(
		(list) => sql`INSERT INTO ${sql.raw(table)} (${names}) SELECT ${values} FROM json_each(${list}) AS j${where}`,
	);
}

/**
 * Updates rows by `id` that still have their `version`, and raises it; the whole batch is refused as article.stale when
 * one of the rows was changed since it was read.
 */
export function updateRows(table: string, columns: Column[], rows: JsonRow[]): Write[] {
	const name = sql.raw(table);
	const sets = sql.join(
		columns.map((column) => sql`${sql.raw(nameOf(column))} = ${sourceOf(column)}`),
		sql`, `,
	);
	return chunks(rows).flatMap((list) => [
		sql`UPDATE ${name} SET ${sets}, version = ${name}.version + 1 FROM json_each(${list}) AS j
			WHERE ${name}.id = j.value ->> 'id' AND ${name}.version = j.value ->> 'version'`,
		sql`INSERT INTO guard (code) SELECT 'article.stale' WHERE changes() <> json_array_length(${list})`,
	]);
}
