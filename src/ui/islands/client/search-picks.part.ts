import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";

/** A field to which the page gives the focus is not touched yet. */
const TOUCHES = ["pointerover", "touchstart", "keydown", "input"];
/** The keys that the offers answer. */
const KEYS = ["Enter", "ArrowDown", "ArrowUp"];

/**
 * Offers what a search form finds. The code that does it comes with the first touch of the form, since most pages of a
 * search are left by a link; what is pressed before it runs is pressed again then, and what an input method composes is
 * typed to its end first.
 */
export default function start(root: HTMLElement, props: Parts["search-picks"]): void {
	const field = root.querySelector<HTMLInputElement>("input[type=search]");
	if (!field) return;
	const early = new AbortController();
	const { signal } = early;
	const presses: (() => void)[] = [];
	let composed: Promise<unknown> | undefined;
	let isLoading = false;

	const load = async (): Promise<void> => {
		if (isLoading) return;
		isLoading = true;
		// Without the code the form is sent as it stands.
		const code = await import("./search-picks.ts").catch(() => undefined);
		await composed;
		early.abort();
		code?.searchPicks(field, props);
		for (const press of presses) press();
	};
	for (const type of TOUCHES) root.addEventListener(type, load, { signal, passive: true });
	field.addEventListener(
		"compositionstart",
		() => {
			composed = new Promise((end) => field.addEventListener("compositionend", end, { once: true }));
		},
		{ signal },
	);
	field.addEventListener("click", () => presses.push(() => field.click()), { signal });
	field.addEventListener(
		"keydown",
		(event) => {
			const { key, repeat } = event;
			if (!KEYS.includes(key) || composing(event)) return;
			event.preventDefault();
			if (!repeat) presses.push(() => press(field, key));
		},
		{ signal },
	);
}

/** Presses a key of the field; Enter that nobody answers sends the form. */
function press(field: HTMLInputElement, key: string): void {
	const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
	if (field.dispatchEvent(event) && key === "Enter") field.form?.requestSubmit();
}
