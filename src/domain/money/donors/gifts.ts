/** A gift of a donor: an income record, or the donation in a payment of dues. */
export type Gift = { source: "income" | "payment"; day: string; amount: number | null; state: string };

/** Whether a gift counts: it is recorded and not reversed. */
export const counts = ({ source, state }: Gift): boolean =>
	source === "payment" ? state === "verified" : state === "recorded" || state === "posted";

/**
 * Returns the sum of the gifts that count, in a year or, without `year`, in all years, in whole NT$; gifts in kind have
 * no amount.
 */
export const givenIn = (gifts: readonly Gift[], year?: number): number =>
	gifts
		.filter((gift) => counts(gift) && (year === undefined || gift.day.startsWith(String(year))))
		.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** Returns the years (western) of the gifts that count, the newest first. */
export const yearsOf = (gifts: readonly Gift[]): number[] =>
	[...new Set(gifts.filter(counts).map(({ day }) => Number(day.slice(0, 4))))].sort((a, b) => b - a);
