import { syntaxTree } from "@codemirror/language";
import {
	ChangeSet,
	type EditorState,
	type Extension,
	Facet,
	type Range,
	StateEffect,
	StateField,
	type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type WidgetType } from "@codemirror/view";
import type { SyntaxNode, Tree } from "@lezer/common";
import { gapsIn } from "./gaps.ts";
import type { Span } from "./marks.ts";

/** Returns what is drawn in place of a block's text; null where the text itself is shown. */
export type Drawing = (state: EditorState, node: SyntaxNode) => WidgetType | null;
/** What is drawn in place of blocks, by the name of the block's node. */
export type Drawings = Readonly<Record<string, Drawing>>;

type Blocks = {
	tree: Tree;
	/** The lines that only part blocks, and the blocks that are drawn, in place of their text. */
	decorations: DecorationSet;
	/** What an input method composes: until it is done nothing is drawn anew, because its word stands in the page's text. */
	composition: Composition | null;
};
/** The text before a composition, the selection that has made room for it, and what it has changed since. */
export type Composition = { before: EditorState; room: Span | null; changes: ChangeSet };

/** Draws anew what waited for the end of a composition. */
export const composed = StateEffect.define<null>();

/** A line that only parts blocks, or that underlines a heading. */
const HIDDEN = Decoration.replace({ block: true });

/** Draws by a table; a block that the parser took over from the text before has the same tree, and is drawn as it was. */
function drawnOnce(table: Drawings): Drawing {
	const known = new WeakMap<Tree, WidgetType | null>();
	return (state, node) => {
		const drawing = table[node.name];
		if (!drawing || !node.tree) return drawing?.(state, node) ?? null;
		const was = known.get(node.tree);
		if (was !== undefined) return was;
		const widget = drawing(state, node);
		known.set(node.tree, widget);
		return widget;
	};
}

const drawings = Facet.define<Drawings, Drawing>({ combine: ([first = {}]) => drawnOnce(first) });

const read = (state: EditorState): Blocks => {
	const tree = syntaxTree(state);
	return { tree, decorations: decorationsOf(state, tree), composition: null };
};

const begun = ({ startState, changes }: Transaction): Composition => {
	const { from, to } = startState.selection.main;
	return { before: startState, room: { from, to }, changes: ChangeSet.empty(changes.newLength) };
};

const field = StateField.define<Blocks>({
	create: read,
	update(was, transaction) {
		const { composition } = was;
		if (isComposing(transaction)) {
			const { startState, changes } = transaction;
			const now = composition
				? { ...composition, changes: composition.changes.compose(changes) }
				: { before: startState, room: null, changes };
			return { ...was, decorations: was.decorations.map(changes), composition: now };
		}
		if (isMakingRoom(transaction)) return { ...read(transaction.state), composition: begun(transaction) };
		const isComposed = composition !== null && transaction.effects.some((effect) => effect.is(composed));
		if (composition && !isComposed && !transaction.docChanged) return was;
		const isSame = !transaction.docChanged && !isComposed && syntaxTree(transaction.state) === was.tree;
		return isSame ? was : read(transaction.state);
	},
	provide: (of) => EditorView.decorations.from(of, ({ decorations }) => decorations),
});

/** Draws blocks in place of their text, and hides the lines that only part blocks. */
export const blocksDrawn = (of: Drawings): Extension => [drawings.of(of), field];

/** What an input method has composed so far; null when none does. */
export const compositionIn = (state: EditorState): Composition | null => state.field(field).composition;

/** Whether a selection is taken away for the word of an input method that comes in its place. */
export const isMakingRoom = (transaction: Transaction): boolean => transaction.isUserEvent("delete.room");

export const isComposing = (transaction: Transaction): boolean => transaction.isUserEvent("input.type.compose");

function decorationsOf(state: EditorState, tree: Tree): DecorationSet {
	const draw = state.facet(drawings);
	const drawn: Range<Decoration>[] = gapsIn(state, tree).map((line) => HIDDEN.range(line.from, line.to));
	for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
		const widget = draw(state, node);
		if (widget) {
			const { from, to } = linesOf(state, node);
			drawn.push(Decoration.replace({ widget, block: true }).range(from, to));
		} else if (node.name.startsWith("Setext")) {
			const line = state.doc.lineAt(node.to);
			drawn.push(HIDDEN.range(line.from, line.to));
		}
	}
	return Decoration.set(drawn, true);
}

/** Returns the whole lines of a block. */
function linesOf(state: EditorState, { from, to }: Span): Span {
	return { from: state.doc.lineAt(from).from, to: state.doc.lineAt(to).to };
}

/** A range that is hidden, or in whose place something is drawn. */
export type Block = Span & { isDrawn: boolean };

/** Returns the hidden or drawn range that a position stands in or at, its edges included; null in shown text. */
export function blockAt(state: EditorState, at: number): Block | null {
	let found: Block | null = null;
	state.field(field).decorations.between(at, at, (from, to, { spec }) => {
		found = { from, to, isDrawn: spec.widget !== undefined };
		return false;
	});
	return found;
}

/** Returns the block at a position in whose place something is drawn. */
export function drawnAt(state: EditorState, at: number): Block | null {
	const block = blockAt(state, at);
	return block?.isDrawn ? block : null;
}
