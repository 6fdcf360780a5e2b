import { make } from "#ui/islands/client/writing/dom.ts";

export type Box = { left: number; top: number; right: number; bottom: number };
export type Floating = {
	box: HTMLElement;
	isShown(): boolean;
	/** Shows it beside a place of the page; on the other side where there is no room. */
	show(at: Box, side: "above" | "below"): void;
	hide(): void;
};

const GAP = 8;

/** Makes a sheet over the page that never takes the focus by itself; nothing around it cuts it off. */
export function floating(parent: HTMLElement, attributes: Record<string, string>, ...inside: Node[]): Floating {
	const box = make(
		"div",
		{
			popover: "manual",
			...attributes,
			// A press must not take the focus and the selection away from the text.
			mousedown: (event) => event.preventDefault(),
		},
		...inside,
	);
	parent.append(box);
	const isShown = (): boolean => box.matches(":popover-open");
	return {
		box,
		isShown,
		show(at, side) {
			if (!isShown()) box.showPopover();
			const { offsetTop: start = 0, height: room = innerHeight } = visualViewport ?? {};
			const above = at.top - start - 2 * GAP;
			const bar = document.querySelector(".thumb-bar:popover-open")?.getBoundingClientRect();
			const below = Math.min(start + room, bar?.top ?? Number.POSITIVE_INFINITY) - at.bottom - 2 * GAP;
			const { offsetWidth: width, scrollHeight: height } = box;
			const isAbove = side === "above" ? height <= above || above > below : height > below && above > below;
			box.style.maxBlockSize = `${Math.max(isAbove ? above : below, 0)}px`;
			box.style.left = `${Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP))}px`;
			box.style.top = `${isAbove ? at.top - box.offsetHeight - GAP : at.bottom + GAP}px`;
		},
		hide() {
			if (isShown()) box.hidePopover();
		},
	};
}
