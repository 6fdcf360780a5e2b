import { hex } from "#kernel/bytes.ts";

/** The symbols of Crockford's base 32: no I, L, O or U, which look like digits or make words. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LOOKS_LIKE: Record<string, string> = { O: "0", I: "1", L: "1" };
const GROUP = 5;

/** The purpose of a code on paper: a code of one purpose does not work for another, although it looks the same. */
export type CodePurpose = "activation" | "recovery";
type Keys = { PASSWORD_PEPPER: string };

/** Returns a new code to be written down and typed by hand, 50 random bits: "XXXXX-XXXXX". */
export function newCode(): string {
	const symbols = [...crypto.getRandomValues(new Uint8Array(2 * GROUP))].map((byte) => SYMBOLS[byte % 32]).join("");
	return `${symbols.slice(0, GROUP)}-${symbols.slice(GROUP)}`;
}

/**
 * Returns a typed code in the form in which it was given out. It may be typed in any letter case, full-width, with or
 * without dashes and spaces, with O for 0, I and L for 1.
 */
export function canonicalCode(typed: string): string {
	const symbols = typed
		.normalize("NFKC")
		.toUpperCase()
		.replace(/[\s\p{Pd}]/gu, "")
		.replace(/[OIL]/g, (symbol) => LOOKS_LIKE[symbol] ?? symbol);
	return symbols.length === 2 * GROUP ? `${symbols.slice(0, GROUP)}-${symbols.slice(GROUP)}` : symbols;
}

/**
 * Returns the hash that is stored of a code: HMAC-SHA-256 under PASSWORD_PEPPER, over purpose and code, in hexadecimal.
 * Accepts the code however it was typed.
 */
export async function hashCode(keys: Keys, purpose: CodePurpose, code: string): Promise<string> {
	const bytes = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", bytes.encode(keys.PASSWORD_PEPPER), algorithm, false, ["sign"]);
	const mac = await crypto.subtle.sign("HMAC", key, bytes.encode(`${purpose}:${canonicalCode(code)}`));
	return hex(mac);
}

/**
 * Returns a new id of a one-time link, 128 random bits: the link's token is made from it and a secret of the Worker.
 */
export const newLinkId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** Returns a new id of a session, 128 random bits. */
export const newSessionId = newLinkId;
