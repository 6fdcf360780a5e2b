import { slugify } from "#domain/content/content/slug.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { find } from "./dom.ts";

/**
 * Shows the page's future address: from the typed slug; while none is typed, from the slug that the server will make of
 * the title, or from the stored slug when it does not follow the title (`follows`).
 */
export default function start(root: HTMLElement, { prefix, follows }: Parts["slug"]): void {
	const input = find<HTMLInputElement>(root, "input[name=slug]");
	const address = find(root, "[data-address]");
	const title = input.form?.elements.namedItem("title");
	const titled = title instanceof HTMLTextAreaElement || title instanceof HTMLInputElement ? title : null;
	const was = input.defaultValue;
	const show = () => {
		const slug = slugify(input.value) || (follows || was === "" ? slugify(titled?.value ?? "") : was);
		address.textContent = slug ? prefix + slug : "由標題產生";
		input.placeholder = slug;
	};
	input.addEventListener("input", show);
	titled?.addEventListener("input", show);
	find<HTMLDetailsElement>(root, "details").addEventListener("toggle", ({ target }) => {
		if (target instanceof HTMLDetailsElement && target.open) input.focus();
	});
	show();
}
