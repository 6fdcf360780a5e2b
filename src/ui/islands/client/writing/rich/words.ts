/** The words of a text's blocks, letter by letter, with the passages that they stand in. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { AS_WRITTEN, type Passage, passageOf, type Span } from "./marks.ts";
import type { Read } from "./references.ts";

/** A letter, or what cannot be parted: a picture, an escaped character, a piece of code. */
export type Letter = Span & {
	kind: "letter" | "symbol" | "space";
	/** Whether it is inside a passage of the kind that is asked for. */
	isOn: boolean;
	/** The other passages around it. */
	within: string;
};
/** A passage of another kind, with what is inside. */
export type Around = Span & { pieces: Piece[]; isLink: boolean };
export type Piece = Letter | Around;
export type Kind = "StrongEmphasis" | "Emphasis";

/** A block of words, and its passages of the kind that is asked for, whose letters stand among the others. */
export type Words = { pieces: Piece[]; passages: Passage[] };

const BLOCK = /^(?:Paragraph|(?:ATX|Setext)Heading[1-6]|Task)$/;
const MARK = /^(?:HeaderMark|QuoteMark|TaskMarker)$/;
const BLANK = /^(?:HardBreak|HTMLTag|Comment)$/;

/** Returns the blocks of words that touch a range, in order. */
export function blocksIn(tree: Tree, { from, to }: Span): SyntaxNode[] {
	const found: SyntaxNode[] = [];
	tree.iterate({
		from,
		to,
		enter: ({ name, node }) => {
			if (BLOCK.test(name)) found.push(node);
			return !BLOCK.test(name) && !AS_WRITTEN.has(name) && name !== "Table";
		},
	});
	return found;
}

type Inside = { inner: Span; isOn: boolean; within: string };

/** Reads a block of words. */
export function wordsOf(block: SyntaxNode, read: Read, kind: Kind): Words {
	const passages: Passage[] = [];
	const letters = (span: Span, { isOn, within }: Inside): Letter[] => {
		let at = span.from;
		return [...(span.to > span.from ? read.text(span) : "")].map((letter) => {
			const from = at;
			at += letter.length;
			return { from, to: at, kind: kindOf(letter), isOn, within };
		});
	};
	const around = (node: SyntaxNode, of: Inside): Piece[] => {
		const { from, to, name } = node;
		const passage = name === "InlineCode" ? null : passageOf(node, read);
		if (!passage) return MARK.test(name) ? [] : [{ ...of, from, to, kind: BLANK.test(name) ? "space" : "symbol" }];
		if (name === kind) {
			passages.push(passage);
			return inside(node, { ...of, inner: passage.inner, isOn: true });
		}
		const isLink = name === "Link";
		const within = `${of.within} ${isLink ? read.text({ from: passage.inner.to, to }) : name}`;
		return [{ from, to, pieces: inside(node, { ...of, inner: passage.inner, within }), isLink }];
	};
	const inside = (node: SyntaxNode, of: Inside): Piece[] => {
		const pieces: Piece[] = [];
		let at = of.inner.from;
		for (let child = node.firstChild; child; child = child.nextSibling) {
			if (child.to <= of.inner.from || child.from >= of.inner.to) continue;
			pieces.push(...letters({ from: at, to: child.from }, of), ...around(child, of));
			at = child.to;
		}
		return [...pieces, ...letters({ from: at, to: of.inner.to }, of)];
	};
	const pieces = inside(block, { inner: { from: block.from, to: block.to }, isOn: false, within: "" });
	return { pieces, passages };
}

const kindOf = (letter: string): Letter["kind"] =>
	/\s/.test(letter) ? "space" : /[\p{P}\p{S}]/u.test(letter) ? "symbol" : "letter";

/** Returns all letters, in order. */
export const lettersOf = (pieces: readonly Piece[]): Letter[] =>
	pieces.flatMap((piece) => ("pieces" in piece ? lettersOf(piece.pieces) : [piece]));
