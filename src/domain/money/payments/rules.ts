import { sumOf } from "#kernel/amounts.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";
import type { AllocationInput, PaymentInput } from "./form.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "./labels.ts";

/**
 * The only table of the steps of a payment and who takes them (docs/concepts.md#money): a verifier, the user who
 * submitted it, or another user than the one who verified it. The database has the same steps (migration 0023,
 * payments_take_steps).
 */
export const PAYMENT_STEPS = {
	verify: {
		from: ["submitted"],
		to: "verified",
		by: ["payments.verify"],
		asks: ["received", "payer_title", "receipt_split", "account?", "line?"],
		tells: ["payment_verified"],
		label: "核對收款",
	},
	reject: {
		from: ["submitted"],
		to: "rejected",
		by: ["payments.verify"],
		asks: ["reasons"],
		tells: ["payment_rejected"],
		label: "退回",
	},
	edit: { from: ["submitted"], to: "submitted", by: "submitter", label: "修改" },
	resubmit: { from: ["rejected"], to: "submitted", by: "submitter", label: "修改後重新送出" },
	cancel: {
		from: ["submitted", "rejected"],
		to: "cancelled",
		by: "submitter",
		label: "取消",
		done: "已取消這筆收款。",
	},
	reverse: {
		from: ["verified"],
		to: "reversed",
		by: ["payments.reverse", "confirmations.decide"],
		asks: ["reason"],
		tells: ["payment_reversed"],
		label: "沖銷",
	},
} as const satisfies Record<string, PaymentStepOf>;
type PaymentStepOf = Step<PaymentStatus> & { label: string };
export type PaymentStep = keyof typeof PAYMENT_STEPS;
export const PAYMENTS = workflow<PaymentStatus, PaymentStep, PaymentStepOf>({
	states: PAYMENT_STATUSES,
	steps: PAYMENT_STEPS,
	refusal: "payment.wrong_state",
});

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
 * Refuses what no payment may be: `payment.amount_refused` (an amount that is not whole, not above 0 or too large, or a
 * fee as large as the amount), `payment.nothing_chosen` (no parts), and `payment.unbalanced` when the parts do not add
 * up to the amount.
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

/**
 * Refuses, as `payment.no_proof`, a transfer without a proof and without last five digits, because nobody could find it
 * in a bank statement.
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
