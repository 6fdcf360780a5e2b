// The door of the module money: its rules, schemas and words that other modules may know. Pure, like what it names.
export { isUsedUp } from "#domain/money/bank/shown.ts";
export { leftWords } from "#domain/money/bank/terms.ts";
export { DONOR_KIND_LABELS } from "#domain/money/donors/form.ts";
export { DUES_KIND_LABELS, DUES_STATUS_LABELS, duesLabel } from "#domain/money/dues/labels.ts";
export { halfWords } from "#domain/money/gift-lists/halves.ts";
export {
	INCOME_KIND_LABELS,
	INCOME_METHOD_LABELS,
	INCOME_STATE_LABELS,
	type IncomeState,
} from "#domain/money/income/labels.ts";
export type { PaymentInput } from "#domain/money/payments/form.ts";
export {
	ALLOCATION_KIND_LABELS,
	OWN_PAYMENT_STATUS_LABELS,
	PAYMENT_METHOD_LABELS,
	PAYMENT_SOURCE_LABELS,
	PAYMENT_STATUS_LABELS,
	type PaymentStatus,
	RECEIVED_METHODS,
} from "#domain/money/payments/labels.ts";
export {
	CancelForm,
	dueOf,
	itemValue,
	NamingForm,
	OwnPaymentEdit,
	OwnPaymentForm,
	ownPaymentOf,
} from "#domain/money/payments/own-form.ts";
export { PAYMENTS } from "#domain/money/payments/rules.ts";
export { itemsOf, namedIn, type StoredItem } from "#domain/money/receipts/items.ts";
export {
	RECEIPT_METHOD_LABELS,
	RECEIPT_SERIES_LABELS,
	RECEIPT_STATUS_LABELS,
	type ReceiptStatus,
} from "#domain/money/receipts/labels.ts";
export {
	HALVES,
	type Half,
	LABELS,
	type PrintedReceipt,
	type ReceiptWords,
	receiptWords,
	sealOn,
} from "#domain/money/receipts/print.ts";
