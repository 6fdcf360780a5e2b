/**
 * For each index of one list the index of its partner (the same element) in the other list, or -1; the partners'
 * indexes rise, because they have the same order in both lists.
 */
export type Partners = Int32Array;

type Lists = { a: Int32Array; b: Int32Array; partners: Partners };
/** A stretch of both lists, `from` to `to` of one and `start` to `end` of the other, ends not included. */
type Stretch = { from: number; to: number; start: number; end: number };

/**
 * The most differences that Myers' algorithm looks for before a stretch counts as replaced as a whole: it takes the
 * square of this many steps.
 */
const MOST_DIFFERENCES = 800;
/**
 * How many times a stretch may be cut, and its parts again, at elements that are unique in both lists before Myers'
 * algorithm compares what is left.
 */
const MOST_CUTS = 8;

/**
 * Finds what two lists have in common, in bounded time: first the elements that stand exactly once in both (Cohen's
 * patience difference, which keeps paragraphs whole), between those the shortest edit (Myers, An O(ND) Difference
 * Algorithm, 1986). A stretch with more than MOST_DIFFERENCES counts as replaced. `isPlain` skips the patience
 * difference.
 */
export function partnersOf(before: readonly string[], after: readonly string[], isPlain = false): Partners {
	const numbers = new Map<string, number>();
	const numbered = (list: readonly string[]): Int32Array =>
		Int32Array.from(list, (one) => {
			const known = numbers.get(one) ?? numbers.size;
			numbers.set(one, known);
			return known;
		});
	const lists = { a: numbered(before), b: numbered(after), partners: new Int32Array(before.length).fill(-1) };
	const todo = [{ from: 0, to: before.length, start: 0, end: after.length, cuts: isPlain ? MOST_CUTS : 0 }];
	for (let next = todo.pop(); next; next = todo.pop()) {
		const stretch = trimmed(lists, next);
		if (stretch.from === stretch.to || stretch.start === stretch.end) continue;
		const anchors = next.cuts < MOST_CUTS ? anchorsIn(lists, stretch) : [];
		const cuts = next.cuts + 1;
		if (anchors.length === 0) shortest(lists, stretch);
		else for (const part of between(lists, stretch, anchors)) todo.push({ ...part, cuts });
	}
	return lists.partners;
}

/** Makes partners of the equal elements at both ends of a stretch and returns the stretch without them. */
function trimmed({ a, b, partners }: Lists, { from, to, start, end }: Stretch): Stretch {
	while (from < to && start < end && a[from] === b[start]) partners[from++] = start++;
	while (from < to && start < end && a[to - 1] === b[end - 1]) partners[--to] = --end;
	return { from, to, start, end };
}

type Pair = readonly [number, number];

/** Returns the elements that are unique in both lists, as the longest row of them with the same order in both. */
function anchorsIn({ a, b }: Lists, { from, to, start, end }: Stretch): Pair[] {
	const seen = new Map<number, { in: number; of: number; left: number; right: number }>();
	for (let i = from; i < to; i++) {
		const one = seen.get(a[i] ?? -1);
		if (one) one.in++;
		else seen.set(a[i] ?? -1, { in: 1, of: 0, left: i, right: -1 });
	}
	for (let j = start; j < end; j++) {
		const one = seen.get(b[j] ?? -1);
		if (one) [one.of, one.right] = [one.of + 1, j];
	}
	const once = [...seen.values()].filter((one) => one.in === 1 && one.of === 1);
	return longestRising(once.map(({ left, right }): Pair => [left, right]));
}

/** Returns the longest row of pairs, sorted by their left place, whose right places rise as well. */
function longestRising(pairs: Pair[]): Pair[] {
	const ends: number[] = [];
	const previous: number[] = [];
	for (const [at, [, right]] of pairs.entries()) {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < right) low = middle + 1;
			else high = middle;
		}
		previous[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
		ends[low] = at;
	}
	const row: Pair[] = [];
	for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
		const pair = pairs[at];
		if (pair) row.push(pair);
	}
	return row.reverse();
}

/** Makes partners of the anchors and returns the stretches between them. */
function between({ partners }: Lists, { from, to, start, end }: Stretch, anchors: Pair[]): Stretch[] {
	const parts: Stretch[] = [];
	let [i, j] = [from, start];
	for (const [left, right] of anchors) {
		partners[left] = right;
		parts.push({ from: i, to: left, start: j, end: right });
		[i, j] = [left + 1, right + 1];
	}
	return [...parts, { from: i, to, start: j, end }];
}

/**
 * Finds the shortest edit of a stretch with Myers' greedy algorithm: `rows[d]` is how far each diagonal -d … d reached
 * with d differences.
 */
function shortest({ a, b, partners }: Lists, { from, to, start, end }: Stretch): void {
	const [n, m] = [to - from, end - start];
	const most = Math.min(n + m, MOST_DIFFERENCES);
	const reach = new Int32Array(2 * most + 3);
	const rows: Int32Array[] = [];
	for (let d = 0; d <= most; d++) {
		for (let k = -d; k <= d; k += 2) {
			const [below, right] = [reach[most + k] ?? 0, reach[most + k + 2] ?? 0];
			let x = k === -d || (k !== d && below < right) ? right : below + 1;
			while (x < n && x - k < m && a[from + x] === b[start + x - k]) x++;
			reach[most + k + 1] = x;
			if (x >= n && x - k >= m) {
				walkBack(rows, { x: n, y: m }, (at, of) => {
					partners[from + at] = start + of;
				});
				return;
			}
		}
		rows.push(reach.slice(most - d + 1, most + d + 2));
	}
}

/** Walks back from the end of the shortest edit and calls `same` for each pair of equal elements on the way. */
function walkBack(rows: Int32Array[], { x, y }: { x: number; y: number }, same: (x: number, y: number) => void): void {
	for (let d = rows.length; d > 0; d--) {
		const row = rows[d - 1] ?? new Int32Array();
		const k = x - y;
		const reached = (diagonal: number): number => row[diagonal + d - 1] ?? -1;
		const isDown = k === -d || (k !== d && reached(k - 1) < reached(k + 1));
		const beforeX = isDown ? reached(k + 1) : reached(k - 1);
		const beforeY = beforeX - (isDown ? k + 1 : k - 1);
		while (x > beforeX && y > beforeY) same(--x, --y);
		[x, y] = [beforeX, beforeY];
	}
	while (x > 0 && y > 0) same(--x, --y);
}
