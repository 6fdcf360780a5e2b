import { utf8 } from "#domain/bytes.ts";

const ONE_HOUR_MS = 3_600_000;

const keyOf = (secret: string): Promise<CryptoKey> =>
	crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

const messageOf = (articleId: number, expiresAt: number): Uint8Array<ArrayBuffer> =>
	utf8(`preview.article.${articleId}.${expiresAt}`);

/** A token that shows the draft of one article for an hour: `{expires}.{HMAC-SHA256 in hex}`. `now` is UTC milliseconds. */
export async function signPreview(secret: string, articleId: number, now: number): Promise<string> {
	const expiresAt = now + ONE_HOUR_MS;
	const mac = await crypto.subtle.sign("HMAC", await keyOf(secret), messageOf(articleId, expiresAt));
	return `${expiresAt}.${[...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Whether a token is ours, for this article, and not over. */
export async function verifyPreview(
	secret: string,
	token: string,
	of: { articleId: number; now: number },
): Promise<boolean> {
	const [, expires = "", mac = ""] = /^(\d{13,15})\.([0-9a-f]{64})$/.exec(token) ?? [];
	if (!expires || Number(expires) <= of.now) return false;
	const bytes = Uint8Array.from(mac.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
	return crypto.subtle.verify("HMAC", await keyOf(secret), bytes, messageOf(of.articleId, Number(expires)));
}
