import type { EditorState } from "@codemirror/state";
import { WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { make } from "#ui/islands/client/writing/dom.ts";
import { isNoteAt, notesIn } from "./notes.ts";

/** The reference of a footnote as readers see it. */
class NoteNumber extends WidgetType {
	readonly number: number;
	constructor(number: number) {
		super();
		this.number = number;
	}
	override eq(other: NoteNumber): boolean {
		return other.number === this.number;
	}
	override toDOM(): HTMLElement {
		return make("sup", { class: "note-number", title: `註腳 ${this.number}` }, String(this.number));
	}
}

/** Returns what is drawn for the reference of a note; null where no note has its name, and for the note's own label. */
export function noteNumber(state: EditorState, { from }: SyntaxNode): WidgetType | null {
	const number = isNoteAt(state, from) ? notesIn(state).numbers.get(from) : undefined;
	return number === undefined ? null : new NoteNumber(number);
}
