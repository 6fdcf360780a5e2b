import { utf8 } from "#kernel/bytes.ts";
/**
 * What is signed: `timestamp` is that of this try, in whole seconds since 1970; `body` the exact bytes sent, as text.
 */
export type SignedMessage = { id: string; timestamp: number; body: string };

/**
 * Returns the `webhook-signature` header (Standard Webhooks 1.0, "Signature scheme"): for each secret `v1,` and the
 * base64 HMAC-SHA256 of `id.timestamp.body`, separated by spaces, so that a receiver with either secret accepts it.
 */
export async function signatureHeader(secrets: readonly string[], message: SignedMessage): Promise<string> {
	const content = utf8(`${message.id}.${message.timestamp}.${message.body}`);
	const signed = await Promise.all(secrets.map((secret) => hmac(secret, content)));
	return signed.map((signature) => `v1,${signature}`).join(" ");
}

async function hmac(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
	const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (c) => c.charCodeAt(0));
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", key, content))));
}
