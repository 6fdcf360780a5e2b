/**
 * Changes the words of marked passages, and keeps their marks right: an empty passage loses its marks, two that touch
 * become one, and spaces stand outside of bold words, because Markdown would not read the marks otherwise.
 */
import type { EditorState } from "@codemirror/state";
import { difference } from "./difference.ts";
import { isAsWritten, isAtBeginning, marksIn, type Passage, passagesIn, type Span, treeTo } from "./marks.ts";
import { blocksIn } from "./words.ts";

type Token = { kind: "words" | "put" | "caret"; text: string } | { kind: "open" | "close"; text: string; of: Passage };

export type Asked = Span & {
	insert: string;
	/** Whether the words part two blocks, so that a passage around them is two afterwards. */
	isBreak?: boolean;
};
/** One change, and where the caret stands after it. */
export type Rewritten = { change: Span & { insert: string }; caret: number };

/**
 * Replaces a range by words, and keeps the marks of the passages that it touches right. Where Markdown cannot say it (italics
 * directly before bold words, say), the passages whose marks would come into sight lose them.
 */
export function rewritten(state: EditorState, asked: Asked): Rewritten {
	const region = regionOf(state, asked);
	const tokens = tokensIn(state, region, asked);
	const right = made(state, region, isBeginning(state, region) ? withoutIndent(tokens) : tokens);
	const around = regionOf(state, blocksAround(state, asked));
	const isClear = around.passages.length === 0 || !showsMarks(state, around, { ...right, own: countOf(asked.insert) });
	return isClear ? right : unmarked(state, around, tokensIn(state, around, asked));
}

const tokensIn = (state: EditorState, region: Region, asked: Asked): Token[] => {
	const tokens = tokensOf(state, region, asked);
	return simplified(asked.isBreak ? parted(state, tokens) : tokens);
};

/** Returns a range with all of the blocks of words that it touches. */
function blocksAround(state: EditorState, { from, to }: Span): Span {
	const blocks = blocksIn(treeTo(state, to), { from, to });
	return {
		from: Math.min(from, ...blocks.map((block) => block.from)),
		to: Math.max(to, ...blocks.map((block) => block.to)),
	};
}

/** Takes the marks away that come into sight, until none does. */
function unmarked(state: EditorState, region: Region, tokens: readonly Token[]): Rewritten {
	const now = made(state, region, tokens);
	const gone = passagesShown(state, { region, tokens, now });
	if (gone.size === 0) return now;
	return unmarked(
		state,
		region,
		tokens.filter((token) => !("of" in token && gone.has(token.of))),
	);
}

type Tried = { region: Region; tokens: readonly Token[]; now: Rewritten };

/** Returns the passages of which a mark is in sight after a change; a link keeps its address in any case. */
function passagesShown(state: EditorState, { region, tokens, now }: Tried): Set<Passage> {
	const next = state.update({ changes: now.change, filter: false }).state;
	const hidden = marksIn(next, { from: region.from, to: region.to + next.doc.length - state.doc.length });
	const shown = new Set<Passage>();
	let at = region.from;
	for (const token of tokens) {
		const from = at;
		at += token.text.length;
		const isHidden = hidden.some((mark) => mark.from <= from && at <= mark.to);
		if ("of" in token && token.of.name !== "Link" && !isHidden) shown.add(token.of);
	}
	return shown;
}

const isBeginning = (state: EditorState, { from }: Span): boolean =>
	isAtBeginning(state, from) && !isAsWritten(state, from);

/** Takes spaces away that came before the first mark of a paragraph: four would make code of it. */
function withoutIndent(tokens: readonly Token[]): Token[] {
	const first = tokens.findIndex(({ kind }) => kind !== "caret");
	return tokens.map((token, at) =>
		at === first && token.kind === "words" ? { ...token, text: token.text.replace(/^[ \t]+/, "") } : token,
	);
}

function made(state: EditorState, { from, to }: Span, tokens: readonly Token[]): Rewritten {
	const caret = tokens.findIndex(({ kind }) => kind === "caret");
	const change = difference(state.sliceDoc(from, to), tokens.map(({ text }) => text).join(""));
	return {
		change: change ? { ...change, from: from + change.from, to: from + change.to } : { from, to: from, insert: "" },
		caret: from + tokens.slice(0, caret).reduce((sum, { text }) => sum + text.length, 0),
	};
}

