import { commit, type Db } from "#db/commit.ts";
import { versionFile } from "#db/content/document-lists.ts";
import { type DocumentFile, type Reader, readableFile } from "#db/content/document-reading.ts";
import { countDownload } from "#db/content/document-writes.ts";
import { readRows } from "#db/read.ts";
import { recordAudit } from "#db/system/audit.ts";
import type { By } from "#kernel/by.ts";
import type { Permission } from "#permissions.ts";
import { readFile } from "#platform/files.ts";
import { log } from "#platform/log.ts";
import { seesAll } from "./rules.ts";

type Store = { FILES: R2Bucket };
/** A file with its bytes. */
export type OpenedDocument = {
	file: { filename: string; contentType: string; size: number };
	body: Uint8Array | ReadableStream;
};
/** Who reads, with what they hold themselves, and as whose deputy. */
export type DocumentReader = Reader & {
	ownPermissions: ReadonlySet<string>;
	deputising: readonly { userId: number; permissions: readonly string[] }[];
};
/** `isHead`: only what is said of the file is asked for. It hands out no byte, so that nothing is written down. */
type Asking = { by: By; isHead: boolean };

/**
 * The current file of a document for a reader; null where they may not read it, or its object is missing, which the log
 * tells. What not everybody may have is in the audit log, and counted, before this returns.
 */
export async function downloadDocument(
	env: Store,
	db: Db,
	{ id, reader, ...asking }: Asking & { id: number; reader: DocumentReader },
): Promise<OpenedDocument | null> {
	const [[file]] = await readRows(db.$client, readableFile(reader, id));
	return file ? hand(env, db, { file, onBehalfOf: standsInFor(reader, file.permission), ...asking }) : null;
}

/** Whose permission it is that a deputy reads by; nobody's where they hold it themselves. */
const standsInFor = ({ ownPermissions, deputising }: DocumentReader, permission: string | null): number | null =>
	permission === null || ownPermissions.has(permission)
		? null
		: (deputising.find(({ permissions }) => permissions.includes(permission))?.userId ?? null);

/** The same of any version, for those who keep documents. */
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
				// By its number: who reads the log need not know what it is about.
				description: `document ${id}`,
				changes: { number },
				onBehalfOf,
			}),
			...countDownload({ id, number, at: by.at }),
		]);
	return { file: told, body };
}
