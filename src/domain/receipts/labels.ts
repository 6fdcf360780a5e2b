/** 收據種類: each has numbers of its own. */
export const RECEIPT_SERIES = ["dues", "donation"] as const;
export type ReceiptSeries = (typeof RECEIPT_SERIES)[number];

export const RECEIPT_STATUSES = ["issued", "voided"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_SERIES_LABELS: Record<ReceiptSeries, string> = { dues: "會費收據", donation: "捐款收據" };
export const RECEIPT_STATUS_LABELS: Record<ReceiptStatus, string> = { issued: "已開立", voided: "已作廢" };
