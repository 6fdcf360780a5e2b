/**
 * The letters in the order of their values: a letter's value is its index here + 10 (戶政: I, O, W and Z came late, out
 * of order).
 */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO";
/** The weights of the nine characters after the first letter, whose own two digits weigh 1 and 9. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1, 1];

/**
 * The form of an id: a letter, then 1 or 2 (a national), 8 or 9 (外來人口統一證號, since 2021) or a letter A to D (its
 * older form, in use until 2031), then eight digits.
 */
const FORM = /^[A-Z][1289A-D]\d{8}$/;
const BETWEEN = /[\s\p{Pd}\u200b-\u200f\ufeff]/gu;

/**
 * Returns a 身分證字號 or 統一證號 in its stored form (`A123456789`), typed in any way: lower case, full-width, with
 * spaces or dashes. Null when the form or the check digit is wrong (內政部: the weighted digits add up to a multiple of
 * 10).
 */
export function normalNationalId(text: string): string | null {
	const plain = text.normalize("NFKC").replace(BETWEEN, "").toUpperCase();
	return FORM.test(plain) && sum(plain) % 10 === 0 ? plain : null;
}

/**
 * Whether a text, typed in any way, is a valid 身分證字號 or 統一證號. To store it, use the result of
 * `normalNationalId`.
 */
export const isNationalId = (text: string): boolean => normalNationalId(text) !== null;

/**
 * Returns a stored id masked for staff without the right to see it: `A12****789`. Of a text of another length it shows
 * nothing.
 */
export const maskNationalId = (id: string): string =>
	id.length === 10 ? `${id.slice(0, 3)}****${id.slice(-3)}` : "**********";

function sum(id: string): number {
	const first = digitsOf(id.charAt(0));
	// Of the old form's second letter only the last digit counts: what its tens add is a multiple of 10.
	const rest = WEIGHTS.map((weight, at) => digitsOf(id.charAt(at + 1)) * weight);
	return rest.reduce((total, product) => total + product, Math.floor(first / 10) + (first % 10) * 9);
}

const digitsOf = (character: string): number =>
	/\d/.test(character) ? Number(character) : LETTERS.indexOf(character) + 10;
