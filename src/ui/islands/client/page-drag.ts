import type { Edge } from "#domain/content/pages/rules.ts";
import { carrying } from "./carrying.ts";

/** A line, and the part of it that something is held over. */
export type Over = { id: number; edge: Edge };
type Carry = { may: (id: number, over: Over) => boolean; drop: (id: number, over: Over) => void };

/** Lines of the tree that are carried to another place, where they may be put. */
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

/** The line below a point, and which part of it: its upper and lower third lie between two lines. */
function overAt(x: number, y: number): Over | null {
	const line = document.elementFromPoint(x, y)?.closest(".tree-line");
	const id = Number(line?.closest<HTMLElement>("[data-page]")?.dataset.page ?? 0);
	if (!line || !id) return null;
	const { top, height } = line.getBoundingClientRect();
	const share = (y - top) / height;
	return { id, edge: share < 1 / 3 ? "before" : share > 2 / 3 ? "after" : "into" };
}
