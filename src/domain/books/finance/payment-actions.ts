import { refuseOtherRules } from "#db/books/finance-shares.ts";
import type { SeenDocument } from "#db/books/finance-steps.ts";
import * as stored from "#db/books/finance-writes.ts";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import type { Db, Write } from "#db/commit.ts";
import { type Entry, postingDate } from "#domain/books/ledger/postings.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { employerParts } from "./employer.ts";
import type { FinanceRef, LineAccount } from "./form.ts";
import { financeNumber } from "./labels.ts";
import { employerEntries, hasFixedAccounts, paymentEntries } from "./posting.ts";
import { ownSum } from "./register.ts";
import { accountsOf } from "./review-actions.ts";
import type { FinanceReviewers } from "./rules.ts";
import { ruledSince } from "./share-withholding.ts";
import { type ActingUser, seenDocument, stepOn, takeStep } from "./step-actions.ts";

type Step = { ref: FinanceRef; reviewers: FinanceReviewers; by: ActingUser };
type Payment = Step & {
	/** The day of the payment in Taipei, YYYY-MM-DD. */
	paidOn: string;
	/** The id of a cash account; null only for a settlement with nothing left to pay (net 0). */
	paidFrom: number | null;
	/** The id of the cash account for the part in cash, of a register that also pays by transfer. */
	paidCashFrom?: number | null;
	reference: string | null;
	comment?: string | null;
};

/**
 * Records that a document was paid. The caller then queues the message `mail.due`. Refuses what `takeStep`
 * (./step-actions.ts) refuses, `finance.moved` (changed meanwhile), `finance.date_refused` (a day in the future, or before
 * the document was sent), `finance.ruled_since` (of a register the rules of that day withhold something else than those
 * by which the accountant decided), `finance.moved` (such a rule changed meanwhile), `finance.cash_apart` (a part of it is cash, and no cash account is named for that, or
 * the rest does not leave a bank), `finance.no_account` (no active cash account is named), and
 * `ledger.cash_sub_account` (the account has sub-accounts, one of which must be named).
 */
export async function payDocument(db: Db, payment: Payment): Promise<void> {
	const { ref, paidOn, paidFrom, paidCashFrom = null, reference, comment = null, reviewers, by } = payment;
	const seen = await seenDocument(db, ref, by);
	const { net, sent_at, register, cash_part } = seen.document;
	if (paidOn > dateInTaipei(by.at) || (sent_at !== null && paidOn < dateInTaipei(sent_at)))
		throw new Refusal("finance.date_refused");
	if (register !== null && ruledSince(seen.shares, { register, rates: seen.rates, on: paidOn }).length > 0)
		throw new Refusal("finance.ruled_since");
	const from = net === 0 ? null : paidFrom;
	const cash = { net: cash_part, from: cash_part === 0 ? null : paidCashFrom };
	if (cash_part > 0 && paidCashFrom === null) throw new Refusal("finance.cash_apart");
	await takeStep(
		db,
		{ seen, step: "pay", reviewers, by },
		{
			comment,
			before: [
				...(register === null ? [] : [refuseOtherRules(seen.shares, seen.rates)]),
				stored.refuseNoCash(net, from),
				stored.refuseNoCash(cash.net, cash.from),
			],
			columns: stored.paid({ on: paidOn, from, cash, reference }),
			changes: { amount: net },
		},
	);
}

/**
 * Asks for 退匯／付款更正 (undoing a payment), by a user who pays, with the reason; a second person confirms it.
 * Refuses what `stepOn` (./step-actions.ts) refuses, such as `finance.moved`.
 */
export const askUnpay = (db: Db, step: Step & { comment: string }): Promise<void> => stepOn(db, "unpay_ask", step);

const UNPAID = { on: null, from: null, cash: { net: 0, from: null }, reference: null };

/**
 * Confirms 退匯／付款更正: the document waits for its payment again. The user must be the accountant, the chair or
 * another cashier than the one who asked. Refuses what `stepOn` (./step-actions.ts) refuses, such as `finance.second_person`
 * and `finance.moved`, and `finance.settled_before` (an advance that is being settled).
 */
export const confirmUnpay = (db: Db, { comment = null, ...step }: Step & { comment?: string | null }): Promise<void> =>
	stepOn(db, "unpay", { ...step, comment, columns: stored.paid(UNPAID) });

