import { syntaxTree } from "@codemirror/language";
import {
	type ChangeSet,
	type EditorState,
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

export type Blocks = {
	tree: Tree;
	/** The lines that only part blocks, and the blocks that are drawn, in place of their text. */
	decorations: DecorationSet;
	/** What an input method composes: until it is done nothing is drawn anew, because its word stands in the page's text. */
	composition: Composition | null;
};
/** The text before a composition, and what it has changed so far. */
export type Composition = { before: EditorState; changes: ChangeSet };

/** Draws anew what waited for the end of a composition. */
export const composed = StateEffect.define<null>();

/** A line that only parts blocks, or that underlines a heading. */
const HIDDEN = Decoration.replace({ block: true });

/** Holds the blocks that are drawn in place of their text, and hides the lines that only part blocks. */
export function blocksOf(drawings: Drawings): StateField<Blocks> {
	// A block that the parser took over from the text before has the same tree, and is drawn as it was.
	const known = new WeakMap<Tree, WidgetType | null>();
	const draw: Drawing = (state, node) => {
		const drawing = drawings[node.name];
		if (!drawing || !node.tree) return drawing?.(state, node) ?? null;
		const was = known.get(node.tree);
		if (was !== undefined) return was;
		const widget = drawing(state, node);
		known.set(node.tree, widget);
		return widget;
	};
	const read = (state: EditorState): Blocks => {
		const tree = syntaxTree(state);
		return { tree, decorations: decorationsOf(state, { tree, draw }), composition: null };
	};
	return StateField.define<Blocks>({
		create: read,
		update(was, transaction) {
			const { composition } = was;
			if (isComposing(transaction)) {
				const { startState, changes } = transaction;
				const now = composition
					? { ...composition, changes: composition.changes.compose(changes) }
					: { before: startState, changes };
				return { ...was, decorations: was.decorations.map(changes), composition: now };
			}
			const isComposed = composition !== null && transaction.effects.some((effect) => effect.is(composed));
			if (composition && !isComposed && !transaction.docChanged) return was;
			const isSame = !transaction.docChanged && !isComposed && syntaxTree(transaction.state) === was.tree;
			return isSame ? was : read(transaction.state);
		},
		provide: (of) => EditorView.decorations.from(of, ({ decorations }) => decorations),
	});
}

export const isComposing = (transaction: Transaction): boolean => transaction.isUserEvent("input.type.compose");

function decorationsOf(state: EditorState, { tree, draw }: { tree: Tree; draw: Drawing }): DecorationSet {
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

/** Returns the hidden or drawn range that a position stands in or at, its edges included; null in shown text. */
export function blockAt(decorations: DecorationSet, at: number): (Span & { isDrawn: boolean }) | null {
	let found: (Span & { isDrawn: boolean }) | null = null;
	decorations.between(at, at, (from, to, { spec }) => {
		found = { from, to, isDrawn: spec.widget !== undefined };
		return false;
	});
	return found;
}
