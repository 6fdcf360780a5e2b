import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "#domain/payments/labels.ts";

/** 收據種類: each has numbers of its own. */
export const RECEIPT_SERIES = ["dues", "donation"] as const;
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number];

export const RECEIPT_STATUSES = ["issued", "voided"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_SERIES_LABELS: Record<ReceiptSeries, string> = { dues: "會費收據", donation: "捐款收據" };
export const RECEIPT_STATUS_LABELS: Record<ReceiptStatus, string> = { issued: "已開立", voided: "已作廢" };

/** How the money came: a gift may come by cheque. */
export type ReceiptMethod = PaymentMethod | "cheque";
export const RECEIPT_METHOD_LABELS: Record<ReceiptMethod, string> = { ...PAYMENT_METHOD_LABELS, cheque: "支票" };
