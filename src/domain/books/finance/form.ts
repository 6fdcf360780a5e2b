import type { FinanceKind, PayBy, RefundOf } from "./labels.ts";

/** A finance document at the version that the user saw. */
export type FinanceRef = { id: number; version: number };

/** A finance document as its form gives it. Amounts are whole NT$, those of lines gross; days are YYYY-MM-DD. */
export type FinanceInput = {
	kind: FinanceKind;
	title: string;
	purpose: string;
	payeeName: string;
	/** The payee's 統一編號. */
	payeeTaxId: string | null;
	/** The payee's user id, when the payee is staff. */
	payeeUserId: number | null;
	payeeMemberId: number | null;
	payBy: PayBy;
	payeeBank: string;
	payeeAccount: string;
	wantedOn: string | null;
	projectId: number | null;
	/** The amounts withheld: 所得稅 (`incomeTax`) and 補充保費 (`nhi`). */
	incomeTax: number;
	nhi: number;
	noAttachmentReason: string | null;
	/** The advance that a settlement settles, which gives the payee and the amount advanced. */
	advanceId: number | null;
	refundOf: RefundOf | null;
	/**
	 * The id of the refunded payment (for `credit`, `donation`), and below it that of the refunded bank line (for
	 * `suspense`).
	 */
	paymentId: number | null;
	bankLineId: number | null;
	lines: readonly { summary: string; amount: number }[];
};

/** The account and budget item that the accountant gives a line. */
export type LineAccount = {
	lineId: number;
	accountId: number;
	/**
	 * The chosen budget item. With null the line counts to the only item of the account, or with `isUnbudgeted`
	 * (不列預算) to no item.
	 */
	budgetItemId: number | null;
	isUnbudgeted?: boolean;
};

export const MOST_LINES = 50;
export const MOST_FILES = 20;
