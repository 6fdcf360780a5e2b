import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { ownFile } from "#db/system/index.ts";
import type { FinanceInput, FinanceRef, LineAccount } from "#domain/books/finance/form.ts";
import type { FinanceKind, FinanceState, RefundOf } from "#domain/books/finance/labels.ts";
import type { FinanceStep } from "#domain/books/finance/steps.ts";
import { PETTY_CASH } from "#domain/books/ledger/cash.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { isCashClass, postingAccount } from "./books.ts";
import { isForeignOf, payeeOf } from "./payee-of.ts";

type Id = number | SQL<number>;

/** An input with the sum of its lines (`gross`) and the amount of the advance that it settles (`advanced`). */
export type NewDocument = FinanceInput & { gross: number; advanced: number };

/** Inserts a draft of an applicant. */
export const insertDocument = (
	of: NewDocument,
	{ applicantId, copyOf, at }: { applicantId: number; copyOf: number | null; at: number },
): Write =>
	sql`INSERT INTO finance_documents (kind, title, purpose, applicant_id, payee_name, payee_tax_id, payee_user_id, payee_member_id,
			pay_by, payee_bank, payee_account, wanted_on, project_id, gross, income_tax, nhi, advanced, no_attachment_reason, advance_id,
			refund_of, payment_id, bank_line_id, register, copied_from_id, payee_id, payee_is_foreign, employer_labour, employer_health, employer_pension, state_since, created_at, updated_at)
		VALUES (${of.kind}, ${of.title}, ${of.purpose}, ${applicantId}, ${of.payeeName}, ${of.payeeTaxId}, ${of.payeeUserId},
			${of.payeeMemberId}, ${of.payBy}, ${of.payeeBank}, ${of.payeeAccount}, ${of.wantedOn}, ${of.projectId}, ${of.gross},
			${of.incomeTax}, ${of.nhi}, ${of.advanced}, ${of.noAttachmentReason}, ${of.advanceId}, ${of.refundOf}, ${of.paymentId},
			${of.bankLineId}, ${of.register?.kind ?? null}, ${copyOf}, ${payeeOf(of)}, ${isForeignOf(of)}, ${of.register?.employer?.labour ?? 0},
			${of.register?.employer?.health ?? 0}, ${of.register?.employer?.pension ?? 0}, ${at}, ${at}, ${at})`;

/** Changes a draft or a returned document. Refuses with `finance.moved` when it changed or is in another state. */
export const updateDocument = ({ id, version }: FinanceRef, of: NewDocument, at: number): Write[] => [
	sql`UPDATE finance_documents SET kind = ${of.kind}, title = ${of.title}, purpose = ${of.purpose}, payee_name = ${of.payeeName},
			payee_tax_id = ${of.payeeTaxId}, payee_user_id = ${of.payeeUserId}, payee_member_id = ${of.payeeMemberId}, pay_by = ${of.payBy},
			payee_bank = ${of.payeeBank}, payee_account = ${of.payeeAccount}, wanted_on = ${of.wantedOn}, project_id = ${of.projectId},
			gross = ${of.gross}, income_tax = ${of.incomeTax}, nhi = ${of.nhi}, advanced = ${of.advanced},
			no_attachment_reason = ${of.noAttachmentReason}, advance_id = ${of.advanceId}, refund_of = ${of.refundOf},
			payment_id = ${of.paymentId}, bank_line_id = ${of.bankLineId}, payee_id = ${payeeOf(of)}, payee_is_foreign = ${isForeignOf(of)},
			employer_labour = ${of.register?.employer?.labour ?? 0}, employer_health = ${of.register?.employer?.health ?? 0},
			employer_pension = ${of.register?.employer?.pension ?? 0}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND state IN ('draft', 'returned')`,
	guard("finance.moved"),
];

