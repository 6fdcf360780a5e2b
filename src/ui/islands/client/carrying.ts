/** What can be dragged and where it may be dropped; `Place` is the caller's own type of a place. */
type Carry<Place> = {
	/** The selector of the elements that are dragged by the grip inside them (`[data-grip]`). */
	item: string;
	/** Returns the place at a point of the window for the dragged element; null when it may not be dropped there. */
	placeAt: (x: number, y: number, held: HTMLElement) => Place | null;
	/** Marks where the element would be dropped and removes every earlier mark. */
	mark: (place: Place | null) => void;
	drop: (held: HTMLElement, place: Place) => void;
	/** How many pixels the window scrolls in a sixtieth of a second while the pointer is near its edges. */
	step: number;
};

const NEAR_EDGE = 80;

/**
 * Lets elements be dragged by their grip, with mouse, pen or finger; the window scrolls near its edges. Esc cancels.
 */
export function carrying<Place>(root: HTMLElement, { item, placeAt, mark, drop, step }: Carry<Place>): void {
	let held: HTMLElement | null = null;
	let place: Place | null = null;
	let at = { x: 0, y: NEAR_EDGE };
	let scrolling: ReturnType<typeof setInterval> | undefined;

	const show = (next: Place | null): void => {
		place = next;
		mark(next);
	};
	const follow = (): void => {
		if (held) show(placeAt(at.x, at.y, held));
	};
	const end = (): void => {
		clearInterval(scrolling);
		held?.classList.remove("held");
		root.classList.remove("carrying");
		held = null;
		show(null);
	};
	const scroll = (): void => {
		const by = at.y < NEAR_EDGE ? -step : at.y > innerHeight - NEAR_EDGE ? step : 0;
		if (by === 0) return;
		scrollBy(0, by);
		follow();
	};

	root.addEventListener("pointerdown", ({ target, button, pointerId }) => {
		const grip = target instanceof Element ? target.closest("[data-grip]") : null;
		const found = grip?.closest<HTMLElement>(item);
		if (!grip || !found || button !== 0) return;
		grip.setPointerCapture(pointerId);
		held = found;
		held.classList.add("held");
		root.classList.add("carrying");
		at = { x: 0, y: innerHeight / 2 };
		scrolling = setInterval(scroll, 16);
	});
	root.addEventListener("pointermove", ({ clientX, clientY }) => {
		at = { x: clientX, y: clientY };
		follow();
	});
	root.addEventListener("pointerup", () => {
		const [carried, to] = [held, place];
		end();
		if (carried && to) drop(carried, to);
	});
	root.addEventListener("pointercancel", end);
	document.addEventListener("keydown", ({ key }) => {
		if (key === "Escape" && held) end();
	});
}
