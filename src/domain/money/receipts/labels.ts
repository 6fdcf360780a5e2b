import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "#domain/money/payments/labels.ts";

/**
 * The series of receipts (收據種類), each with its own numbers and mark (migration 0040); `other` is for income that is
 * neither dues nor donation.
 */
export const RECEIPT_SERIES = ["dues", "donation", "other"] as const;
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number];

export const RECEIPT_STATUSES = ["issued", "voided"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_SERIES_LABELS: Record<ReceiptSeries, string> = {
	dues: "會費收據",
	donation: "捐款收據",
	other: "其他收據",
};
/** The heading printed on the receipts of each series. */
const RECEIPT_TITLES: Record<ReceiptSeries, string> = { dues: "會費收據", donation: "捐款收據", other: "收據" };
/**
 * Returns the heading of a receipt. A receipt with an empty `mark` was issued before the series had marks, under the
 * heading 收據, and every later print must say the same.
 */
export const receiptTitle = ({ series, mark }: { series: ReceiptSeries; mark: string }): string =>
	mark === "" ? "收據" : RECEIPT_TITLES[series];
export const RECEIPT_STATUS_LABELS: Record<ReceiptStatus, string> = { issued: "已開立", voided: "已作廢" };

/** The methods by which a receipt's money came; a donation may also come by cheque. */
export type ReceiptMethod = PaymentMethod | "cheque";
export const RECEIPT_METHOD_LABELS: Record<ReceiptMethod, string> = { ...PAYMENT_METHOD_LABELS, cheque: "支票" };