/** Replaces the lines of a draft or of a returned document. */
export const setLines = (id: Id, lines: FinanceInput["lines"]): Write[] => [
	sql`DELETE FROM finance_lines WHERE document_id = ${id}`,
	sql`INSERT INTO finance_lines (document_id, line_no, summary, amount)
		SELECT ${id}, j.key + 1, j.value ->> '$.summary', CAST(j.value ->> '$.amount' AS INTEGER)
		FROM json_each(${JSON.stringify(lines)}) j`,
];

/** Attaches a file that the same batch stores, after the other attachments. */
export const attach = (id: Id, fileId: SQL<number>): Write[] => [
	sql`INSERT INTO finance_attachments (document_id, file_id, position)
		SELECT ${id}, ${fileId}, coalesce(max(position) + 1, 0) FROM finance_attachments WHERE document_id = ${id}`,
	ownFile(fileId, "finance_document", id),
];

/** Attaches the files of a rejected, withdrawn or voided document to its copy. */
export const attachThoseOf = (from: number, id: Id): Write =>
	sql`INSERT INTO finance_attachments (document_id, file_id, position)
		SELECT ${id}, t.file_id, t.position FROM finance_attachments t JOIN finance_documents d ON d.id = t.document_id
			JOIN files f ON f.id = t.file_id AND f.deleted_at IS NULL
		WHERE t.document_id = ${from} AND d.state IN ('rejected', 'withdrawn', 'voided')`;

export const detach = (id: number, fileIds: readonly number[]): Write =>
	sql`DELETE FROM finance_attachments WHERE document_id = ${id} AND file_id IN (SELECT value FROM json_each(${JSON.stringify(fileIds)}))`;

/** Deletes an applicant's draft. Refuses with `finance.moved` when it changed, was submitted or is another user's. */
export const deleteDraft = ({ id, version }: FinanceRef, applicantId: number): Write[] => [
	sql`DELETE FROM finance_documents WHERE id = ${id} AND version = ${version} AND state = 'draft' AND applicant_id = ${applicantId}`,
	guard("finance.moved"),
];

/** Stores what was submitted as a revision of the document. */
export const insertRevision = (
	id: number,
	{ revision, content, hash, at }: { revision: number; content: string; hash: string; at: number },
): Write =>
	sql`INSERT INTO finance_revisions (document_id, revision, content, content_hash, at) VALUES (${id}, ${revision}, ${content}, ${hash}, ${at})`;

/** A resolution by its meeting or number, and its day (YYYY-MM-DD). */
export type Resolution = { no: string; on: string };

/**
 * Returns the state that is stored for a state. `pending_secretary` is stored as `pending_chair` with a mark
 * (`awaits_secretary`), from which the database computes the column `stage` (migration 0092).
 */
const storedState = (state: FinanceState): FinanceState => (state === "pending_secretary" ? "pending_chair" : state);

/** What the secretary's approval says when nothing else was written: it is stored as a comment, which is never empty. */
const APPROVED_WORDS = "審核通過";

/** Returns how a step from a state is stored: the secretary's approval is a comment in this office. */
const storedStep = (step: Stepping["step"], from: FinanceState) => ({
	step: step === "approve_secretary" ? "comment" : step,
	office: from === "pending_secretary" && OF_AN_OFFICE.includes(step) ? "secretary" : null,
});
const OF_AN_OFFICE: readonly Stepping["step"][] = ["approve_secretary", "return", "reject"];

export type Stepping = {
	step: FinanceStep | "comment";
	from: FinanceState;
	to: FinanceState;
	revision: number;
	onBehalfOf?: number | null;
	/** The id of the dual-office resolution (會計、出納由同一人兼辦) without which the step would be refused. */
	concurrentPostId?: number | undefined;
	/** The chair (理事長) or a supervisor (監事) takes the step, because no holder of its permission can. */
	standsIn?: true | undefined;
	comment?: string | null | undefined;
	hash?: string | null;
	/** The resolution (理事會決議) by which the chair approves. */
	resolution?: Resolution | null | undefined;
	/** Whoever takes the step knows that the document goes over the budget. */
	overBudget?: boolean | undefined;
	by: By;
};

