/** Which tools are pressed where the caret stands. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { isOn } from "./emphasis.ts";
import { readOf } from "./marks.ts";
import { linkKind } from "./references.ts";

const TOOLS: Record<string, string> = {
	Blockquote: "quote",
	BulletList: "bullets",
	OrderedList: "numbers",
	Link: "link",
	ATXHeading2: "h2",
	SetextHeading2: "h2",
	ATXHeading3: "h3",
};
/** A selection beyond this is not read for what all of it is. */
const MOST = 5_000;
/** The tools that are pressed or not; others only do something. */
const PRESSED = new Set(["text", "h2", "h3", "bold", "italic", "bullets", "numbers", "quote", "link"]);

const around = (state: EditorState, at: number, side: -1 | 1): Set<string> => {
	const names = new Set<string>();
	const read = readOf(state);
	for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side); node; node = node.parent) {
		const name = node.name === "Link" && linkKind(node, read) !== "link" ? undefined : TOOLS[node.name];
		if (name && !(names.has("bullets") && name === "numbers") && !(names.has("numbers") && name === "bullets"))
			names.add(name);
	}
	return names;
};

/** Returns the names of the tools whose shape all selected words have. */
export function activeIn(state: EditorState): Set<string> {
	const { from, to, empty } = state.selection.main;
	const start = around(state, from, empty ? -1 : 1);
	const end = empty ? around(state, from, 1) : around(state, to, -1);
	// At the beginning of a line the mark before it says what the line is.
	const names = empty
		? new Set([...start, ...end].filter((name) => name !== "link" || (start.has(name) && end.has(name))))
		: start;
	if (!empty) for (const name of names) if (!end.has(name)) names.delete(name);
	if (to - from <= MOST) {
		if (isOn(state, { from, to }, "StrongEmphasis")) names.add("bold");
		if (isOn(state, { from, to }, "Emphasis")) names.add("italic");
	}
	if (!["h2", "h3", "bullets", "numbers"].some((name) => names.has(name))) names.add("text");
	return names;
}

/** Shows on the buttons of a bar which tools are pressed. */
export function press(bar: ParentNode, names: ReadonlySet<string>): void {
	for (const button of bar.querySelectorAll<HTMLElement>("[data-tool], [data-use]")) {
		const tool = button.dataset.tool ?? button.dataset.use ?? "";
		const is = String(names.has(tool));
		if (PRESSED.has(tool) && button.getAttribute("aria-pressed") !== is) button.setAttribute("aria-pressed", is);
	}
}

/** Keeps the buttons of a bar outside the editor in step with the caret, while the editor is in sight. */
export const pressing = (bar: ParentNode): Extension =>
	ViewPlugin.define(({ dom, state }) => {
		press(bar, activeIn(state));
		return {
			update({ docChanged, selectionSet, focusChanged, view }: ViewUpdate) {
				if ((docChanged || selectionSet || focusChanged) && !view.composing && dom.offsetParent)
					press(bar, activeIn(view.state));
			},
		};
	});
