import { recordAudit } from "#db/audit.ts";
import { approvalOf, publishedStatements, storeApproval, storePublished } from "#db/books/statements.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { pressDocument } from "#domain/content/actions.ts";
import type { By } from "#kernel/by.ts";
import { rocYear } from "#kernel/calendar.ts";
import type { PaperTable } from "#kernel/paper.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256Hex } from "#platform/crypto.ts";
import type { ApprovalInput } from "./form.ts";
import { statementPaper } from "./paper.ts";

type Store = { FILES: R2Bucket; ASSETS: Fetcher };

/** Returns the SHA-256 of a year's statements as they are published, by which one sees whether they are still the same. */
export const figuresOf = (tables: readonly PaperTable[]): Promise<string> => sha256Hex(JSON.stringify(tables));

type Recording = { year: number; tables: readonly PaperTable[]; input: ApprovalInput; version: number; by: By };

/**
 * Records who passed a year's statements as they are now. Refuses `statement.not_closed` when the year's closing voucher
 * is not posted, or was reversed, and `statement.moved` when somebody recorded it meanwhile.
 */
export async function recordApproval(db: Db, { year, tables, input, version, by }: Recording): Promise<void> {
	const figures = await figuresOf(tables);
	await commit(db, [
		...storeApproval(year, { input, figures, version, by }),
		...recordAudit(db, {
			...by,
			action: "statement.approve",
			auditableType: "statement",
			auditableId: String(year),
			description: String(year),
			changes: { ...input },
		}),
	]);
}

type Publishing = { year: number; tables: readonly PaperTable[]; version: number; association: string; by: By };

/**
 * 發布財務公告: publishes a year's statements with who passed them, or a new version of what was published. `version` is
 * that of what the user saw, 0 for none. The caller then queues the message `content.changed`. Refuses
 * `statement.not_passed`, and `statement.moved` when the statements, the books or the approval are not what was passed.
 */
export async function publishStatements(
	env: Store,
	db: Db,
	{ year, tables, version, association, by }: Publishing,
): Promise<void> {
	const [[approval], [before]] = await readRows(db.$client, approvalOf(year), publishedStatements(year));
	if (!approval) throw new Refusal("statement.not_passed");
	const isAsPassed = approval.is_settled === 1 && approval.figures === (await figuresOf(tables));
	if (!isAsPassed || (before?.version ?? 0) !== version) throw new Refusal("statement.moved");
	const { paperPdf } = await import("#platform/table-pdf.ts");
	const pdf = await paperPdf(env, statementPaper(year, tables, { association, passed: approval }));
	const words = `${rocYear(year)} 年度財務報表`;
	const { id, writes } = await pressDocument(env, db, {
		notice: {
			kind: "finance",
			title: words,
			slug: `statements-${year}`,
			description: `${rocYear(year)} 年度的收支決算表、資產負債表、財產目錄與基金收支表。`,
			filename: `${words.replaceAll(" ", "")}.pdf`,
			pdf,
		},
		was: before?.document_id,
		forgets: false,
		by,
	});
	await commit(db, [
		...writes,
		...storePublished(year, { id, version: before?.version, approvalVersion: approval.version, by }),
		...recordAudit(db, {
			...by,
			action: "statement.publish",
			auditableType: "document",
			auditableId: id,
			description: String(year),
		}),
	]);
}
