import { Refusal } from "#kernel/refusal.ts";
import type { AllocationInput, PaymentInput } from "./form.ts";
import type { PaymentStatus } from "./labels.ts";

/**
 * The only list of the steps of a payment, and who takes each (docs/concepts.md#money). The database enforces the same
 * steps (0023, payments_take_steps).
 */
export const PAYMENT_STEPS = {
	verify: { from: ["submitted"], to: "verified", by: "verifier" },
	reject: { from: ["submitted"], to: "rejected", by: "verifier" },
	edit: { from: ["submitted"], to: "submitted", by: "submitter" },
	resubmit: { from: ["rejected"], to: "submitted", by: "submitter" },
	cancel: { from: ["submitted", "rejected"], to: "cancelled", by: "submitter" },
	reverse: { from: ["verified"], to: "reversed", by: "second" },
} as const satisfies Record<
	string,
	{ from: readonly PaymentStatus[]; to: PaymentStatus; by: "verifier" | "submitter" | "second" }
>;
export type PaymentStep = keyof typeof PAYMENT_STEPS;

/** Whether a payment in this state may take the step. */
export const canStep = (step: PaymentStep, status: PaymentStatus): boolean =>
	PAYMENT_STEPS[step].from.some((from) => from === status);

/** Refuses, as `payment.wrong_state`, a step that cannot begin in the payment's state. */
export function refuseStep(step: PaymentStep, status: PaymentStatus): void {
	if (!canStep(step, status)) throw new Refusal("payment.wrong_state");
}

/** A dues item that the payer means to pay: `due` is what is still owed of it, in NT$. */
export type Wanted = { duesItemId: number; memberId: number; due: number };

/**
 * Divides an incoming amount: first over the items in their order, then over the intended donation; the rest becomes
 * credit of the member `creditTo`. Amounts are whole NT$.
 */
export function allocate(
	received: number,
	wanted: readonly Wanted[],
	{ creditTo, donation = 0 }: { creditTo: number; donation?: number },
): AllocationInput[] {
	let left = received;
	const take = (most: number): number => {
		const amount = Math.min(left, most);
		left -= amount;
		return amount;
	};
	const parts: AllocationInput[] = [
		...wanted.map(({ duesItemId, memberId, due }) => ({
			kind: "dues" as const,
			duesItemId,
			memberId,
			amount: take(due),
		})),
		{ kind: "donation", memberId: creditTo, amount: take(donation) },
		{ kind: "credit", memberId: creditTo, amount: left },
	];
	return parts.filter(({ amount }) => amount > 0);
}

/**
 * Refuses what no payment may be: `payment.amount_refused`, `payment.nothing_chosen`, and `payment.unbalanced` when the
 * parts do not add up to the amount.
 */
export function refusePayment({ amount, feeAmount, allocations }: PaymentInput): void {
	if (!isAmount(amount) || !Number.isSafeInteger(feeAmount) || feeAmount < 0 || feeAmount >= amount)
		throw new Refusal("payment.amount_refused");
	if (allocations.length === 0) throw new Refusal("payment.nothing_chosen");
	if (allocations.some((part) => !isAmount(part.amount))) throw new Refusal("payment.amount_refused");
	if (sumOf(allocations) !== amount) throw new Refusal("payment.unbalanced");
}

const MOST = 100_000_000;
const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST;

/** Returns the sum of some parts, in NT$. */
export const sumOf = (parts: readonly { amount: number }[]): number =>
	parts.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Refuses, as `payment.no_proof`, a transfer that could not be found in a bank statement: one with neither proof nor
 * last five digits.
 */
export function refuseUnproven({ method, last5 }: PaymentInput, hasProof: boolean): void {
	if (method === "transfer" && last5 === null && !hasProof) throw new Refusal("payment.no_proof");
}

/** Returns the ids of a payment's members: the payer, and the members whose dues it pays. */
export const membersIn = ({ payerMemberId, allocations }: PaymentInput): number[] => [
	...new Set([payerMemberId, ...allocations.map(({ memberId }) => memberId)].filter((id) => id !== null)),
];

/** The largest fee that the post office keeps of one payment, in NT$; a larger difference means another amount. */
export const MOST_POSTAL_FEE = 50;
