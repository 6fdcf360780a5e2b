import { sumOf } from "#kernel/amounts.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/** The cash of a payment or an income record (`id`), with the amount in NT$ that the user saw. */
export type Cash = { kind: "payment" | "income"; id: number; amount: number };
export type Seen = Cash & { day: string };

/** The largest number of parts in one deposit. */
export const MOST_CASH = 300;

const sameCash = (a: Cash, b: Cash): boolean => a.kind === b.kind && a.id === b.id && a.amount === b.amount;

/**
 * Returns the chosen parts out of `there`, the cash that is not deposited yet. Refuses `deposit.moved` (a part is gone,
 * or has another amount by now), `deposit.sum` (the parts do not add up to the counted `amount`) and
 * `deposit.date_refused` (the day of the deposit is after `today`, or before a part came in).
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
/** Returns the number of days from `day`, when the cash came in, to `today`; at least 0. */
export const ageOn = (day: string, today: string): number =>
	Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS));

/** The states of a deposit: its cash is at the bank, or on hand again. */
const DEPOSIT_STATES = ["deposited", "reversed"] as const;
type DepositState = (typeof DEPOSIT_STATES)[number];
export const depositState = ({ reversed_at }: { reversed_at: number | null }): DepositState =>
	reversed_at === null ? "deposited" : "reversed";
/** The only table of the steps of a deposit (docs/workflows.md#deposits). */
export const DEPOSIT_STEPS = {
	name_line: {
		from: ["deposited"],
		to: "deposited",
		by: ["bank.manage"],
		asks: ["line"],
		done: "已對到這筆銀行明細。",
	},
	reverse: { from: ["deposited"], to: "reversed", by: ["bank.manage"], asks: ["reason"] },
} as const satisfies Record<string, Step<DepositState>>;
export const DEPOSITS = workflow<DepositState, keyof typeof DEPOSIT_STEPS, Step<DepositState>>({
	states: DEPOSIT_STATES,
	steps: DEPOSIT_STEPS,
	refusal: "deposit.moved",
});