/** Inserts a step's event. Refuses with `finance.moved` one changed meanwhile; triggers refuse forbidden steps. */
export function insertEvent({ id, version }: FinanceRef, of: Stepping): Write[] {
	const { step, office } = storedStep(of.step, of.from);
	const comment = of.comment || (of.step === "approve_secretary" ? APPROVED_WORDS : null);
	const { no = null, on = null } = of.resolution ?? {};
	return [
		sql`INSERT INTO finance_events (document_id, seq, revision, step, office, from_state, to_state, user_id, on_behalf_of, comment,
				content_hash, over_budget, concurrent_post_id, stands_in, resolution_no, resolution_on, at)
			SELECT d.id, coalesce((SELECT max(seq) FROM finance_events WHERE document_id = d.id), 0) + 1, ${of.revision}, ${step}, ${office},
				d.state, ${storedState(of.to)}, ${of.by.userId}, ${of.onBehalfOf ?? null}, ${comment}, ${of.hash ?? null},
				${Number(of.overBudget ?? false)}, ${of.concurrentPostId ?? null}, ${Number(of.standsIn ?? false)}, ${no}, ${on}, ${of.by.at}
			FROM finance_documents d WHERE d.id = ${id} AND d.version = ${version} AND d.stage = ${of.from}`,
		guard("finance.moved"),
	];
}

type Comment = { comment: string; seesAll: boolean; by: By };
/** Adds a comment, which changes no state. Refuses with `finance.wrong_state` a draft or one the user may not see. */
export const insertComment = (id: number, { comment, seesAll, by }: Comment): Write[] => [
	sql`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, comment, at)
		SELECT d.id, (SELECT max(seq) FROM finance_events WHERE document_id = d.id) + 1, d.revision, 'comment', d.state, d.state,
			${by.userId}, ${comment}, ${by.at}
		FROM finance_documents d
		WHERE d.id = ${id} AND d.state <> 'draft' AND (${seesAll ? 1 : 0} = 1 OR d.applicant_id = ${by.userId})`,
	guard("finance.wrong_state"),
];

/**
 * Moves a document to the state of its event and sets `columns` (SQL assignments). Refuses with `finance.moved` when
 * the document changed after the user saw `version`.
 */
export const moveDocument = (
	{ id, version }: FinanceRef,
	{ to, by }: Pick<Stepping, "to" | "by">,
	columns?: SQL,
): Write[] => [
	sql`UPDATE finance_documents SET ${columns ? sql`${columns}, ` : sql``}state = ${storedState(to)},
			awaits_secretary = ${to === "pending_secretary" ? 1 : 0}, state_since = iif(stage = ${to}, state_since, ${by.at}),
			reminded_at = iif(stage = ${to}, reminded_at, NULL), version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${version}`,
	guard("finance.moved"),
];

/** Returns SQL assignments for a document that is submitted: revision, hash and, the first time, its number. */
export const sent = ({ revision, hash, rocYear }: { revision: number; hash: string; rocYear: number }): SQL =>
	sql`revision = ${revision}, content_hash = ${hash}, income_tax = iif(register IS NULL, income_tax, 0),
		nhi = iif(register IS NULL, nhi, (SELECT sum(s.labour + s.health + s.pension) FROM finance_shares s WHERE s.document_id = finance_documents.id)),
		roc_year = coalesce(roc_year, ${rocYear}),
		seq = coalesce(seq, (SELECT coalesce(max(n.seq), 0) + 1 FROM finance_documents n WHERE n.roc_year = ${rocYear} AND n.seq IS NOT NULL))`;

type Paid = {
	on: string | null;
	from: number | null;
	/** The part in cash of a register that also pays by transfer, and its account. */
	cash: { net: number; from: number | null };
	reference: string | null;
};
/** Returns the assignments of how a document was paid; all null when the payment is undone. */
export const paid = ({ on, from, cash, reference }: Paid): SQL =>
	sql`paid_on = ${on}, paid_from = ${from}, cash_net = ${cash.net}, paid_cash_from = ${cash.from}, paid_reference = ${reference}`;

