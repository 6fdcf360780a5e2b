/** How many times as wide as its place a voucher is shown. */
const ZOOMS = ["1", "1.5", "2", "3", "4"];
const stageOf = (root: ParentNode): HTMLElement | null => root.querySelector<HTMLElement>("[data-stage]");

/** Lets the vouchers of a request be chosen and zoomed without leaving the page. */
export function vouchers(root: HTMLElement): void {
	root.addEventListener("click", (event) => {
		const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("a, button") : null;
		const { picture, zoom } = pressed?.dataset ?? {};
		if (zoom) zoomVoucher(root, zoom === "in" ? 1 : -1);
		if (!(pressed instanceof HTMLAnchorElement) || picture === undefined) return;
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		show(root, pressed);
	});
}

/** Shows the voucher larger or smaller, as far as it can be. */
function zoomVoucher(root: HTMLElement, step: number): void {
	const stage = stageOf(root);
	const next = ZOOMS[ZOOMS.indexOf(stage?.dataset.zoom ?? "1") + step];
	if (next !== undefined && stage?.querySelector("img")) stage.dataset.zoom = next;
}

/** A file is fetched when it is shown, and not before. One that is no picture has its own page, with the link to it. */
function show(root: HTMLElement, link: HTMLAnchorElement): void {
	const stage = stageOf(root);
	const alone = root.querySelector<HTMLAnchorElement>("[data-alone]");
	const { voucher = "", picture = "" } = link.dataset;
	for (const one of root.querySelectorAll("[data-voucher]")) one.removeAttribute("aria-current");
	link.setAttribute("aria-current", "true");
	if (!stage || !alone) return;
	alone.href = voucher;
	stage.dataset.zoom = "1";
	const image = new Image();
	image.alt = picture;
	image.src = voucher;
	stage.replaceChildren(image);
}
