// The door to the verbs of the module money that others may call.
export { postIncome } from "#domain/money/income/actions.ts";
export { paymentDrafts } from "#domain/money/payment-imports/actions.ts";
export { cancelPayment, resubmitPayment, submitPayment } from "#domain/money/payments/actions.ts";
export { sayNaming } from "#domain/money/payments/naming-actions.ts";
export { confirmAsk, stopAsk, takeOriginals } from "#domain/money/receipts/actions.ts";
