import type { ReceivedMethod } from "./labels.ts";

/** A part of a payment and what it is for. Amounts are whole NT$. */
export type AllocationInput =
	| { kind: "dues"; duesItemId: number; memberId: number; amount: number }
	| { kind: "donation"; memberId: number | null; amount: number }
	| { kind: "credit"; memberId: number; amount: number };

/** A payment as a form, a bank line or a row of a list gives it; `paidOn` is YYYY-MM-DD in Taipei. */
export type PaymentInput = {
	method: ReceivedMethod;
	paidOn: string;
	amount: number;
	/** The fee that the post office kept of the amount. */
	feeAmount: number;
	last5: string | null;
	bankAccountId: number | null;
	payerMemberId: number | null;
	/** The title on the receipt (抬頭). */
	payerTitle: string;
	receiptSplit: "one" | "per_member";
	remark: string;
	/** The id of the reversed payment in whose place this payment is submitted; null when it corrects none. */
	correctsId: number | null;
	allocations: readonly AllocationInput[];
};
