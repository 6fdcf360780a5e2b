/** What can be dragged and where it may be dropped; `Place` is the caller's own type of a place. */
type Carry<Place> = {
	/** The selector of the elements that are dragged by the grip inside them (`[data-grip]`). */
	item: string;
	/** The elements are also dragged by any other part, with mouse or pen; a finger there scrolls the page. */
	isWhole?: boolean;
	/** Returns the place at a point of the window for the dragged element; null when it may not be dropped there. */
	placeAt: (x: number, y: number, held: HTMLElement) => Place | null;
	/** Marks where the element would be dropped and removes every earlier mark. */
	mark: (place: Place | null) => void;
	drop: (held: HTMLElement, place: Place) => void;
	/** How many pixels the window scrolls in a sixtieth of a second while the pointer is near its edges. */
	step: number;
};

const NEAR_EDGE = 80;
/** How many pixels the pointer goes before a press is a drag. */
const SLACK = 5;
/** What works as itself when it is pressed. */
const OWN = "button, summary, form";

type Press = { item: HTMLElement; on: Element; x: number; y: number; pointer: number };

/**
 * Lets elements be dragged, with mouse, pen or finger; the window scrolls near its edges. Esc cancels. A press that does
 * not move is a click.
 */
export function carrying<Place>(root: HTMLElement, { item, isWhole, placeAt, mark, drop, step }: Carry<Place>): void {
	let pressed: Press | null = null;
	let held: HTMLElement | null = null;
	let place: Place | null = null;
	let at = { x: 0, y: NEAR_EDGE };
	let scrolling: ReturnType<typeof setInterval> | undefined;
	// A press that began before this code came is taken up when its pointer moves.
	let isUnseen = true;
	let wasCarried = false;

	const show = (next: Place | null): void => {
		place = next;
		mark(next);
	};
	const follow = (): void => {
		if (held) show(placeAt(at.x, at.y, held));
	};
	const press = ({ target, pointerType, pointerId, clientX, clientY }: PointerEvent): void => {
		isUnseen = false;
		wasCarried = false;
		const under = target instanceof Element ? target : null;
		const isPart = isWhole && pointerType !== "touch" && !under?.closest(OWN);
		const on = under?.closest("[data-grip]") ?? (isPart ? under : null);
		const found = on?.closest<HTMLElement>(item);
		pressed = on && found ? { item: found, on, x: clientX, y: clientY, pointer: pointerId } : null;
	};
	const hold = ({ item, on, pointer }: Press): void => {
		on.setPointerCapture(pointer);
		held = item;
		held.classList.add("held");
		root.classList.add("carrying");
		scrolling = setInterval(scroll, 16);
	};
	const end = (): void => {
		clearInterval(scrolling);
		held?.classList.remove("held");
		root.classList.remove("carrying");
		wasCarried ||= held !== null;
		held = null;
		pressed = null;
		show(null);
	};
	const scroll = (): void => {
		const by = at.y < NEAR_EDGE ? -step : at.y > innerHeight - NEAR_EDGE ? step : 0;
		if (by === 0) return;
		scrollBy(0, by);
		follow();
	};

	root.addEventListener("pointerdown", (event) => {
		if (event.button === 0) press(event);
	});
	root.addEventListener("pointermove", (event) => {
		const { clientX, clientY } = event;
		if (isUnseen && event.buttons === 1) press(event);
		if (pressed && !held && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLACK) hold(pressed);
		at = { x: clientX, y: clientY };
		follow();
	});
	root.addEventListener("pointerup", () => {
		const [carried, to] = [held, place];
		end();
		if (carried && to) drop(carried, to);
	});
	root.addEventListener("pointercancel", end);
	// The browser selects no text and drags no link of what is carried.
	for (const type of ["selectstart", "dragstart"])
		root.addEventListener(type, (event) => {
			if (pressed) event.preventDefault();
		});
	// What was dragged by a link is not opened; a key's click has no detail.
	root.addEventListener(
		"click",
		(event) => {
			if (!wasCarried || event.detail === 0) return;
			event.preventDefault();
			event.stopPropagation();
		},
		true,
	);
	document.addEventListener("keydown", ({ key }) => {
		if (key === "Escape" && held) end();
	});
}