const MARKS = /[*~`]/g;

/** Whether a change brings marks into sight that were hidden; `own` are in its words. */
function showsMarks(state: EditorState, { from, to }: Span, { change, own }: Rewritten & { own: number }): boolean {
	const next = state.update({ changes: change, filter: false }).state;
	const end = to + next.doc.length - state.doc.length;
	return seenMarks(next, { from, to: end }) > seenMarks(state, { from, to }) + own;
}

/** Counts the marks that are seen in the lines of a range. */
function seenMarks(state: EditorState, { from, to }: Span): number {
	const lines = { from: state.doc.lineAt(from).from, to: state.doc.lineAt(to).to };
	const hidden = marksIn(state, lines).reduce((sum, mark) => sum + countOf(state.sliceDoc(mark.from, mark.to)), 0);
	return countOf(state.sliceDoc(lines.from, lines.to)) - hidden;
}

const countOf = (text: string): number => text.match(MARKS)?.length ?? 0;

type Region = Span & { passages: readonly Passage[] };

/** Returns the passages that a range touches, with those that they touch, and where all of them begin and end. */
function regionOf(state: EditorState, { from, to }: Span): Region {
	const passages = passagesIn(state, { from, to });
	const first = Math.min(from, ...passages.map((one) => one.from));
	const last = Math.max(to, ...passages.map((one) => one.to));
	return first === from && last === to ? { from, to, passages } : regionOf(state, { from: first, to: last });
}

/** Returns the marks and words of a region as they are after the change, with the caret behind what is put in. */
function tokensOf(state: EditorState, region: Region, asked: Asked): Token[] {
	const marks = region.passages
		.flatMap((of) => [
			{ kind: "open" as const, from: of.from, to: of.inner.from, of },
			{ kind: "close" as const, from: of.inner.to, to: of.to, of },
		])
		.sort((a, b) => a.from - b.from || a.to - b.to);
	const tokens: Token[] = [];
	let isPut = false;
	const words = (from: number, to: number): void => {
		const isHere = !isPut && asked.from <= to;
		if (isHere) {
			tokens.push({ kind: "words", text: state.sliceDoc(from, Math.max(from, asked.from)) });
			tokens.push({ kind: "put", text: asked.insert }, { kind: "caret", text: "" });
			isPut = true;
		}
		const start = isPut ? Math.max(from, Math.min(asked.to, to)) : from;
		tokens.push({ kind: "words", text: state.sliceDoc(start, to) });
	};
	let at = region.from;
	for (const { kind, from, to, of } of marks) {
		words(at, from);
		tokens.push({ kind, text: state.sliceDoc(from, to), of });
		at = to;
	}
	words(at, region.to);
	return tokens.filter(({ kind, text }) => text !== "" || kind === "caret");
}

/** Ends every passage before what is put in, and begins it again behind it. */
function parted(state: EditorState, tokens: readonly Token[]): Token[] {
	const open: Passage[] = [];
	return tokens.flatMap((token) => {
		if (token.kind === "open") open.push(token.of);
		if (token.kind === "close") open.pop();
		if (token.kind !== "put") return [token];
		const ends = open
			.toReversed()
			.map((of): Token => ({ kind: "close", text: state.sliceDoc(of.inner.to, of.to), of }));
		const begins = open.map((of): Token => ({ kind: "open", text: state.sliceDoc(of.from, of.inner.from), of }));
		return [...ends, token, { kind: "caret", text: "" }, ...begins];
	});
}

const SPACED = new Set(["StrongEmphasis", "Emphasis", "Strikethrough"]);

/** Applies the rules until none has anything to do. */
function simplified(tokens: readonly Token[]): Token[] {
	const all = [...tokens];
	for (let at = 0; at < all.length; ) at = simplifiedAt(all, at) ? Math.max(0, at - 3) : at + 1;
	return all;
}

/** Applies the first rule that fits a token and the one behind it; says whether there was one. */
function simplifiedAt(all: Token[], at: number): boolean {
	const token = all[at];
	const isBeforeCaret = all[at + 1]?.kind === "caret";
	const next = all[isBeforeCaret ? at + 2 : at + 1];
	if (!token || !next) return false;
	const gap = isBeforeCaret ? all.slice(at + 1, at + 2) : [];
	const put = (...now: Token[]): boolean => {
		all.splice(at, 2 + gap.length, ...now.filter(({ kind, text }) => text !== "" || kind === "caret"));
		return true;
	};
	if (token.kind === "open" && next.kind === "close" && token.of === next.of) return put(...gap);
	if (token.kind === "close" && next.kind === "open" && isAlike(token, next)) return put(...gap);
	if (token.kind === "open" && "text" in next && isWords(next) && SPACED.has(token.of.name)) {
		const space = /^\s+/.exec(next.text)?.[0];
		if (space)
			return put(...gap, { kind: "words", text: space }, token, { ...next, text: next.text.slice(space.length) });
	}
	if (isWords(token) && next.kind === "close" && SPACED.has(next.of.name)) {
		const space = token.text.slice(token.text.trimEnd().length);
		if (space)
			return put({ ...token, text: token.text.slice(0, -space.length) }, next, { kind: "words", text: space }, ...gap);
	}
	return false;
}

const isWords = ({ kind }: Token): boolean => kind === "words" || kind === "put";
const isAlike = (one: Token, other: Token): boolean =>
	"of" in one && "of" in other && one.of.name === other.of.name && one.of.name !== "Link" && one.text === other.text;
