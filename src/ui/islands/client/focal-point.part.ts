import { find, make } from "#ui/islands/client/writing/dom.ts";

/** Where a point of a line lies, in whole percent of its length. */
const percent = (at: number, length: number): number =>
	Math.round(Math.min(1, Math.max(0, at / Math.max(1, length))) * 100);

/**
 * Shows the focal point on the picture and sets its two fields by a click there; what is typed into the fields moves the
 * mark, which is away while one of them is empty.
 */
export default function start(root: HTMLElement): void {
	const picture = find<HTMLImageElement>(root, ".focus-frame img");
	const [x, y] = ["focal_x", "focal_y"].map((name) => find<HTMLInputElement>(root, `[name=${name}]`)) as [
		HTMLInputElement,
		HTMLInputElement,
	];
	const place = make("span", { class: "focus-place" });
	const mark = make("span", { class: "focus-mark" });
	picture.replaceWith(place);
	place.append(picture, mark);
	const show = () => {
		mark.hidden = !/^\d{1,3}$/.test(x.value.trim()) || !/^\d{1,3}$/.test(y.value.trim());
		mark.style.left = `${Math.min(100, Number(x.value))}%`;
		mark.style.top = `${Math.min(100, Number(y.value))}%`;
	};
	place.addEventListener("click", (event) => {
		const box = picture.getBoundingClientRect();
		x.value = String(percent(event.clientX - box.left, box.width));
		y.value = String(percent(event.clientY - box.top, box.height));
		for (const field of [x, y]) field.dispatchEvent(new Event("input", { bubbles: true }));
	});
	root.addEventListener("input", show);
	show();
}
