import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { recordAudit } from "#db/system/audit.ts";
import type { FinanceInput, FinanceRef, LineAccount } from "#domain/books/finance/form.ts";
import type { FinanceKind, FinanceState } from "#domain/books/finance/labels.ts";
import type { FinanceStep } from "#domain/books/finance/steps.ts";
import { PETTY_CASH } from "#domain/books/ledger/cash.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { isCashClass, postingAccount } from "./books.ts";

type Id = number | SQL<number>;

/** An input with what follows from it: the sum of its lines, and what the advance that it settles was. */
export type NewDocument = FinanceInput & { gross: number; advanced: number };

/** A draft of an applicant. */
export const insertDocument = (
	of: NewDocument,
	{ applicantId, copyOf, at }: { applicantId: number; copyOf: number | null; at: number },
): Write =>
	sql`INSERT INTO finance_documents (kind, title, purpose, applicant_id, payee_name, payee_tax_id, payee_user_id, payee_member_id,
			pay_by, payee_bank, payee_account, wanted_on, project_id, gross, income_tax, nhi, advanced, no_attachment_reason, advance_id,
			refund_of, payment_id, bank_line_id, copied_from_id, state_since, created_at, updated_at)
		VALUES (${of.kind}, ${of.title}, ${of.purpose}, ${applicantId}, ${of.payeeName}, ${of.payeeTaxId}, ${of.payeeUserId},
			${of.payeeMemberId}, ${of.payBy}, ${of.payeeBank}, ${of.payeeAccount}, ${of.wantedOn}, ${of.projectId}, ${of.gross},
			${of.incomeTax}, ${of.nhi}, ${of.advanced}, ${of.noAttachmentReason}, ${of.advanceId}, ${of.refundOf}, ${of.paymentId},
			${of.bankLineId}, ${copyOf}, ${at}, ${at}, ${at})`;

/** What a draft, or what was returned, says from now on. Refuses `finance.moved`. */
export const updateDocument = ({ id, version }: FinanceRef, of: NewDocument, at: number): Write[] => [
	sql`UPDATE finance_documents SET kind = ${of.kind}, title = ${of.title}, purpose = ${of.purpose}, payee_name = ${of.payeeName},
			payee_tax_id = ${of.payeeTaxId}, payee_user_id = ${of.payeeUserId}, payee_member_id = ${of.payeeMemberId}, pay_by = ${of.payBy},
			payee_bank = ${of.payeeBank}, payee_account = ${of.payeeAccount}, wanted_on = ${of.wantedOn}, project_id = ${of.projectId},
			gross = ${of.gross}, income_tax = ${of.incomeTax}, nhi = ${of.nhi}, advanced = ${of.advanced},
			no_attachment_reason = ${of.noAttachmentReason}, advance_id = ${of.advanceId}, refund_of = ${of.refundOf},
			payment_id = ${of.paymentId}, bank_line_id = ${of.bankLineId}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND state IN ('draft', 'returned')`,
	guard("finance.moved"),
];

/** Its lines, in place of those it has: a draft's, or of what was returned. */
export const setLines = (id: Id, lines: FinanceInput["lines"]): Write[] => [
	sql`DELETE FROM finance_lines WHERE document_id = ${id}`,
	sql`INSERT INTO finance_lines (document_id, line_no, summary, amount)
		SELECT ${id}, j.key + 1, j.value ->> '$.summary', CAST(j.value ->> '$.amount' AS INTEGER)
		FROM json_each(${JSON.stringify(lines)}) j`,
];

/** A file that the same batch stores, as an attachment behind those that are there. */
export const attach = (id: Id, fileId: SQL<number>): Write[] => [
	sql`INSERT INTO finance_attachments (document_id, file_id, position)
		SELECT ${id}, ${fileId}, coalesce(max(position) + 1, 0) FROM finance_attachments WHERE document_id = ${id}`,
	// A bound number is a REAL, whose text is '1.0'.
	sql`UPDATE files SET subject_type = 'finance_document', version = version + 1,
			subject_id = ${typeof id === "number" ? String(id) : sql`CAST(${id} AS TEXT)`} WHERE id = ${fileId}`,
];

