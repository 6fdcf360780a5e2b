import { sumOf } from "#kernel/amounts.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Cash of a payment or of an income record, as it was seen: nothing of it may have changed since. */
export type Cash = { kind: "payment" | "income"; id: number; amount: number };
export type Seen = Cash & { day: string };

/** Most parts of one deposit. */
export const MOST_CASH = 300;

const sameCash = (a: Cash, b: Cash): boolean => a.kind === b.kind && a.id === b.id && a.amount === b.amount;

/**
 * What is taken to the bank, of what is there. Refuses `deposit.moved` (a part is not there, or is another amount by now),
 * `deposit.sum` (it is not what was counted) and `deposit.date_refused` (before a part came in, or after `today`).
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

const DAY_MS = 86_400_000;
/** How many days a part lies there, on a day of Taipei. */
export const ageOn = (day: string, today: string): number =>
	Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));
