/** A line of a voucher: an account by its code; one of debit and credit is above 0, in whole NT$. */
export type Entry = { account: string; debit: number; credit: number; memo: string; memberId: number | null };

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

/** THE accounts that the program posts to by itself (DOMAIN 5). */
export const ACCOUNTS = {
	cash: "1110",
	bank: "1130",
	postal: "1140",
	receivable: "1220",
	duesInAdvance: "2120",
	suspense: "2150",
	entrance: "4110",
	annual: "4120",
	memberDonation: "4210",
	fees: "5270",
} as const;

/**
 * The day that something is posted on: its own where the month is open, else the first of the earliest open month behind it
 * (DOMAIN 5). `closed` are months as YYYY-MM.
 */
export function postingDate(day: string, closed: ReadonlySet<string>): string {
	if (!closed.has(day.slice(0, 7))) return day;
	let month = day.slice(0, 7);
	while (closed.has(month)) month = monthAfter(month);
	return `${month}-01`;
}

function monthAfter(month: string): string {
	const [year = 0, number = 0] = month.split("-").map(Number);
	return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
