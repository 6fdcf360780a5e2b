/**
 * Returns a DataView of exactly these bytes. Reading past their end throws a RangeError, as `cut` does; the callers
 * that check uploads turn it into a refusal.
 */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the bytes from `from` up to `to` without copying them; throws a RangeError when some are missing. */
export function cut(bytes: Uint8Array, from: number, to: number): Uint8Array {
	if (from > to || to > bytes.length) throw new RangeError(`no bytes ${from} to ${to} of ${bytes.length}`);
	return bytes.subarray(from, to);
}

/** Returns `length` bytes, from the index `from` on, as a text with one character for each byte. */
export const latin1 = (bytes: Uint8Array, from: number, length: number): string =>
	String.fromCharCode(...cut(bytes, from, from + length));

export const fromLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Joins all parts in one new array. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
	const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}
