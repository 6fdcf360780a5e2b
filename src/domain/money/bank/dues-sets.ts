/** An item that is owed; `headId` is the guardian of the member, or the member. A claimed one has a payment that waits. */
export type MatchDues = { itemId: number; memberId: number; headId: number; due: number; isClaimed: boolean };

/** What a set of items comes to. */
export const sumOf = (items: readonly MatchDues[]): number => items.reduce((sum, { due }) => sum + due, 0);

/**
 * What somebody pays at once: all of a family, all of a member, the oldest items of a member, or one item; each set once.
 * Where one of the members who are named owes something, sets of others of the family alone are none.
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
