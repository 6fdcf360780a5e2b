import type { FinanceKind, PayBy, RefundOf, Register } from "./labels.ts";

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
	/** Of a register `payByOf` (./register.ts) its shares. */
	payBy: PayBy;
	payeeBank: string;
	payeeAccount: string;
	wantedOn: string | null;
	projectId: number | null;
	/** The amounts withheld: 所得稅 (`incomeTax`) and 補充保費 (`nhi`). */
	incomeTax: number;
	nhi: number;
	/** True for a payee who is a non-resident (非居住者); whose record says so is one in any case. */
	isForeign?: boolean;
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
	/** The register that the request is; undefined for a request that pays one payee. */
	register?: RegisterInput | undefined;
};

/** What a vendor's request of one sum or of a register does not have. */
export const NOTHING_ELSE = {
	payeeTaxId: null,
	payeeUserId: null,
	payeeMemberId: null,
	payeeBank: "",
	payeeAccount: "",
	projectId: null,
	incomeTax: 0,
	nhi: 0,
	noAttachmentReason: null,
	advanceId: null,
	refundOf: null,
	paymentId: null,
	bankLineId: null,
} as const satisfies Partial<FinanceInput>;

/** A register (清冊): what each payee gets by one request. */
export type RegisterInput = { kind: Register; shares: readonly ShareInput[]; employer?: Employer };

/** What the association pays besides its salaries of 勞保, 健保 and 勞退 (雇主負擔), in whole NT$. */
export type Employer = { labour: number; health: number; pension: number };

/**
 * What one payee gets by a register (清冊), in whole NT$. `payeeId` is null for a person who is no payee yet and becomes
 * one. Of a salary, `allowance` (加給) is a part of `gross`, and `labour`, `health` and `pension` are what the payee pays
 * of 勞保, 健保 and 勞退.
 */
export type ShareInput = {
	payeeId: number | null;
	payeeName: string;
	/** The reason of the payment (事由), which is the summary of the request's line that it counts to. */
	reason: string;
	gross: number;
	allowance: number;
	labour: number;
	health: number;
	pension: number;
	payBy: SharePayBy;
	/** Of a register of refunds: what the share gives back. */
	refund?: Refunded;
};
/** What is given back: the 溢繳款 of a member, the donation of a payment, or a bank line of 暫收款, by its id. */
export type Refunded = { of: RefundOf; id: number };
/** What a row of 退費清冊 says it gives back: the number of the member (溢繳款), the payment (捐款) or the bank line (暫收款). */
export type TypedRefund = { of: RefundOf; key: string };
/** How a payee of a register is paid. */
export type SharePayBy = Exclude<PayBy, "cheque">;

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
/** The most payees of one register. */
export const MOST_SHARES = 200;
/** The most that one payee gets by a register, in whole NT$. */
export const MOST_SHARE = 99_999_999;
