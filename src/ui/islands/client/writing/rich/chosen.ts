/** The drawn block that is selected: arrows lead to it, it shows its fields, Enter leads into them and Escape back. */
import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const DRAWN = ".drawn";

/** Returns whether the selection is a drawn block and nothing else. */
function isChosen(view: EditorView, drawn: HTMLElement): boolean {
	const { from, to, empty } = view.state.selection.main;
	if (empty) return false;
	const at = view.posAtDOM(drawn);
	return at === from && view.lineBlockAt(at).to === to;
}

const drawnIn = (view: EditorView): HTMLElement[] =>
	[...view.contentDOM.children].filter((one): one is HTMLElement => one instanceof HTMLElement && one.matches(DRAWN));

function mark(view: EditorView): void {
	for (const drawn of drawnIn(view)) drawn.classList.toggle("chosen", isChosen(view, drawn));
}

/** Selects a drawn block and goes back to the text. */
export function chooseBlock(view: EditorView, drawn: HTMLElement): void {
	const { from, to } = view.lineBlockAt(view.posAtDOM(drawn));
	view.dispatch({ selection: EditorSelection.range(from, to) });
	view.focus();
}

/** Leads from a selected block into its first field. */
const enterBlock: Command = (view) => {
	const drawn = drawnIn(view).find((one) => isChosen(view, one));
	const field = drawn?.querySelector<HTMLElement>("input, textarea, select") ?? drawn?.querySelector("button");
	if (!drawn || !field) return false;
	drawn.classList.add("chosen");
	field.focus();
	return true;
};

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

const chosen = ViewPlugin.define((view) => {
	const later = () => queueMicrotask(() => mark(view));
	later();
	return {
		update: ({ selectionSet, docChanged, viewportChanged }: ViewUpdate) => {
			if (selectionSet || docChanged || viewportChanged) later();
		},
	};
});

export const chosenBlock: Extension = [
	chosen,
	keymap.of([{ key: "Enter", run: enterBlock }]),
	Prec.high(
		keymap.of([
			{ key: "ArrowDown", run: towards(true) },
			{ key: "ArrowUp", run: towards(false) },
		]),
	),
];
