import type { DuesKind } from "#domain/people/index.ts";
import type { PaymentReason } from "./reasons.ts";

/** The current fees, in NT$, by kind of dues. */
export type Weights = Record<DuesKind, number>;
/** A share of an amount: the kind of dues, and what is still owed of the item where it exists already. */
export type Share = { kind: DuesKind; left: number | undefined };

/**
 * Divides an amount over the items it pays, in whole NT$. Existing items take what is owed of them, in order; new items
 * share the rest evenly or, where both kinds are among them, in proportion to the fees. An amount above what is owed,
 * or one that does not divide evenly, is not guessed: the result is a reason to stop.
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
