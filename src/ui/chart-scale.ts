/** The values that a scale's lines stand for, from the lowest to the highest. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Four to seven round values that hold all of `values` and 0, and fewer where they may not be closer than `least`. Without
 * values, or when all are 0, the scale is 0 and 1.
 */
export function niceScale(values: number[], least = 0): number[] {
	const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
	if (low === high) return [0, 1];
	const rough = (high - low) / 4;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = Math.max(least, (STEPS.find((one) => one * power >= rough) ?? 10) * power);
	const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
	return Array.from({ length: last - first + 1 }, (_, at) => round((first + at) * step));
}

/** Steps such as 0.1 add up with dust in binary. */
const round = (value: number): number => Number(value.toPrecision(12));
