import * as z from "zod";

/** What somebody signs in with, as it is stored. */
export type Identifier = { kind: "phone"; phone: string } | { kind: "email"; email: string };

/** Written between the digits of a number, or by a keyboard that meant well. */
const BETWEEN_DIGITS = /[\s\p{Pd}.()/_~・\u200b-\u200f\u2212\ufeff]/gu;
const INVISIBLE = /[\s\u200b-\u200f\ufeff]/gu;
/** Taiwan's country code with any of its prefixes (+, 00, 002), and the trunk's 0 that some write after it. */
const COUNTRY = /^(?:\+|00|002)?8860?(?=9\d{8}$)/;

const Email = z.email().max(254);

/**
 * A mobile phone's number (canonical `09xxxxxxxx`) or an e-mail address (case-folded), typed any way: full-width, with
 * spaces, dashes, dots or brackets, with +886, without the 0 that a spreadsheet took. Undefined for anything else.
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
