import { cutIntoWords } from "#kernel/words.ts";
import { alike, inOrder } from "./pairing.ts";
import { type Partners, partnersOf } from "./partners.ts";

/** A run of text: in both texts, only in the later one ("added"), or only in the earlier one ("removed"). */
export type Run = { kind: "same" | "added" | "removed"; text: string };

export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * The most pairs of lines that are compared for likeness (lines beyond that are paired by `inOrder`, more cheaply), and
 * the most characters that are cut into words (what exceeds them counts as replaced).
 */
const MOST_PAIRS = 150_000;
const MOST_CHARACTERS = 200_000;
/**
 * The least share of a line's characters that must have stayed; with less, the line's changed part counts as replaced.
 */
const STAYED = 0.2;

const push = (runs: Run[], kind: Run["kind"], text: string): void => {
	const last = runs.at(-1);
	if (last?.kind === kind) last.text += text;
	else if (text) runs.push({ kind, text });
};

type Budget = { pairs: number; characters: number };
type Lines = { before: string[]; after: string[] };
/**
 * Changed lines (`from` to `to` of the earlier text, `start` to `end` of the later one); changes with only blank lines
 * between them are one hunk.
 */
type Hunk = { from: number; to: number; start: number; end: number };

/**
 * Returns how one text became another: compared first by lines, then word by word inside the changed lines (Chinese
 * words by Unicode segmentation). Joining `same` and `removed` gives `before`; `same` and `added` gives `after`. The
 * work is bounded: texts without much in common count as replaced.
 */
export function wordsApart(before: string, after: string): Run[] {
	const lines = { before: linesOf(before), after: linesOf(after) };
	const partners = partnersOf(lines.before, lines.after);
	const budget = { pairs: MOST_PAIRS, characters: MOST_CHARACTERS };
	const runs: Run[] = [];
	let done = 0;
	for (const hunk of hunksOf(partners, lines)) {
		push(runs, "same", lines.before.slice(done, hunk.from).join(""));
		changed(
			runs,
			{ before: lines.before.slice(hunk.from, hunk.to), after: lines.after.slice(hunk.start, hunk.end) },
			budget,
		);
		done = hunk.to;
	}
	push(runs, "same", lines.before.slice(done).join(""));
	return runs;
}

function hunksOf(partners: Partners, { before, after }: Lines): Hunk[] {
	const hunks: Hunk[] = [];
	let j = 0;
	for (let i = 0; i <= before.length; i++) {
		const partner = i < before.length ? (partners[i] ?? -1) : after.length;
		if (partner < 0) grow(hunks, before, { from: i, to: i + 1, start: j, end: j });
		else if (partner > j) grow(hunks, before, { from: i, to: i, start: j, end: partner });
		if (partner >= 0) j = partner + 1;
	}
	return hunks;
}

/**
 * Adds a change to the hunks, as part of the last hunk when only blank lines of the earlier text lie between the two.
 */
function grow(hunks: Hunk[], before: string[], next: Hunk): void {
	const last = hunks.at(-1);
	if (last && before.slice(last.to, next.from).every((line) => line.trim() === ""))
		[last.to, last.end] = [next.to, next.end];
	else hunks.push(next);
}

/** Adds the runs of a changed stretch: pairs each line with its later version and compares the words of both. */
function changed(runs: Run[], { before, after }: Lines, budget: Budget): void {
	const isOne = before.length === 1 && after.length === 1;
	budget.pairs -= before.length * after.length;
	const partners = isOne ? new Int32Array(1) : budget.pairs >= 0 ? alike(before, after) : inOrder(before, after);
	let [i, j] = [0, 0];
	const replace = (to: number, end: number): void => {
		push(runs, "removed", before.slice(i, to).join(""));
		push(runs, "added", after.slice(j, end).join(""));
	};
	for (const [at, partner] of partners.entries()) {
		if (partner < 0) continue;
		replace(at, partner);
		wordsIn(runs, { before: before[at] ?? "", after: after[partner] ?? "" }, budget);
		[i, j] = [at + 1, partner + 1];
	}
	replace(before.length, after.length);
}

/** The characters at which a sentence may be cut without cutting a word. */
const CUT = /[\s，。、；：！？,.;:!?「」（）()<>[\]]/;

/**
 * Returns how many characters two lines have in common at their beginning, up to and including the last character of
 * CUT (white space or punctuation) among them.
 */
function commonStart(before: string, after: string): number {
	let at = 0;
	while (at < before.length && before[at] === after[at]) at++;
	while (at > 0 && !CUT.test(before[at - 1] ?? "")) at--;
	return at;
}

/**
 * Returns how many characters, at most `most`, two lines have in common at their end, from a character of CUT (white
 * space or punctuation) on.
 */
function commonEnd(before: string, after: string, most: number): number {
	let at = 0;
	while (at < most && before.at(-1 - at) === after.at(-1 - at)) at++;
	while (at > 0 && !CUT.test(before.at(-at) ?? "")) at--;
	return at;
}

function wordsIn(runs: Run[], { before, after }: { before: string; after: string }, budget: Budget): void {
	const start = commonStart(before, after);
	const end = commonEnd(before, after, Math.min(before.length, after.length) - start);
	const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
	budget.characters -= old.length + now.length;
	push(runs, "same", before.slice(0, start));
	for (const run of budget.characters >= 0 ? wordRuns(old, now, start + end) : replaced(old, now))
		push(runs, run.kind, run.text);
	push(runs, "same", before.slice(before.length - end));
}

const replaced = (before: string, after: string): Run[] => [
	{ kind: "removed", text: before },
	{ kind: "added", text: after },
];

/**
 * Returns the runs between the middle parts of two versions of a line; `beside` is the number of equal characters
 * before and after these parts. When less than the share STAYED of the shorter version stayed, the whole part counts as
 * replaced.
 */
function wordRuns(before: string, after: string, beside: number): Run[] {
	const steps = stepsBetween(cutIntoWords(before), cutIntoWords(after));
	const stayed = steps.reduce((sum, { same }) => sum + same.length, beside);
	if (stayed < STAYED * (beside + Math.min(before.length, after.length))) return replaced(before, after);
	const runs: Run[] = [];
	for (const { gone, come, same } of steps) {
		push(runs, "removed", gone);
		push(runs, "added", come);
		push(runs, "same", same);
	}
	return runs;
}

/** A removed text, the text that was added in its place, and the unchanged text after it. */
type Step = { gone: string; come: string; same: string };

function stepsBetween(before: string[], after: string[]): Step[] {
	const partners = partnersOf(before, after, true);
	const steps: Step[] = [];
	let step: Step = { gone: "", come: "", same: "" };
	let j = 0;
	const close = (): void => {
		const last = steps.at(-1);
		// A single punctuation mark between two changes is easier to read as part of them.
		if (last && last.gone + last.come !== "" && /^[^\p{L}\p{N}]$/u.test(last.same)) {
			last.gone += last.same + step.gone;
			last.come += last.same + step.come;
			last.same = step.same;
		} else steps.push(step);
		step = { gone: "", come: "", same: "" };
	};
	for (const [i, word] of before.entries()) {
		const partner = partners[i] ?? -1;
		if (step.same !== "" && partner !== j) close();
		if (partner < 0) step.gone += word;
		else {
			step.come += after.slice(j, partner).join("");
			step.same += word;
			j = partner + 1;
		}
	}
	const rest = after.slice(j).join("");
	if (rest !== "" && step.same !== "") close();
	step.come += rest;
	close();
	return steps;
}
