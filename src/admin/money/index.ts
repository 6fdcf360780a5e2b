// The door to the staff pages of the module money: the parts and words that other modules may draw.
export { noticesCard } from "#admin/money/dues/notices-card.ts";
export { DONOR_CRUMBS, incomeStatus } from "#admin/money/income/words.ts";
export { forWhat, forWhom, partsIn, paymentName, paymentStatus } from "#admin/money/payments/words.ts";
export { receiptStatus } from "#admin/money/receipts/words.ts";
