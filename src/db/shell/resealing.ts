import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type SealedColumn, sealedText } from "#db/people/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";

/** A sealed (encrypted) text in its row: `place` is the context that it is bound to. */
export type SealedRow = { place: string; sealed: string };

/** Selects at most `limit` texts of a column that are sealed under other keys than `keyId`. */
export const sealedOtherwise = (column: SealedColumn, keyId: string, limit: number): Select<SealedRow> => {
	const text = sealedText(column);
	return select(
		`SELECT ${column.place} AS place, ${text} AS sealed FROM ${column.table}
			WHERE ${text} LIKE '________.%' AND substr(${text}, 1, 8) <> ?1 ORDER BY ${column.key} ${limitTo(limit)}`,
		keyId,
	);
};

/** Replaces a sealed text by another; a row that was changed meanwhile stays as it is. */
export function replaceSealed(column: SealedColumn, { sealed }: SealedRow, anew: string): Write {
	const name: SQL = sql.raw(column.sealed);
	const value = column.path === undefined ? sql`${anew}` : sql`json_set(${name}, ${column.path}, ${anew})`;
	return sql`UPDATE ${sql.raw(column.table)} SET ${name} = ${value} WHERE ${sql.raw(sealedText(column))} = ${sealed}`;
}

export type SealedFile = { id: number; object_key: string; size: number; sha256: string; key_id: string };

/** Selects at most `limit` files with ids after `after` whose objects are sealed under other keys than `keyId`. */
export const filesSealedOtherwise = (keyId: string, after: number, limit: number): Select<SealedFile> =>
	select(
		`SELECT id, object_key, size, sha256, key_id FROM files
			WHERE is_sealed = 1 AND deleted_at IS NULL AND key_id <> ?1 AND id > ?2 ORDER BY id ${limitTo(limit)}`,
		keyId,
		after,
	);

/**
 * Stores that a file's object was replaced by one under another key. Refuses with `file.stale` when the file changed
 * meanwhile.
 */
export const moveObject = ({ id, object_key }: SealedFile, to: { objectKey: string; keyId: string }): Write[] => [
	sql`UPDATE files SET object_key = ${to.objectKey}, key_id = ${to.keyId}, version = version + 1
		WHERE id = ${id} AND object_key = ${object_key} AND deleted_at IS NULL`,
	guard("file.stale"),
];

/** The tables of people with a national id. */
export const NUMBERED = ["members", "donors", "payees"] as const;
type NumberedTable = (typeof NUMBERED)[number];

/** A member, donor or payee with a national id. The query reads rows after an `id`. */
export type NumberedRow = { id: number; seal_id: string; national_id: string; national_id_hash: string };
export const numbered = (table: NumberedTable, after: number, limit: number): Select<NumberedRow> =>
	select(
		`SELECT id, seal_id, national_id, national_id_hash FROM ${table} WHERE national_id_hash IS NOT NULL AND national_id IS NOT NULL AND id > ?1
			ORDER BY id ${limitTo(limit)}`,
		after,
	);

/** Stores new hashes of national ids; a row whose national id was changed meanwhile stays. */
export const rehash = (table: NumberedTable, rows: readonly { id: number; before: string; hash: string }[]): Write =>
	sql`UPDATE ${sql.raw(table)} SET national_id_hash = (SELECT value ->> '$.hash' FROM json_each(${JSON.stringify(rows)})
			WHERE value ->> '$.id' = ${sql.raw(table)}.id)
		WHERE (id, national_id_hash) IN (SELECT value ->> '$.id', value ->> '$.before' FROM json_each(${JSON.stringify(rows)}))`;
