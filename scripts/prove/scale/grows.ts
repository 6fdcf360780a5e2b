/** The addresses that may read more rows for each copy than others, how many at most, and why. */

type Growing = { most: number; why: string };

const growing = (why: string, most: number, ...routes: string[]): [string, Growing][] =>
	routes.map((route) => [route, { most, why }]);

export const GROWS: ReadonlyMap<string, Growing> = new Map([
	...growing("checks all books, numbers and references", 9_000, "/admin/health"),
	...growing("checks all books before a month is closed", 3_500, "/admin/ledger/periods/:month"),
	...growing("tells of each month what is left to do, for which it checks the books", 9_500, "/admin/ledger/closings"),
	...growing(
		"looks for a person in all tables",
		4_200,
		...["/admin/members/:id/pseudonymisation", "/admin/payees/:id/erasure"],
	),
	...growing("looks for a person in all tables", 2_500, "/admin/income/donors/:id/erasure"),
	...growing("sums what each item of the budget has left, over all lines of its year", 350, "/admin/ledger/budgets"),
	...growing(
		"sums what each item of the budget has left, over all lines of its year",
		250,
		...["/admin/finance/new", "/admin/finance/:id", "/admin/finance/:id/edit", "/admin/finance/:id/copy"],
		...["/admin/finance/:id/payment", "/admin/finance/:id/print", "/admin/finance/:id/register/edit"],
		...["/admin/finance/registers/new", "/admin/finance/registers/paper", "/admin/finance/registers/slips"],
		...["/admin/ledger/vouchers/new", "/admin/ledger/vouchers/:id/edit"],
	),
	...growing(
		"sums an account, or the vouchers of a year",
		180,
		...["/admin/ledger", "/admin/ledger/annual", "/admin/ledger/cash-book", "/admin/ledger/sub"],
		...["/admin/ledger/accounts/:id", "/admin/ledger/accounts/:id/removal"],
	),
	...growing(
		"compares what books and bank have of each record since the account's first line",
		140,
		"/admin/bank/accounts/:id/reconciliation",
	),
	...growing(
		"names or counts all members whom it concerns",
		240,
		...["/admin/dues/report", "/admin/dues/arrears", "/admin/members/statistics"],
		...["", "/mail", "/print", "/codes", "/text"].map((part) => `/admin/dues/notices${part}`),
		...["approval", "refusal", "suspension", "reinstatement", "membership-type"].map(
			(verb) => `/admin/members/bulk/${verb}`,
		),
		...["labels", "roster", "sign-in"].map((part) => `/admin/members/print/${part}`),
		...["", "/audience", "/channels"].map((part) => `/admin/announcements/:id${part}`),
	),
	...growing("names all members whom it concerns, and what each has or lacks", 400, "/admin/dues/assessment"),
	...growing(
		"names who gets a mail, who has no address, and whose address failed",
		400,
		"/admin/announcements/:id/mailing",
	),
	...growing("counts all members by age, county and month, and what waits", 160, "/admin"),
	...growing(
		"counts what it lists, by the state of each",
		50,
		...["/admin/gift-lists", "/admin/ledger/accruals", "/admin/ledger/by-items", "/admin/members/privacy/agreements"],
		...["/admin/members/export"],
	),
	...growing("compares all that two members have", 60, "/admin/members/:id/merge"),
	...growing("goes through all numbers of the series", 100, "/admin/receipts/gaps", "/admin/receipts/series"),
	...growing("counts all mails by their state", 270, "/admin/mail"),
	...growing(
		"counts by several states at once",
		110,
		...["/admin/finance", "/admin/payments", "/admin/bank/lines", "/admin/bank/lines/:id"],
		...["/admin/members/access", "/admin/payments/imports/:id"],
	),
]);
