import type { SQL } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import {
	type FileRef,
	type FileRow,
	fileByKey,
	fileIdOf,
	insertFile,
	markFileDeleted,
	type Subject,
} from "#db/system/files.ts";
import type { By } from "#kernel/by.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";
import { getPrivate, newObjectKey, putPrivate, removePrivate } from "#platform/private-files.ts";
import { PURPOSE, type Purpose } from "./purposes.ts";
import { checkUpload, type UploadedFile } from "./rules.ts";

/** The Worker bindings that files need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
/**
 * A file to be stored; `subject`, the record that it belongs to, may be set later (`assignFile` of
 * src/db/system/files.ts).
 */
export type NewFile = { purpose: Purpose; upload: UploadedFile; subject?: Subject; by: By };
/** A file whose object is in R2 already and whose row is yet to be committed. */
export type PreparedFile = {
	/** SQL for the row's id in statements after `writes` in the same batch: `values({ fileId: file.id })`. */
	id: SQL<number>;
	objectKey: string;
	writes: [Write, ...Write[]];
};
/** A file's row and its readable content. */
export type OpenedFile = { file: FileRow; body: Uint8Array | ReadableStream };

/**
 * Checks an upload, stores its object in R2, and returns the writes of its row and audit row for the caller's batch.
 * When that batch fails, the object has no row, and jobs/shell/files.ts removes it after a day. Refuses what
 * `checkUpload` refuses.
 */
export async function prepareFile(
	env: Store,
	db: Db,
	{ purpose, upload, subject, by }: NewFile,
): Promise<PreparedFile> {
	const { bytes, ...checked } = checkUpload(purpose, upload);
	const sha256 = await sha256Hex(bytes);
	const objectKey = newObjectKey();
	const isSealed = PURPOSE[purpose].isSensitive;
	const keyId = await putPrivate(env, objectKey, { bytes, sha256, isSealed });
	const row = {
		...checked,
		purpose,
		subjectType: subject?.type ?? null,
		subjectId: subject?.id ?? null,
		size: bytes.length,
		sha256,
		objectKey,
		isSealed,
		keyId,
		uploadedBy: by.userId,
		createdAt: by.at,
	};
	const id = fileIdOf(objectKey);
	return { id, objectKey, writes: [...insertFile(db, row), ...auditFile(db, "file.create", { id, purpose, by })] };
}

/** Stores a file as `prepareFile` does, and commits its writes; returns the file's row. */
export async function storeFile(env: Store, db: Db, file: NewFile): Promise<FileRow> {
	const { objectKey, writes } = await prepareFile(env, db, file);
	await commit(db, writes);
	return fileByKey(db, objectKey);
}

/**
 * Opens a file for a user who may see it, which the caller has checked. Null when the file is deleted, or when its
 * object is missing, which is logged. The view of a sensitive file is in the audit log before this returns, together
 * with the caller's writes (`also`). Throws when the object was altered or sealed with another key.
 */
export async function openFile(
	env: Store,
	db: Db,
	{ file, by, also = [] }: { file: FileRow; by: By; also?: readonly Write[] },
): Promise<OpenedFile | null> {
	if (file.deletedAt !== null) return null;
	const body = await getPrivate(env, file);
	if (!body) {
		log("error", "file.object_missing", { file: file.id, key: file.objectKey });
		return null;
	}
	if (PURPOSE[file.purpose].isSensitive) await commit(db, [...auditFile(db, "file.view", { ...file, by }), ...also]);
	return { file, body };
}

/**
 * Returns the writes that delete a file, for the caller's batch; after the commit the caller calls `dropObject`. The
 * batch refuses `file.stale` when the file changed or was deleted meanwhile.
 */
export const removeFile = (db: Db, file: FileRef & { purpose: Purpose }, by: By): Write[] => [
	...markFileDeleted(file, by.at),
	...auditFile(db, "file.delete", { ...file, by }),
];

/** Removes the object of a deleted file. Never throws: what could not be removed is left to jobs/shell/files.ts. */
export async function dropObject(env: Pick<Store, "FILES">, file: Pick<FileRow, "id" | "objectKey">): Promise<void> {
	try {
		await removePrivate(env, [file.objectKey]);
	} catch (error) {
		log("warn", "file.object_not_removed", { file: file.id, error: errorText(error) });
	}
}

/**
 * Deletes a file: its row stays, marked as deleted, and its object is removed. Refuses `file.stale` when the file
 * changed or was deleted meanwhile.
 */
export async function deleteFile(env: Store, db: Db, { file, by }: { file: FileRow; by: By }): Promise<void> {
	await commit(db, removeFile(db, file, by));
	await dropObject(env, file);
}

type Audited = { id: number | SQL; purpose: Purpose; by: By };

/**
 * Returns the audit row about a file. It tells the purpose and not the file's name, which may contain personal data.
 */
const auditFile = (db: Db, action: string, { id, purpose, by }: Audited): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "file",
		auditableId: id,
		description: purpose,
	});