/**
 * Posts a paid document on the day of its payment or the first open day after it; the accountant may still name other
 * accounts. The caller then queues the message `mail.due`. Refuses what `takeStep` (./step-actions.ts) refuses,
 * `finance.moved` (changed meanwhile), `finance.no_account` (a line has no active account), `finance.budget_refused` (a
 * budget item of another account), `ledger.account_inactive`, and `finance.over_budget` when nobody acknowledged for
 * this revision that the budget is exceeded. Of a register of salaries what the association pays besides is posted too.
 */
export async function postDocument(
	db: Db,
	{ ref, accounts = [], overBudget, reviewers, by }: Step & { accounts?: readonly LineAccount[]; overBudget?: boolean },
): Promise<void> {
	const accountIds = accounts.map(({ accountId }) => accountId);
	const seen = await seenDocument(db, { ...ref, accountIds }, by);
	const { document, closed, posting } = seen;
	const { id, paid_on } = document;
	const isChosen = accounts.length > 0 && !hasFixedAccounts(document);
	const date = postingDate(paid_on ?? dateInTaipei(by.at), closed);
	const lines = isChosen ? withAccounts(seen, accounts) : seen.lines;
	const about = { date, description: `${financeNumber(document)} ${document.title}` };
	const besides = employerEntries({ ...document, ...posting }, lines, date);
	await takeStep(
		db,
		{ seen, step: "post", reviewers, by },
		{
			before: isChosen ? accountsOf(seen, accounts) : [],
			overBudget,
			between: [
				stored.ensurePosting(id, "payment"),
				...postVoucher(
					{
						source: "finance",
						id: stored.postingOf(id, "payment"),
						seq: posting.payments + 1,
						...about,
						lines: paymentEntries({ ...document, ...posting, ...sharesPosted(seen) }, lines, date),
					},
					by,
				),
				...owingBesides(seen, { ...about, description: `${about.description}（雇主負擔）`, lines: besides }, by),
			],
		},
	);
}

/** Returns what the payment's voucher takes from the shares of a register. */
const sharesPosted = ({ document, shares }: SeenDocument) => ({
	own: ownSum(shares),
	...(document.register === "refunds" && { refunds: shares }),
});

/** Returns the writes that post what the association pays besides a register of salaries, as owed. */
function owingBesides(
	{ document: { id }, posting }: SeenDocument,
	voucher: { date: string; description: string; lines: Entry[] },
	by: ActingUser,
): Write[] {
	if (voucher.lines.length === 0) return [];
	const source = { source: "finance", id: stored.postingOf(id, "approval"), seq: posting.approvals + 1 } as const;
	return [stored.ensurePosting(id, "approval"), ...postVoucher({ ...source, ...voucher }, by)];
}

function withAccounts({ lines, codes }: SeenDocument, accounts: readonly LineAccount[]) {
	return lines.map((line) => {
		const chosen = accounts.find(({ lineId }) => lineId === line.id);
		const code = chosen && codes.get(chosen.accountId);
		return chosen && code
			? {
					...line,
					account_code: code,
					budget_item_id: chosen.budgetItemId,
					is_unbudgeted: chosen.isUnbudgeted ? (1 as const) : (0 as const),
				}
			: line;
	});
}

/**
 * Takes back the posting of a document by its reversal, with the reason; the document counts as paid again. Refuses
 * what `takeStep` (./step-actions.ts) refuses, and `finance.moved` (changed meanwhile).
 */
export async function unpostDocument(
	db: Db,
	{ ref, comment, reviewers, by }: Step & { comment: string },
): Promise<void> {
	const seen = await seenDocument(db, ref, by);
	const { id } = seen.document;
	const date = postingDate(dateInTaipei(by.at), seen.closed);
	const of = { date, description: `沖銷 ${financeNumber(seen.document)}`, by };
	const besides = employerParts(seen.document).length > 0;
	await takeStep(
		db,
		{ seen, step: "unpost", reviewers, by },
		{
			comment,
			between: [
				...reverseVoucher({ source: "finance", id: stored.postingOf(id, "payment"), seq: seen.posting.payments }, of),
				...(besides
					? reverseVoucher({ source: "finance", id: stored.postingOf(id, "approval"), seq: seen.posting.approvals }, of)
					: []),
			],
		},
	);
}
