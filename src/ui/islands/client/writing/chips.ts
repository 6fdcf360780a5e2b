import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";
import { drawIcon, find, make, say, typed } from "./dom.ts";

const BETWEEN = /[、,，;；\n]/;
const tidy = (name: string): string => name.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * Shows each name in the field as a chip. All names are sent as one hidden field, which also holds the name that is
 * still being typed, so that nothing is lost however the form is sent.
 */
export default function start(root: HTMLElement, { name }: Parts["chips"]): void {
	const input = find<HTMLInputElement>(root, `input[name="${name}"]`);
	const sent = make("input", { type: "hidden", name });
	const list = make("ul", { class: "row plain chip-list", "aria-label": "已選" });
	const known = new Set([...root.querySelectorAll("option")].map(({ value }) => value));
	let names: string[] = [];
	input.removeAttribute("name");
	input.placeholder = "輸入後按 Enter 新增";
	find(root, ".chips").prepend(sent, list);
	const fill = (text: string) => {
		names = [...new Set(text.split(BETWEEN).map(tidy).filter(Boolean))];
		draw();
	};
	const tell = () => {
		sent.value = [...names, ...[tidy(input.value)].filter(Boolean)].join("、");
	};
	const draw = () => {
		list.replaceChildren(...names.map(chip));
		list.hidden = names.length === 0;
		tell();
	};
	const chip = (one: string): HTMLElement =>
		make(
			"li",
			{ class: "chip" },
			one,
			make(
				"button",
				{ class: "chip-x", type: "button", click: () => drop(one) },
				drawIcon("x"),
				make("span", { class: "sr" }, `移除${one}`),
			),
		);
	const drop = (one: string) => {
		names = names.filter((other) => other !== one);
		draw();
		typed(sent);
		say(`已移除${one}`);
		input.focus();
	};
	const add = () => {
		const fresh = input.value
			.split(BETWEEN)
			.map(tidy)
			.filter((one) => one !== "" && !names.includes(one));
		input.value = "";
		names = [...names, ...new Set(fresh)];
		draw();
		typed(sent);
		if (fresh.length > 0) say(`已加入${fresh.join("、")}`);
	};
	input.addEventListener("keydown", (event) => {
		if (composing(event)) return;
		const last = names.at(-1);
		if (event.key === "Enter" && input.value.trim() !== "") add();
		else if (event.key === "Enter") event.preventDefault();
		else if (event.key === "Backspace" && input.value === "" && last !== undefined) drop(last);
		else return;
		event.preventDefault();
	});
	const heard = (isChosen: boolean) =>
		BETWEEN.test(input.value) || (isChosen && known.has(input.value)) ? add() : tell();
	input.addEventListener("input", (event) => {
		if (event instanceof InputEvent && event.isComposing) return;
		// A chosen suggestion arrives as one input.
		heard(!(event instanceof InputEvent) || event.inputType === "insertReplacementText");
	});
	input.addEventListener("compositionend", () => setTimeout(() => heard(false)));
	input.addEventListener("change", () => input.value.trim() !== "" && add());
	// A restored copy fills the hidden field, from which the chips are drawn.
	sent.addEventListener("restore", () => fill(sent.value));
	fill(input.value);
	input.value = "";
	tell();
}
