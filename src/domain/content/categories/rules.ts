/** Returns the id with which `id` changes places when it moves one place up (-1) or down (1); undefined at that end. */
export function besideOf(ids: readonly number[], { id, by }: { id: number; by: number }): number | undefined {
	const from = ids.indexOf(id);
	return from === -1 ? undefined : ids[from + by];
}

/** Returns the ids with `id` moved one place up (-1) or down (1); unchanged when it is at that end already. */
export function reorder(ids: readonly number[], move: { id: number; by: number }): number[] {
	const other = besideOf(ids, move);
	if (other === undefined) return [...ids];
	return ids.map((one) => (one === move.id ? other : one === other ? move.id : one));
}
