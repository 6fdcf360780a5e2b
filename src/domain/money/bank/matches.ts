import * as z from "zod";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import type { PaymentMethod, ReceivedMethod } from "#domain/money/payments/labels.ts";
import { allocate, type Wanted } from "#domain/money/payments/rules.ts";
import { type Reviewer, reviewsAs } from "#domain/people/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Candidate, Match } from "./candidates.ts";
import { matchLines } from "./matching.ts";
import type { PartKind } from "./parts.ts";
import type { BankKind } from "./rules.ts";

/** An open bank line, with the columns of its row (db/money/bank-matching.ts) that matching needs. */
export type Line = {
	id: number;
	version: number;
	booked_on: string;
	amount: number;
	explained: number;
	fee_amount: number;
	last5: string | null;
	bank_account_id: number;
	account_kind: BankKind;
	apart_at: number | null;
	is_suspense: 0 | 1;
};
/** A record in the books as money of a bank account that no bank line shows yet. */
export type There = {
	kind: PartKind;
	/** The id of the record; for a voucher, the id of its line on the bank's account. */
	id: number;
	day: string;
	/** The amount that moved at the bank, in NT$, below zero for money that went out. */
	amount: number;
	/** 1 for a 劃撥 payment booked at its full amount: less may have arrived. */
	may_lack_fee: 0 | 1;
	last5: string | null;
	/** The id of the bank account, or null where nobody named one: then it is some account of `account_kind`. */
	bank_account_id: number | null;
	account_kind: BankKind | null;
	/** When the record was booked, in UTC milliseconds. */
	at: number;
	/** The ids of the record's members, as JSON. */
	members: string;
	/** 1 for what is left of a record of which another line shows a part. */
	is_rest: 0 | 1;
};
export type Waiting = {
	id: number;
	version: number;
	amount: number;
	last5: string | null;
	paid_on: string;
	method: PaymentMethod;
	bank_account_id: number | null;
	members: string;
	related: string;
};
export type Hint = {
	line_id: number;
	member_id: number;
	head_id: number;
	by: "last5" | "number" | "name";
	word: string;
};
export type Owed = {
	id: number;
	member_id: number;
	head_id: number;
	due: number;
	is_claimed: 0 | 1;
	name: string;
	related: string;
};

type Rows = Whose & { lines: readonly Line[]; booked: readonly There[]; hints: readonly Hint[] };

const Ids = z.array(z.int());
const idsIn = (json: string): number[] => Ids.parse(JSON.parse(json));

/** Returns what is left of a bank line to be explained, in NT$, below zero for money that went out. */
export const leftOf = ({ amount, explained }: Pick<Line, "amount" | "explained">): number => amount - explained;

/** Returns the fee that the post office kept of what is left of a line: none where some of it is explained already. */
const feeOf = ({ explained, fee_amount }: Pick<Line, "explained" | "fee_amount">): number =>
	explained === 0 ? fee_amount : 0;

/** Returns what the payer paid: what is left of the line plus the fee that the post office kept, in NT$. */
export const paidOf = (line: Pick<Line, "amount" | "explained" | "fee_amount">): number => leftOf(line) + feeOf(line);

/**
 * Returns the match of every open bank line, by the line's id. A member's number in the memo is the hint `number` when
 * it has letters, and the weaker hint `digits` when it has none, because digits alone may be anything.
 */
export const matchesOf = ({ lines, booked, waiting, hints, owed }: Rows): Map<number, Match> =>
	matchLines({
		lines: lines.map((line) => ({
			id: line.id,
			day: line.booked_on,
			paid: paidOf(line),
			arrived: leftOf(line),
			last5: line.last5,
			accountId: line.bank_account_id,
			accountKind: line.account_kind,
			apartAt: line.apart_at ?? -1,
			mayLackFee: line.account_kind === "postal" && feeOf(line) === 0 && leftOf(line) > 0,
			hasFee: feeOf(line) > 0,
			isSuspense: line.is_suspense === 1,
		})),
		booked: booked.map((one) => ({
			kind: one.kind,
			id: one.id,
			amount: one.amount,
			mayLackFee: one.may_lack_fee === 1,
			last5: one.last5,
			day: one.day,
			accountId: one.bank_account_id,
			accountKind: one.account_kind,
			at: one.at,
			memberIds: idsIn(one.members),
			isRest: one.is_rest === 1,
		})),
		payments: waiting.map((payment) => ({
			id: payment.id,
			amount: payment.amount,
			last5: payment.last5,
			paidOn: payment.paid_on,
			accountId: payment.bank_account_id,
			isPostal: payment.method === "postal",
			memberIds: idsIn(payment.members),
		})),
		evidence: hints.map(({ line_id, member_id, head_id, by, word }) => ({
			lineId: line_id,
			memberId: member_id,
			headId: head_id,
			by: by === "number" && !/[A-Z]/i.test(word) ? "digits" : by,
		})),
		dues: owed.map((item) => ({
			itemId: item.id,
			memberId: item.member_id,
			headId: item.head_id,
			due: item.due,
			isClaimed: item.is_claimed === 1,
		})),
	});

