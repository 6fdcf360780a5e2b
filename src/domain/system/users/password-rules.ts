import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { COMMON_PASSWORDS, COMMON_WORDS } from "./common-passwords.ts";

export const MIN_PASSWORD = 12;
/** The smallest length, in characters, of the password of staff who have no second factor. */
export const MIN_STAFF_PASSWORD = 15;
export const MAX_PASSWORD = 128;
/** The number of characters that a password must have beside easily guessed parts. */
const MIN_OWN = 5;

/** The owner of a password: data from which it may not be guessed, and what its shortest length depends on. */
export type Owner = {
	name: string;
	email: string | null;
	phone: string | null;
	/** The name of the association. */
	association: string;
	isStaff: boolean;
	hasSecondFactor: boolean;
};

/** Returns a password as it is hashed: in NFKC, so that every keyboard types the same one. */
export const normalPassword = (typed: string): string => typed.normalize("NFKC");

/**
 * Refuses a password with `password.too_short` (below MIN_PASSWORD characters), `password.too_short_for_staff` (below
 * MIN_STAFF_PASSWORD, for staff without a second factor), `password.too_long` (above MAX_PASSWORD), `password.common`
 * (a common one, or hardly more than common words, sequences and years) or `password.personal` (hardly more than these
 * and known facts about its owner). There is no rule about kinds of characters (NIST SP 800-63B §3.1.1.2).
 */
export function insistOnPassword(typed: string, owner: Owner): void {
	const code = weakness(normalPassword(typed), owner);
	if (code) throw new Refusal(code);
}

function weakness(password: string, owner: Owner): RefusalCode | undefined {
	const length = [...password].length;
	if (length > MAX_PASSWORD) return "password.too_long";
	if (owner.isStaff && !owner.hasSecondFactor && length < MIN_STAFF_PASSWORD) return "password.too_short_for_staff";
	if (length < MIN_PASSWORD) return "password.too_short";
	const folded = fold(password);
	if (COMMON_PASSWORDS.has(folded) || new Set(folded).size < 5) return "password.common";
	if (ownSigns(without(folded, COMMON_WORDS)) < MIN_OWN) return "password.common";
	if (ownSigns(without(without(folded, aboutOwner(owner)), COMMON_WORDS)) < MIN_OWN) return "password.personal";
	return undefined;
}

/** Returns a text in lower case and without what stands between words. */
const fold = (text: string): string =>
	text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[\s\p{Pd}_.,'+]/gu, "");

/** Replaces a removed part, so that the remaining parts do not form new words. */
const GAP = "\0";
/** Matches a character repeated three times or more, or a year. */
const SEQUENCE = /(.)\1\1+|(?:19|20)\d\d/gu;

const ownSigns = (text: string): number => [...text.replace(SEQUENCE, GAP)].filter((sign) => sign !== GAP).length;

/**
 * Replaces the words in a text by GAP. `words` has the longest first, so that none is broken up by a shorter one in it.
 */
const without = (text: string, words: readonly string[]): string =>
	words.reduce((left, word) => left.replaceAll(word, GAP), text);

/**
 * Returns the words known about the owner, folded as `fold` does and longest first: name, e-mail address and phone
 * number, whole and in parts, and the association's name. Words under three characters (Chinese: two) are left out.
 */
function aboutOwner({ name, email, phone, association }: Owner): string[] {
	const mailbox = email?.split("@") ?? [];
	const words = [
		name,
		...name.split(/\s+/),
		...mailbox,
		...mailbox.flatMap((part) => part.split(/[._+-]/)),
		association,
	];
	const numbers = phone ? [phone, phone.slice(1), phone.slice(2), phone.slice(4)] : [];
	return [...words, ...numbers]
		.map(fold)
		.filter((word) => word.length >= (/\p{Script=Han}/u.test(word) ? 2 : 3))
		.sort((a, b) => b.length - a.length);
}
