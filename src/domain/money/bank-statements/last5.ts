/**
 * Matches an account number: 10 to 16 digits, some of them possibly masked or grouped, with an optional three-digit
 * bank code in front.
 */
const ACCOUNT = /(?<![0-9*xX])(?:[0-9]{3}[-/ ])?[0-9*xX][0-9*xX-]{8,20}[0-9](?![0-9*xX])/g;
/** Matches a masked number: ****40718. */
const HIDDEN = /[*xX]{2}([0-9]{5})(?![0-9])/g;
/** Matches the last five digits of an account where a text names them: 末五碼 40718, 後5碼:40718. */
const NAMED = /(?:末|後)\s*(?:五|5)\s*碼\D{0,3}([0-9]{5})(?![0-9])/g;
const MOBILE = /^(?:886|0)9[0-9]{8}$/;

/**
 * Returns the last five digits of the account that the money came from: from the counterparty's column, or from the
 * only account number in the memo (a mobile number does not count). Null where there is none or more than one.
 */
export function last5Of(counter: string, memo: string): string | null {
	const own = onlyOne(accountsIn(counter.normalize("NFKC"), 5));
	return own ?? onlyOne(accountsIn(memo.normalize("NFKC"), 10));
}

const onlyOne = (found: readonly string[]): string | null => {
	const [first, ...others] = [...new Set(found)];
	return first !== undefined && others.length === 0 ? first : null;
};

/** Returns the last five digits of all numbers in a text that have at least `least` digits, masked ones included. */
function accountsIn(text: string, least: number): string[] {
	const named = [...text.matchAll(NAMED), ...text.matchAll(HIDDEN)].flatMap(([, digits]) => digits ?? []);
	if (named.length > 0) return named;
	const whole = text.replaceAll(/[\s-]/g, "");
	if (least <= 5 && /^[0-9]{5,}$/.test(whole)) return [whole.slice(-5)];
	return [...text.matchAll(ACCOUNT)].flatMap(([found]) => {
		const digits = found.replaceAll(/[^0-9*xX]/g, "");
		const end = digits.slice(-5);
		return digits.length >= least && /^[0-9]{5}$/.test(end) && !MOBILE.test(digits) ? [end] : [];
	});
}

const LONGEST_NAME = 4;
const MOST_WORDS = 120;

/**
 * Returns the parts of a memo that may be a person's name (two to four Chinese characters in a row) or a member's
 * number (digits, with or without letters in front); the database looks up members by them.
 */
export function wordsOf(memo: string): string[] {
	const text = memo.normalize("NFKC");
	const numbers = [...text.matchAll(/[A-Za-z]{0,4}-?[0-9]{1,8}(?![0-9])/g)].map(([found]) => found.toUpperCase());
	const names = [...text.matchAll(/\p{Script=Han}{2,}/gu)].flatMap(([run]) => partsOf([...run]));
	return [...new Set([...numbers, ...names])].slice(0, MOST_WORDS);
}

const partsOf = (chars: readonly string[]): string[] =>
	[3, 2, LONGEST_NAME].flatMap((length) =>
		Array.from({ length: Math.max(0, chars.length - length + 1) }, (_, at) => chars.slice(at, at + length).join("")),
	);
