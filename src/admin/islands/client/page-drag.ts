import type { Edge } from "#domain/pages/rules.ts";

/** A line, and the part of it that something is held over. */
export type Over = { id: number; edge: Edge };
type Carry = { may: (id: number, over: Over) => boolean; drop: (id: number, over: Over) => void };

const NEAR_EDGE = 80;
const STEP = 7;

/** Lines that are carried by their grip, by mouse, pen and finger; near the window's edges it scrolls along. */
export function carrying(root: HTMLElement, { may, drop }: Carry): void {
	let held: HTMLElement | null = null;
	let over: Over | null = null;
	let at = { x: 0, y: NEAR_EDGE };
	let scrolling: ReturnType<typeof setInterval> | undefined;

	const mark = (next: Over | null): void => {
		for (const item of root.querySelectorAll<HTMLElement>("[data-drop]")) delete item.dataset.drop;
		over = next;
		const item = next && root.querySelector<HTMLElement>(`[data-page="${next.id}"]`);
		if (item && next) item.dataset.drop = next.edge;
	};
	const follow = (): void => {
		if (!held) return;
		const next = overAt(at.x, at.y);
		mark(next && may(Number(held.dataset.page), next) ? next : null);
	};
	const end = (): void => {
		clearInterval(scrolling);
		held?.classList.remove("held");
		root.classList.remove("carrying");
		held = null;
		mark(null);
	};
	const scroll = (): void => {
		const by = at.y < NEAR_EDGE ? -STEP : at.y > innerHeight - NEAR_EDGE ? STEP : 0;
		if (by === 0) return;
		scrollBy(0, by);
		follow();
	};

	root.addEventListener("pointerdown", ({ target, button, pointerId }) => {
		const grip = target instanceof Element ? target.closest("[data-grip]") : null;
		const item = grip?.closest<HTMLElement>("[data-page]");
		if (!grip || !item || button !== 0) return;
		grip.setPointerCapture(pointerId);
		held = item;
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
		const [item, place] = [held, over];
		end();
		if (item && place) drop(Number(item.dataset.page), place);
	});
	root.addEventListener("pointercancel", end);
	document.addEventListener("keydown", ({ key }) => {
		if (key === "Escape" && held) end();
	});
}

/** The line below a point, and which part of it: its upper and lower third lie between two lines. */
function overAt(x: number, y: number): Over | null {
	const line = document.elementFromPoint(x, y)?.closest(".tree-line");
	const id = Number(line?.closest<HTMLElement>("[data-page]")?.dataset.page ?? 0);
	if (!line || !id) return null;
	const { top, height } = line.getBoundingClientRect();
	const share = (y - top) / height;
	return { id, edge: share < 1 / 3 ? "before" : share > 2 / 3 ? "after" : "into" };
}
