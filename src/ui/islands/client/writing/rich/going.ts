/**
 * Bold words that go on behind a space: Markdown wants the space outside of the marks, so the next word takes it in again. They
 * end when somebody goes elsewhere, or uses the tool once more.
 */
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import type { Kind } from "./words.ts";

/** Where the closing marks begin and end, and where the caret stands, behind the spaces after them. */
type Going = { from: number; end: number; caret: number };

const setGoing = StateEffect.define<Going>();

export const going = StateField.define<Going | null>({
	create: () => null,
	update(was, { docChanged, selection, effects }) {
		const set = effects.find((effect) => effect.is(setGoing));
		return set ? set.value : docChanged || selection ? null : was;
	},
});

const MARKS = new Set("*_~");

/** Returns the effect of a space that was typed at the end of a passage, or behind such a space; `state` is the one after it. */
export function goesOn(state: EditorState, caret: number): StateEffect<Going> | null {
	const line = state.doc.lineAt(caret);
	const before = line.text.slice(0, caret - line.from);
	const { length } = before.trimEnd();
	let from = length;
	while (MARKS.has(before[from - 1] ?? "")) from--;
	if (from === length || length === before.length) return null;
	return setGoing.of({ from: line.from + from, end: line.from + length, caret });
}

/** Returns the change by which a word that is typed at `place` goes on in the passage before the space; null elsewhere. */
export function goneOn(state: EditorState, place: number, insert: string) {
	const now = state.field(going, false);
	if (now?.caret !== place || !/^[\p{L}\p{N}]+$/u.test(insert)) return null;
	const { from, end, caret } = now;
	const words = state.sliceDoc(end, caret) + insert;
	return { change: { from, to: caret, insert: words + state.sliceDoc(from, end) }, caret: from + words.length };
}

/** Whether words of a kind go on behind the space before the caret. */
export function isGoingOn(state: EditorState, kind: Kind): boolean {
	const now = state.field(going, false);
	const marks = now ? state.sliceDoc(now.from, now.end).replaceAll("~", "").length : 0;
	return kind === "StrongEmphasis" ? marks >= 2 : marks % 2 === 1;
}
