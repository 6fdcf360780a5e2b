import { daysBetween } from "#domain/people/index.ts";
import type { Movement } from "./parts.ts";

/** A booked record that may be part of a bank line; `reference` is what the payment of an expense request was noted by. */
export type Near = Movement & { day: string; reference: string | null };

/** The largest fee, in NT$, that is guessed; a larger one has to be said by the user. */
const GUESSED_FEE = 300;
/** How many days a run of records may take, and how far it may lie from the line. */
const WINDOW_DAYS = 10;

/**
 * Returns the records that together are what is left of a bank line, the fee that the bank kept (0 without one), or
 * undefined when no set fits: those that were paid under one reference, those of one day, or those of a few days in a
 * row, as the post office pays a week of 劃撥 in one sum. A set without a fee is preferred, then the smaller one.
 */
export function sumThatFits(
	left: number,
	day: string,
	records: readonly Near[],
): { records: Near[]; fee: number } | undefined {
	const near = records
		.filter((one) => one.left * left > 0 && Math.abs(daysBetween(day, one.day)) <= WINDOW_DAYS)
		.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
	const byReference = [
		...Map.groupBy(
			near.filter(({ reference }) => reference),
			({ reference }) => reference,
		).values(),
	];
	const days = [...new Set(near.map((one) => one.day))];
	const runs = days.flatMap((from, at) =>
		days.slice(at).map((to) => near.filter((one) => one.day >= from && one.day <= to)),
	);
	return [...byReference, ...runs]
		.filter((set) => set.length > 1)
		.flatMap((set) => {
			const fee = set.reduce((sum, one) => sum + one.left, 0) - left;
			return fee >= 0 && fee <= GUESSED_FEE ? [{ records: set, fee }] : [];
		})
		.toSorted((a, b) => a.fee - b.fee || a.records.length - b.records.length)[0];
}
