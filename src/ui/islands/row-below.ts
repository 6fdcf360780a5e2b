import { html, type VNode } from "#ui/html.ts";
import { render, useLayoutEffect, useRef } from "#ui/preact.js";

const newRow = () => document.createElement("tr");
type Row = ReturnType<typeof newRow>;
/** What stands in a cell of a table. */
export type InRow = { closest(name: "tr"): Row | null };

/** A row under the one that a cell stands in, which holds what is given; gone where that is nothing. */
export function useRowBelow(cell: { current: InRow | null }, inside: VNode | false): void {
	const made = useRef<Row | null>(null);
	useLayoutEffect(() => {
		const above = cell.current?.closest("tr");
		if (!above) return;
		made.current ??= newRow();
		const row = made.current;
		row.className = "panel-row";
		row.role = "row";
		above.classList.toggle("open-row", !!inside);
		if (!inside) row.remove();
		else if (!row.isConnected) above.after(row);
		render(inside && html`<td role="cell" colspan=${above.cells.length}>${inside}</td>`, row);
	});
}
