import type { IconName } from "#ui/icon-names.ts";

type Value = string | boolean | undefined | ((event: Event) => void);
type Inside = Node | string | false | undefined;

/** An element with attributes (a function listens), and what is in it; text stays text. */
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

/** A line drawing, as ui/icon.ts draws it on the server, out of the sprite that the page has loaded already. */
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

/** A small quiet button that only shows an icon; `label` is read out. */
export const iconButton = (name: IconName, label: string, click: () => void): HTMLButtonElement =>
	make(
		"button",
		{ class: "btn quiet s square", type: "button", click },
		drawIcon(name),
		make("span", { class: "sr" }, label),
	);

/** The element of this selector inside; throws when the server's HTML lacks it. */
export function find<E extends Element = HTMLElement>(root: ParentNode, selector: string): E {
	const found = root.querySelector<E>(selector);
	if (!found) throw new Error(`${selector} is missing`);
	return found;
}

/** Calls `run` once nothing has asked for it any more for `ms`; `now` runs what is waiting at once. */
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

/** What a person did in a field by script counts as typed: guards, autosave and previews hear of it. */
export const typed = (field: Element): boolean => field.dispatchEvent(new Event("input", { bubbles: true }));

/** JSON of a GET, or null when it failed or was given up. */
export async function getJson<T>(href: string, query: Record<string, string>, signal?: AbortSignal): Promise<T | null> {
	const asked = fetch(`${href}?${new URLSearchParams(query)}`, {
		headers: { accept: "application/json" },
		...(signal ? { signal } : {}),
	});
	return asked.then((got): Promise<T> | null => (got.ok ? got.json() : null)).catch(() => null);
}

/** Says something to a screen reader. Not the page script's own, so that the script of every page stays one file. */
export function say(words: string): void {
	const place = document.getElementById("say");
	if (place) place.textContent = words;
}

/** The bytes of a file for staff: `media` is the library's address. */
export const staffFile = (media: string, { id, filename }: { id: string; filename: string }): string =>
	`${media}/${id}/files/${encodeURIComponent(filename)}`;
