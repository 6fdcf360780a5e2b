import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, type Range, RangeSet } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { composed, isComposing } from "./blocks.ts";
import { inlinePicture } from "./inline-picture.ts";
import { marksIn, type Passage, passageOf, readOf, type Span } from "./marks.ts";
import { noteNumber } from "./note-number.ts";
import { isNoteAt, notesIn } from "./notes.ts";
import { linkKind, type Read } from "./references.ts";

const HIDDEN = Decoration.replace({});
const WORDS: Record<string, Decoration> = {
	StrongEmphasis: Decoration.mark({ tagName: "strong" }),
	Emphasis: Decoration.mark({ tagName: "em" }),
	Strikethrough: Decoration.mark({ tagName: "s" }),
	InlineCode: Decoration.mark({ tagName: "code" }),
	Link: Decoration.mark({ class: "as-link" }),
	Autolink: Decoration.mark({ class: "as-link" }),
	URL: Decoration.mark({ class: "as-link" }),
	HTMLTag: Decoration.mark({ class: "as-mark" }),
	LinkReference: Decoration.mark({ class: "as-mark" }),
};

/** The mark of an item as it is read: a bullet, or the number as it stands. */
class ItemMark extends WidgetType {
	readonly words: string;
	constructor(words: string) {
		super();
		this.words = words;
	}
	override eq(other: ItemMark): boolean {
		return other.words === this.words;
	}
	override toDOM(): HTMLElement {
		const mark = document.createElement("span");
		mark.className = "item-mark";
		mark.textContent = this.words;
		return mark;
	}
}

const LINES: Record<string, (node: SyntaxNode) => string> = {
	FencedCode: () => "as-code",
	CodeBlock: () => "as-code",
	HTMLBlock: () => "as-html",
	CommentBlock: () => "as-html",
	Blockquote: () => "as-quote",
	ListItem: (node) => `as-item as-item-${Math.min(depthOf(node), 4)}`,
};

const depthOf = (node: SyntaxNode): number => {
	let depth = 0;
	for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === "ListItem") depth++;
	return depth;
};

const classOf = (node: SyntaxNode): string | undefined => {
	const heading = /Heading([1-6])$/.exec(node.name)?.[1];
	return heading ? `as-h${heading}` : LINES[node.name]?.(node);
};

/** What stands in place of a piece of a line. */
const WIDGETS: Record<string, (state: EditorState, node: SyntaxNode) => WidgetType | null> = {
	Image: inlinePicture,
	Link: noteNumber,
	LinkLabel: noteNumber,
};

type Look = { words: Decoration | undefined; inner: Span };
/** Returns how words look, and which: a link only where it leads somewhere, a note by its label alone. */
function wordsOf(
	state: EditorState,
	node: SyntaxNode,
	{ passage, read }: { passage: Passage | null; read: Read },
): Look {
	const { name, from } = node;
	const words = WORDS[name];
	if (passage || (name !== "Link" && name !== "LinkReference")) return { words, inner: passage?.inner ?? node };
	if (isNoteAt(state, from) && notesIn(state).labels.has(from))
		return { words: WORDS.LinkReference, inner: { from, to: (node.getChild("LinkLabel") ?? node).to + 1 } };
	return { words: name === "Link" && linkKind(node, read) !== "label" ? undefined : words, inner: node };
}

/** The words, lines and marks of the lines in sight; `hidden` are the marks that the caret steps over. */
type Painted = { drawn: DecorationSet; hidden: DecorationSet };

export function painted(state: EditorState, spans: readonly Span[]): Painted {
	const drawn: Range<Decoration>[] = [];
	const hidden: Range<Decoration>[] = [];
	const read = readOf(state);
	for (const span of spans) {
		const lines = new Map<number, Set<string>>();
		syntaxTree(state).iterate({
			...span,
			enter: ({ node }) => {
				const widget = WIDGETS[node.name]?.(state, node);
				if (widget) hidden.push(Decoration.replace({ widget }).range(node.from, node.to));
				const passage = passageOf(node, read);
				const { words, inner } = wordsOf(state, node, { passage, read });
				if (words && inner.from < inner.to && !(node.name === "URL" && node.parent?.name !== "Paragraph"))
					drawn.push(words.range(inner.from, inner.to));
				const name = classOf(node);
				if (name) tell(state, lines, { node, name, span });
			},
		});
		for (const [from, names] of lines) drawn.push(Decoration.line({ class: [...names].join(" ") }).range(from));
		for (const mark of marksIn(state, span)) hidden.push(drawnMark(state, mark).range(mark.from, mark.to));
	}
	const marks = Decoration.set(hidden, true);
	return { drawn: RangeSet.join([Decoration.set(drawn, true), marks]), hidden: marks };
}

/** Gives every line of a block its class, as far as it is in sight. */
function tell(
	state: EditorState,
	lines: Map<number, Set<string>>,
	{ node, name, span }: { node: Span; name: string; span: Span },
): void {
	const last = Math.min(node.to, span.to);
	for (
		let line = state.doc.lineAt(Math.max(node.from, span.from));
		line.from <= last;
		line = state.doc.line(line.number + 1)
	) {
		lines.set(line.from, (lines.get(line.from) ?? new Set()).add(name));
		if (line.number === state.doc.lines) break;
	}
}

function drawnMark(state: EditorState, { from, to, line }: Span & { line?: true }): Decoration {
	const item = line && /(?:([-*+])|(\d{1,9}[.)]))[ \t]?$/.exec(state.sliceDoc(from, to));
	return item ? Decoration.replace({ widget: new ItemMark(item[1] ? "•" : (item[2] ?? "")) }) : HIDDEN;
}

class Paint {
	painted: Painted;
	private isOld = false;
	private tree;
	constructor(view: EditorView) {
		this.painted = painted(view.state, view.visibleRanges);
		this.tree = syntaxTree(view.state);
	}
	update({ view, docChanged, viewportChanged, transactions, changes }: ViewUpdate): void {
		const isComposed = transactions.some(({ effects }) => effects.some((effect) => effect.is(composed)));
		if (docChanged && transactions.some(isComposing)) {
			const { drawn, hidden } = this.painted;
			this.painted = { drawn: drawn.map(changes), hidden: hidden.map(changes) };
			this.isOld = true;
			return;
		}
		if (this.isOld && !isComposed && !docChanged) return;
		const tree = syntaxTree(view.state);
		if (!docChanged && !viewportChanged && !this.isOld && tree === this.tree) return;
		this.isOld = false;
		this.tree = tree;
		this.painted = painted(view.state, view.visibleRanges);
	}
}

/** Shows words and lines as they mean, and hides the marks that make them so. */
export const paint: Extension = ViewPlugin.fromClass(Paint, {
	decorations: ({ painted: { drawn } }) => drawn,
	provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.painted.hidden ?? Decoration.none),
});
