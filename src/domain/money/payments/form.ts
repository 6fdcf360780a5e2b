import type { ReceivedMethod } from "./labels.ts";

/** What a part of a payment is for. Amounts are whole NT$. */
export type AllocationInput =
	| { kind: "dues"; duesItemId: number; memberId: number; amount: number }
	| { kind: "donation"; memberId: number | null; amount: number }
	| { kind: "credit"; memberId: number; amount: number };

/** A payment as a form, a bank line or a row of a list says it; `paidOn` is YYYY-MM-DD in Taipei. */
export type PaymentInput = {
	method: ReceivedMethod;
	paidOn: string;
	amount: number;
	/** What the post office kept of it. */
	feeAmount: number;
	last5: string | null;
	bankAccountId: number | null;
	payerMemberId: number | null;
	/** 抬頭. */
	payerTitle: string;
	receiptSplit: "one" | "per_member";
	remark: string;
	/** The reversed payment that this one takes the place of. */
	correctsId: number | null;
	allocations: readonly AllocationInput[];
};
