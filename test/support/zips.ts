import { expect } from "vitest";

/** The files of a stored ZIP by name, read by its central directory as any program does. */
export function unzipped(pieces: readonly Uint8Array[]): Map<string, Uint8Array> {
	const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		bytes.set(piece, at);
		at += piece.length;
	}
	const view = new DataView(bytes.buffer);
	const end = bytes.length - 22;
	expect(view.getUint32(end, true)).toBe(0x06054b50);
	const files = new Map<string, Uint8Array>();
	let entry = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left--) {
		expect(view.getUint32(entry, true)).toBe(0x02014b50);
		const [size, name, local] = [
			view.getUint32(entry + 24, true),
			view.getUint16(entry + 28, true),
			view.getUint32(entry + 42, true),
		];
		expect(view.getUint32(local, true)).toBe(0x04034b50);
		const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
		files.set(
			new TextDecoder().decode(bytes.subarray(entry + 46, entry + 46 + name)),
			bytes.subarray(start, start + size),
		);
		entry += 46 + name;
	}
	return files;
}
