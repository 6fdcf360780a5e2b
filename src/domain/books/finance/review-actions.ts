import { refuseParents } from "#db/books/accounts.ts";
import { remindHolders, waitingDocuments } from "#db/books/finance-notifications.ts";
import { setWithheld, withheldSums } from "#db/books/finance-shares.ts";
import type { SeenDocument } from "#db/books/finance-steps.ts";
import * as stored from "#db/books/finance-writes.ts";
import { auditDonationReceipts } from "#db/books/voided-receipts.ts";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit, type Db, refuseWhere, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { postingDate } from "#domain/books/ledger/postings.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { contentOf, hashOf, saysTheSame } from "./content.ts";
import type { FinanceRef, LineAccount } from "./form.ts";
import { type FinanceState, financeNumber, isRefund, type RefundOf } from "./labels.ts";
import { approvalEntries, purposeOf, REFUND_PURPOSES } from "./posting.ts";
import { BOTH_REVIEWS, type FinanceReviewers, REMIND_AFTER_DAYS, takesBoth } from "./rules.ts";
import { noIncome, type ShareDecision, withheldOn, withholdingOf } from "./share-withholding.ts";
import { type ActingUser, seenDocument, stepOn, takeStep } from "./step-actions.ts";
import { steppingOf } from "./stepping.ts";
import { NEXT_STEP, permissionsFor } from "./steps.ts";

type Review = { ref: FinanceRef; reviewers: FinanceReviewers; by: ActingUser };
type Approval = Review & {
	/** The accountant's accounts for the lines; not used where the document's kind decides (an advance, a refund). */
	accounts?: readonly LineAccount[];
	/** What the accountant decides to withhold from each share of a register. */
	decisions?: readonly ShareDecision[];
	/** True when the accountant accepts that the budget is exceeded. */
	overBudget?: boolean;
	/** The resolution of the 理事會, which the chair gives from an amount of the settings on. */
	resolution?: stored.Resolution | null;
	comment?: string | null;
};

type ApprovalStep = "approve_cashier" | "approve_accountant" | "approve_secretary" | "approve_chair";
const APPROVALS: Partial<Record<FinanceState, ApprovalStep>> = {
	pending_cashier: "approve_cashier",
	pending_accountant: "approve_accountant",
	pending_secretary: "approve_secretary",
	pending_chair: "approve_chair",
};

/**
 * Approves the step that a document waits for; who holds both 會計 and 出納 by a resolution takes both reviews at once.
 * A refund approved by the chair is posted as owed. The caller then queues `mail.due`. Refuses what `takeStep` refuses,
 * `finance.moved`, `finance.changed`, `finance.no_account`, `finance.budget_refused`, `finance.over_budget`,
 * `finance.no_resolution`, `finance.chain_changed` (the settings of the chain changed meanwhile); of a
 * refund `payment.credit_used`, `finance.refunded_before`, `bank.line_used`.
 */
export async function approveDocument(db: Db, approval: Approval): Promise<void> {
	const { ref, overBudget, comment, resolution, reviewers, by } = approval;
	const seen = await seenDocument(db, ref, by);
	const step = APPROVALS[seen.document.state];
	if (!step) throw new Refusal("finance.wrong_state");
	await refuseChanged(seen);
	const viewer = { userId: by.userId, reviewers };
	const stepping = steppingOf(seen.document, { at: by.at, holders: seen.holders });
	if (takesBoth({ document: stepping, viewer })) return reviewBoth(db, seen, approval);
	await takeStep(
		db,
		{ seen, step, reviewers, by },
		{
			comment: comment ?? null,
			...(step === "approve_accountant" ? { ...accounting(seen, approval), overBudget } : {}),
			...(step === "approve_chair" ? { resolution } : {}),
			...(step === "approve_chair" && isRefund(seen.document) ? owing(seen, by) : {}),
		},
	);
}

