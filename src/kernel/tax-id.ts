const WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1];

/**
 * Returns whether a text is a tax id (統一編號): 8 digits; each digit is multiplied with its weight, and the digits of
 * all products must add up to a multiple of 5, or to one less when the 7th digit is 7 (財政部, since 2023; the older
 * rule required a multiple of 10).
 */
export function isTaxId(text: string): boolean {
	if (!/^[0-9]{8}$/.test(text)) return false;
	const sum = WEIGHTS.reduce((total, weight, at) => total + digitSum(Number(text[at]) * weight), 0);
	return sum % 5 === 0 || (text[6] === "7" && (sum + 1) % 5 === 0);
}

/** Returns the sum of the digits of a number under 100. */
const digitSum = (number: number): number => Math.floor(number / 10) + (number % 10);
