/** The state of the editor that shows what a text means, without a page: keys, typing and deletions as there. */
import { deleteCharBackward, deleteCharForward, redo, undo } from "@codemirror/commands";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import { WidgetType } from "@codemirror/view";
import { composed, type Drawings, drawnAt } from "#ui/islands/client/writing/rich/blocks.ts";
import { linkIn } from "#ui/islands/client/writing/rich/card-syntax.ts";
import { withFilters } from "#ui/islands/client/writing/rich/caret.ts";
import { gapsIn } from "#ui/islands/client/writing/rich/gaps.ts";
import { makeRoom, putInstead } from "#ui/islands/client/writing/rich/instead.ts";
import { entered, itemLeft } from "#ui/islands/client/writing/rich/keys.ts";
import { marksIn } from "#ui/islands/client/writing/rich/marks.ts";
import { meaning } from "#ui/islands/client/writing/rich/meaning.ts";
import { nested } from "#ui/islands/client/writing/rich/nesting.ts";

/** A block that a page would draw. */
class Drawn extends WidgetType {
	override toDOM(): never {
		throw new Error("there is no page here");
	}
}

const DRAWINGS: Drawings = {
	HorizontalRule: () => new Drawn(),
	Paragraph: (state, node) => (linkIn(state, node) ? new Drawn() : null),
};

export class Writer {
	state: EditorState;
	/** With a selection as it stands there, otherwise where the rules leave it at the beginning. */
	constructor(text: string, selection?: { anchor: number; head: number }) {
		const extensions = [meaning(DRAWINGS)];
		this.state = EditorState.create({ doc: text, extensions, ...(selection && { selection }) });
		ensureSyntaxTree(this.state, text.length, 60_000);
		this.state = this.state.update({ filter: false }).state;
		if (!selection) this.select(0);
	}
	readonly dispatch = (asked: Transaction | TransactionSpec): void => {
		const { state } = withFilters(asked instanceof Transaction ? asked : this.state.update(asked));
		// The whole text is read, however long that takes here.
		ensureSyntaxTree(state, state.doc.length, 60_000);
		this.state = state.update({ filter: false }).state;
	};
	get text(): string {
		return this.state.doc.toString();
	}
	get caret(): { from: number; to: number } {
		const { from, to } = this.state.selection.main;
		return { from, to };
	}
	select(anchor: number, head = anchor): void {
		this.dispatch({ selection: { anchor, head }, userEvent: "select" });
	}
	type(words: string): void {
		this.dispatch(putInstead(this.state, words));
	}
	/** Puts a word in as an input method does. */
	compose(word: string): void {
		const room = makeRoom(this.state);
		if (room) this.dispatch(room);
		const { from, to } = this.caret;
		this.dispatch({
			changes: { from, to, insert: word },
			selection: { anchor: from + word.length },
			userEvent: "input.type.compose",
		});
		this.dispatch({ effects: composed.of(null) });
	}
	enter(): void {
		this.dispatch(entered(this.state));
	}
	backspace(): void {
		const item = itemLeft(this.state);
		if (item) this.dispatch(item);
		else deleteCharBackward(this as never);
	}
	/** Presses Tab, or Shift+Tab; says whether the focus stays. */
	tab(way: "in" | "out"): boolean {
		const made = nested(this.state, way);
		if (made) this.dispatch(made);
		return made !== null;
	}
	delete(): void {
		deleteCharForward(this as never);
	}
	/**
	 * Whether what is selected, or the caret, stands in what is seen: then the rules leave it there. Beside a block that is drawn
	 * a change may leave the caret, where who moves selects the block.
	 */
	get isSeen(): boolean {
		const { anchor, head, empty } = this.state.selection.main;
		const again = new Writer(this.text);
		again.select(anchor, head);
		const isBeside = empty && drawnAt(this.state, head) !== null;
		return isBeside || again.state.selection.eq(this.state.selection);
	}
	undo(): void {
		undo(this);
	}
	redo(): void {
		redo(this);
	}
	/** What is seen of the text: without marks, and without the lines that only part blocks. */
	get seen(): string {
		const gaps = new Set(gapsIn(this.state).map(({ number }) => number));
		const lines: string[] = [];
		for (let number = 1; number <= this.state.doc.lines; number++) {
			if (gaps.has(number)) continue;
			const line = this.state.doc.line(number);
			let words = line.text;
			for (const mark of marksIn(this.state, line).toReversed())
				words = words.slice(0, Math.max(0, mark.from - line.from)) + words.slice(mark.to - line.from);
			lines.push(words);
		}
		return lines.join("\n");
	}
}

/** A text with the selection between two ¦, or the caret at the only one. */
export function at(marked: string): Writer {
	const [before = "", inside, after] = marked.split("¦");
	const writer = new Writer(before + (inside ?? "") + (after ?? ""));
	if (after === undefined) writer.select(before.length);
	else writer.select(before.length, before.length + (inside ?? "").length);
	return writer;
}
/** A text as it stands, marked as `at` takes it. */
export const shown = ({ text, caret: { from, to } }: Writer): string =>
	from === to
		? `${text.slice(0, from)}¦${text.slice(from)}`
		: `${text.slice(0, from)}¦${text.slice(from, to)}¦${text.slice(to)}`;