/** The attachments of a document that came to nothing, for its copy: the proof is the same. */
export const attachThoseOf = (from: number, id: Id): Write =>
	sql`INSERT INTO finance_attachments (document_id, file_id, position)
		SELECT ${id}, t.file_id, t.position FROM finance_attachments t JOIN finance_documents d ON d.id = t.document_id
			JOIN files f ON f.id = t.file_id AND f.deleted_at IS NULL
		WHERE t.document_id = ${from} AND d.state IN ('rejected', 'withdrawn', 'voided')`;

export const detach = (id: number, fileIds: readonly number[]): Write =>
	sql`DELETE FROM finance_attachments WHERE document_id = ${id} AND file_id IN (SELECT value FROM json_each(${JSON.stringify(fileIds)}))`;

/** Takes a draft of an applicant away. Refuses `finance.moved`. */
export const deleteDraft = ({ id, version }: FinanceRef, applicantId: number): Write[] => [
	sql`DELETE FROM finance_documents WHERE id = ${id} AND version = ${version} AND state = 'draft' AND applicant_id = ${applicantId}`,
	guard("finance.moved"),
];

/** What was sent, as the revision that it is. */
export const insertRevision = (
	id: number,
	{ revision, content, hash, at }: { revision: number; content: string; hash: string; at: number },
): Write =>
	sql`INSERT INTO finance_revisions (document_id, revision, content, content_hash, at) VALUES (${id}, ${revision}, ${content}, ${hash}, ${at})`;

export type Stepping = {
	step: FinanceStep | "comment";
	from: FinanceState;
	to: FinanceState;
	revision: number;
	onBehalfOf?: number | null;
	/** The resolution without which it would be refused. */
	concurrentPostId?: number | undefined;
	/** 理事長 or 監事 takes it, as none of its holders can. */
	standsIn?: true | undefined;
	comment?: string | null | undefined;
	hash?: string | null;
	/** Whoever takes it knows that it goes over the budget. */
	overBudget?: boolean | undefined;
	by: By;
};

/** The event of a step, of a document as it was seen. Refuses `finance.moved`; what it may not be the triggers of 0028 refuse. */
export const insertEvent = ({ id, version }: FinanceRef, of: Stepping): Write[] => [
	sql`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, on_behalf_of, comment, content_hash, over_budget, concurrent_post_id, stands_in, at)
		SELECT d.id, coalesce((SELECT max(seq) FROM finance_events WHERE document_id = d.id), 0) + 1, ${of.revision}, ${of.step},
			${of.from}, ${of.to}, ${of.by.userId}, ${of.onBehalfOf ?? null}, ${of.comment || null}, ${of.hash ?? null}, ${Number(of.overBudget ?? false)}, ${of.concurrentPostId ?? null}, ${Number(of.standsIn ?? false)}, ${of.by.at}
		FROM finance_documents d WHERE d.id = ${id} AND d.version = ${version} AND d.state = ${of.from}`,
	guard("finance.moved"),
];

type Comment = { comment: string; seesAll: boolean; by: By };
/** Words of somebody who sees the document, which changes nothing of it. Refuses `finance.wrong_state`: a draft, or not theirs to see. */
export const insertComment = (id: number, { comment, seesAll, by }: Comment): Write[] => [
	sql`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, comment, at)
		SELECT d.id, (SELECT max(seq) FROM finance_events WHERE document_id = d.id) + 1, d.revision, 'comment', d.state, d.state,
			${by.userId}, ${comment}, ${by.at}
		FROM finance_documents d
		WHERE d.id = ${id} AND d.state <> 'draft' AND (${seesAll ? 1 : 0} = 1 OR d.applicant_id = ${by.userId})`,
	guard("finance.wrong_state"),
];

/** Where the event that was written before it leads; `columns` change with it. Refuses `finance.moved`. */
export const moveDocument = (
	{ id, version }: FinanceRef,
	{ to, by }: Pick<Stepping, "to" | "by">,
	columns?: SQL,
): Write[] => [
	sql`UPDATE finance_documents SET ${columns ? sql`${columns}, ` : sql``}state = ${to}, state_since = iif(state = ${to}, state_since, ${by.at}),
			reminded_at = iif(state = ${to}, reminded_at, NULL), version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version}`,
	guard("finance.moved"),
];

