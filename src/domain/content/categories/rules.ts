/** The ids with `id` one place up (-1) or down (1); as they were where it stands at the end already. */
export function reorder(ids: readonly number[], { id, by }: { id: number; by: number }): number[] {
	const from = ids.indexOf(id);
	const to = from + by;
	const other = ids[to];
	if (from === -1 || other === undefined) return [...ids];
	return ids.map((one, at) => (at === from ? other : at === to ? id : one));
}
