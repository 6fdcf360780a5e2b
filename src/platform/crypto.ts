import { hex, utf8 } from "#kernel/bytes.ts";

const IV_BYTES = 12;
const SEALED = /^([0-9a-f]{8})\.([A-Za-z0-9+/=]+)$/;
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Sealed bytes (nonce, ciphertext and tag), and the id of the key with which they were sealed. */
export type SealedBytes = { keyId: string; bytes: Uint8Array };

/**
 * Returns the keys of a secret: one, the base64 of 32 bytes, or, while it is being changed, the new one and those
 * before it, separated by commas. The first key seals; each of them can open what it sealed.
 */
export const keysOf = (key: string): [string, ...string[]] => {
	const [first = "", ...before] = key.split(",").map((one) => one.trim());
	return [first, ...before.filter((one) => one !== "")];
};

/**
 * Seals a text with AES-256-GCM under `key` (base64 of 32 bytes): `<key id>.<base64 of nonce and ciphertext>`.
 * `context` names the place of the text ("webhook_endpoints.secret:3"), is authenticated with it, and has to be given
 * again to open it, so that a sealed text copied to another row is worthless there.
 */
export async function seal(key: string, plaintext: string, context: string): Promise<string> {
	const { keyId, bytes } = await sealBytes(key, utf8(plaintext), context);
	return `${keyId}.${toBase64(bytes)}`;
}

/**
 * Opens a text that `seal` made. Throws when it was sealed with another key (recognised by its id), for another
 * context, or altered.
 */
export async function unseal(key: string, sealed: string, context: string): Promise<string> {
	const [, keyId, payload] = SEALED.exec(sealed) ?? [];
	if (keyId === undefined || payload === undefined) throw new Error(`${context} is not a sealed text`);
	return new TextDecoder().decode(await unsealBytes(key, { keyId, bytes: fromBase64(payload) }, context));
}

/**
 * Seals bytes, such as those of a file, with AES-256-GCM under the first key of `key`. They can be opened only with the
 * same `context`.
 */
export async function sealBytes(key: string, plaintext: Uint8Array, context: string): Promise<SealedBytes> {
	const raw = keyBytes(keysOf(key)[0]);
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const algorithm = { name: "AES-GCM", iv, additionalData: utf8(context) };
	const sealed = await crypto.subtle.encrypt(algorithm, await aesKey(raw, "encrypt"), plaintext);
	const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
	bytes.set(iv);
	bytes.set(new Uint8Array(sealed), IV_BYTES);
	return { keyId: await idOf(raw), bytes };
}

/**
 * Opens bytes that `sealBytes` made. Throws when they were sealed with another key (recognised by its id), for another
 * context, or altered.
 */
export async function unsealBytes(key: string, sealed: SealedBytes, context: string): Promise<Uint8Array> {
	const raw = await keyNamed(key, sealed.keyId, context);
	const algorithm = { name: "AES-GCM", iv: sealed.bytes.subarray(0, IV_BYTES), additionalData: utf8(context) };
	const opened = await crypto.subtle
		.decrypt(algorithm, await aesKey(raw, "decrypt"), sealed.bytes.subarray(IV_BYTES))
		.catch((cause: unknown) => {
			throw new Error(`${context} was altered or belongs elsewhere`, { cause });
		});
	return new Uint8Array(opened);
}

/** Returns the first 8 hexadecimal digits of the key's SHA-256: they identify the key without revealing it. */
export const keyId = (key: string): Promise<string> => idOf(keyBytes(key));

/** Returns the ids of all keys of a secret, first that of the key that seals. */
export const keyIds = (key: string): Promise<string[]> => Promise.all(keysOf(key).map(keyId));

async function keyNamed(key: string, id: string, context: string): Promise<Uint8Array<ArrayBuffer>> {
	const known: string[] = [];
	for (const one of keysOf(key)) {
		const raw = keyBytes(one);
		const own = await idOf(raw);
		if (own === id) return raw;
		known.push(own);
	}
	throw new Error(`${context} was sealed with key ${id}, SEALING_KEY is ${known.join(", ")}`);
}

/** Returns the SHA-256 of bytes, or of a text's UTF-8, as 64 lower-case hexadecimal digits. */
export const sha256Hex = async (data: string | Uint8Array): Promise<string> =>
	hex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? utf8(data) : data));

/** Returns a new webhook secret, 256 bits: "whsec_" and base64 (Standard Webhooks 1.0 asks for 24 to 64 bytes). */
export const newWebhookSecret = (): string => `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`;

/** Returns a new read token, 260 random bits: "read_" and 52 characters. */
export const newReadToken = (): string =>
	`read_${[...crypto.getRandomValues(new Uint8Array(52))].map((byte) => CROCKFORD[byte % 32]).join("")}`;

/** Returns a new message id, 130 random bits: "msg_" and 26 characters. */
export const newMessageId = (): string =>
	`msg_${[...crypto.getRandomValues(new Uint8Array(26))].map((byte) => CROCKFORD[byte % 32]).join("")}`;

function keyBytes(key: string): Uint8Array<ArrayBuffer> {
	const bytes = fromBase64(key);
	if (bytes.length !== 32) throw new Error("SEALING_KEY must be the base64 of 32 bytes");
	return bytes;
}

const aesKey = (bytes: Uint8Array<ArrayBuffer>, use: "encrypt" | "decrypt"): Promise<CryptoKey> =>
	crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);

async function idOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	return hex((await crypto.subtle.digest("SHA-256", bytes)).slice(0, 4));
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
