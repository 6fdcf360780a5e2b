import type { FinanceKind, PayBy, RefundOf } from "./labels.ts";

/** What an action on a finance document starts from: `version` is the one that was seen. */
export type FinanceRef = { id: number; version: number };

/** A finance document as its form says it. Amounts are whole NT$, lines gross; days are YYYY-MM-DD. */
export type FinanceInput = {
	kind: FinanceKind;
	title: string;
	purpose: string;
	payeeName: string;
	/** 統一編號. */
	payeeTaxId: string | null;
	/** Of the staff, where the payee is one of them. */
	payeeUserId: number | null;
	payeeMemberId: number | null;
	payBy: PayBy;
	payeeBank: string;
	payeeAccount: string;
	wantedOn: string | null;
	projectId: number | null;
	/** Withheld: 所得稅, 補充保費. */
	incomeTax: number;
	nhi: number;
	noAttachmentReason: string | null;
	/** The advance that a settlement settles; payee and what was advanced are its. */
	advanceId: number | null;
	refundOf: RefundOf | null;
	/** The payment that a refund gives back (`credit`, `donation`), or the bank line (`suspense`). */
	paymentId: number | null;
	bankLineId: number | null;
	lines: readonly { summary: string; amount: number }[];
};

/** What the accountant says of a line. */
export type LineAccount = {
	lineId: number;
	accountId: number;
	/** Null: none was chosen, so that it counts to the only item of its account; with `isUnbudgeted` (不列預算) to none. */
	budgetItemId: number | null;
	isUnbudgeted?: boolean;
};

export const MOST_LINES = 50;
export const MOST_FILES = 20;
