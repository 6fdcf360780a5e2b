import type { SQL } from "drizzle-orm";
import { postVoucher, reverseVoucher } from "#db/books/index.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { bankAccount } from "#db/money/bank-accounts.ts";
import { refuseUsedMoney } from "#db/money/bank-shown.ts";
import * as stored from "#db/money/payment-writes.ts";
import { duesTargets, memberTargets, type StoredPayment, storedLine } from "#db/money/payments.ts";
import { namesFor } from "#db/money/receipt-rights.ts";
import { issueReceipts, voidReceiptsOf } from "#db/money/receipt-writes.ts";
import { readRows } from "#db/read.ts";
import { type ClosedMonths, postingDate } from "#domain/books/index.ts";
import { PAYMENTS } from "#domain/money/payments/rules.ts";
import { issuable } from "#domain/money/receipt-rights/actions.ts";
import { hindrance } from "#domain/money/receipt-rights/rules.ts";
import { type Reviewer, relatedIn, reviewsWith } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { seenPayment } from "./actions.ts";
import type { AllocationInput } from "./form.ts";
import { receiptsOf } from "./issuing.ts";
import { kindOf, type PaymentMethod } from "./labels.ts";
import { type Part, partOf, partsOf, reallocated } from "./parts.ts";
import { postingOf } from "./posting.ts";
import { MOST_POSTAL_FEE } from "./rules.ts";

/** A verifier's action on a payment: the acting user, and as whom that user may review. */
type Review = { ref: stored.PaymentRef; reviewer: Reviewer; by: By };
/** The right of 理事長 and 監事 to act when no verifier can. */
type StandingIn = { standIn?: Reviewer | undefined };

/**
 * Rejects a payment with a reason, and tells the member who submitted it; nobody is told about one that staff recorded,
 * for its payer can correct nothing. Refuses `payment.own` (a family's), `payment.moved` (changed meanwhile).
 */
export async function rejectPayment(
	db: Db,
	{ ref, reason, reviewer, standIn, by }: Review & StandingIn & { reason: string },
): Promise<void> {
	const { payment } = await seenPayment(db, ref, by);
	PAYMENTS.refuse("reject", payment.status);
	const as = verifierOf(payment, reviewer, standIn);
	await commit(db, [
		...refuseUnfit(ref.id, as, by),
		...stored.stepPayment(ref.id, ref.version, { step: "reject", reason, onBehalfOf: as.onBehalfOf, by }),
		...stored.auditPayment(db, "reject", { id: ref.id, onBehalfOf: as.onBehalfOf }, by),
		...(payment.source === "member" ? [stored.tellPayer(ref.id, "payment_rejected", by)] : []),
	]);
}

type Verification = Review &
	StandingIn & {
		/** The amount that came in, when not the submitted one; the parts are made anew (`allocate`) unless given. */
		received?: number | undefined;
		allocations?: readonly AllocationInput[] | undefined;
		/** The id of the bank account that the money came into, for a payment that names none. */
		accountId?: number | null | undefined;
		/** Declares that the payment's money is not that of the bank line which was used for something else. */
		again?: boolean | undefined;
		/** The title and split of the receipts, when they differ from the submitted ones. */
		receipt?: { payerTitle: string; split: "one" | "per_member" } | undefined;
	};

/**
 * Verifies a payment in one batch: its state, dues, members who become active, receipts, voucher, audit row and mail;
 * the caller then queues the message `mail.due`. Refuses `payment.own` (its submitter, its members and their families),
 * `payment.moved`, `payment.not_owed`, `payment.unbalanced`, `ledger.cash_sub_account` (no account is named),
 * `payment.money_used` (a bank line that shows it was used for something else, and `again` is not set),
 * `receipt.same_name`; and `receipt.second_person` for a title that is neither the payer's name nor the submitted one:
 * it is stored for the next verifier.
 */
export const verifyPayment = (db: Db, verification: Verification): Promise<void> => verify(db, verification, undefined);

/** The bank line that shows a payment. With `isPart` the payment may be less than the line has left. */
export type Line = { id: number; version: number; isPart?: boolean };

/**
 * Verifies a payment with the bank line that shows it; the difference is the post office's fee. Refuses what
 * `verifyPayment` refuses, `bank.line_used`, and `bank.mismatch` when the line is more than the payment or, except for
 * 劃撥, less.
 */
export const verifyWithLine = (db: Db, { line, ...verification }: Verification & { line: Line }): Promise<void> =>
	verify(db, verification, line);

