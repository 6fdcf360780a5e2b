import type { SearchHit } from "#db/system/index.ts";
import { highlight } from "#domain/system/index.ts";

/**
 * Returns the rows in the order of the search hits, each with its highlights. A hit that is not public any more has no
 * row and is left out.
 */
export function hitsJson<Row extends { id: number }, T extends object>(
	found: { hits: SearchHit[]; text: string },
	rows: Row[],
	json: (row: Row) => T,
) {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return found.hits.flatMap((hit) => {
		const row = byId.get(hit.refId);
		return row ? [{ ...json(row), highlight: highlight(hit, found.text) }] : [];
	});
}
