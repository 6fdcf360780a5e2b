const encoder = new TextEncoder();

/** UTF-8, in a buffer of its own as WebCrypto and Response take it (the platform's types do not say so). */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text) as Uint8Array<ArrayBuffer>;

/** Lower-case hexadecimal, two digits a byte. */
export const hex = (bytes: ArrayBuffer | ArrayLike<number>): string =>
	Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
