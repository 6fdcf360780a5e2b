import * as z from "zod";
import { readPhone } from "./phones.ts";

/** What is typed to find a person, as the forms that choose one send it. */
export const PersonSearch = z.string().trim().max(100).default("");
/** The query of a page with such a search: what is typed, and the id of the one who is chosen among those found. */
export const PERSON_QUERY = { q: PersonSearch, chosen: z.coerce.number().int().positive().optional() };

/** The largest number of typed words that are searched; further ones are ignored. */
const MOST_WORDS = 5;
const ONLY_DIGITS = /^[\d\s()+\-.]+$/;

/**
 * Splits what was typed to find members into words, each of which must begin a word of the record (table member_words,
 * migration 0019). A phone number in any spelling is one word, without its spaces and dashes; other text is split at
 * spaces. Full width, case and 臺 for 台 make no difference.
 */
export function searchWords(typed: string): string[] {
	const plain = typed.toWellFormed().normalize("NFKC").trim();
	const phone = readPhone(plain);
	if (phone) return ["mobile" in phone ? phone.mobile : phone.landline.replace("-", "")];
	const text = ONLY_DIGITS.test(plain) ? plain.replace(/\D/g, "") : plain;
	const words = text.toLowerCase().replaceAll("臺", "台").split(/\s+/);
	return [...new Set(words)].filter((word) => word !== "").slice(0, MOST_WORDS);
}
