import { carrying } from "./carrying.ts";

/** A place on the board: before a card of a column, or at the column's end (`before` is null). */
export type Spot = { column: HTMLElement; before: Element | null };

/** Lets cards of a board be dragged to another place; calls `drop` with the card and the place. */
export const carryingCards = (root: HTMLElement, drop: (card: HTMLElement, spot: Spot) => void): void =>
	carrying(root, {
		item: "[data-task]",
		step: 9,
		placeAt: spotAt,
		mark: (spot) => {
			for (const one of root.querySelectorAll<HTMLElement>("[data-drop], [data-over]")) {
				delete one.dataset.drop;
				delete one.dataset.over;
			}
			if (spot?.before instanceof HTMLElement) spot.before.dataset.drop = "";
			else if (spot) spot.column.dataset.over = "";
		},
		drop,
	});

/** Returns the column under a point, and the first of its cards whose middle lies below the point. */
function spotAt(x: number, y: number): Spot | null {
	const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]");
	if (!column) return null;
	const before = [...column.querySelectorAll("[data-task]")].find((card) => {
		const { top, height } = card.getBoundingClientRect();
		return y < top + height / 2;
	});
	return { column, before: before ?? null };
}
