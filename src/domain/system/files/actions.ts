import type { SQL } from "drizzle-orm";
import { commit, type Db, type Write } from "#db/commit.ts";
import { recordAudit } from "#db/system/audit.ts";
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

/** Of the Worker's bindings. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };
/** `subject` may be left out and said later with `assignFile`. */
export type NewFile = { purpose: Purpose; upload: UploadedFile; subject?: Subject; by: By };
/** A file whose object lies in R2 and whose row is yet to be committed. */
export type PreparedFile = {
	/** Stands for the row's id in statements behind `writes` in the same batch: `values({ fileId: file.id })`. */
	id: SQL<number>;
	objectKey: string;
	writes: [Write, ...Write[]];
};
/** A file with its readable bytes. */
export type OpenedFile = { file: FileRow; body: Uint8Array | ReadableStream };

/**
 * Checks an upload, puts its object, and returns the writes of its row and audit row, for a batch of the caller's. When
 * that batch fails, the object is an orphan, and the sweep removes it after a day. Refuses what `checkUpload` refuses.
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

/** The same as a change of its own; returns the file's row. */
export async function storeFile(env: Store, db: Db, file: NewFile): Promise<FileRow> {
	const { objectKey, writes } = await prepareFile(env, db, file);
	await commit(db, writes);
	return fileByKey(db, objectKey);
}

/**
 * The bytes of a file for somebody who may see it: the caller has decided that. Null when the file is deleted, or when
 * its object is missing, which the log tells. A view of a sensitive file is in the audit log before this returns, with
 * what else the caller writes of it (`also`). Throws when the object was altered or sealed with another key.
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

/** The writes that delete a file, for a batch of the caller's; call `dropObject` when it is committed. Refuses `file.stale`. */
export const removeFile = (db: Db, file: FileRef & { purpose: Purpose }, by: By): Write[] => [
	...markFileDeleted(file, by.at),
	...auditFile(db, "file.delete", { ...file, by }),
];

/** Removes the object of a deleted file. Never throws: what is left the sweep removes. */
export async function dropObject(env: Pick<Store, "FILES">, file: Pick<FileRow, "id" | "objectKey">): Promise<void> {
	try {
		await removePrivate(env, [file.objectKey]);
	} catch (error) {
		log("warn", "file.object_not_removed", { file: file.id, error: errorText(error) });
	}
}

/** Deletes a file: its row stays, marked, its object goes. Refuses `file.stale`. */
export async function deleteFile(env: Store, db: Db, { file, by }: { file: FileRow; by: By }): Promise<void> {
	await commit(db, removeFile(db, file, by));
	await dropObject(env, file);
}

type Audited = { id: number | SQL; purpose: Purpose; by: By };

/** Names are people's, so the log tells the purpose. */
const auditFile = (db: Db, action: string, { id, purpose, by }: Audited): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "file",
		auditableId: id,
		description: purpose,
	});
