import { composing } from "./composing.ts";

/**
 * Turns every `<details data-menu>` into a disclosure button with `aria-expanded` and its panel. Without this script
 * the details elements still open and close; with it Esc, a click elsewhere and leaving by keyboard close them.
 */
export function menus(): void {
	document.querySelectorAll<HTMLDetailsElement>("details[data-menu]").forEach(upgrade);
	// A list that was read again has new menus (live-list.ts).
	document.addEventListener("swapped", menus);
}

let count = 0;

function upgrade(details: HTMLDetailsElement): void {
	const summary = details.querySelector("summary");
	const panel = summary?.nextElementSibling;
	if (!summary || !(panel instanceof HTMLElement)) return;
	const button = document.createElement("button");
	button.type = "button";
	button.className = summary.className;
	button.append(...summary.childNodes);
	panel.id ||= `menu-panel-${++count}`;
	button.setAttribute("aria-controls", panel.id);
	const box = document.createElement("div");
	box.className = details.className;
	box.append(button, panel);
	listen(box, { button, panel, open: details.open });
	details.replaceWith(box);
}

type Parts = { button: HTMLButtonElement; panel: HTMLElement; open: boolean };

function listen(box: HTMLElement, { button, panel, open }: Parts): void {
	const show = (on: boolean): void => {
		panel.hidden = !on;
		button.setAttribute("aria-expanded", String(on));
	};
	show(open);
	button.addEventListener("click", () => show(panel.hidden !== false));
	box.addEventListener("keydown", (event) => {
		if (event.key !== "Escape" || panel.hidden || composing(event)) return;
		show(false);
		button.focus();
	});
	box.addEventListener("focusout", ({ relatedTarget }) => {
		if (relatedTarget instanceof Node && !box.contains(relatedTarget)) show(false);
	});
	document.addEventListener("pointerdown", ({ target }) => {
		if (target instanceof Node && !box.contains(target)) show(false);
	});
}