async function verify(
	db: Db,
	{ ref, received, allocations, accountId, receipt, again, reviewer, standIn, by }: Verification,
	line?: Line,
): Promise<void> {
	const { payment: said, parts, closed } = await seenPayment(db, ref, by);
	const payment = receipt ? { ...said, payer_title: receipt.payerTitle, receipt_split: receipt.split } : said;
	PAYMENTS.refuse("verify", payment.status);
	const as = verifierOf(payment, reviewer, standIn);
	const amount = received ?? payment.amount;
	const anew =
		allocations ?? (amount === payment.amount ? undefined : reallocated(parts, amount, payment.payer_member_id));
	const bank = line ? await lineOf(db, line, { amount, method: payment.method }) : undefined;
	const named = bank ?? (await namedAccount(db, payment, accountId ?? null));
	const fee = bank ? bank.fee : payment.fee_amount;
	const targets = anew ? await targetsOf(db, anew) : parts.map(partOf);
	if (fee >= amount) throw new Refusal("payment.amount_refused");
	const folded = await receiptRights(db, { ref, said, payment, targets, as, by });
	const isOther = line !== undefined || again;
	const changed = amount !== payment.amount || named !== undefined || receipt !== undefined;
	await commit(db, [
		stored.refuseMoved(ref),
		...refuseUnfit(ref.id, as, by),
		...folded,
		...(changed
			? [
					stored.setReceived(ref.id, {
						amount,
						feeAmount: fee,
						bankAccountId: named?.accountId ?? payment.bank_account_id,
						payerTitle: payment.payer_title,
						receiptSplit: payment.receipt_split,
					}),
				]
			: []),
		...(anew ? stored.setAllocations(ref.id, anew) : []),
		...(isOther ? [] : [refuseUsedMoney("payment", ref.id)]),
		...settle(
			{
				...payment,
				id: ref.id,
				version: ref.version,
				amount,
				feeAmount: fee,
				receivedOn: named?.receivedOn ?? payment.received_on,
				parts: targets,
			},
			{ closed, onBehalfOf: as.onBehalfOf, by },
		),
		...(line ? stored.useLine(line, ref.id, by.at) : []),
		...stored.auditPayment(
			db,
			"verify",
			{ id: ref.id, onBehalfOf: as.onBehalfOf, changes: { amount, again, standsIn: as.standsIn } },
			by,
		),
	]);
}

type Rights = {
	ref: stored.PaymentRef;
	/** The payment as it was stored (`said`) and as it is verified (`payment`); the title may differ. */
	said: StoredPayment;
	payment: StoredPayment;
	targets: readonly Part[];
	as: ReturnType<typeof verifierOf>;
	by: By;
};

/**
 * Returns the writes that must come before a payment's receipts. Refuses what `issuable` refuses; before that, a new
 * title is stored for the next verifier.
 */
async function receiptRights(db: Db, { ref, said, payment, targets, as, by }: Rights): Promise<Write[]> {
	const members = targets.flatMap(({ memberId }) => memberId ?? []);
	const [names] = await readRows(db.$client, namesFor(as.users, { paymentId: ref.id, members }));
	const isSaid = said.titled_by === null ? said.submitted_by !== null : !as.users.includes(said.titled_by);
	const issuing = {
		names,
		titles: receiptsOf(receiptable(payment), targets).map(({ payerTitle }) => payerTitle),
		said: isSaid ? [said.payer_title] : [],
	};
	if (hindrance(issuing) === "other_title" && payment.payer_title !== said.payer_title)
		await commit(db, [
			stored.refuseRelated(ref.id, as.users),
			...stored.retitlePayment(ref, { payerTitle: payment.payer_title, receiptSplit: payment.receipt_split }, by),
			stored.insertEvent(ref.id, "edit", { onBehalfOf: as.onBehalfOf, by }),
			...stored.auditPayment(db, "retitle", { id: ref.id, onBehalfOf: as.onBehalfOf }, by),
		]);
	return issuable(issuing, "receipt.second_person");
}

/**
 * Returns the account that the verifier names, if needed; refuses one that does not fit as `ledger.cash_sub_account`.
 */
async function namedAccount(db: Db, { bank_account_id, method }: StoredPayment, accountId: number | null) {
	if (accountId === null || bank_account_id !== null) return undefined;
	const [[account]] = await readRows(db.$client, bankAccount(accountId));
	if (account?.is_active !== 1 || account.kind !== kindOf(method)) throw new Refusal("ledger.cash_sub_account");
	return { accountId, receivedOn: account.ledger_code };
}

/** The data of a payment that `settle` needs to verify it; its money has arrived. */
export type Settled = {
	id: number | SQL<number>;
	/** The version that the user saw; null for a payment that the same batch makes. */
	version: number | null;
	method: PaymentMethod;
	paid_on: string;
	payer_member_id: number | null;
	payer_title: string;
	receipt_split: "one" | "per_member";
	amount: number;
	feeAmount: number;
	receivedOn: string | null;
	parts: readonly Part[];
};
type Settling = { closed: ClosedMonths; onBehalfOf: number | null; by: By };

