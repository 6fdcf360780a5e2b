/** A line of a voucher: an account by its code or purpose; either debit or credit is above 0, in whole NT$. */
export type Entry = {
	account: string;
	debit: number;
	credit: number;
	memo: string;
	memberId: number | null;
	projectId?: number | null;
	budgetItemId?: number | null;
	/** 不列預算: the line counts to no budget item, not even when its account has only one. */
	isUnbudgeted?: boolean;
};

export const debit = (account: string, amount: number, memo: string, memberId: number | null = null): Entry => ({
	account,
	debit: amount,
	credit: 0,
	memo,
	memberId,
});
export const credit = (account: string, amount: number, memo: string, memberId: number | null = null): Entry => ({
	account,
	debit: 0,
	credit: amount,
	memo,
	memberId,
});

/**
 * The purposes of the accounts that the program posts to by itself (docs/accounting.md#自動過帳的科目). In
 * `posting_accounts` the association assigns an account to each purpose. An entry's `account` is such a purpose, or an
 * account's code.
 */
export const ACCOUNTS = {
	cash: "cash",
	pettyCash: "petty_cash",
	bank: "bank",
	postal: "postal",
	receivable: "receivable",
	advance: "advance",
	payable: "payable",
	duesInAdvance: "dues_in_advance",
	nhi: "nhi",
	incomeTax: "income_tax",
	suspense: "suspense",
	refundable: "refundable",
	accumulated: "accumulated",
	surplus: "surplus",
	entrance: "entrance",
	annual: "annual",
	memberDonation: "member_donation",
	donation: "donation",
	grant: "grant",
	interest: "interest",
	otherIncome: "other_income",
	fees: "fees",
	depreciation: "depreciation",
} as const;

/** A closed month (YYYY-MM); `is_year`: it is the last of a closed year. */
export type ClosedMonth = { month: string; is_year: 0 | 1 };
/** The months (YYYY-MM) in which nothing is posted. */
export type ClosedMonths = Pick<ReadonlySet<string>, "has">;

/** Returns the months in which nothing is posted, in the order of the query: the closed ones, and all up to a closed year. */
export function closedIn(rows: readonly ClosedMonth[]): ClosedMonths {
	const closed = new Set(rows.map(({ month }) => month));
	const through = rows.findLast(({ is_year }) => is_year === 1)?.month ?? "";
	return { has: (month) => month <= through || closed.has(month) };
}

/**
 * Returns the day on which something is posted: its own day when the month is open, else the first day of the next open
 * month (docs/accounting.md#每一件事怎麼入帳). `closed` are months as YYYY-MM.
 */
export function postingDate(day: string, closed: ClosedMonths): string {
	if (!closed.has(day.slice(0, 7))) return day;
	let month = day.slice(0, 7);
	while (closed.has(month)) month = monthAfter(month);
	return `${month}-01`;
}

function monthAfter(month: string): string {
	const [year = 0, number = 0] = month.split("-").map(Number);
	return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
