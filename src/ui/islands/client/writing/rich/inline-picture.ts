import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import { addressIn, pictures, shownAt } from "./picture-address.ts";
import { type Picture, pictureAlone, pictureIn, readWords } from "./picture-syntax.ts";

/** A picture among words, as high as a few lines. */
class InlinePicture extends WidgetType {
	readonly alt: string;
	readonly address: string;
	readonly src: string | null;
	constructor(alt: string, address: string, src: string | null) {
		super();
		this.alt = alt;
		this.address = address;
		this.src = src;
	}
	override eq({ alt, address, src }: InlinePicture): boolean {
		return alt === this.alt && address === this.address && src === this.src;
	}
	override toDOM(view: EditorView): HTMLElement {
		const mousedown = (event: Event): void => {
			event.preventDefault();
			select(view, place);
		};
		const place = make("span", { class: "inline-picture", mousedown });
		const fail = () =>
			place.replaceChildren(drawIcon("image"), `${this.alt || "圖片"}${this.address && `（打不開 ${this.address}）`}`);
		if (!this.src) fail();
		else place.append(make("img", { src: this.src, alt: this.alt, title: this.alt, draggable: "false", error: fail }));
		return place;
	}
}

/** Returns a picture among words; null for one that is drawn as a block, or is shown as written. */
export function pictureAmongWords(state: EditorState, node: SyntaxNode): Picture | null {
	const found = pictureIn(state, node);
	return !found || /\n/.test(state.sliceDoc(node.from, node.to)) || isBlock(state, node) ? null : found;
}

/** Selects the picture that is drawn in a place. */
function select(view: EditorView, place: HTMLElement): void {
	const from = view.posAtDOM(place);
	const image = syntaxTree(view.state).resolveInner(from, 1);
	const { to } = image.name === "LinkMark" && image.parent ? image.parent : image;
	view.dispatch({ selection: { anchor: from, head: to } });
	view.focus();
}

/** Returns what is drawn for a picture among words; null for any other. */
export function inlinePicture(state: EditorState, node: SyntaxNode): WidgetType | null {
	const found = pictureAmongWords(state, node);
	const of = state.facet(pictures);
	if (!found || !of) return null;
	const alt = readWords(state.sliceDoc(found.alt.from, found.alt.to)).text;
	const address = found.url ? addressIn(state.sliceDoc(found.url.from, found.url.to)) : "";
	return new InlinePicture(alt, address, shownAt(address, of.media));
}

const isBlock = (state: EditorState, { parent }: SyntaxNode): boolean =>
	parent !== null && parent.parent?.name === "Document" && pictureAlone(state, parent) !== null;