/** Returns all writes that follow from a verified payment, in the order that the database requires. */
export function settle(of: Settled, { closed, onBehalfOf, by }: Settling): Write[] {
	const date = postingDate(of.paid_on, closed);
	const payment = { ...of, ...receiptable(of), paidOn: of.paid_on };
	return [
		...postVoucher(
			{ source: "payment", id: of.id, date, description: "會費收款", lines: postingOf(payment, of.parts, date) },
			by,
		),
		...stored.stepPayment(of.id, of.version, { step: "verify", onBehalfOf, by }),
		...stored.stepMembersOf(of.id, "pay", by),
		...issueReceipts(of.id, receiptsOf(payment, of.parts), by),
		stored.tellPayer(of.id, "payment_verified", by),
	];
}

/** Returns the fields of a payment that its receipts are made of. */
export const receiptable = (
	of: Pick<Settled, "method" | "payer_title" | "payer_member_id" | "receipt_split">,
): Parameters<typeof receiptsOf>[0] => ({
	method: of.method,
	payerTitle: of.payer_title,
	payerMemberId: of.payer_member_id,
	receiptSplit: of.receipt_split,
});

/**
 * Reverses a payment that never came or was typed wrongly: receipts become void, the voucher is reversed, dues are owed
 * again, the bank line is free. Refuses its verifier and whom that one stood in for (`payment.second_person`), family
 * (`payment.own`), `payment.moved`, `payment.wrong_state` (imported, not verified), `payment.credit_used` (spent since).
 */
export async function reversePayment(
	db: Db,
	{ ref, reason, reviewer, by }: Review & { reason: string },
): Promise<void> {
	const { payment, closed } = await seenPayment(db, ref, by);
	PAYMENTS.refuse("reverse", payment.status);
	// An imported payment has no voucher of its own; only undoing its import reverses it.
	if (payment.source === "import") throw new Refusal("payment.wrong_state");
	const as = verifierOf(payment, reviewer);
	if (as.users.some((one) => one === payment.verified_by || one === payment.on_behalf_of))
		throw new Refusal("payment.second_person");
	const date = postingDate(dateInTaipei(by.at), closed);
	await commit(db, [
		stored.refuseMoved(ref),
		stored.refuseRelated(ref.id, as.users),
		voidReceiptsOf({ paymentId: ref.id }, `原收款取消：${reason}`.slice(0, 500), by),
		...reverseVoucher({ source: "payment", id: ref.id }, { date, description: `沖銷收款 ${ref.id}`, by }),
		...stored.stepPayment(ref.id, ref.version, { step: "reverse", reason, onBehalfOf: as.onBehalfOf, by }),
		...stored.stepMembersOf(ref.id, "unpay", by),
		...stored.auditPayment(db, "reverse", { id: ref.id, onBehalfOf: as.onBehalfOf }, by),
		stored.tellPayer(ref.id, "payment_reversed", by),
	]);
}

type Verifier = { onBehalfOf: number | null; users: number[]; standsIn?: true };

/** Returns in whose place the reviewer acts (`onBehalfOf`), and the ids of both (`users`). Refuses `payment.own`. */
function verifierOf(payment: StoredPayment, reviewer: Reviewer, standIn?: Reviewer): Verifier {
	const related = relatedIn(payment.related);
	const other = standIn && payment.is_stranded === 1 ? reviewsWith(standIn, related) : undefined;
	const as: Verifier | undefined = reviewsWith(reviewer, related) ?? (other && { ...other, standsIn: true });
	if (!as) throw new Refusal("payment.own");
	return as;
}

/** Returns guards: the payment is not the users' own and, for a stand-in, no verifier can act. */
const refuseUnfit = (id: number, as: Verifier, { at }: By): Write[] => [
	stored.refuseRelated(id, as.users),
	...(as.standsIn ? [stored.refuseNotStranded(id, dateInTaipei(at))] : []),
];

/** Returns the parts of allocations that are not stored yet, with what receipt and voucher need. */
export async function targetsOf(db: Db, allocations: readonly AllocationInput[]): Promise<Part[]> {
	const items = allocations.flatMap((part) => (part.kind === "dues" ? [part.duesItemId] : []));
	const members = allocations.flatMap((part) =>
		part.kind === "dues" || part.memberId === null ? [] : [part.memberId],
	);
	const [dues, others] = await readRows(db.$client, duesTargets(items), memberTargets(members));
	return partsOf(allocations, [...dues, ...others]);
}

/**
 * Reads a bank line for a payment; `fee` is the post office's, in NT$. Refuses `bank.line_used` (it changed) and
 * `bank.mismatch` (amounts do not fit).
 */
export async function lineOf(
	db: Db,
	{ id, version, isPart }: Line,
	{ amount, method }: { amount: number; method: PaymentMethod },
): Promise<{ accountId: number; receivedOn: string; fee: number }> {
	const [[line]] = await readRows(db.$client, storedLine(id));
	if (line?.version !== version || line.left === 0) throw new Refusal("bank.line_used");
	const fee = isPart ? Math.max(0, amount - line.left) : amount - line.left;
	if (line.left < 0 || fee < 0 || fee > (method === "postal" ? MOST_POSTAL_FEE : 0)) throw new Refusal("bank.mismatch");
	return { accountId: line.bank_account_id, receivedOn: line.received_on, fee };
}
