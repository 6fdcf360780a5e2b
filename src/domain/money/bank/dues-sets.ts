/**
 * A dues item that is owed; `headId` is the member's guardian, or the member. `isClaimed` says that a waiting payment
 * already pays the item.
 */
export type MatchDues = { itemId: number; memberId: number; headId: number; due: number; isClaimed: boolean };

/** Returns the sum of some dues items, in NT$. */
export const sumOf = (items: readonly MatchDues[]): number => items.reduce((sum, { due }) => sum + due, 0);

/**
 * Returns the sets of a family's dues items that are usually paid at once, each set once: all items, all of one member,
 * a member's oldest items, or one item. Where a member in `named` (member ids) owes something, sets without an item of
 * a named member are left out.
 */
export function setsOf(owed: readonly MatchDues[], named: ReadonlySet<number>): MatchDues[][] {
	const all = [...Map.groupBy(owed, ({ memberId }) => memberId).values()]
		.flatMap((own) => [...own.map((_, at) => own.slice(0, at + 1)), ...own.map((item) => [item])])
		.concat([[...owed]]);
	const sets = [...new Map(all.map((items) => [keyOf(items), items])).values()];
	const ofNamed = sets.filter((items) => items.some(({ memberId }) => named.has(memberId)));
	return ofNamed.length > 0 ? ofNamed : sets;
}

const keyOf = (items: readonly MatchDues[]): string =>
	items
		.map(({ itemId }) => itemId)
		.sort((a, b) => a - b)
		.join(" ");
