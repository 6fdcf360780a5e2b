import { composing } from "#ui/islands/quirks.ts";

/** What each key does, by its name in lower case; false when there was nothing to do, and the key stays the browser's. */
type Acts = Record<string, () => boolean>;
const NOT_HERE = "input:not([data-keys]), textarea, select, [contenteditable], dialog, .menu";

/**
 * Adds shortcuts that are one key alone. None acts in a field, with Ctrl or Alt (a letter: or Shift), while an input method composes,
 * while it is held down, or when `[data-keys]` is switched off; this browser stores that under `name`. Returns whether
 * they are on.
 */
export function letterKeys(root: ParentNode, name: string, acts: Acts): () => boolean {
	const keys = root.querySelector<HTMLInputElement>("[data-keys]");
	if (keys) {
		keys.checked = localStorage.getItem(name) !== "off";
		keys.addEventListener("change", () => localStorage.setItem(name, keys.checked ? "on" : "off"));
	}
	const isOn = (): boolean => keys?.isConnected === true && keys.checked;
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		const isTyping = target instanceof Element && target.closest(NOT_HERE) !== null;
		// A sign such as + may need Shift on the user's keyboard.
		const isShifted = event.shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase());
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isShifted && !event.defaultPrevented;
		if (!isOn() || isTyping || !isPlain || event.repeat || composing(event)) return;
		if (acts[key.toLowerCase()]?.()) event.preventDefault();
	});
	return isOn;
}
