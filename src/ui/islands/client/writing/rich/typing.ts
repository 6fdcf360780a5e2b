/** Words of keys and of input methods that take the place of a selection: what it shows goes by the rules, marks and all. */
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import { composed, drawnAt } from "./blocks.ts";
import { makeRoom, putInstead } from "./instead.ts";

/** Where the page's caret is, and the texts beside it. */
type Place = { node: Node; offset: number; texts: ReadonlyMap<Node, string | null> };

const beside = (node: Node): Node[] => [...((node instanceof Text ? node.parentNode : node)?.childNodes ?? [])];

function placeNow(): Place | null {
	const { focusNode: node, focusOffset: offset = 0 } = getSelection() ?? {};
	return node ? { node, offset, texts: new Map(beside(node).map((one) => [one, one.nodeValue])) } : null;
}

/**
 * A composition in the place of a selection. Chromium counts where the selection was by the letters that the page shows,
 * before room is made: its caret is then elsewhere, and the next syllable would begin another word.
 */
class Room {
	private isMade = false;
	private at: Place | null = null;
	make(view: EditorView): void {
		const room = view.state.readOnly ? null : makeRoom(view.state);
		this.isMade = room !== null;
		if (room) view.dispatch(room);
	}
	begin(): void {
		this.at = this.isMade ? placeNow() : null;
		this.isMade = false;
	}
	/** Puts the page's caret behind the first syllable: in the text that it came into, or that it is. */
	follow(): void {
		const { at } = this;
		this.at = null;
		const text = at && beside(at.node).find((one) => one instanceof Text && one.data !== at.texts.get(one));
		if (!at || !(text instanceof Text)) return;
		const was = at.texts.get(text) ?? "";
		const isBehind = was !== "" && text.data.startsWith(was);
		const from = text === at.node ? at.offset : isBehind ? was.length : 0;
		if (text.length > was.length) getSelection()?.collapse(text, from + text.length - was.length);
	}
}

/** The page would write over a selection as it is drawn, without the lines and marks that it does not show. */
export const typing: Extension = [
	// Before the library, which takes a selection of several lines away by itself.
	ViewPlugin.define(() => new Room(), {
		eventObservers: {
			compositionstart(_, view) {
				this.make(view);
			},
			beforeinput() {
				this.begin();
			},
			input() {
				this.follow();
			},
		},
	}),
	EditorView.domEventHandlers({
		beforeinput: ({ inputType, data }, view) => {
			const { state, compositionStarted } = view;
			if (inputType !== "insertText" || data === null || compositionStarted) return false;
			const { head, empty } = state.selection.main;
			if (empty && !drawnAt(state, head)) return false;
			view.dispatch(putInstead(state, data));
			return true;
		},
		compositionend: (_, view) => {
			setTimeout(() => {
				if (!view.compositionStarted) view.dispatch({ effects: composed.of(null) });
			});
		},
	}),
];
