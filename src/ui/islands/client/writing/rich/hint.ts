import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { isComposing } from "./blocks.ts";
import { isAsWritten } from "./marks.ts";

const WORDS = "繼續寫，或按 / 插入圖片、表格、影片、檔案";
const HINT = Decoration.line({ class: "hint-line", attributes: { "data-hint": WORDS } });

function hintIn(state: EditorState, hasFocus: boolean): DecorationSet {
	const { head, empty } = state.selection.main;
	const line = state.doc.lineAt(head);
	const isHere = empty && line.length === 0 && (hasFocus || state.doc.length === 0);
	return isHere && !isAsWritten(state, head) ? Decoration.set([HINT.range(line.from)]) : Decoration.none;
}

/** Says in the empty paragraph of the caret what can be done there. */
export const hint: Extension = ViewPlugin.fromClass(
	class {
		shown: DecorationSet;
		constructor({ state }: EditorView) {
			this.shown = hintIn(state, false);
		}
		update({ state, view, transactions, docChanged, selectionSet, focusChanged, changes }: ViewUpdate): void {
			// Nothing is drawn under the hands of an input method; without words the sheet of styles shows nothing.
			if (transactions.some(isComposing)) this.shown = this.shown.map(changes);
			else if (docChanged || selectionSet || focusChanged) this.shown = hintIn(state, view.hasFocus);
		}
	},
	{ decorations: ({ shown }) => shown },
);
