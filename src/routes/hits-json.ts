import type { Searched } from "#routes/searching.ts";

/**
 * Returns the rows in the order of the search hits, each with its highlights and tier. A hit that is not public any more
 * has no row and is left out.
 */
export function hitsJson<Row extends { id: number }, T extends object>(
	{ hits, marked }: Searched,
	rows: Row[],
	json: (row: Row) => T,
) {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return hits.flatMap((hit) => {
		const row = byId.get(hit.refId);
		return row ? [{ ...json(row), ...marked(hit) }] : [];
	});
}
