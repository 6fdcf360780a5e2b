// The door of the module books: its rules, schemas and words that other modules may know. Pure, like what it names.
export { accountWords } from "#domain/books/accounts/chart.ts";
export { AccountText } from "#domain/books/accounts/form.ts";
export {
	CONCURRENT_WORDS,
	type ConcurrentPost,
	concurrentWords,
	inForceOn,
	storedWords,
} from "#domain/books/concurrent-posts/resolution.ts";
export { macText } from "#domain/books/document-seals/chain.ts";
export {
	FINANCE_STATE_LABELS,
	type FinanceState,
	financeNumber,
	kindLabel,
	PAY_BY_LABELS,
} from "#domain/books/finance/labels.ts";
export { UNSENDABLE } from "#domain/books/finance/sending.ts";
export { FINANCE_PERMISSIONS, NEXT_STEP, type STAND_IN } from "#domain/books/finance/steps.ts";
export { monthsLater } from "#domain/books/ledger/months.ts";
export {
	ACCOUNTS,
	type ClosedMonths,
	closedIn,
	credit,
	debit,
	type Entry,
	postingDate,
} from "#domain/books/ledger/postings.ts";
export { daysOf } from "#domain/books/ledger/trial.ts";