/** The waiting payments and owed dues items that candidates refer to by id, with the members whose money they are. */
type Whose = { waiting: readonly Waiting[]; owed: readonly Owed[] };

/**
 * Whether the reviewer may match this candidate. Nobody may match a payment or dues of their own or of their family; a
 * booked record was settled before, so anybody may match it.
 */
export function mayMatch(reviewer: Reviewer, candidate: Candidate, { waiting, owed }: Whose): boolean {
	if (candidate.kind === "booked") return true;
	const rows =
		candidate.kind === "payment"
			? waiting.filter(({ id }) => id === candidate.paymentId)
			: owed.filter(({ id }) => candidate.itemIds.includes(id));
	return (
		reviewsAs(
			reviewer,
			rows.flatMap(({ related }) => idsIn(related)),
		) !== undefined
	);
}

type Paying = { payerMemberId: number; payerTitle: string; items: readonly Wanted[] } & Partial<
	Pick<PaymentInput, "receiptSplit"> & { rest: "credit" | "donation" | "leave"; fee: number }
>;

const METHOD: Record<BankKind, ReceivedMethod> = { bank: "transfer", postal: "postal" };

/**
 * Returns the payment that a bank line becomes: its money goes over the dues items in their order, and the rest becomes
 * credit or a donation, or stays on the line. Refuses with `bank.mismatch` to leave money on a line of which the post
 * office kept a fee.
 */
export function inputOfLine(
	line: Line,
	{ payerMemberId, payerTitle, items, receiptSplit = "one", rest = "credit", fee }: Paying,
): PaymentInput {
	const feeAmount = fee ?? feeOf(line);
	const owed = items.reduce((sum, { due }) => sum + due, 0);
	const whole = leftOf(line) + feeAmount;
	const isPart = rest === "leave" && owed < whole;
	if (isPart && feeAmount > 0) throw new Refusal("bank.mismatch");
	const amount = isPart ? owed : whole;
	const donation = rest === "donation" ? Math.max(0, amount - owed) : 0;
	return {
		...factsOf(line, { amount, feeAmount }),
		payerMemberId,
		payerTitle,
		receiptSplit,
		allocations: allocate(amount, items, { creditTo: payerMemberId, donation }),
	};
}

type Given = { payerMemberId: number; payerTitle: string; parts: readonly AllocationInput[] } & Partial<
	Pick<PaymentInput, "receiptSplit"> & { fee: number }
>;

/**
 * Returns the payment that a bank line becomes whose parts were given with their amounts. That they sum to the line is
 * asked when the payment is made.
 */
export function inputOfParts(
	line: Line,
	{ payerMemberId, payerTitle, receiptSplit = "one", parts, fee }: Given,
): PaymentInput {
	const feeAmount = fee ?? feeOf(line);
	return {
		...factsOf(line, { amount: leftOf(line) + feeAmount, feeAmount }),
		payerMemberId,
		payerTitle,
		receiptSplit,
		allocations: parts,
	};
}

/** Returns the payment for a line whose whole amount is a donation of a payer without a record. */
export const donationOfLine = (line: Line, payerTitle: string): PaymentInput => ({
	...factsOf(line, { amount: paidOf(line), feeAmount: feeOf(line) }),
	payerMemberId: null,
	payerTitle,
	receiptSplit: "one",
	allocations: [{ kind: "donation", memberId: null, amount: paidOf(line) }],
});

const factsOf = (line: Line, { amount, feeAmount }: { amount: number; feeAmount: number }) => ({
	method: METHOD[line.account_kind],
	paidOn: line.booked_on,
	amount,
	feeAmount,
	last5: line.last5,
	bankAccountId: line.bank_account_id,
	remark: "",
	correctsId: null,
});