/** Takes both reviews (財務) in one batch, the cashier's first, as two events; the second names the resolution. */
async function reviewBoth(db: Db, seen: SeenDocument, approval: Approval): Promise<void> {
	const { overBudget, comment, reviewers, by } = approval;
	const { document, kept, holders } = seen;
	const { id, version, revision } = document;
	const first = { step: "approve_cashier", from: "pending_cashier", to: "pending_accountant" } as const;
	const approvals = JSON.stringify([
		...steppingOf(document, { at: by.at, holders }).approvals,
		{ step: first.step, user_id: by.userId },
	]);
	const between: SeenDocument["document"] = { ...document, state: first.to, version: version + 1, approvals };
	const { before, columns } = accounting(seen, approval);
	await takeStep(
		db,
		{ seen: { ...seen, document: between }, step: "approve_accountant", called: BOTH_REVIEWS, reviewers, by },
		{
			comment: comment ?? null,
			overBudget,
			before: [
				...stored.insertEvent({ id, version }, { ...first, revision, hash: kept?.content_hash ?? null, by }),
				...stored.moveDocument({ id, version }, { to: first.to, by }),
				...before,
			],
			...(columns ? { columns } : {}),
		},
	);
}

/** Refuses, as `finance.changed`, a document that differs from what was sent, so that nobody approves it unseen. */
async function refuseChanged({ document, kept, ...parts }: SeenDocument): Promise<void> {
	const isKept =
		kept && kept.content_hash === document.content_hash && (await hashOf(kept.content)) === kept.content_hash;
	if (!isKept || !saysTheSame(kept.content, contentOf(document, parts))) throw new Refusal("finance.changed");
}

/**
 * Returns the effects of the accountant's review: the accounts of the lines, and of a register what is withheld. Refuses
 * what `accountsOf` refuses, and `finance.not_withheld`.
 */
function accounting(seen: SeenDocument, { accounts, decisions = [], by }: Approval) {
	const { register, id, wanted_on } = seen.document;
	const before = accountsOf(seen, accounts);
	if (register === null) return { before };
	const day = { register, rates: seen.rates, on: withheldOn(wanted_on, by.at) };
	const { withheld, problems } = withholdingOf(
		seen.shares,
		register === "refunds" ? noIncome(seen.shares) : decisions,
		day,
	);
	if (problems.length > 0) throw new Refusal("finance.not_withheld");
	return { before: [...before, setWithheld(id, withheld)], columns: withheldSums(id) };
}

/**
 * Returns the writes of the accounts. Refuses `finance.no_account`, `finance.cash_account`, `ledger.has_sub_accounts`.
 */
export function accountsOf({ document, lines }: SeenDocument, accounts: readonly LineAccount[] = []): Write[] {
	if (document.register === "refunds") return [stored.setRefundPurposes(document.id, REFUND_PURPOSES)];
	const purpose = purposeOf(document);
	if (purpose !== null) return [stored.setPurpose(document.id, purpose)];
	const chosen = new Map(accounts.map((one) => [one.lineId, one]));
	if (lines.some(({ id, account_id }) => account_id === null && !chosen.has(id)))
		throw new Refusal("finance.no_account");
	const ids = JSON.stringify(accounts.map(({ accountId }) => accountId));
	return [
		refuseWhere("finance.no_account", stored.someInactive(ids)),
		refuseParents(ids),
		stored.refuseCash(document.kind, ids),
		stored.setAccounts(document.id, [...chosen.values()]),
	];
}

/**
 * Returns the writes that post an approved refund as owed, and keep its bank line (暫收款) from being matched again.
 */
