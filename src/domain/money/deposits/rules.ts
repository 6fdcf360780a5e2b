import { Refusal } from "#kernel/refusal.ts";

/** The cash of a payment or of an income record, as the user saw it; it must not have changed since. */
export type Cash = { kind: "payment" | "income"; id: number; amount: number };
export type Seen = Cash & { day: string };

/** The largest number of parts in one deposit. */
export const MOST_CASH = 300;

const sameCash = (a: Cash, b: Cash): boolean => a.kind === b.kind && a.id === b.id && a.amount === b.amount;

/**
 * Returns the chosen parts out of the undeposited cash. Refuses `deposit.moved` (a part is gone, or has another amount
 * by now), `deposit.sum` (the parts do not add up to the counted amount) and `deposit.date_refused` (before a part came
 * in, or after `today`).
 */
export function gather(
	{ chosen, amount, depositedOn }: { chosen: readonly Cash[]; amount: number; depositedOn: string },
	{ there, today }: { there: readonly Seen[]; today: string },
): Seen[] {
	const gathered = chosen.map((one) => {
		const found = there.find((other) => sameCash(one, other));
		if (!found) throw new Refusal("deposit.moved");
		return found;
	});
	if (sumOf(gathered) !== amount) throw new Refusal("deposit.sum");
	if (depositedOn > today || gathered.some(({ day }) => day > depositedOn)) throw new Refusal("deposit.date_refused");
	return gathered;
}

/** Returns the sum of some parts, in NT$. */
export const sumOf = (cash: readonly { amount: number }[]): number => cash.reduce((sum, { amount }) => sum + amount, 0);

const DAY_MS = 86_400_000;
/** Returns for how many days a part has lain undeposited on `today` (a day in Taipei). */
export const ageOn = (day: string, today: string): number =>
	Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
