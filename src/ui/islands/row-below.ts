import { html, type VNode } from "#ui/html.ts";
import { render, useLayoutEffect, useRef } from "#ui/preact.js";

const newRow = () => document.createElement("tr");
type Row = ReturnType<typeof newRow>;
/** An element of which `closest` finds the row of the table that it stands in; null outside a table. */
export type InRow = { closest(name: "tr"): Row | null };

/** Draws `inside` in a row below the row of the given cell; removes that row when `inside` is false. */
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
