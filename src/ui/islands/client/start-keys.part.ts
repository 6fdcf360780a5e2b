/** The localStorage name under which this browser stores whether the letters open anything. */
const SWITCH = "start-keys";
/** Where keys belong to what has the focus. */
const TAKES_KEYS = "input:not([data-keys]), textarea, select, [contenteditable], dialog, .menu, [role=listbox]";

/**
 * Lets the letter of each place that the home page offers open it, while no field has the focus and the switch is on.
 * A key that is held down, and one that an input method takes, does nothing. (Letters do not need the rest of `composing`, which
 * would be a file of its own on the home page: keys that end a composition are no letters.)
 */
export default function start(root: HTMLElement): void {
	const links = root.querySelectorAll<HTMLAnchorElement>("a[aria-keyshortcuts]");
	const keys = root.querySelector<HTMLInputElement>("[data-keys]");
	if (!keys) return;
	keys.checked = localStorage.getItem(SWITCH) !== "off";
	keys.addEventListener("change", () => localStorage.setItem(SWITCH, keys.checked ? "on" : "off"));
	document.addEventListener("keydown", (event) => {
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
		const isTaken = event.target instanceof Element && event.target.closest(TAKES_KEYS);
		if (!keys.checked || !isPlain || isTaken || event.repeat || event.isComposing) return;
		const key = event.key.toUpperCase();
		const link = [...links].find((one) => one.getAttribute("aria-keyshortcuts") === key);
		if (!link) return;
		event.preventDefault();
		link.click();
	});
}
