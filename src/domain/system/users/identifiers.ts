import * as z from "zod";

/** The phone or e-mail address that a user signs in with, in its stored form. */
export type Identifier = { kind: "phone"; phone: string } | { kind: "email"; email: string };

/** Matches characters written between the digits of a number, or inserted by a keyboard. */
const BETWEEN_DIGITS = /[\s\p{Pd}.()/_~・\u200b-\u200f\u2212\ufeff]/gu;
const INVISIBLE = /[\s\u200b-\u200f\ufeff]/gu;
/** Matches Taiwan's country code with any of its prefixes (+, 00, 002), and the trunk 0 that some write after it. */
const COUNTRY = /^(?:\+|00|002)?8860?(?=9\d{8}$)/;

const Email = z.email().max(254);

/**
 * Reads a mobile number (canonical `09xxxxxxxx`) or an e-mail address (case-folded), typed in any way: full-width, with
 * spaces, dashes, dots or brackets, with +886, without the 0 that a spreadsheet dropped. Undefined for anything else.
 */
export function identify(text: string): Identifier | undefined {
	const plain = text.normalize("NFKC");
	if (plain.includes("@")) {
		const email = Email.safeParse(plain.replace(INVISIBLE, "").toLowerCase());
		return email.success ? { kind: "email", email: email.data } : undefined;
	}
	const digits = plain.replace(BETWEEN_DIGITS, "").replace(COUNTRY, "");
	const phone = /^0?(9\d{8})$/.exec(digits)?.[1];
	return phone === undefined ? undefined : { kind: "phone", phone: `0${phone}` };
}
