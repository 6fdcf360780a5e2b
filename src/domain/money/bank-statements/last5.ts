/** An account has 10 to 16 digits, some of them hidden, groups apart; a bank's code of three may stand in front. */
const ACCOUNT = /(?<![0-9*xX])(?:[0-9]{3}[-/ ])?[0-9*xX][0-9*xX-]{8,20}[0-9](?![0-9*xX])/g;
/** ****40718 */
const HIDDEN = /[*xX]{2}([0-9]{5})(?![0-9])/g;
/** 末五碼 40718, 後5碼:40718 */
const NAMED = /(?:末|後)\s*(?:五|5)\s*碼\D{0,3}([0-9]{5})(?![0-9])/g;
const MOBILE = /^(?:886|0)9[0-9]{8}$/;

/**
 * The last five digits of the account that money came from: of the column that has the account, or of the only account in
 * the memo (a mobile number is none). Null where nothing, or more than one, is there.
 */
export function last5Of(counter: string, memo: string): string | null {
	const own = onlyOne(accountsIn(counter.normalize("NFKC"), 5));
	return own ?? onlyOne(accountsIn(memo.normalize("NFKC"), 10));
}

const onlyOne = (found: readonly string[]): string | null => {
	const [first, ...others] = [...new Set(found)];
	return first !== undefined && others.length === 0 ? first : null;
};

/** Of numbers with at least so many digits, hidden ones included. */
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
 * The parts of a memo that may be somebody's name (two to four Chinese characters in a row) or a member's number (digits,
 * with or without letters in front): what the database looks members up by.
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
