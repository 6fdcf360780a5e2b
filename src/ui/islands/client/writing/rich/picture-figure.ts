import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import type { Size } from "./picture-syntax.ts";

/** What is shown of a picture: its words, its size, its address as written, and where the present user sees it. */
export type Shown = { alt: string; caption: string; size: Size; address: string; src: string | null };
/** What the fields and buttons of a picture do. */
export type Hands = {
	alt(words: string): void;
	caption(words: string): void;
	size(size: Size): void;
	choose(): void;
	key(event: KeyboardEvent): void;
	exchange(): void;
	remove(): void;
};
export type Figure = { dom: HTMLElement; show(shown: Shown): void };

const SIZES: [Size, string][] = [
	["small", "小"],
	["", "與文字同寬"],
	["wide", "滿版"],
];
let count = 0;

/** Draws a picture with its fields; `show` brings it to what the text says now, without touching what is being typed. */
export function figure(hands: Hands): Figure {
	const id = ++count;
	const image = make("img", { decoding: "async", draggable: "false" });
	const lost = make("p", { class: "picture-lost", hidden: true });
	const caption = make("p", { class: "picture-caption" });
	const alt = wordsField("替代文字", { id: `picture-alt-${id}`, hint: "說出圖裡有什麼，給看不到的人聽" }, hands.alt);
	const words = wordsField("圖說", { id: `picture-caption-${id}`, hint: "選填，顯示在圖片下面" }, hands.caption);
	const sizes = SIZES.map(([size, label]) => sizeChoice({ name: `picture-size-${id}`, size, label }, hands.size));
	const note = make(
		"button",
		{
			class: "picture-note",
			type: "button",
			// Without the focus of the press: the fields of another picture would close above, and the button move away.
			mousedown: (event) => event.preventDefault(),
			click: () => enter(alt.input),
		},
		drawIcon("info"),
		"還沒有替代文字，看不到圖的人要靠它；純裝飾的圖可以留空",
	);
	const enter = (input: HTMLInputElement): void => {
		dom.classList.add("chosen");
		input.focus();
	};
	const face = make("div", { class: "picture-face", mousedown: (event) => chosen(event, hands) }, image, lost, caption);
	const tools = make(
		"div",
		{ class: "picture-tools" },
		...alt.row,
		...words.row,
		make(
			"div",
			{ class: "row" },
			make(
				"fieldset",
				{ class: "segment mini" },
				make("legend", { class: "sr" }, "大小"),
				...sizes.map(({ label }) => label),
			),
			make("button", { class: "btn s quiet push", type: "button", click: hands.exchange }, "換一張"),
			make("button", { class: "btn s quiet", type: "button", click: hands.remove }, "移除"),
		),
	);
	const dom = make("div", { class: "drawn text-picture", role: "group" }, face, note, tools);
	dom.addEventListener("keydown", hands.key);
	let source: string | null | undefined;
	const fail = (address: string): void => {
		image.hidden = true;
		lost.hidden = false;
		lost.replaceChildren(drawIcon("image"), make("span", {}, make("b", {}, "這張圖片打不開"), ` ${address}`));
	};
	return {
		dom,
		show(shown) {
			dom.setAttribute("aria-label", `圖片：${shown.alt || shown.caption || "沒有替代文字"}`);
			dom.dataset.size = shown.size || "text";
			image.alt = shown.alt;
			caption.textContent = shown.caption;
			caption.hidden = shown.caption.trim() === "";
			note.hidden = shown.alt.trim() !== "";
			alt.show(shown.alt);
			words.show(shown.caption);
			for (const { size, input } of sizes) input.checked = size === shown.size;
			if (source === shown.src && source !== null) return;
			source = shown.src;
			image.onerror = () => fail(shown.address);
			image.onload = () => {
				image.hidden = false;
				lost.hidden = true;
			};
			if (source) image.src = source;
			else fail(shown.address);
		},
	};
}

/** A press on the picture selects it; its own drag would carry the picture away from the text. */
function chosen(event: Event, hands: Hands): void {
	event.preventDefault();
	hands.choose();
}

/** A field of a block: what an input method composes is written when it is done. */
export function wordsField(label: string, { id, hint }: { id: string; hint: string }, write: (words: string) => void) {
	// Without a form: the words are sent as a part of the text.
	const input = make("input", { class: "input s", id, type: "text", form: "", placeholder: hint, autocomplete: "off" });
	let isComposing = false;
	input.addEventListener("compositionstart", () => {
		isComposing = true;
	});
	input.addEventListener("compositionend", () => {
		isComposing = false;
		write(input.value);
	});
	input.addEventListener("input", () => {
		if (!isComposing) write(input.value);
	});
	return {
		input,
		row: [make("label", { for: id }, label), input],
		show(words: string) {
			if (!isComposing && input.value !== words) input.value = words;
		},
	};
}

function sizeChoice(of: { name: string; size: Size; label: string }, choose: (size: Size) => void) {
	const input = make("input", {
		type: "radio",
		form: "",
		name: of.name,
		value: of.size,
		change: () => choose(of.size),
	});
	return { size: of.size, input, label: make("label", {}, input, of.label) };
}
