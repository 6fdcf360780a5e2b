import { slugify } from "#domain/content/content/slug.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { SHOWN, widthHint } from "#ui/islands/search-width.ts";
import { debounced, find } from "./dom.ts";

const WAIT_MS = 150;

/** Draws how a search engine would show the page, from the form's present values. */
export default function start(root: HTMLElement, { prefix }: Parts["search-result"]): void {
	const form = root.closest("form");
	if (!form) return;
	const text = (name: string): string => {
		const field = form.elements.namedItem(name);
		return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : "";
	};
	const put = (selector: string, words: string) => {
		const place = find(root, selector);
		if (place.textContent !== words) place.textContent = words;
	};
	const show = () => {
		const title = text("seo_title") || text("title");
		const description = text("seo_description") || text("excerpt");
		put("[data-result=title]", title || "（還沒有標題）");
		put("[data-result=description]", description || "（沒有摘要時，搜尋引擎自行從內文挑選）");
		put("[data-result=address]", prefix + (slugify(text("slug")) || slugify(text("title"))));
		put("[data-hint=title]", widthHint(title, SHOWN.title));
		put("[data-hint=description]", widthHint(description, SHOWN.description));
	};
	const later = debounced(show, WAIT_MS);
	form.addEventListener("input", ({ target }) => {
		if (target instanceof Element && target.getAttribute("name") !== "body") later();
	});
	show();
}
