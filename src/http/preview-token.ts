import type { TextKind } from "#domain/content/index.ts";
import { hex, utf8 } from "#kernel/bytes.ts";

/** How long a link to a draft works, in milliseconds. */
export const PREVIEW_MS = 3_600_000;

/** The article or page that a preview token gives access to. */
export type Previewed = { kind: TextKind; id: number };

const keyOf = (secret: string): Promise<CryptoKey> =>
	crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

const messageOf = ({ kind, id }: Previewed, expiresAt: number): Uint8Array<ArrayBuffer> =>
	utf8(`preview.${kind}.${id}.${expiresAt}`);

/**
 * Makes a token that gives access to one article or page in whatever state until PREVIEW_MS from `now` (UTC
 * milliseconds): `{expires}.{HMAC-SHA256 in hex}`.
 */
export async function signPreview(secret: string, of: Previewed, now: number): Promise<string> {
	const expiresAt = now + PREVIEW_MS;
	const mac = await crypto.subtle.sign("HMAC", await keyOf(secret), messageOf(of, expiresAt));
	return `${expiresAt}.${hex(mac)}`;
}

/**
 * Returns when a preview token expires (UTC milliseconds); undefined when it was not signed with this secret, is for
 * another article or page, or has expired.
 */
export async function verifyPreview(
	secret: string,
	token: string,
	{ now, ...of }: Previewed & { now: number },
): Promise<number | undefined> {
	const [, expires = "", mac = ""] = /^(\d{13,15})\.([0-9a-f]{64})$/.exec(token) ?? [];
	const expiresAt = Number(expires);
	if (!expires || expiresAt <= now) return undefined;
	const bytes = Uint8Array.from(mac.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
	const isOurs = await crypto.subtle.verify("HMAC", await keyOf(secret), bytes, messageOf(of, expiresAt));
	return isOurs ? expiresAt : undefined;
}
