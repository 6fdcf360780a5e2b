import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { COMMON_PASSWORDS, COMMON_WORDS } from "./common-passwords.ts";

export const MIN_PASSWORD = 12;
/** For staff who have no second factor. */
export const MIN_STAFF_PASSWORD = 15;
export const MAX_PASSWORD = 128;
/** So many characters of a password must be nobody's first guess. */
const MIN_OWN = 5;

/** Whose password it is to be, as far as it may not be guessed from that. */
export type Owner = {
	name: string;
	email: string | null;
	phone: string | null;
	/** The association's name. */
	association: string;
	isStaff: boolean;
	hasSecondFactor: boolean;
};

/** A password as it is hashed: NFKC, so that every keyboard types the same one. */
export const normalPassword = (typed: string): string => typed.normalize("NFKC");

/**
 * Refuses a password that is too short, too long (in characters), or easily guessed: a common one, or hardly more than
 * common words, sequences, years and what everybody knows about its owner. Nothing about kinds of characters
 * (NIST SP 800-63B §3.1.1.2).
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

/** Without case and what stands between words. */
const fold = (text: string): string =>
	text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[\s\p{Pd}_.,'+]/gu, "");

/** Stands where something was taken out, so that what is left makes no new words. */
const GAP = "\0";
/** A sign three times or more, or a year. */
const SEQUENCE = /(.)\1\1+|(?:19|20)\d\d/gu;

const ownSigns = (text: string): number => [...text.replace(SEQUENCE, GAP)].filter((sign) => sign !== GAP).length;

/** `words` with the longest first. */
const without = (text: string, words: readonly string[]): string =>
	words.reduce((left, word) => left.replaceAll(word, GAP), text);

/** In the form that a folded password has, longest first. */
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
