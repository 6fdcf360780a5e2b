import { createHmac, timingSafeEqual } from "node:crypto";

const TOKEN = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/**
 * Returns the token of a one-time link: its row's id, a dot, and HMAC-SHA256 of `purpose:id` under `key` (base64 of 32
 * bytes). It is made from the row whenever it is needed, so that it is stored nowhere and a mail sent twice has the
 * same link.
 */
export const signLink = (key: string, purpose: string, id: string): string => `${id}.${mac(key, purpose, id)}`;

/**
 * Returns the row's id that a token names; undefined for a token that was altered, or made for another purpose or with
 * another key.
 */
export function readLink(key: string, purpose: string, token: string): string | undefined {
	const [, id, given] = TOKEN.exec(token) ?? [];
	if (id === undefined || given === undefined) return undefined;
	// Compared as text, not as bytes, because base64url has several spellings of the same bytes.
	return timingSafeEqual(Buffer.from(given), Buffer.from(mac(key, purpose, id))) ? id : undefined;
}

function mac(key: string, purpose: string, id: string): string {
	const bytes = Buffer.from(key, "base64");
	if (bytes.length !== 32) throw new Error("LINK_KEY must be the base64 of 32 bytes");
	return createHmac("sha256", bytes).update(`${purpose}:${id}`).digest("base64url");
}
