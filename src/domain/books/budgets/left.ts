/** An item of a budget, in whole NT$; `used` and `committed` as db/budgets.ts counts them. */
export type Item = { code: string; amount: number; used: number; committed: number };

/** What is left of an item once everything under way is paid; below zero where it is overspent. */
export const leftOf = ({ amount, used, committed }: Item): number => amount - used - committed;

/** From how many percent on an item of expense is near its end. */
const NEAR = 90;

/** How an item of expense stands: overspent, about to be by what is under way, near its end. Income is never any of it. */
export function standingOf(item: Item): "over" | "committed" | "near" | "fine" {
	if (item.code < "5") return "fine";
	if (item.used > item.amount) return "over";
	if (leftOf(item) < 0) return "committed";
	return (item.used + item.committed) * 100 >= item.amount * NEAR ? "near" : "fine";
}
