/**
 * Makes words bold or emphasised, and plain again, where the marks are not shown. What is made is read again before it is
 * offered: the words stay, and just those that were meant have become so, for the website's renderer as well.
 */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { ChangeSet, EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { isCertain } from "./certain.ts";
import { isGoingOn } from "./going.ts";
import { markdown } from "./language.ts";
import { type Passage, passagesIn, type Span } from "./marks.ts";
import type { Read } from "./references.ts";
import { blocksIn, type Kind, type Letter, lettersOf, type Piece, type Words, wordsOf } from "./words.ts";

const MARKS: Record<Kind, string> = { StrongEmphasis: "**", Emphasis: "*" };
const READ_MS = 200;
const TOP = "Document";
type Change = Span & { insert?: string };

const readOf = (state: EditorState, to: number): Read => ({
	tree: ensureSyntaxTree(state, to, READ_MS) ?? syntaxTree(state),
	text: (span) => state.sliceDoc(span.from, span.to),
});
const selectedIn = (words: Words, { from, to }: Span): Letter[] =>
	lettersOf(words.pieces).filter((letter) => letter.to > from && letter.from < to);

/** Punctuation counts only where it stands alone: whether it may be bold depends on what is beside it. */
function judged(selected: readonly Letter[]): Letter[] {
	const letters = selected.filter(({ kind }) => kind === "letter");
	return letters.length > 0 ? letters : selected.filter(({ kind }) => kind === "symbol");
}
function areOn(selected: readonly Letter[]): boolean {
	const letters = judged(selected);
	return letters.length > 0 && letters.every(({ isOn }) => isOn);
}

/** Returns whether the selected words are all of a kind; at a caret, whether its words are. */
export function isOn(state: EditorState, span: Span, kind: Kind): boolean {
	if (span.from === span.to) return passageAt(state, span.from, kind)?.isInside === true || isGoingOn(state, kind);
	const read = { tree: syntaxTree(state), text: (one: Span) => state.sliceDoc(one.from, one.to) };
	return areOn(blocksIn(read.tree, span).flatMap((block) => selectedIn(wordsOf(block, read, kind), span)));
}

/** Returns the passage of a kind that a caret stands in or beside, and whether what is typed there joins it. */
function passageAt(state: EditorState, at: number, kind: Kind): (Passage & { isInside: boolean }) | null {
	const passage = passagesIn(state, { from: at, to: at }).find(({ name }) => name === kind);
	return passage ? { ...passage, isInside: passage.inner.from <= at && at <= passage.inner.to } : null;
}

/** Returns where a caret at an edge of a passage stands on the other side of its mark; null for one elsewhere. */
function across({ from, to, inner }: Passage, at: number): number | null {
	if (at === inner.to || at === to) return at === to ? inner.to : to;
	if (at === inner.from || at === from) return at === from ? inner.from : from;
	return null;
}

/**
 * Returns the change that makes the selected words of a kind, each block's on its own, or plain when all are so already.
 * At a caret the passage around it becomes plain; at an edge of a passage the caret leaves it or enters it; elsewhere
 * `words` are put there to be written over, and taken away again when the tool is used once more. Null where nothing can
 * be made so that it is read so.
 */
export function toggled(state: EditorState, kind: Kind, words: string): TransactionSpec | null {
	const { from, to, empty } = state.selection.main;
	const passage = passageAt(state, from, kind);
	if (!empty) {
		const isOffered = passage?.inner.from === from && passage.inner.to === to && state.sliceDoc(from, to) === words;
		return isOffered ? { changes: passage, userEvent: "input" } : between(state, { from, to }, kind);
	}
	// What is typed next would have gone on; now it is plain.
	if (isGoingOn(state, kind)) return { selection: EditorSelection.cursor(from), userEvent: "select" };
	if (passage) {
		const { inner } = passage;
		const other = across(passage, from);
		if (other !== null) return { selection: EditorSelection.cursor(other), userEvent: "select" };
		const made = between(state, inner, kind);
		return made && { ...made, selection: EditorSelection.cursor(from - (inner.from - passage.from)) };
	}
	if (blocksIn(readOf(state, from).tree, { from, to }).length === 0 && state.doc.lineAt(from).text.trim() !== "")
		return null;
	const mark = MARKS[kind];
	return {
		changes: { from, insert: mark + words + mark },
		selection: EditorSelection.range(from + mark.length, from + mark.length + words.length),
		userEvent: "input",
	};
}

function between(state: EditorState, span: Span, kind: Kind): TransactionSpec | null {
	const read = readOf(state, span.to);
	const nodes = blocksIn(read.tree, span);
	const selected = nodes.flatMap((node) => selectedIn(wordsOf(node, read, kind), span));
	if (selected.every(({ kind: is }) => is === "space")) return null;
	const wanted = !areOn(selected);
	const changes = nodes.flatMap((node) => changesIn(state, read, { node, span, kind, wanted }));
	if (changes.length === 0) return null;
	const made = state.changes(changes);
	return {
		changes: made,
		selection: EditorSelection.range(made.mapPos(span.from, 1), made.mapPos(span.to, -1)),
		scrollIntoView: true,
		userEvent: "input",
	};
}

type Asked = { node: SyntaxNode; span: Span; kind: Kind; wanted: boolean };

/** Returns the changes of one block: those of the first way whose outcome is read as it was meant; none when no way is. */
function changesIn(state: EditorState, read: Read, { node, span, kind, wanted }: Asked): Change[] {
	const words = wordsOf(node, read, kind);
	const letters = judged(selectedIn(words, span));
	// Marks that are read as words are not to become marks by what is put beside them.
	if (letters.length === 0 || lettersOf(words.pieces).map(read.text).join("").includes("**")) return [];
	const top = topOf(node);
	const whole = { from: state.doc.lineAt(top.from).from, to: state.doc.lineAt(Math.max(top.from, top.to - 1)).to };
	const all = blocksIn(read.tree, whole);
	for (const way of WAYS) {
		const on = lettersMeant(words, span, { ...way, wanted });
		if (letters.some(({ from }) => lettersOf(words.pieces).some((one) => one.from === from && on.get(one) !== wanted)))
			continue;
		const changes = changesOf(words, { on, isInside: way.isInside === true }, MARKS[kind]);
		if (changes.length === 0) continue;
		const asked = new Map([...on].map(([letter, is]) => [letter.from, is] as const));
		const expected = all.map((one) =>
			seen(wordsOf(one, read, kind).pieces, read, ({ from, isOn }) => asked.get(from) ?? isOn),
		);
		const made = ChangeSet.of(changes, state.doc.length);
		const text = made.apply(state.doc).sliceString(whole.from, made.mapPos(whole.to, 1));
		if (seenIn(text, kind) === expected.join("\n") && isCertain(text, touchedIn(made, whole.from))) return changes;
	}
	return [];
}

function topOf(node: SyntaxNode): Span {
	let at = node;
	while (at.parent && at.parent.name !== TOP) at = at.parent;
	return at;
}

/** What somebody sees: the letters, which of them are so, and in which other passages they stand. */
const seen = (pieces: readonly Piece[], read: Read, is: (letter: Letter) => boolean): string =>
	lettersOf(pieces)
		.filter(({ kind }) => kind !== "space")
		.map((one) => `${read.text(one)}${is(one) ? "!" : ""}${one.within}`)
		.join("\t");

function seenIn(text: string, kind: Kind): string {
	const read: Read = { tree: markdown.parser.parse(text), text: ({ from, to }) => text.slice(from, to) };
	const blocks = blocksIn(read.tree, { from: 0, to: text.length });
	return blocks.map((block) => seen(wordsOf(block, read, kind).pieces, read, ({ isOn }) => isOn)).join("\n");
}

function touchedIn(made: ChangeSet, start: number): Span[] {
	const touched: Span[] = [];
	made.iterChangedRanges((_from, _to, from, to) => touched.push({ from: from - start, to: to - start }));
	return touched;
}

/** What is tried, in order: just the selection; links by themselves; without punctuation at the edges; passages whole. */
type Way = { isWhole?: true; isBare?: true; isInside?: true };
const WAYS: readonly Way[] = [
	{},
	{ isInside: true },
	{ isBare: true },
	{ isBare: true, isInside: true },
	{ isWhole: true },
	{ isWhole: true, isBare: true, isInside: true },
];

/** Returns which letters shall be so. */
function lettersMeant(
	words: Words,
	span: Span,
	{ isWhole, isBare, wanted }: Way & { wanted: boolean },
): Map<Letter, boolean> {
	const letters = lettersOf(words.pieces);
	const on = new Map(letters.map((letter) => [letter, letter.isOn]));
	const asked = isWhole ? widened(words.pieces, span) : span;
	const isIn = (one: Letter): boolean => one.to > asked.from && one.from < asked.to;
	const isEdge = ({ kind }: Letter): boolean => kind === "letter" || (kind === "symbol" && !(isBare && wanted));
	let first = letters.findIndex((one) => isIn(one) && isEdge(one));
	let last = letters.findLastIndex((one) => isIn(one) && isEdge(one));
	if (first < 0) return on;
	const step = (at: number, by: 1 | -1): number => {
		let next = at + by;
		while (letters[next]?.kind === "space") next += by;
		const other = letters[next];
		if (wanted) return other && on.get(other) ? next - by : at;
		return isBare && other?.kind === "symbol" ? step(next, by) : at;
	};
	[first, last] = [step(first, -1), step(last, 1)];
	for (const letter of letters.slice(first, last + 1)) on.set(letter, wanted);
	return on;
}

/** Returns a range with the passages that it cuts. */
function widened(pieces: readonly Piece[], span: Span): Span {
	let { from, to } = span;
	for (const piece of pieces) {
		if (!("pieces" in piece) || !lettersOf(piece.pieces).some((one) => one.to > from && one.from < to)) continue;
		const isInside = piece.from < from && to < piece.to && lettersOf(piece.pieces).some((one) => one.from < from);
		const inner =
			isInside && lettersOf(piece.pieces).some((one) => one.from >= to) ? widened(piece.pieces, { from, to }) : piece;
		from = Math.min(from, inner.from);
		to = Math.max(to, inner.to);
	}
	return { from, to };
}

/** Which letters shall be so; whether the words of links get marks of their own. */
type Meant = { on: ReadonlyMap<Letter, boolean>; isInside: boolean };

function changesOf(words: Words, meant: Meant, mark: string): Change[] {
	const groups = groupsOf(words.pieces, meant);
	const isKept = ({ inner }: Passage): boolean => groups.some((one) => one.from === inner.from && one.to === inner.to);
	const kept = words.passages.filter(isKept);
	const gone = words.passages.filter((passage) => !isKept(passage));
	const added = groups.filter((one) => !kept.some(({ inner }) => inner.from === one.from && inner.to === one.to));
	return [
		...gone.flatMap(({ from, to, inner }) => [
			{ from, to: inner.from },
			{ from: inner.to, to },
		]),
		...added.flatMap(({ from, to }) => [
			{ from, to: from, insert: mark },
			{ from: to, to, insert: mark },
		]),
	];
}

/** Returns the ranges between two marks: as long as they can be without cutting a passage of another kind. */
function groupsOf(pieces: readonly Piece[], meant: Meant): Span[] {
	const groups: Span[] = [];
	let run: Piece[] = [];
	const close = (): void => {
		const isSpace = (piece: Piece): boolean => "kind" in piece && piece.kind === "space";
		const inner = run.slice(
			run.findIndex((piece) => !isSpace(piece)),
			run.findLastIndex((piece) => !isSpace(piece)) + 1,
		);
		const [one, more] = inner;
		const end = inner.at(-1);
		run = [];
		if (!one || !end) return;
		// Inside the brackets of a link, as one who selects its words expects.
		if (!more && "pieces" in one && one.isLink) groups.push(...groupsOf(one.pieces, meant));
		else groups.push({ from: one.from, to: end.to });
	};
	for (const piece of pieces) {
		const letters = "pieces" in piece ? lettersOf(piece.pieces).filter(({ kind }) => kind !== "space") : [piece];
		const ons = letters.filter((letter) => meant.on.get(letter));
		const isApart = meant.isInside && "pieces" in piece && piece.isLink;
		if (!isApart && letters.length > 0 && ons.length === letters.length) run.push(piece);
		else {
			close();
			if ("pieces" in piece && ons.length > 0) groups.push(...groupsOf(piece.pieces, meant));
		}
	}
	close();
	return groups;
}
