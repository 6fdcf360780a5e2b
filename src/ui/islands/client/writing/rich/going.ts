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

/** Returns the effect of a space that was typed at the end of a passage; `state` is the one after it. */
export function goesOn(state: EditorState, caret: number): StateEffect<Going> | null {
	const line = state.doc.lineAt(caret);
	const before = line.text.slice(0, caret - line.from);
	const { length } = before.trimEnd();
	let from = length;
	while (MARKS.has(before[from - 1] ?? "")) from--;
	if (from === length || length === before.length) return null;
	return setGoing.of({ from: line.from + from, end: line.from + length, caret });
}

/** Returns what a word or another space does that is typed at `place`, behind the space of a passage; null elsewhere. */
export function goneOn(state: EditorState, place: number, insert: string) {
	const now = state.field(going, false);
	if (now?.caret !== place) return null;
	const { from, end, caret } = now;
	if (/^[ \t]+$/.test(insert)) {
		const next = caret + insert.length;
		return {
			change: { from: caret, to: caret, insert },
			caret: next,
			effects: setGoing.of({ from, end, caret: next }),
		};
	}
	if (!/^[\p{L}\p{N}]+$/u.test(insert)) return null;
	const words = state.sliceDoc(end, caret) + insert;
	const change = { from, to: caret, insert: words + state.sliceDoc(from, end) };
	return { change, caret: from + words.length, effects: [] };
}

/** Whether words of a kind go on behind the space before the caret. */
export function isGoingOn(state: EditorState, kind: Kind): boolean {
	const now = state.field(going, false);
	const marks = now ? state.sliceDoc(now.from, now.end).replaceAll("~", "").length : 0;
	return kind === "StrongEmphasis" ? marks >= 2 : marks % 2 === 1;
}
