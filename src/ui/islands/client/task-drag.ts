import type { Spot } from "#ui/islands/task-moves.ts";
import { carrying } from "./carrying.ts";

/** A place on the board: before a card of a column, or at the column's end (`before` is null). */
type Over = { column: HTMLElement; before: HTMLElement | null };

/** Lets the cards of the board be dragged; the event `place` tells the board (task-board.island.ts) where one was dropped. */
export function dragTasks(root: HTMLElement): void {
	// What the board does with a card is there before the first one is dropped.
	void import("#ui/islands/task-acts.ts");
	root.dataset.drags = "";
	carrying<Over>(root, {
		item: "[data-task]",
		isWhole: true,
		step: 9,
		placeAt: overAt,
		mark: (over) => {
			for (const one of root.querySelectorAll<HTMLElement>("[data-drop], [data-over]")) {
				delete one.dataset.drop;
				delete one.dataset.over;
			}
			if (over?.before) over.before.dataset.drop = "";
			else if (over) over.column.dataset.over = "";
		},
		drop: (card, { column, before }) => {
			const detail: Spot = { status: column.dataset.column ?? "", before: before && Number(before.dataset.task) };
			card.dispatchEvent(new CustomEvent("place", { bubbles: true, detail }));
		},
	});
}

/** Returns the column under a point, and the first of its cards whose middle lies below the point. */
function overAt(x: number, y: number): Over | null {
	const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]");
	if (!column) return null;
	const before = [...column.querySelectorAll<HTMLElement>("[data-task]")].find((card) => {
		const { top, height } = card.getBoundingClientRect();
		return y < top + height / 2;
	});
	return { column, before: before ?? null };
}
