const encoder = new TextEncoder();

/**
 * Encodes a text as UTF-8. Its type says that the bytes are in an ArrayBuffer of their own, as WebCrypto and Response
 * require, which the platform's types do not say.
 */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text) as Uint8Array<ArrayBuffer>;

/** Returns bytes as lower-case hexadecimal, two digits a byte. */
export const hex = (bytes: ArrayBuffer | ArrayLike<number>): string =>
	Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