/** What changes when it is sent: its revision, its hash, and the first time its number of the year of the Republic. */
export const sent = ({ revision, hash, rocYear }: { revision: number; hash: string; rocYear: number }): SQL =>
	sql`revision = ${revision}, content_hash = ${hash}, roc_year = coalesce(roc_year, ${rocYear}),
		seq = coalesce(seq, (SELECT coalesce(max(n.seq), 0) + 1 FROM finance_documents n WHERE n.roc_year = ${rocYear} AND n.seq IS NOT NULL))`;

type Paid = { on: string | null; from: number | null; reference: string | null };
/** How it was paid; all null where that is taken back. */
export const paid = ({ on, from, reference }: Paid): SQL =>
	sql`paid_on = ${on}, paid_from = ${from}, paid_reference = ${reference}`;

/** The accountant's accounts and budget items. */
export const setAccounts = (id: number, accounts: readonly LineAccount[]): Write =>
	sql`UPDATE finance_lines SET account_id = CAST(j.value ->> '$.accountId' AS INTEGER),
			budget_item_id = CAST(j.value ->> '$.budgetItemId' AS INTEGER), is_unbudgeted = coalesce(j.value ->> '$.isUnbudgeted', 0)
		FROM json_each(${JSON.stringify(accounts)}) j
		WHERE finance_lines.document_id = ${id} AND finance_lines.id = CAST(j.value ->> '$.lineId' AS INTEGER)`;

/** Whether one of these accounts (JSON) is not there or not in use. */
export const someInactive = (ids: string): SQL =>
	sql`EXISTS (SELECT 1 FROM json_each(${ids}) j LEFT JOIN accounts a ON a.id = j.value WHERE coalesce(a.is_active, 0) = 0)`;

/** Refuses, as `finance.cash_account`, accounts (JSON) that no line of a document is booked on: `isBookable` in SQL. */
export const refuseCash = (kind: FinanceKind, ids: string): Write =>
	refuseWhere(
		"finance.cash_account",
		sql`EXISTS (SELECT 1 FROM json_each(${ids}) j JOIN accounts a ON a.id = j.value WHERE ${sql.raw(isCashClass("a.code"))}
			AND NOT (${kind} = 'petty_cash' AND (a.code GLOB ${`${PETTY_CASH}*`} OR a.id = ${sql.raw(postingAccount(ACCOUNTS.pettyCash))})))`,
	);

/** Refuses, as `finance.no_account`, money that leaves no account that is there and in use; its class the triggers look at. */
export const refuseNoCash = (net: number, from: number | null): Write =>
	refuseWhere("finance.no_account", sql`${net} <> 0 AND ${someInactive(JSON.stringify([from ?? 0]))}`);

/** The one account of a document whose kind says it, by its purpose, on all its lines. */
export const setPurpose = (id: number, purpose: string): Write =>
	sql`UPDATE finance_lines SET budget_item_id = NULL, is_unbudgeted = 0, account_id = (SELECT account_id FROM posting_accounts WHERE purpose = ${purpose})
		WHERE document_id = ${id}`;

/** What its vouchers name as their source: made once. */
export const ensurePosting = (id: number, kind: "approval" | "payment"): Write =>
	sql`INSERT INTO finance_postings (document_id, kind) SELECT ${id}, ${kind}
		WHERE NOT EXISTS (SELECT 1 FROM finance_postings WHERE document_id = ${id} AND kind = ${kind})`;
export const postingOf = (id: number, kind: "approval" | "payment"): SQL<number> =>
	sql<number>`(SELECT id FROM finance_postings WHERE document_id = ${id} AND kind = ${kind})`;

/** A line of 暫收款 that goes back is dealt with, or with null is not any more. */
export const setLineRefunded = (bankLineId: number, reason: string | null, at: number): Write =>
	sql`UPDATE bank_lines SET status = ${reason === null ? "unmatched" : "ignored"}, reason = ${reason}, version = version + 1, updated_at = ${at}
		WHERE id = ${bankLineId} AND status IN ('unmatched', 'suggested', 'ignored')`;

/** A row in the audit log: numbers alone, no person and no reason. */
export const auditFinance = (
	db: Db,
	step: string,
	of: { id: Id; number?: string; onBehalfOf?: number | null; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `finance.${step}`,
		auditableType: "finance_document",
		auditableId: of.id,
		description: of.number ?? (typeof of.id === "number" ? `finance_document ${of.id}` : ""),
		onBehalfOf: of.onBehalfOf ?? null,
		changes: of.changes ?? {},
	});
