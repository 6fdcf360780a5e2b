// The door to the staff pages of the module books: the parts and words that other modules may draw.
export { choosing, chosenAccount } from "#admin/books/account-field.ts";
export { readerOf, viewerOf } from "#admin/books/finance/asks.ts";
export { financeStatus, waited } from "#admin/books/finance/words.ts";
export { purposeWords } from "#admin/books/ledger/accounts-words.ts";
export { ratioLines } from "#admin/books/ledger/ratios.ts";
export { belowZeroWords, VOUCHER_KINDS } from "#admin/books/ledger/words.ts";
export { PAYEE_CRUMBS } from "#admin/books/payees/form-page.ts";
