/** What is carried, and where it may be put; `Place` is whatever the caller tells places by. */
type Carry<Place> = {
	/** The selector of what has a grip (`[data-grip]`) and is carried by it. */
	item: string;
	/** The place at a point of the window, for what is held; null where it may not be put. */
	placeAt: (x: number, y: number, held: HTMLElement) => Place | null;
	/** Shows where it would be put, and nothing else any more. */
	mark: (place: Place | null) => void;
	drop: (held: HTMLElement, place: Place) => void;
	/** Pixels that the window scrolls in a sixtieth of a second, near its edges. */
	step: number;
};

const NEAR_EDGE = 80;

/** Things that are carried by their grip, by mouse, pen and finger; near the window's edges it scrolls along. Esc lets go. */
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
