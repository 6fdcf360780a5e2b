// The door to the jobs of the module books.
export { keepFinance } from "#jobs/books/finance.ts";