function owing(seen: SeenDocument, by: ActingUser) {
	const { document, lines, closed, posting } = seen;
	const { id } = document;
	const given = givingBack(seen);
	const number = financeNumber(document);
	const date = postingDate(dateInTaipei(by.at), closed);
	const refunds = document.register === "refunds" ? { refunds: seen.shares } : {};
	const entries = approvalEntries({ ...document, ...posting, paid_from_code: null, ...refunds }, lines);
	return {
		between: [
			stored.ensurePosting(id, "approval"),
			...postVoucher(
				{
					source: "finance",
					id: stored.postingOf(id, "approval"),
					seq: posting.approvals + 1,
					date,
					description: `${number} 核准退費`,
					lines: entries,
				},
				by,
			),
			...(given.suspense.length === 0 ? [] : [stored.setLinesRefunded(given.suspense, `退款 ${number}`, by.at)]),
		],
		// The triggers of migration 0099 void the receipts of a donation that goes back whole.
		after: given.donation.length === 0 ? [] : [auditDonationReceipts(given.donation, by)],
	};
}

/** Returns the ids of the donations and of the bank lines of 暫收款 that a refund gives back. */
function givingBack({ document, shares }: SeenDocument): Record<"donation" | "suspense", number[]> {
	const { refund_of, payment_id, bank_line_id } = document;
	const all = [{ refund_of, refund_id: payment_id ?? bank_line_id }, ...shares];
	const ids = (of: RefundOf): number[] =>
		all.flatMap((one) => (one.refund_of === of && one.refund_id !== null ? [one.refund_id] : []));
	return { donation: ids("donation"), suspense: ids("suspense") };
}

/** Returns what ends an approved refund as owed: its voucher is reversed, and its bank lines are open again. */
function notOwing(seen: SeenDocument, { ended, by }: { ended: string; by: ActingUser }) {
	const { document, closed, posting } = seen;
	if (document.state !== "approved" || !isRefund(document)) return {};
	const { suspense } = givingBack(seen);
	const date = postingDate(dateInTaipei(by.at), closed);
	const source = { source: "finance", id: stored.postingOf(document.id, "approval"), seq: posting.approvals } as const;
	return {
		between: reverseVoucher(source, { date, description: `${financeNumber(document)} ${ended}`, by }),
		after: suspense.length === 0 ? [] : [stored.setLinesRefunded(suspense, null, by.at)],
	};
}

/**
 * Returns a document to its applicant, an approved one only when it is a register, of which the voucher of owed refunds is
 * reversed; the caller then queues `mail.due`. Refuses what `takeStep` refuses, and `finance.moved` (changed meanwhile).
 */
export async function returnDocument(db: Db, { ref, comment, reviewers, by }: Ending): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	await takeStep(
		db,
		{ seen, step: "return", reviewers, by },
		{ comment, ...notOwing(seen, { ended: "退回補正", by }) },
	);
}
type Ending = Review & { comment: string };

/** Rejects a document for good; the caller then queues `mail.due`. Refuses what `stepOn` refuses. */
export const rejectDocument = (db: Db, review: Ending): Promise<void> => stepOn(db, "reject", review);

/**
 * Voids an unpaid document; the voucher of an owed refund is reversed. The caller then queues `mail.due`. Refuses what
 * `takeStep` refuses, and `finance.moved` (changed meanwhile).
 */
export async function voidDocument(db: Db, { ref, comment, reviewers, by }: Ending): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	await takeStep(db, { seen, step: "void", reviewers, by }, { comment, ...notOwing(seen, { ended: "作廢", by }) });
}

const DAY_MS = 86_400_000;
/** The most documents that one run sends reminders of; the rest is left to the next minute. */
const AT_ONCE = 50;

/**
 * Mails the users whose step a document has waited for over three days, once for each wait; returns for how many
 * documents. The caller then queues `mail.due`. `at` is UTC milliseconds.
 */
export async function remindOfWaiting(db: Db, at: number): Promise<number> {
	const [waiting] = await readRows(db.$client, waitingDocuments(at - REMIND_AFTER_DAYS * DAY_MS, AT_ONCE));
	const writes = waiting.flatMap((document) => {
		const step = NEXT_STEP[document.state];
		if (!step) return [];
		const turn = { step, permissions: permissionsFor(step, document.state), at };
		return remindHolders(document, turn, REMIND_AFTER_DAYS);
	});
	await commit(db, writes);
	return waiting.length;
}
