import { find } from "#ui/islands/client/writing/dom.ts";
import { letterKeys } from "./letter-keys.ts";

/** How many times as wide as its place a voucher is shown. */
const ZOOMS = ["1", "1.5", "2", "3", "4"];

/**
 * Adds the keys of a request that is being decided: the arrows go from voucher to voucher without leaving the page, +
 * and − zoom, J and K go to the next and previous request of the queue. A file is fetched when it is shown, and not
 * before.
 */
export default function start(root: HTMLElement): void {
	const click = (selector: string): boolean => {
		const link = document.querySelector<HTMLElement>(selector);
		link?.click();
		return link !== null;
	};
	const viewer = root.querySelector<HTMLElement>("#vouchers [data-stage]") ? vouchers(root) : undefined;
	letterKeys(root, "finance-keys", {
		j: () => click("a[data-step=after]"),
		k: () => click("a[data-step=before]"),
		"+": () => viewer?.zoom(1) ?? false,
		"=": () => viewer?.zoom(1) ?? false,
		"-": () => viewer?.zoom(-1) ?? false,
		ArrowRight: () => viewer?.turn(1) ?? false,
		ArrowLeft: () => viewer?.turn(-1) ?? false,
	});
}

function vouchers(root: HTMLElement) {
	const stage = find(root, "[data-stage]");
	const links = [...root.querySelectorAll<HTMLAnchorElement>("[data-voucher]")];
	const alone = find<HTMLAnchorElement>(root, "[data-alone]");
	const shown = (): number => links.findIndex((link) => link.hasAttribute("aria-current"));
	const zoom = (step: number): boolean => {
		const next = ZOOMS[ZOOMS.indexOf(stage.dataset.zoom ?? "1") + step];
		if (next === undefined || !stage.querySelector("img")) return false;
		stage.dataset.zoom = next;
		return true;
	};
	const show = (link: HTMLAnchorElement): void => {
		for (const one of links) one.removeAttribute("aria-current");
		link.setAttribute("aria-current", "true");
		const { voucher = "", picture } = link.dataset;
		alone.href = voucher;
		stage.dataset.zoom = "1";
		const image = new Image();
		image.alt = picture ?? "";
		image.src = voucher;
		stage.replaceChildren(image);
	};
	/** A file that is no picture has its own page, where the server draws the link to it. */
	const open = (link: HTMLAnchorElement): void => {
		if (link.dataset.picture === undefined) location.assign(link.href);
		else show(link);
	};
	for (const link of links)
		link.addEventListener("click", (event) => {
			if (link.dataset.picture === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
			event.preventDefault();
			show(link);
		});
	find(root, "[data-zoom=in]").addEventListener("click", () => zoom(1));
	find(root, "[data-zoom=out]").addEventListener("click", () => zoom(-1));
	return {
		zoom,
		/** The arrows scroll a voucher that is larger than its place. */
		turn: (step: number): boolean => {
			if (stage === document.activeElement && stage.dataset.zoom !== "1") return false;
			const next = links[shown() + step];
			if (next) open(next);
			return next !== undefined;
		},
	};
}
