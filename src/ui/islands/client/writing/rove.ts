import { composing } from "#ui/islands/quirks.ts";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a toolbar a single stop of the Tab key: the arrows, Home and End go from button to button (ARIA Authoring
 * Practices, Toolbar).
 */
export function rove(bar: HTMLElement): void {
	const all = (): HTMLButtonElement[] => [...bar.querySelectorAll<HTMLButtonElement>("button:not([hidden])")];
	const hold = (at: number) => {
		for (const [nth, button] of all().entries()) button.tabIndex = nth === at ? 0 : -1;
	};
	bar.addEventListener("focusin", ({ target }) => {
		const at = target instanceof HTMLButtonElement ? all().indexOf(target) : -1;
		if (at >= 0) hold(at);
	});
	bar.addEventListener("keydown", (event) => {
		const buttons = all();
		const now = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : 0;
		const step = STEPS[event.key];
		const next = step
			? (now + step + buttons.length) % buttons.length
			: { Home: 0, End: buttons.length - 1 }[event.key];
		if (next === undefined || composing(event)) return;
		event.preventDefault();
		buttons[next]?.focus();
	});
}
