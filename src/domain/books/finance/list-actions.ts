import { recordAudit } from "#db/audit.ts";
import { attachmentFile } from "#db/books/finance-lists.ts";
import { commit, type Db } from "#db/commit.ts";
import { type OpenedFile, openFile } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";

/** The Worker bindings that attachments need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };

/**
 * Opens an attachment of a document; null when the document has no attachment with this id. Whether the user may see
 * the document is not checked here. The audit log records the view before this returns.
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

type Noted = { id: number; number: string; by: By };

/**
 * Records in the audit log that a user prints a document, or the papers of a register (`action`), before it is sent.
 */
export const noteFinancePrint = (
	db: Db,
	{ id, number, by }: Noted,
	action: "finance.print" | "finance.register_print" = "finance.print",
): Promise<void> =>
	commit(
		db,
		recordAudit(db, {
			...by,
			action,
			auditableType: "finance_document",
			auditableId: id,
			description: number,
		}),
	);
