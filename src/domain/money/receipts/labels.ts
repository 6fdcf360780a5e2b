import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "#domain/money/payments/labels.ts";

/** 收據種類: each has numbers and a mark of its own (0040); `other` is of income that is neither. */
export const RECEIPT_SERIES = ["dues", "donation", "other"] as const;
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number];

export const RECEIPT_STATUSES = ["issued", "voided"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_SERIES_LABELS: Record<ReceiptSeries, string> = {
	dues: "會費收據",
	donation: "捐款收據",
	other: "其他收據",
};
/** What the paper is headed by. */
const RECEIPT_TITLES: Record<ReceiptSeries, string> = { dues: "會費收據", donation: "捐款收據", other: "收據" };
/** Those from before there were marks were issued as 收據, and every paper of them says what the first one said. */
export const receiptTitle = ({ series, mark }: { series: ReceiptSeries; mark: string }): string =>
	mark === "" ? "收據" : RECEIPT_TITLES[series];
export const RECEIPT_STATUS_LABELS: Record<ReceiptStatus, string> = { issued: "已開立", voided: "已作廢" };

/** How the money came: a gift may come by cheque. */
export type ReceiptMethod = PaymentMethod | "cheque";
export const RECEIPT_METHOD_LABELS: Record<ReceiptMethod, string> = { ...PAYMENT_METHOD_LABELS, cheque: "支票" };
