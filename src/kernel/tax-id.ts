const WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1];

/**
 * Whether a text is a 統一編號: 8 digits; the digits of each digit's product with its weight add up to a multiple of 5, or
 * to one less when the 7th digit is 7 (財政部, since 2023; the older rule asked for a multiple of 10).
 */
export function isTaxId(text: string): boolean {
	if (!/^[0-9]{8}$/.test(text)) return false;
	const sum = WEIGHTS.reduce((total, weight, at) => total + digitSum(Number(text[at]) * weight), 0);
	return sum % 5 === 0 || (text[6] === "7" && (sum + 1) % 5 === 0);
}

/** Of a number under 100. */
const digitSum = (number: number): number => Math.floor(number / 10) + (number % 10);
