import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type SealedColumn, sealedText } from "#db/people/sealed.ts";
import { limitTo, type Select, select } from "#db/read.ts";

/** A sealed text in its row: `place` is what it is bound to. */
export type SealedRow = { place: string; sealed: string };

/** Some texts of a column that lie under other keys than `keyId`. */
export const sealedOtherwise = (column: SealedColumn, keyId: string, limit: number): Select<SealedRow> => {
	const text = sealedText(column);
	return select(
		`SELECT ${column.place} AS place, ${text} AS sealed FROM ${column.table}
			WHERE ${text} LIKE '________.%' AND substr(${text}, 1, 8) <> ?1 ORDER BY ${column.key} ${limitTo(limit)}`,
		keyId,
	);
};

/** Puts another sealed text in the place of one; a row that was changed meanwhile stays as it is. */
export function replaceSealed(column: SealedColumn, { sealed }: SealedRow, anew: string): Write {
	const name: SQL = sql.raw(column.sealed);
	const value = column.path === undefined ? sql`${anew}` : sql`json_set(${name}, ${column.path}, ${anew})`;
	return sql`UPDATE ${sql.raw(column.table)} SET ${name} = ${value} WHERE ${sql.raw(sealedText(column))} = ${sealed}`;
}

export type SealedFile = { id: number; object_key: string; size: number; sha256: string; key_id: string };

/** Some files whose objects lie under other keys, after a file's number. */
export const filesSealedOtherwise = (keyId: string, after: number, limit: number): Select<SealedFile> =>
	select(
		`SELECT id, object_key, size, sha256, key_id FROM files
			WHERE is_sealed = 1 AND deleted_at IS NULL AND key_id <> ?1 AND id > ?2 ORDER BY id ${limitTo(limit)}`,
		keyId,
		after,
	);

/** The file's object is another one now, under another key. Refuses `file.stale` where the file changed meanwhile. */
export const moveObject = ({ id, object_key }: SealedFile, to: { objectKey: string; keyId: string }): Write[] => [
	sql`UPDATE files SET object_key = ${to.objectKey}, key_id = ${to.keyId}, version = version + 1
		WHERE id = ${id} AND object_key = ${object_key} AND deleted_at IS NULL`,
	guard("file.stale"),
];

/** Who has a national id: `id` after a number, of members or donors. */
export type NumberedRow = { id: number; seal_id: string; national_id: string; national_id_hash: string };
export const numbered = (table: "members" | "donors", after: number, limit: number): Select<NumberedRow> =>
	select(
		`SELECT id, seal_id, national_id, national_id_hash FROM ${table} WHERE national_id IS NOT NULL AND id > ?1
			ORDER BY id ${limitTo(limit)}`,
		after,
	);

/** Other hashes of national ids; a row whose id was changed meanwhile stays. */
export const rehash = (
	table: "members" | "donors",
	rows: readonly { id: number; before: string; hash: string }[],
): Write =>
	sql`UPDATE ${sql.raw(table)} SET national_id_hash = (SELECT value ->> '$.hash' FROM json_each(${JSON.stringify(rows)})
			WHERE value ->> '$.id' = ${sql.raw(table)}.id)
		WHERE (id, national_id_hash) IN (SELECT value ->> '$.id', value ->> '$.before' FROM json_each(${JSON.stringify(rows)}))`;
