// The door to the SQL of the module money: the reads and writes that other modules may use.

export { type EndingTerm, endingTerms } from "#db/money/bank-accounts.ts";
export type { ShowingLine } from "#db/money/bank-shown.ts";
export * as donorErasuresSql from "#db/money/donor-erasures.ts";
export { type DonorErasureRow, donorErasure, eraseDonors } from "#db/money/donor-erasures.ts";
export { auditDonor, type DonorRef } from "#db/money/donor-writes.ts";
export { type DonorRow, donorRow, storedDonor } from "#db/money/donors.ts";
export { type NoticeRow, noticesOf } from "#db/money/dues-notice-log.ts";
export { outdatedLists } from "#db/money/gift-lists.ts";
export { giverChoice } from "#db/money/giver-choices.ts";
export { relatedToIncome } from "#db/money/income.ts";
export {
	type MemberPaymentRow,
	type PaymentEntry,
	paymentsInTimeline,
	paymentsOfMember,
} from "#db/money/member-timeline.ts";
export {
	creditsOf,
	type OwnCredit,
	type OwnDues,
	openDuesOf,
	type ShownAccount,
	shownAccounts,
} from "#db/money/own-dues.ts";
export {
	historyOfMember,
	lastTitle,
	type OwnHistoryRow,
	type OwnPart,
	type OwnPayment,
	type OwnReceiptRow,
	ownHistory,
	ownParts,
	ownPayment,
	ownProof,
	ownReceipt,
	ownReceipts,
} from "#db/money/own-payments.ts";
export {
	type DuesFigures,
	duesFigures,
	type OldestPayment,
	oldestPayments,
	type ReturnedPayment,
	returnedPayments,
} from "#db/money/payment-lists.ts";
export { isPaymentStranded, relatedToPayment } from "#db/money/payments.ts";
export { type PrintRow, printedReceipt, receiptsToPrint } from "#db/money/receipt-prints.ts";
export { type WaitingAsk, waitingAsks } from "#db/money/receipt-rights.ts";
