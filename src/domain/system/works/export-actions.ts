import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { endExport, exportOf, type StoredExport } from "#db/system/works.ts";
import type { By } from "#kernel/by.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";
import { getPrivate, newObjectKey, putPrivate } from "#platform/private-files.ts";
import { beginWork } from "./actions.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Exporting = {
	/** How many records the file holds; `href` is the page that shows how far it is. */
	total: number;
	href: string;
	gate: string;
	/** The audit row of the export. */
	noted: { action: string; type: string; changes: Record<string, unknown> };
	filename: string;
	contentType: string;
	make: () => Promise<Uint8Array>;
	by: By;
};

/**
 * Begins the export of a file, as work that its user can follow, and returns the function that makes it and stores it
 * sealed (encrypted): the file, its audit row and the end of the work are written in one batch. That function never
 * rejects: why it failed is in the work and in the log.
 */
export async function beginExport(env: Store, db: Db, of: Exporting): Promise<() => Promise<void>> {
	const go = await beginWork(db, { kind: "export", href: of.href, total: of.total, by: of.by });
	return () =>
		go(({ id }) => storeMade(env, db, { ...of, id })).catch((error: unknown) =>
			log("error", "export.failed", { error: errorText(error) }),
		);
}

async function storeMade(env: Store, db: Db, of: Exporting & { id: number }): Promise<void> {
	const bytes = await of.make();
	const [objectKey, sha256] = [newObjectKey(), await sha256Hex(bytes)];
	const keyId = await putPrivate(env, objectKey, { bytes, sha256, isSealed: true });
	if (keyId === null) throw new Error("the file of an export is not sealed");
	const { id, filename, contentType, gate, by } = of;
	const { action, type, changes } = of.noted;
	await commit(db, [
		...recordAudit(db, { ...by, action, auditableType: type, auditableId: "", description: "", changes }),
		endExport(id, {
			file: { objectKey, keyId, size: bytes.length, sha256, filename, contentType, gate },
			at: Date.now(),
		}),
	]);
}

type Found = { file: StoredExport; body: Uint8Array | ReadableStream };

/** Opens the file of an export that this user made within the last day; undefined when there is none. */
export async function openExport(
	env: Store,
	db: Db,
	of: { id: number; userId: number; at: number },
): Promise<Found | undefined> {
	const [[file]] = await readRows(db.$client, exportOf(of));
	const body = file && (await getPrivate(env, file));
	return file && body ? { file, body } : undefined;
}
