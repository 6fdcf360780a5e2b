import type { IconName } from "#ui/icon-names.ts";

type Value = string | boolean | undefined | ((event: Event) => void);
type Inside = Node | string | false | undefined;

/** Makes an element with attributes (functions become event listeners) and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Record<string, Value> = {},
	...inside: Inside[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes))
		if (typeof value === "function") made.addEventListener(name, value);
		else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
	made.append(...inside.filter((one): one is Node | string => one !== undefined && one !== false));
	return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** Draws an icon as ui/icon.ts does on the server, from the sprite that the page has already loaded. */
export function drawIcon(name: IconName): SVGSVGElement {
	const [sprite = ""] = document.querySelector(".icon use")?.getAttribute("href")?.split("#") ?? [];
	const svg = document.createElementNS(SVG, "svg");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	const use = document.createElementNS(SVG, "use");
	use.setAttribute("href", `${sprite}#${name}`);
	svg.append(use);
	return svg;
}

/** Makes a small quiet button that only shows an icon; screen readers read `label`. */
export const iconButton = (name: IconName, label: string, click: () => void): HTMLButtonElement =>
	make(
		"button",
		{ class: "btn quiet s square", type: "button", click },
		drawIcon(name),
		make("span", { class: "sr" }, label),
	);

/** Returns the first element inside `root` that matches the selector; throws when the server's HTML has none. */
export function find<E extends Element = HTMLElement>(root: ParentNode, selector: string): E {
	const found = root.querySelector<E>(selector);
	if (!found) throw new Error(`${selector} is missing`);
	return found;
}

/**
 * Returns a function that calls `run` after `ms` milliseconds without another call; its `now` runs a call that waits at
 * once, `cancel` drops it.
 */
export function debounced(run: () => void, ms: number): { (): void; now(): void; cancel(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const cancel = () => {
		clearTimeout(timer);
		timer = undefined;
	};
	const later = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			timer = undefined;
			run();
		}, ms);
	};
	const now = () => {
		if (timer === undefined) return;
		cancel();
		run();
	};
	return Object.assign(later, { now, cancel });
}

/**
 * Reports a field that a script changed for the user as typed, so that the unsaved-changes warning, autosave and
 * previews notice it.
 */
export const typed = (field: Element): boolean => field.dispatchEvent(new Event("input", { bubbles: true }));

/** Reads JSON by GET; null when the request failed or was aborted. */
export async function getJson<T>(href: string, query: Record<string, string>, signal?: AbortSignal): Promise<T | null> {
	const asked = fetch(`${href}?${new URLSearchParams(query)}`, {
		headers: { accept: "application/json" },
		...(signal ? { signal } : {}),
	});
	return asked.then((got): Promise<T> | null => (got.ok ? got.json() : null)).catch(() => null);
}

/**
 * Announces words to screen readers. It is a copy of the page script's function, so that the script of every page stays
 * one file.
 */
export function say(words: string): void {
	const place = document.getElementById("say");
	if (place) place.textContent = words;
}

/** Returns the address where staff read a file; `media` is the media library's address. */
export const staffFile = (media: string, { id, filename }: { id: string; filename: string }): string =>
	`${media}/${id}/files/${encodeURIComponent(filename)}`;
