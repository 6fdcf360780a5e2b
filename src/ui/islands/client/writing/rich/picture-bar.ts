/** The field under a picture among words: what it shows, for whom cannot see it. */
import { isolateHistory } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { make } from "#ui/islands/client/writing/dom.ts";
import { type Box, floating } from "./floating.ts";
import { pictureAmongWords } from "./inline-picture.ts";
import { wordsField } from "./picture-figure.ts";
import { pressed } from "./picture-hands.ts";
import { altChange, type Picture, readWords } from "./picture-syntax.ts";

/** Returns the picture among words that is selected, or that the caret stands beside, outside of links. */
export function pictureBeside(state: EditorState): Picture | null {
	const { from, to, empty } = state.selection.main;
	for (const side of [-1, 1] as const) {
		const node = syntaxTree(state).resolveInner(empty || side > 0 ? from : to, side);
		const image = node.name === "Image" ? node : node.parent;
		const isSelected = image?.from === from && image.to === to;
		if (image?.name !== "Image" || !(empty ? image.parent?.name !== "Link" : isSelected)) continue;
		const picture = pictureAmongWords(state, image);
		if (picture) return picture;
	}
	return null;
}

/** Whether a picture among words is selected, and nothing else. */
export const isPictureSelected = (state: EditorState): boolean =>
	!state.selection.main.empty && pictureBeside(state) !== null;

class PictureBar {
	private readonly view: EditorView;
	private readonly alt;
	private readonly sheet;
	private readonly ends = new AbortController();
	constructor(view: EditorView) {
		this.view = view;
		this.alt = wordsField(
			"圖片的替代文字",
			{ id: "inline-picture-alt", hint: "說出圖裡有什麼，給看不到的人聽" },
			(words) => {
				const picture = pictureBeside(view.state);
				const changes = picture && altChange(view.state, picture, words);
				if (changes) view.dispatch({ changes });
			},
		);
		const away = make("button", { class: "btn s quiet", type: "button", click: () => this.remove() }, "移除");
		this.sheet = floating(
			view.dom,
			{ class: "over picture-bar", role: "group", "aria-label": "圖片" },
			...this.alt.row,
			away,
		);
		const { box } = this.sheet;
		// A press into the field is one that should have the focus.
		this.alt.input.addEventListener("mousedown", (event) => event.stopPropagation());
		box.addEventListener("keydown", (event) => pressed(view, event, () => view.focus()));
		const { signal } = this.ends;
		view.dom.addEventListener("focusout", () => setTimeout(() => this.look()), { signal });
		document.addEventListener("scroll", () => this.look(), { signal, capture: true, passive: true });
	}
	update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
		if (docChanged || selectionSet || focusChanged) this.look();
	}
	/** The picture that the bar is about now. */
	private get picture(): Picture | null {
		const { view, sheet } = this;
		const isIn = view.hasFocus || sheet.box.contains(document.activeElement);
		return isIn && !view.composing ? pictureBeside(view.state) : null;
	}
	private look(): void {
		const { view, sheet, picture } = this;
		if (!picture) sheet.hide();
		if (!picture) return;
		this.alt.show(readWords(view.state.sliceDoc(picture.alt.from, picture.alt.to)).text);
		view.requestMeasure({
			key: this,
			read: () => this.placed(),
			write: (at) => at && sheet.show(at, "below"),
		});
	}
	/** Returns where the picture is on the page. */
	private placed(): Box | null {
		const { view, picture } = this;
		const start = picture && view.coordsAtPos(picture.from, 1);
		const end = picture && view.coordsAtPos(picture.to, -1);
		return start && end && { left: start.left, right: end.right, top: start.top, bottom: end.bottom };
	}
	private remove(): void {
		const { view } = this;
		const picture = pictureBeside(view.state);
		if (picture)
			view.dispatch({
				changes: { from: picture.from, to: picture.to },
				selection: { anchor: picture.from },
				annotations: isolateHistory.of("full"),
			});
		view.focus();
	}
	/** Leads into the field; says whether it is shown. */
	enter(): boolean {
		if (this.sheet.isShown()) this.alt.input.focus();
		return this.sheet.isShown();
	}
	destroy(): void {
		this.ends.abort();
		this.sheet.box.remove();
	}
}

const plugin = ViewPlugin.define((view) => new PictureBar(view));
const enter = (view: EditorView): boolean => view.plugin(plugin)?.enter() ?? false;

/** Shows what a picture among words is for whom cannot see it; Enter on it, or Alt+F10 beside it, leads there. */
export const pictureBar: Extension = [
	plugin,
	keymap.of([
		{ key: "Enter", run: (view) => isPictureSelected(view.state) && enter(view) },
		{ key: "Alt-F10", run: enter },
	]),
];
