/** Something that somebody gave: a record of income, or the donation in a payment of fees. */
export type Gift = { source: "income" | "payment"; day: string; amount: number | null; state: string };

/** Whether it counts: recorded and not reversed. */
export const counts = ({ source, state }: Gift): boolean =>
	source === "payment" ? state === "verified" : state === "recorded" || state === "posted";

/** What was given in a year, or in all, in whole NT$; what is in kind has no amount. */
export const givenIn = (gifts: readonly Gift[], year?: number): number =>
	gifts
		.filter((gift) => counts(gift) && (year === undefined || gift.day.startsWith(String(year))))
		.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** The years in which something counts, the newest first. */
export const yearsOf = (gifts: readonly Gift[]): number[] =>
	[...new Set(gifts.filter(counts).map(({ day }) => Number(day.slice(0, 4))))].sort((a, b) => b - a);
