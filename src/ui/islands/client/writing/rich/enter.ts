/** How the arrows reach a block that is drawn: they select it. Enter leads into it then (chosen.ts). */
import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap } from "@codemirror/view";

const drawnIn = (view: EditorView): HTMLElement[] => [...view.contentDOM.querySelectorAll<HTMLElement>(".drawn")];

/** Selects a block that the caret would jump over, because it is higher than a line. */
const towards =
	(isForward: boolean): Command =>
	(view) => {
		const { main } = view.state.selection;
		if (!main.empty) return false;
		const next = view.moveVertically(main, isForward).head;
		const [from, to] = isForward ? [main.head, next] : [next, main.head];
		const passed = drawnIn(view)
			.map((one) => view.posAtDOM(one))
			.filter((at) => from < at && at < to);
		const at = isForward ? passed[0] : passed.at(-1);
		if (at === undefined) return false;
		view.dispatch({ selection: EditorSelection.range(at, view.lineBlockAt(at).to), scrollIntoView: true });
		return true;
	};

export const blockKeys: Extension = Prec.high(
	keymap.of([
		{ key: "ArrowDown", run: towards(true) },
		{ key: "ArrowUp", run: towards(false) },
	]),
);
