/**
 * A budget item with amounts in whole NT$: `used` was posted, and `committed` is under way (both from src/db/books).
 */
export type Item = { code: string; amount: number; used: number; committed: number };

/** Returns what is left of an item once everything under way is paid; negative when it is overspent. */
export const leftOf = ({ amount, used, committed }: Item): number => amount - used - committed;

/** The percentage from which on an expense item is close to its limit. */
const NEAR = 90;

/**
 * Returns the standing of an expense item: overspent, about to be overspent by what is under way, close to its limit,
 * or fine. An income item is always fine.
 */
export function standingOf(item: Item): "over" | "committed" | "near" | "fine" {
	if (item.code < "5") return "fine";
	if (item.used > item.amount) return "over";
	if (leftOf(item) < 0) return "committed";
	return (item.used + item.committed) * 100 >= item.amount * NEAR ? "near" : "fine";
}
