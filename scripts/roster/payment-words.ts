import { partWords, reasonWords } from "#admin/money/payments/imports-words.ts";
import type { PlannedPayment } from "#domain/money/payment-imports/plan.ts";
import type { PaymentReason } from "#domain/money/payment-imports/reasons.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";

/** Writes a reason as the pages of the admin do, with the numbers of the records that it is about. */
export const reasonOf = (reason: PaymentReason): string =>
	`${reasonWords(reason)}${reason.members?.length ? `（會員 ${reason.members.map((id) => `#${id}`).join("、")}）` : ""}`;

/**
 * Writes a row of payments as it was understood: day, amount, method and so on; "" for a row that was not understood.
 */
export function saidWords({ said, parts }: PlannedPayment): string {
	if (!said) return "";
	return [
		said.paidOn === "" ? "" : `繳費日期 ${said.paidOn}`,
		said.verifiedOn === "" ? "" : `核對日期 ${said.verifiedOn}`,
		said.amount === 0 ? "" : `NT$${said.amount}`,
		PAYMENT_METHOD_LABELS[said.method],
		said.last5 === null ? "" : `末五碼 ${said.last5}`,
		said.receiptNo === null ? "" : `原收據 ${said.receiptNo}`,
		parts.map(partWords).join("＋"),
	]
		.filter((part) => part !== "")
		.join("，");
}
