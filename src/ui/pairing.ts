import { type Partners, partnersOf } from "./partners.ts";

/** The most numbers in the sketch of a line (see `sketchOf`). */
const SKETCH = 64;
/** The least likeness at which a new line counts as a changed version of an old line. */
const ALIKE = 0.25;

/**
 * Returns the sketch of a line: its pairs of neighbouring characters as mixed numbers, of which the SKETCH smallest are
 * taken, so that similar lines have mostly the same numbers.
 */
export function sketchOf(line: string): number[] {
	const pairs = new Set<number>();
	let last = 0;
	for (let at = 0; at < line.length; at++) {
		const code = line.charCodeAt(at);
		if (code <= 32 || code === 0x3000) continue;
		pairs.add(Math.imul((last << 16) | code, 0x9e3779b1) >>> 0);
		last = code;
	}
	return [...pairs].sort((x, y) => x - y).slice(0, SKETCH);
}

/** Estimates how much two sketches have in common, from 0 to 1 (Jaccard's index by Broder's bottom-k sketches). */
export function likeness(one: number[], other: number[]): number {
	let [i, j, both, all] = [0, 0, 0, 0];
	while (all < SKETCH && (i < one.length || j < other.length)) {
		const [x, y] = [one[i] ?? Number.POSITIVE_INFINITY, other[j] ?? Number.POSITIVE_INFINITY];
		if (x <= y) i++;
		if (y <= x) j++;
		if (x === y) both++;
		all++;
	}
	return all === 0 ? 0 : both / all;
}

/**
 * Returns the worth of pairing two lines, 0 when they are not to be paired. Empty lines are equal by chance, so they
 * hardly count.
 */
function worth(before: string, after: string, like: number): number {
	if (before === after) return before.trim() === "" ? 0.01 : 1;
	return like >= ALIKE ? like : 0;
}

/**
 * Tables by row and column of a pair of lines: `worths` has the worth of the pair, `best` the best sum of worths from
 * that pair to the end.
 */
type Table = { worths: Float32Array; best: Float32Array; width: number };

function tableOf(before: readonly string[], after: readonly string[]): Table {
	const [n, m] = [before.length, after.length];
	const [left, right] = [before.map(sketchOf), after.map(sketchOf)];
	const width = m + 1;
	const best = new Float32Array((n + 1) * width);
	const worths = new Float32Array((n + 1) * width);
	for (let i = n - 1; i >= 0; i--)
		for (let j = m - 1; j >= 0; j--) {
			const here = i * width + j;
			const value = worth(before[i] ?? "", after[j] ?? "", likeness(left[i] ?? [], right[j] ?? []));
			worths[here] = value;
			const paired = value > 0 ? value + (best[here + width + 1] ?? 0) : 0;
			best[here] = Math.max(paired, best[here + width] ?? 0, best[here + 1] ?? 0);
		}
	return { worths, best, width };
}

/**
 * Returns the pairs of lines with the greatest sum of worths (see `worth`), in the same order in both texts; it takes
 * `before.length * after.length` steps.
 */
export function alike(before: readonly string[], after: readonly string[]): Partners {
	const { worths, best, width } = tableOf(before, after);
	const partners = new Int32Array(before.length).fill(-1);
	for (let i = 0, j = 0; i < before.length && j < after.length; ) {
		const here = i * width + j;
		if (best[here] === best[here + width]) i++;
		else if (best[here] === best[here + 1]) j++;
		else if ((worths[here] ?? 0) > 0) partners[i++] = j++;
	}
	return partners;
}

/**
 * Pairs lines more cheaply than `alike`: equal lines, and between those the lines at the same position when both sides
 * have the same number of lines there and the two lines are alike.
 */
export function inOrder(before: readonly string[], after: readonly string[]): Partners {
	const equal = partnersOf(before, after);
	const partners = equal.slice();
	let [i, j] = [0, 0];
	for (let at = 0; at <= before.length; at++) {
		const partner = at < before.length ? (equal[at] ?? -1) : after.length;
		if (partner < 0) continue;
		for (let nth = 0; at - i === partner - j && nth < at - i; nth++)
			if (likeness(sketchOf(before[i + nth] ?? ""), sketchOf(after[j + nth] ?? "")) >= ALIKE)
				partners[i + nth] = j + nth;
		[i, j] = [at + 1, partner + 1];
	}
	return partners;
}
