/** Returns the ids with `id` moved one place up (-1) or down (1); unchanged when it is at that end already. */
export function reorder(ids: readonly number[], { id, by }: { id: number; by: number }): number[] {
	const from = ids.indexOf(id);
	const to = from + by;
	const other = ids[to];
	if (from === -1 || other === undefined) return [...ids];
	return ids.map((one, at) => (at === from ? other : at === to ? id : one));
}
