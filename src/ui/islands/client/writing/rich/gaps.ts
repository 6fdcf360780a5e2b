import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { Tree } from "@lezer/common";
import { AS_WRITTEN, type Span } from "./marks.ts";

type Line = Span & { number: number };

/** A line that only parts blocks; in a quotation it has the quotation's mark. */
const EMPTY = /^[ \t]*(?:>[ \t]*)*$/;

/** Returns the ranges whose empty lines belong to them, in order. */
function writtenIn(tree: Tree): Span[] {
	const found: Span[] = [];
	tree.iterate({
		enter: ({ name, from, to, node }) => {
			if (AS_WRITTEN.has(name)) found.push({ from, to });
			return !(AS_WRITTEN.has(name) || node.firstChild === null || name === "Paragraph");
		},
	});
	return found;
}

/**
 * Returns the lines that only part two blocks and so are not shown, in order. Of the empty lines between two blocks the
 * first and the last part them; those between are empty paragraphs in which somebody may write. A text begins and ends
 * with a block, or with an empty paragraph.
 */
export function gapsIn(state: EditorState, tree: Tree = syntaxTree(state)): Line[] {
	const written = writtenIn(tree);
	const gaps: Line[] = [];
	let run: Line[] = [];
	let at = 0;
	const isWritten = (line: Span): boolean => {
		while ((written[at]?.to ?? Number.POSITIVE_INFINITY) < line.from) at++;
		const block = written[at];
		return block !== undefined && block.from <= line.from && line.to < block.to;
	};
	let next: Line = { number: 1, from: 0, to: 0 };
	for (const text of state.doc.iterLines()) {
		const line = { ...next, to: next.from + text.length };
		next = { number: line.number + 1, from: line.to + 1, to: line.to + 1 };
		if (EMPTY.test(text) && !isWritten(line)) run.push(line);
		else if (run.length > 0) {
			gaps.push(...parting(run, { isFirst: run[0]?.number === 1, isLast: false }));
			run = [];
		}
	}
	gaps.push(...parting(run, { isFirst: run[0]?.number === 1, isLast: true }));
	return gaps;
}

/** Returns the lines of a run of empty ones that part what stands before and after it. */
function parting(run: readonly Line[], { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Line[] {
	const hidden = new Set([isFirst ? undefined : run[0], isLast ? undefined : run.at(-1)]);
	return run.filter((line) => hidden.has(line));
}
