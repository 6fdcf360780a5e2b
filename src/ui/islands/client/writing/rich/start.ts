/**
 * The editor that shows what a text means: headings as headings, bold as bold, pictures in their place. What is stored
 * stays the Markdown, letter by letter: nothing but what somebody changes is changed. It stands in place of the plain
 * field, whose value follows it.
 */
import { historyKeymap, isolateHistory, standardKeymap, undo } from "@codemirror/commands";
import { forceParsing } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { make } from "#ui/islands/client/writing/dom.ts";
import type { Desk, Field } from "#ui/islands/client/writing/field.ts";
import { cellField } from "#ui/islands/client/writing/rich/tables/field.ts";
import { gridSelection } from "#ui/islands/client/writing/rich/tables/widget.ts";
import type { Edit } from "#ui/islands/markdown-edits.ts";
import sheet from "#ui/styles/rich.css";
import { pressing } from "./active.ts";
import { withFilters } from "./caret.ts";
import { chosenBlock } from "./chosen.ts";
import { difference } from "./difference.ts";
import { DRAWINGS } from "./drawings.ts";
import { findAndReplace } from "./find.ts";
import { hint } from "./hint.ts";
import { KEYS } from "./keys.ts";
import { meaning } from "./meaning.ts";
import { over } from "./over.ts";
import { paint } from "./paint.ts";
import { asParagraphs } from "./pasted-lines.ts";
import { type Pictures, pictures } from "./picture-address.ts";
import { pictureBar } from "./picture-bar.ts";
import { slashMenu } from "./slash.ts";
import { adopt } from "./style-mod.ts";
import { thumbBar } from "./thumb-bar.ts";
import { useTool } from "./tools.ts";
import { typing } from "./typing.ts";

adopt(sheet);

/** How long at most a text is read before it is first shown (milliseconds); the rest is read afterwards. */
const FIRST_MS = 200;

const HELP_ID = "rich-help";
/** What a screen reader says of the field: Tab, which leaves other fields, stays in a list. Escape before it is the library's. */
const HELP = "在清單裡，Tab 把這一項移進上一項，Shift+Tab 移出來；要離開內文，先按 Esc 再按 Tab。";

export type Rich = Field & {
	/** Takes the text of the plain field, as one change that undo reverts. */
	take(text: string): void;
	text(): string;
	destroy(): void;
};

type Of = { text: string; label: string; changed: () => void; desk: Desk } & Pictures;

/** Draws a text in `parent`; `changed` is called after every change, `desk` is what the page has for it. */
export function startRich(parent: HTMLElement, { text, label, changed, desk, ...of }: Of): Rich {
	const view = new EditorView({
		parent,
		dispatchTransactions: (all, of) => of.update(all.map(withFilters)),
		state: EditorState.create({
			doc: text,
			extensions: [
				meaning(DRAWINGS),
				typing,
				pictures.of(of),
				paint,
				hint,
				findAndReplace,
				slashMenu(desk.use),
				over(desk),
				thumbBar(desk),
				pressing(desk.tools),
				chosenBlock,
				pictureBar,
				gridSelection,
				asParagraphs,
				keymap.of([...KEYS, ...historyKeymap, ...standardKeymap]),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of({
					"aria-label": label,
					"aria-describedby": HELP_ID,
					spellcheck: "false",
					autocorrect: "off",
				}),
				EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
			],
		}),
	});
	const help = make("p", { class: "sr", id: HELP_ID }, HELP);
	parent.append(help);
	// The rules place the caret: a text may begin with a mark.
	view.dispatch({ selection: { anchor: 0 } });
	forceParsing(view, view.state.doc.length, FIRST_MS);
	return Object.assign(fieldOf(view), {
		destroy() {
			view.destroy();
			help.remove();
		},
	});
}

const fieldOf = (view: EditorView): Omit<Rich, "destroy"> => ({
	get cell() {
		return cellField(view);
	},
	selected: () => cellField(view)?.selected() ?? { text: view.state.doc.toString(), ...ends(view) },
	apply(edit: Edit) {
		const cell = cellField(view);
		if (cell) return cell.apply(edit);
		const { from, to, insert, select } = edit;
		// Behind a block at the end somebody writes on in a paragraph of its own, not in the hidden line.
		const isBehind = !select || select[1] >= from + insert.length;
		const isEnd = isBehind && to === view.state.doc.length && /[^\n]\n$/.test(insert);
		const words = isEnd ? `${insert}\n` : insert;
		const caret = from + words.length;
		const [anchor, head] = select && !isEnd ? select : [caret, caret];
		view.dispatch({
			changes: { from, to, insert: words },
			selection: { anchor, head },
			scrollIntoView: true,
			userEvent: "input",
		});
		view.focus();
	},
	exchange(was, words) {
		const from = view.state.doc.toString().indexOf(was);
		// A step of its own: undo of what is written around it does not revert it.
		const annotations = isolateHistory.of("full");
		if (from >= 0) view.dispatch({ changes: { from, to: from + was.length, insert: words }, annotations });
		return Promise.resolve();
	},
	focus: () => (cellField(view) ?? view).focus(),
	select(anchor, head) {
		view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
		view.focus();
	},
	undo() {
		undo(view);
		view.focus();
	},
	stand({ clientX, clientY }) {
		const at = view.posAtCoords({ x: clientX, y: clientY });
		if (at !== null) view.dispatch({ selection: { anchor: view.state.doc.lineAt(at).to } });
	},
	tool: (name, isOver) => useTool(view, name, isOver),
	text: () => view.state.doc.toString(),
	take(text) {
		const change = difference(view.state.doc.toString(), text);
		// A step of its own: undo of what is written next does not revert it.
		if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") });
	},
});

const ends = (view: EditorView) => {
	const { from, to } = view.state.selection.main;
	return { from, to };
};
