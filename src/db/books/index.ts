// The door to the SQL of the module books: the reads and writes that other modules may use.
export { type HeldParent, heldParents, IS_PARENT, refuseParents } from "#db/books/accounts.ts";
export {
	balanceOf,
	bankBalance,
	CLOSED_YEARS,
	HELD,
	isCashClass,
	isPosted,
	isSuspense,
	ofSource,
	postingAccount,
	stands,
} from "#db/books/books.ts";
export { type BelowZero, cashBelowZero } from "#db/books/cash-below-zero.ts";
export { CONFIRMED_POSTS, resolutionAt, resolutionOf } from "#db/books/concurrent-posts.ts";
export { newestDocumentSeal } from "#db/books/document-seals.ts";
export { type OpenDoubts, openDoubts } from "#db/books/examinations.ts";
export type { FinanceReader } from "#db/books/finance.ts";
export {
	type FundRow,
	fundRows,
	type MonthFigures,
	monthFigures,
	type RatioRow,
	ratioRow,
} from "#db/books/finance-figures.ts";
export { givenBack, refundOfLine } from "#db/books/finance-refunds.ts";
export { type FirstWaiting, firstWaiting } from "#db/books/finance-waiting.ts";
export { APPROVED_OTHER, mayTakeListed } from "#db/books/finance-who.ts";
export * as payeeErasuresSql from "#db/books/payee-erasures.ts";
export { PAYEE_BLOCKS, type PayeeErasureRow, payeeErasure } from "#db/books/payee-erasures.ts";
export { auditPayee, type PayeeRef, refuseOwnPayee } from "#db/books/payee-writes.ts";
export { type PayeeRow, payeeRow, storedPayee } from "#db/books/payees.ts";
export { outdatedStatements } from "#db/books/statements.ts";
export { auditVoidedReceipts } from "#db/books/voided-receipts.ts";
export type { VoucherKind } from "#db/books/voucher-reads.ts";
export { closedMonths, postVoucher, reverseVoucher, voucherNumber } from "#db/books/vouchers.ts";
export { CREDITED, differing, inAdvance } from "#db/books/year-openings.ts";
