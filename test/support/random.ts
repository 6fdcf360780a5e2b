/** The same numbers for the same seed. */
export function random(seed: number) {
	let state = seed * 2_654_435_769;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	return { next, pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
}
