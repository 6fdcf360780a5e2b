import { composing } from "./composing.ts";

/**
 * Adds the shortcuts: Ctrl+S sends the page's main form, Ctrl+K goes to the search; neither acts while an input method
 * composes, or when a field has already handled the key.
 */
export function keys(): void {
	document.addEventListener("keydown", (event) => {
		if (
			event.defaultPrevented ||
			composing(event) ||
			!(event.ctrlKey || event.metaKey) ||
			event.altKey ||
			event.shiftKey
		)
			return;
		const act = { s: save, k: search }[event.key.toLowerCase()];
		if (act?.()) event.preventDefault();
	});
}

function save(): boolean {
	const form = document.querySelector<HTMLFormElement>("form[data-main]");
	form?.requestSubmit();
	return form !== null;
}

function search(): boolean {
	const input = document.querySelector<HTMLInputElement>("form[data-search] input[type=search]");
	if (input?.checkVisibility()) {
		input.focus();
		input.select();
		return true;
	}
	const link = document.querySelector<HTMLAnchorElement>(".quick a");
	link?.click();
	return link !== null;
}
