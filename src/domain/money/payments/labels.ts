export const PAYMENT_STATUSES = ["submitted", "verified", "rejected", "cancelled", "reversed"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * The methods of payment; `credit` pays with what was paid too much before. A new method needs a row in the table
 * payment_methods, and its code and word here.
 */
export const PAYMENT_METHODS = ["cash", "transfer", "postal", "other", "credit"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** The methods of payment that forms offer: all but `credit`. */
export const RECEIVED_METHODS = ["transfer", "postal", "cash", "other"] as const;
export type ReceivedMethod = (typeof RECEIVED_METHODS)[number];

export const PAYMENT_SOURCES = ["member", "staff", "bank", "credit", "import"] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** What a part of a payment can be for: the rows of the table allocation_targets. */
export const ALLOCATION_KINDS = ["dues", "donation", "credit"] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** The labels of payment states for staff. */
export const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
	submitted: "待核對",
	verified: "已收款",
	rejected: "退回",
	cancelled: "已取消",
	reversed: "已沖銷",
};
/** The labels of payment states for the member who paid. */
export const OWN_PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
	submitted: "已送出，等候核對",
	verified: "繳費完成",
	rejected: "請補正後重送",
	cancelled: "已取消",
	reversed: "已更正（原收款取消）",
};
export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
	cash: "現金",
	transfer: "轉帳／匯款",
	postal: "郵政劃撥",
	other: "其他",
	credit: "溢繳款折抵",
};
export const PAYMENT_SOURCE_LABELS: Record<PaymentSource, string> = {
	member: "會員線上填報",
	staff: "工作人員登錄",
	bank: "銀行對帳",
	credit: "溢繳款折抵",
	import: "匯入",
};
export const ALLOCATION_KIND_LABELS: Record<AllocationKind, string> = {
	dues: "會費",
	donation: "捐款",
	credit: "溢繳款",
};

/** Returns the kind of bank account that receives payments of this method; null where none does. */
export const kindOf = (method: PaymentMethod): "bank" | "postal" | null =>
	method === "transfer" ? "bank" : method === "postal" ? "postal" : null;
