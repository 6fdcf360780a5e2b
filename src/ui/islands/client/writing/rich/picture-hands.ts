import { isolateHistory, redo, undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { say } from "#ui/islands/client/writing/dom.ts";
import { composing } from "#ui/islands/quirks.ts";
import { withGap } from "./picture-syntax.ts";

/** Takes a drawn block out of the text. */
export function remove(view: EditorView, dom: HTMLElement): void {
	const { from, to } = view.lineBlockAt(view.posAtDOM(dom));
	const gone = withGap(view.state, { from, to });
	view.dispatch({ changes: gone, selection: { anchor: gone.from }, annotations: isolateHistory.of("full") });
	view.focus();
	say("已移除，按 Ctrl+Z 可以復原");
}

/** Goes on behind the drawn block of a field, in an empty paragraph, which is made where there is none. */
function goOn(view: EditorView, field: HTMLElement): void {
	const block = field.closest<HTMLElement>(".drawn");
	if (!block) return;
	const { to } = view.lineBlockAt(view.posAtDOM(block));
	const isThere = /^\n\n(?:\n|$)/.test(view.state.sliceDoc(to, to + 3));
	view.dispatch({
		changes: isThere ? [] : { from: to, insert: "\n\n" },
		selection: { anchor: to + 2 },
		scrollIntoView: true,
		userEvent: "input",
	});
	view.focus();
}

/** The keys in a block's fields that mean the text: undo and redo, Enter, which goes on behind it, and Escape, which leads back. */
export function pressed(view: EditorView, event: KeyboardEvent, leave: () => void): void {
	if (composing(event)) return;
	const { target } = event;
	const isControl = event.ctrlKey || event.metaKey;
	const key = event.key.toLowerCase();
	const history = isControl && (key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null);
	if (history) history(view);
	else if (event.key === "Escape") leave();
	else if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
	else if (target.type === "text") goOn(view, target);
	event.preventDefault();
}
