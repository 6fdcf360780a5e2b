import type { DuesKind } from "#domain/people/fees.ts";
import type { PaymentReason } from "./reasons.ts";

/** Fees of today, in NT$. */
export type Weights = Record<DuesKind, number>;
/** What is to be paid: with what is left of it, where it is owed already. */
export type Share = { kind: DuesKind; left: number | undefined };

/**
 * An amount over what it pays, in whole NT$: what is owed takes what is left of it, in order; what nobody assessed shares
 * the rest evenly, or by the fees where both kinds are among it. Never more than is owed, and never a guess: what does
 * not come out even is told.
 */
export function splitOver(
	amount: number,
	shares: readonly Share[],
	weights: Weights,
): { amounts: number[] } | { stop: PaymentReason } {
	const owed = shares.reduce((sum, { left = 0 }) => sum + left, 0);
	const fresh = shares.filter(({ left }) => left === undefined);
	if (fresh.length === 0)
		return amount > owed
			? { stop: { code: "over_owed", text: String(amount), read: String(owed) } }
			: inOrder(amount, shares);
	const rest = amount - owed;
	const isMixed = new Set(fresh.map(({ kind }) => kind)).size > 1;
	const weightOf = (kind: DuesKind): number => (isMixed ? weights[kind] : 1);
	const whole = fresh.reduce((sum, { kind }) => sum + weightOf(kind), 0);
	const amounts = shares.map(({ kind, left }) => left ?? (rest * weightOf(kind)) / whole);
	const isEven =
		rest > 0 && whole > 0 && amounts.every((one, at) => Number.isInteger(one) && (one > 0 || shares[at]?.left === 0));
	return isEven ? { amounts } : { stop: { code: "amount_unclear", text: String(amount) } };
}

function inOrder(amount: number, shares: readonly Share[]): { amounts: number[] } {
	let rest = amount;
	return {
		amounts: shares.map(({ left = 0 }) => {
			const own = Math.min(left, rest);
			rest -= own;
			return own;
		}),
	};
}
