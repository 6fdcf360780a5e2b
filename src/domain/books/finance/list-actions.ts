import { attachmentFile } from "#db/books/finance-lists.ts";
import { commit, type Db } from "#db/commit.ts";
import { recordAudit } from "#db/system/audit.ts";
import { type OpenedFile, openFile } from "#domain/system/files/actions.ts";
import type { By } from "#kernel/by.ts";

/** Of the Worker's bindings. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };

/**
 * An attachment for whoever sees its document, which the caller has decided; null where that has none of this id. The view
 * is in the audit log before this returns.
 */
export async function viewAttachment(
	env: Store,
	db: Db,
	{ id, fileId, number, by }: { id: number; fileId: number; number: string; by: By },
): Promise<OpenedFile | null> {
	const file = await attachmentFile(db, { id, fileId });
	if (!file) return null;
	const opened = await openFile(env, db, { file, by });
	if (opened) {
		const noted = { action: "finance.view", auditableType: "finance_document", auditableId: id, description: number };
		await commit(db, recordAudit(db, { ...by, ...noted, changes: { file: fileId } }));
	}
	return opened;
}

/** Notes who prints a document, before it leaves. */
export const noteFinancePrint = (db: Db, { id, number, by }: { id: number; number: string; by: By }): Promise<void> =>
	commit(
		db,
		recordAudit(db, {
			...by,
			action: "finance.print",
			auditableType: "finance_document",
			auditableId: id,
			description: number,
		}),
	);
