/** A run of text: in both, only in the later one, only in the earlier one. */
export type Run = { kind: "same" | "added" | "removed"; text: string };

const words = new Intl.Segmenter("zh-Hant", { granularity: "word" });
const wordsOf = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment);
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Above this many cells a table of words would take too long: the whole stretch then counts as replaced. */
const MAX_CELLS = 1_000_000;

/** How long the longest common run of parts is from each place on: the table that `compare` walks through. */
function lengths(a: string[], b: string[]): Uint16Array[] {
	const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--) {
			const [row, next] = [table[i], table[i + 1]];
			if (row && next) row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
		}
	return table;
}

const push = (runs: Run[], kind: Run["kind"], text: string): void => {
	const last = runs.at(-1);
	if (last?.kind === kind) last.text += text;
	else if (text) runs.push({ kind, text });
};

/** The runs between two lists of parts, by their longest common subsequence; removed stands before added. */
function compare(a: string[], b: string[]): Run[] {
	const runs: Run[] = [];
	if (a.length * b.length > MAX_CELLS || a.length > 65_000 || b.length > 65_000) {
		push(runs, "removed", a.join(""));
		push(runs, "added", b.join(""));
		return runs;
	}
	const table = lengths(a, b);
	let [i, j] = [0, 0];
	while (i < a.length || j < b.length) {
		const [left, right] = [a[i], b[j]];
		if (left !== undefined && left === right) {
			push(runs, "same", left);
			i++;
			j++;
		} else if (left !== undefined && (right === undefined || (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
			push(runs, "removed", left);
			i++;
		} else {
			push(runs, "added", right ?? "");
			j++;
		}
	}
	return runs;
}

/**
 * How one text became another: first by lines, then word by word inside the lines that changed (Chinese words by
 * Unicode segmentation). Joining `same` and `removed` gives `before`; `same` and `added` gives `after`.
 */
export function wordsApart(before: string, after: string): Run[] {
	const runs: Run[] = [];
	const lines = compare(linesOf(before), linesOf(after));
	lines.forEach((run, at) => {
		const next = lines[at + 1];
		if (run.kind === "removed" && next?.kind === "added")
			for (const part of compare(wordsOf(run.text), wordsOf(next.text))) push(runs, part.kind, part.text);
		else if (!(run.kind === "added" && lines[at - 1]?.kind === "removed")) push(runs, run.kind, run.text);
	});
	return runs;
}
