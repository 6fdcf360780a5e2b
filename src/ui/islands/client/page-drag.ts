import type { Edge } from "#domain/content/pages/rules.ts";
import { carrying } from "./carrying.ts";

/** A line of the page tree, and the part of it under the pointer while another line is dragged. */
export type Over = { id: number; edge: Edge };
type Carry = { may: (id: number, over: Over) => boolean; drop: (id: number, over: Over) => void };

/**
 * Lets lines of the page tree be dragged to another place, where `may` allows it, and calls `drop` with the dragged
 * page's id and the place.
 */
export const carryingLines = (root: HTMLElement, { may, drop }: Carry): void =>
	carrying<Over>(root, {
		item: "[data-page]",
		step: 7,
		placeAt: (x, y, held) => {
			const over = overAt(x, y);
			return over && may(Number(held.dataset.page), over) ? over : null;
		},
		mark: (over) => {
			for (const item of root.querySelectorAll<HTMLElement>("[data-drop]")) delete item.dataset.drop;
			const item = over && root.querySelector<HTMLElement>(`[data-page="${over.id}"]`);
			if (item && over) item.dataset.drop = over.edge;
		},
		drop: (held, over) => drop(Number(held.dataset.page), over),
	});

/**
 * Returns the line under a point, and which part of it: its upper and lower third mean the gap before and after the
 * line, the middle means inside it.
 */
function overAt(x: number, y: number): Over | null {
	const line = document.elementFromPoint(x, y)?.closest(".tree-line");
	const id = Number(line?.closest<HTMLElement>("[data-page]")?.dataset.page ?? 0);
	if (!line || !id) return null;
	const { top, height } = line.getBoundingClientRect();
	const share = (y - top) / height;
	return { id, edge: share < 1 / 3 ? "before" : share > 2 / 3 ? "after" : "into" };
}
