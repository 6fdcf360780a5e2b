/** The round step widths of a scale, before multiplication by a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns the values of a scale's lines in rising order: four to six round values that span all of `values` and 0,
 * fewer when steps may not be smaller than `least`. Without values, or when all are 0, the scale is 0 and 1.
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

/** Removes the rounding errors of binary fractions, which add up in steps such as 0.1. */
const round = (value: number): number => Number(value.toPrecision(12));
