/** A place on the board: before a card of a column, or at its end. */
export type Spot = { column: HTMLElement; before: Element | null };

const NEAR_EDGE = 80;
const STEP = 9;

/** Cards that are carried by their grip, by mouse, pen and finger; near the window's edges it scrolls along. */
export function carryingCards(root: HTMLElement, drop: (card: HTMLElement, spot: Spot) => void): void {
	let held: HTMLElement | null = null;
	let spot: Spot | null = null;
	let at = { x: 0, y: NEAR_EDGE };
	let scrolling: ReturnType<typeof setInterval> | undefined;

	const mark = (next: Spot | null): void => {
		for (const one of root.querySelectorAll<HTMLElement>("[data-drop], [data-over]")) {
			delete one.dataset.drop;
			delete one.dataset.over;
		}
		spot = next;
		if (next?.before instanceof HTMLElement) next.before.dataset.drop = "";
		else if (next) next.column.dataset.over = "";
	};
	const end = (): void => {
		clearInterval(scrolling);
		held?.classList.remove("held");
		root.classList.remove("carrying");
		held = null;
		mark(null);
	};
	const follow = (): void => mark(held && spotAt(at.x, at.y));
	const scroll = (): void => {
		const by = at.y < NEAR_EDGE ? -STEP : at.y > innerHeight - NEAR_EDGE ? STEP : 0;
		if (by === 0) return;
		scrollBy(0, by);
		follow();
	};

	root.addEventListener("pointerdown", ({ target, button, pointerId }) => {
		const grip = target instanceof Element ? target.closest("[data-grip]") : null;
		const card = grip?.closest<HTMLElement>("[data-task]");
		if (!grip || !card || button !== 0) return;
		grip.setPointerCapture(pointerId);
		held = card;
		held.classList.add("held");
		root.classList.add("carrying");
		at = { x: 0, y: innerHeight / 2 };
		scrolling = setInterval(scroll, 16);
	});
	root.addEventListener("pointermove", ({ clientX, clientY }) => {
		if (!held) return;
		at = { x: clientX, y: clientY };
		follow();
	});
	root.addEventListener("pointerup", () => {
		const [card, place] = [held, spot];
		end();
		if (card && place) drop(card, place);
	});
	root.addEventListener("pointercancel", end);
	document.addEventListener("keydown", ({ key }) => {
		if (key === "Escape" && held) end();
	});
}

/** The column below a point, and the first of its cards whose middle lies further down. */
function spotAt(x: number, y: number): Spot | null {
	const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]");
	if (!column) return null;
	const before = [...column.querySelectorAll("[data-task]")].find((card) => {
		const { top, height } = card.getBoundingClientRect();
		return y < top + height / 2;
	});
	return { column, before: before ?? null };
}