/** Stores the accounts and budget items that the accountant gave to lines. */
export const setAccounts = (id: number, accounts: readonly LineAccount[]): Write =>
	sql`UPDATE finance_lines SET account_id = CAST(j.value ->> '$.accountId' AS INTEGER),
			budget_item_id = CAST(j.value ->> '$.budgetItemId' AS INTEGER), is_unbudgeted = coalesce(j.value ->> '$.isUnbudgeted', 0)
		FROM json_each(${JSON.stringify(accounts)}) j
		WHERE finance_lines.document_id = ${id} AND finance_lines.id = CAST(j.value ->> '$.lineId' AS INTEGER)`;

/** Returns SQL: whether one of these accounts (JSON of ids) does not exist or is inactive. */
export const someInactive = (ids: string): SQL =>
	sql`EXISTS (SELECT 1 FROM json_each(${ids}) j LEFT JOIN accounts a ON a.id = j.value WHERE coalesce(a.is_active, 0) = 0)`;

/** Refuses with `finance.cash_account` cash-class accounts (JSON of ids); kind `petty_cash` may name petty cash. */
export const refuseCash = (kind: FinanceKind, ids: string): Write =>
	refuseWhere(
		"finance.cash_account",
		sql`EXISTS (SELECT 1 FROM json_each(${ids}) j JOIN accounts a ON a.id = j.value WHERE ${sql.raw(isCashClass("a.code"))}
			AND NOT (${kind} = 'petty_cash' AND (a.code GLOB ${`${PETTY_CASH}*`} OR a.id = ${sql.raw(postingAccount(ACCOUNTS.pettyCash))})))`,
	);

/** Refuses with `finance.no_account` a payment from no active account; triggers check the account's class. */
export const refuseNoCash = (net: number, from: number | null): Write =>
	refuseWhere("finance.no_account", sql`${net} <> 0 AND ${someInactive(JSON.stringify([from ?? 0]))}`);

/** Sets the account of a posting purpose on all lines of a document whose kind decides the account. */
export const setPurpose = (id: number, purpose: string): Write =>
	sql`UPDATE finance_lines SET budget_item_id = NULL, is_unbudgeted = 0, account_id = (SELECT account_id FROM posting_accounts WHERE purpose = ${purpose})
		WHERE document_id = ${id}`;

/** Sets, on each line of a register of refunds, the account of what its shares give back. */
export const setRefundPurposes = (id: number, purposes: Record<RefundOf, string>): Write =>
	sql`UPDATE finance_lines SET budget_item_id = NULL, is_unbudgeted = 0, account_id = (SELECT p.account_id FROM posting_accounts p
			WHERE p.purpose = ${JSON.stringify(purposes)} ->> (SELECT s.refund_of FROM finance_shares s
				WHERE s.document_id = ${id} AND s.reason = finance_lines.summary LIMIT 1))
		WHERE document_id = ${id}`;

/** Inserts, once, the row that a document's vouchers name as their source. */
export const ensurePosting = (id: number, kind: "approval" | "payment"): Write =>
	sql`INSERT INTO finance_postings (document_id, kind) SELECT ${id}, ${kind}
		WHERE NOT EXISTS (SELECT 1 FROM finance_postings WHERE document_id = ${id} AND kind = ${kind})`;
export const postingOf = (id: number, kind: "approval" | "payment"): SQL<number> =>
	sql<number>`(SELECT id FROM finance_postings WHERE document_id = ${id} AND kind = ${kind})`;

/** Marks lines of suspense money (暫收款) as done because they are refunded, or as open again when `reason` is null. */
export const setLinesRefunded = (bankLineIds: readonly number[], reason: string | null, at: number): Write =>
	sql`UPDATE bank_lines SET status = ${reason === null ? "unmatched" : "ignored"}, reason = ${reason}, version = version + 1, updated_at = ${at}
		WHERE id IN (SELECT value FROM json_each(${JSON.stringify(bankLineIds)})) AND status IN ('unmatched', 'suggested', 'ignored')`;

/** Writes an audit row about a finance document: numbers only, no person and no reason. */
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
