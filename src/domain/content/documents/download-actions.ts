import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { versionFile } from "#db/content/document-lists.ts";
import { type DocumentFile, type Reader, readableFile } from "#db/content/document-reading.ts";
import { countDownload } from "#db/content/document-writes.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import type { Permission } from "#permissions.ts";
import { readFile } from "#platform/files.ts";
import { log } from "#platform/log.ts";
import { seesAll } from "./rules.ts";

type Store = { FILES: R2Bucket };
/** A document's file with its bytes. */
export type OpenedDocument = {
	file: { filename: string; contentType: string; size: number };
	body: Uint8Array | ReadableStream;
};
/** The reader of a document, with the reader's own permissions and those of users for whom the reader is a deputy. */
export type DocumentReader = Reader & {
	ownPermissions: ReadonlySet<string>;
	deputising: readonly { userId: number; permissions: readonly string[] }[];
};
/** The acting user; `isHead` asks for the headers only, so no byte is sent and nothing is recorded. */
type Asking = { by: By; isHead: boolean };

/**
 * Opens the current file of a document for a reader; null when the reader may not read it, or when its object is
 * missing, which is logged. The download of a document that is not public is counted and in the audit log before this
 * returns.
 */
export async function downloadDocument(
	env: Store,
	db: Db,
	{ id, reader, ...asking }: Asking & { id: number; reader: DocumentReader },
): Promise<OpenedDocument | null> {
	const [[file]] = await readRows(db.$client, readableFile(reader, id));
	return file ? hand(env, db, { file, onBehalfOf: standsInFor(reader, file.permission), ...asking }) : null;
}

/** Returns the user whose permission a deputy reads by; null when the reader holds it personally. */
const standsInFor = ({ ownPermissions, deputising }: DocumentReader, permission: string | null): number | null =>
	permission === null || ownPermissions.has(permission)
		? null
		: (deputising.find(({ permissions }) => permissions.includes(permission))?.userId ?? null);

/**
 * Opens any version of a document for users who manage documents (`may`). Like `downloadDocument`, it counts and audits
 * the download of a document that is not public, and returns null when the object is missing.
 */
export async function downloadVersion(
	env: Store,
	db: Db,
	{ of, may, ...asking }: Asking & { of: { id: number; number: number }; may: ReadonlySet<Permission> },
): Promise<OpenedDocument | null> {
	const [[file]] = await readRows(db.$client, versionFile(of, { all: seesAll(may) }));
	return file ? hand(env, db, { file, ...asking }) : null;
}

async function hand(
	env: Store,
	db: Db,
	{ file, by, isHead, onBehalfOf = null }: Asking & { file: DocumentFile; onBehalfOf?: number | null },
): Promise<OpenedDocument | null> {
	const { id, number, filename, content_type: contentType, size } = file;
	const told = { filename, contentType, size };
	if (isHead) return { file: told, body: new Uint8Array() };
	const body = await readFile(env.FILES, file.object_key);
	if (!body) {
		log("error", "document.object_missing", { document: id, key: file.object_key });
		return null;
	}
	if (file.is_open === 0)
		await commit(db, [
			...recordAudit(db, {
				...by,
				action: "document.download",
				auditableType: "document",
				auditableId: id,
				// The number alone: readers of the log need not know the document's subject.
				description: `document ${id}`,
				changes: { number },
				onBehalfOf,
			}),
			...countDownload({ id, number, at: by.at }),
		]);
	return { file: told, body };
}
