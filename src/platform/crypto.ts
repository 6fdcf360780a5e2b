const IV_BYTES = 12;
const SEALED = /^([0-9a-f]{8})\.([A-Za-z0-9+/=]+)$/;
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * AES-256-GCM under `key` (base64 of 32 bytes): `<key id>.<base64 of nonce and ciphertext>`. `context` names the place
 * it is for ("webhook_endpoints.secret:3"), is authenticated with it, and has to be given again to open it, so that a
 * sealed text copied to another row is worthless there.
 */
export async function seal(key: string, plaintext: string, context: string): Promise<string> {
	const bytes = keyBytes(key);
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const sealed = await crypto.subtle.encrypt(
		{ name: "AES-GCM", iv, additionalData: utf8(context) },
		await aesKey(bytes, "encrypt"),
		utf8(plaintext),
	);
	return `${await idOf(bytes)}.${toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
}

/** Opens what `seal` made. Throws when it was sealed with another key (told by its id), for another context, or altered. */
export async function unseal(key: string, sealed: string, context: string): Promise<string> {
	const [, sealedWith, payload] = SEALED.exec(sealed) ?? [];
	if (sealedWith === undefined || payload === undefined) throw new Error(`${context} is not a sealed text`);
	const bytes = keyBytes(key);
	const id = await idOf(bytes);
	if (sealedWith !== id) throw new Error(`${context} was sealed with key ${sealedWith}, SEALING_KEY is ${id}`);
	const data = fromBase64(payload);
	const opened = await crypto.subtle
		.decrypt(
			{ name: "AES-GCM", iv: data.subarray(0, IV_BYTES), additionalData: utf8(context) },
			await aesKey(bytes, "decrypt"),
			data.subarray(IV_BYTES),
		)
		.catch((cause: unknown) => {
			throw new Error(`${context} was altered or belongs elsewhere`, { cause });
		});
	return new TextDecoder().decode(opened);
}

/** The first 8 hexadecimal digits of the key's SHA-256: tells which key, not what it is. */
export const keyId = (key: string): Promise<string> => idOf(keyBytes(key));

/** A new web-hook secret, 256 bits: "whsec_" and base64 (Standard Webhooks 1.0 asks for 24 to 64 bytes). */
export const newWebhookSecret = (): string => `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`;

/** A new message id, 130 random bits: "msg_" and 26 characters. */
export const newMessageId = (): string =>
	`msg_${[...crypto.getRandomValues(new Uint8Array(26))].map((byte) => CROCKFORD[byte % 32]).join("")}`;

function keyBytes(key: string): Uint8Array {
	const bytes = fromBase64(key);
	if (bytes.length !== 32) throw new Error("SEALING_KEY must be the base64 of 32 bytes");
	return bytes;
}

const aesKey = (bytes: Uint8Array, use: "encrypt" | "decrypt"): Promise<CryptoKey> =>
	crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);

async function idOf(bytes: Uint8Array): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return [...digest.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
