import { type Children, html, type VNode } from "./html.ts";
import { figure } from "./money.ts";
import { type Run, wordsApart } from "./words-apart.ts";

export type Shown = {
	/** Shows both texts in one ("both"), or only the later text with its new words marked ("after"). */
	show?: "both" | "after" | undefined;
	/** How many unchanged lines around a change stay visible; the rest is folded. When undefined, nothing is folded. */
	context?: number | undefined;
	/**
	 * Folded lines cannot be unfolded and are only counted, and very long or very many changes are cut off, because the
	 * whole text stands elsewhere on the page.
	 */
	isBrief?: boolean | undefined;
};
export type Difference = Shown & { before: string; after: string };

/** The least number of characters in a fold; a shorter unchanged stretch stays visible. */
const LEAST_FOLDED = 80;
/**
 * In characters: the most unchanged text that stays visible on one side of a change, and the most of one change that a
 * brief difference (`isBrief`) shows.
 */
const MOST_BESIDE = 400;
const MOST_CHANGED = 1_500;

/**
 * Draws the difference of two texts as one text, word by word: removed words are struck through, added words
 * underlined. With `context` the result is a block that folds unchanged text.
 */
export const difference = ({ before, after, ...shown }: Difference): VNode =>
	drawRuns(wordsApart(before, after), shown);

/**
 * Draws a difference from the runs that `wordsApart` returned, for a caller that draws the same runs twice (both sides
 * of a conflict).
 */
export function drawRuns(runs: Run[], { show = "both", context, isBrief = false }: Shown = {}): VNode {
	const draw = (run: Run, at: number): Children => {
		if (run.kind === "removed" && show === "after") return null;
		if (run.kind !== "same") return mark(run, isBrief);
		return context === undefined ? run.text : folded(run.text, edgesOf(runs, at, context), isBrief);
	};
	const drawn = (isBrief ? runs.slice(0, MOST_RUNS) : runs).map(draw);
	const left = runs.slice(drawn.length).filter(({ kind }) => kind !== "same").length;
	return context === undefined
		? html`<span class="difference">${drawn}</span>`
		: html`<div class="difference long">
				${drawn}${left > 0 && html`<p class="fold-words">後面還有 ${figure(left)} 處不同，全文在下面的欄位裡</p>`}
			</div>`;
}

/**
 * The most runs (changes and the unchanged stretches between them) that a brief difference draws: nobody reads more one
 * by one, and a page with hundreds of thousands takes seconds to draw.
 */
const MOST_RUNS = 1_000;

/** Returns the runs as they are when the two texts change places: added becomes removed and removed becomes added. */
export const turned = (runs: Run[]): Run[] => runs.map(({ kind, text }) => ({ kind: TURNED[kind], text }));
const TURNED = { same: "same", added: "removed", removed: "added" } as const;

function mark({ kind, text }: Run, isBrief: boolean): Children {
	const shown = isBrief && text.length > MOST_CHANGED ? `${text.slice(0, wellCut(text, MOST_CHANGED))}...` : text;
	// A change of white space alone must be visible, too.
	const name = text.trim() === "" ? "blank" : undefined;
	const marked = kind === "added" ? html`<ins class=${name}>${shown}</ins>` : html`<del class=${name}>${shown}</del>`;
	if (shown === text) return marked;
	return [
		marked,
		html`<p class="fold-words">這一段還有 ${figure(text.length - MOST_CHANGED)} 字，全文在下面的欄位裡</p>`,
	];
}

/** Returns the place to cut a text at, moved back by one where the cut would split a surrogate pair. */
const wellCut = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? "") ? at - 1 : at);

/** How many characters stay visible at the beginning and at the end of an unchanged stretch. */
type Edges = { head: number; tail: number };

function edgesOf(runs: Run[], at: number, context: number): Edges {
	const lines = (runs[at]?.text ?? "").split("\n");
	// The first line may be the rest of a changed line, which is no context. The last begins a changed line, or is empty.
	const isMidway = runs[at - 1]?.text.endsWith("\n") === false;
	const head = at === 0 ? 0 : charactersOf(lines.slice(0, context + Number(isMidway)));
	const tail = at === runs.length - 1 ? 0 : charactersOf(lines.slice(-(context + 1))) - 1;
	return { head: Math.min(head, MOST_BESIDE), tail: Math.min(tail, MOST_BESIDE) };
}
const charactersOf = (lines: string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Draws an unchanged stretch: its two ends, and between them a fold that says how much it holds. */
function folded(text: string, { head, tail }: Edges, isBrief: boolean): Children {
	const [from, to] = [wellCut(text, head), wellCut(text, text.length - tail)];
	if (to - from < LEAST_FOLDED) return text;
	const inside = text.slice(from, to);
	const words = `未變更的 ${lengthWords(inside)}`;
	const fold = isBrief
		? html`<p class="fold-words">${words}</p>`
		: html`<details><summary>${words}</summary>${inside}</details>`;
	return [text.slice(0, from), fold, text.slice(to)];
}

function lengthWords(text: string): string {
	const lines = text.split("\n").filter((line) => line.trim() !== "").length;
	return lines > 1 ? `${figure(lines)} 行` : `${figure([...text].length)} 字`;
}
