/** A picture that is a paragraph of its own, drawn in its place, with its words and its size. */
import { isolateHistory } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { say } from "#ui/islands/client/writing/dom.ts";
import type { Drawing } from "./blocks.ts";
import { chooseBlock } from "./chosen.ts";
import { addressIn, pictures, shownAt } from "./picture-address.ts";
import { type Figure, figure, type Hands, type Shown } from "./picture-figure.ts";
import { pressed, remove } from "./picture-hands.ts";
import {
	altChange,
	captionChange,
	fileChange,
	type Picture,
	pictureAlone,
	readWords,
	sizeChange,
} from "./picture-syntax.ts";
import { uploadBox } from "./upload-box.ts";

const drawn = new WeakMap<HTMLElement, Figure>();

class PictureWidget extends WidgetType {
	readonly shown: Shown;
	constructor(shown: Shown) {
		super();
		this.shown = shown;
	}
	override eq({ shown }: PictureWidget): boolean {
		return JSON.stringify(shown) === JSON.stringify(this.shown);
	}
	override toDOM(view: EditorView): HTMLElement {
		const made = figure(handsOf(view, () => made.dom));
		drawn.set(made.dom, made);
		made.show(this.shown);
		return made.dom;
	}
	override updateDOM(dom: HTMLElement): boolean {
		drawn.get(dom)?.show(this.shown);
		return drawn.has(dom);
	}
	override get estimatedHeight(): number {
		return 320;
	}
	override ignoreEvent(): boolean {
		return true;
	}
}

/** Draws a paragraph that is one picture; the mark of one that is being uploaded is drawn as a box. */
export const picture: Drawing = (state, node) => {
	const found = pictureAlone(state, node);
	const of = state.facet(pictures);
	if (!found || !of) return null;
	return uploadBox(state, found) ?? (found.url ? new PictureWidget(shownOf(state, found, of.media)) : null);
};

function shownOf(state: EditorState, { alt, url, title, size }: Picture, media: string): Shown {
	const words = (span: { from: number; to: number } | null) =>
		span ? readWords(state.sliceDoc(span.from, span.to)).text : "";
	const address = url ? addressIn(state.sliceDoc(url.from, url.to)) : "";
	return { alt: words(alt), caption: words(title), size: size?.is ?? "", address, src: shownAt(address, media) };
}

/** Returns the picture that is drawn in `dom`, as it stands in the text now. */
function pictureOf(view: EditorView, dom: HTMLElement): Picture | null {
	const at = view.posAtDOM(dom);
	const line = view.state.doc.lineAt(at);
	const inside = at + (/^\s*/.exec(line.text)?.[0].length ?? 0);
	let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(inside, 1);
	while (node && node.name !== "Paragraph") node = node.parent;
	return node && pictureAlone(view.state, node);
}

type Make = (state: EditorState, picture: Picture) => ChangeSpec | null;

/** What the fields and buttons of a picture do. */
function handsOf(view: EditorView, dom: () => HTMLElement): Hands {
	const change = (of: Make, isWhole = false): void => {
		const found = pictureOf(view, dom());
		const changes = found && of(view.state, found);
		if (changes) view.dispatch({ changes, annotations: isWhole ? [isolateHistory.of("full")] : [] });
	};
	return {
		alt: (words: string) => change((state, found) => altChange(state, found, words)),
		caption: (words: string) => change((state, found) => captionChange(state, found, words)),
		size: (size: Shown["size"]) => change((_, found) => sizeChange(found, size), true),
		choose: () => chooseBlock(view, dom()),
		key: (event: KeyboardEvent) => pressed(view, event, () => chooseBlock(view, dom())),
		exchange: () => void exchange(view, dom()),
		remove: () => remove(view, dom()),
	};
}
/** Puts another picture in the place of this one: chosen from the media library, or a new file. */
async function exchange(view: EditorView, dom: HTMLElement): Promise<void> {
	const of = view.state.facet(pictures);
	if (!of) return;
	const { choosePicture } = await import("#ui/islands/client/writing/picture-dialog.ts");
	const chosen = await choosePicture({ media: of.media, upload: true, isOne: true });
	const [file] = chosen && "files" in chosen ? chosen.files : [];
	const stored = chosen && "picture" in chosen ? chosen.picture : file ? await of.upload(file) : null;
	const found = stored && view.dom.contains(dom) ? pictureOf(view, dom) : null;
	if (!stored || !found) return dom.querySelector("button")?.focus();
	view.dispatch({ changes: fileChange(view.state, found, stored), annotations: isolateHistory.of("full") });
	if (document.activeElement === document.body) dom.querySelector("input")?.focus();
	say("已換上另一張圖片");
}
