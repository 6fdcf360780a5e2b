import type { Parts } from "#ui/islands/parts.ts";
import { find } from "./dom.ts";

/** Shows how many characters a text has while it is typed, and marks a number above `to`. */
export default function start(root: HTMLElement, { to }: Parts["counter"]): void {
	const area = find<HTMLTextAreaElement>(root, "textarea");
	const place = find(root, "[data-count]");
	const show = () => {
		const { length } = [...area.value.trim()];
		place.textContent = String(length);
		place.classList.toggle("over", length > to);
	};
	area.addEventListener("input", show);
	show();
}
