import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Write } from "#db/commit.ts";
import { files } from "#db/schema/files.ts";
import { PICTURE_SETTINGS, type SettingPicture } from "#domain/system/settings/pictures.ts";

export type FileRow = typeof files.$inferSelect;
/** The record to which a file belongs, as the audit log writes it: { type: "certificate", id: "12" }. */
export type Subject = { type: string; id: string };
/** The file that an action changes: `version` is the version that the user saw. */
export type FileRef = Pick<FileRow, "id" | "version">;

/** Returns a file, also a deleted one (`deletedAt` is then set). It does not check who may see the file. */
export const readFileRow = (db: Db, id: number): Promise<FileRow | undefined> =>
	db.select().from(files).where(eq(files.id, id)).get();

/** Returns a file if it is the picture that this setting names and is not deleted. */
export const readPicture = (db: Db, id: number, picture: SettingPicture): Promise<FileRow | undefined> =>
	db
		.select()
		.from(files)
		.where(
			and(
				eq(files.id, id),
				eq(files.purpose, "logo"),
				isNull(files.deletedAt),
				sql`EXISTS (SELECT 1 FROM settings WHERE key = ${PICTURE_SETTINGS[picture].key} AND value = ${String(id)})`,
			),
		)
		.get();

/** Returns the file of a stored object; throws when there is none. */
export async function fileByKey(db: Db, objectKey: string): Promise<FileRow> {
	const [row] = await db.select().from(files).where(eq(files.objectKey, objectKey));
	if (!row) throw new Error(`no file has the object ${objectKey}`);
	return row;
}

/** Returns the files of a record that are not deleted, oldest first. */
export const filesOf = (db: Db, { type, id }: Subject): Promise<FileRow[]> =>
	db
		.select()
		.from(files)
		.where(and(eq(files.subjectType, type), eq(files.subjectId, id), isNull(files.deletedAt)))
		.orderBy(files.id);

/** Returns SQL for the id of the file of a stored object: also for a statement behind the INSERT in the same batch. */
export const fileIdOf = (objectKey: string): SQL<number> =>
	sql<number>`(SELECT id FROM files WHERE object_key = ${objectKey})`;

export const insertFile = (db: Db, row: typeof files.$inferInsert): [Write] => [db.insert(files).values(row)];

/**
 * Names the record to which a file belongs, once. Refuses with `file.stale` when the file is deleted, belongs to a
 * record already, or has another version.
 */
export const assignFile = ({ id, version }: FileRef, subject: Subject): Write[] => [
	sql`UPDATE files SET subject_type = ${subject.type}, subject_id = ${subject.id}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND subject_id IS NULL AND deleted_at IS NULL`,
	guard("file.stale"),
];

/**
 * Names a record, also one that the same batch makes, as the owner of a file that the batch stored. D1 binds a number as a
 * REAL, whose text would be '12.0': a known id is bound as text.
 */
export const ownFile = (fileId: SQL<number>, type: string, id: number | SQL<number>): Write =>
	sql`UPDATE files SET subject_type = ${type}, version = version + 1,
			subject_id = ${typeof id === "number" ? String(id) : sql`CAST(${id} AS TEXT)`}
		WHERE id = ${fileId}`;

/** Marks a file as deleted, once. Refuses with `file.stale` when it is deleted already or has another version. */
export const markFileDeleted = ({ id, version }: FileRef, at: number): Write[] => [
	sql`UPDATE files SET deleted_at = ${at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL`,
	guard("file.stale"),
];

/**
 * Returns which of some stored objects a row names and whether that row is deleted; and when the newest file of all was
 * stored, null when there is none.
 */
export async function knownObjects(
	d1: D1Database,
	objectKeys: readonly string[],
): Promise<{ newest: number | null; rows: Map<string, { isDeleted: boolean }> }> {
	const { results } = await d1
		.prepare(
			`SELECT n.newest, f.object_key, f.deleted_at IS NOT NULL AS is_deleted
			FROM (SELECT max(created_at) AS newest FROM files) n
			LEFT JOIN files f ON f.object_key IN (SELECT value FROM json_each(?1))`,
		)
		.bind(JSON.stringify(objectKeys))
		.all<{ newest: number | null; object_key: string | null; is_deleted: number }>();
	const known = results.flatMap(({ object_key, is_deleted }) =>
		object_key === null ? [] : [[object_key, { isDeleted: is_deleted === 1 }] as const],
	);
	return { newest: results[0]?.newest ?? null, rows: new Map(known) };
}
