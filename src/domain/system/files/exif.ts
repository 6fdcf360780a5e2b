import { viewOf } from "./bytes.ts";

/** Constants of TIFF 6.0, section 2, and Exif 2.32, 4.6.4. */
const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * Reads the orientation, 1 to 8, from the TIFF structure of EXIF metadata; 1 (upright) when there is none or it cannot
 * be read.
 */
export function orientationIn(tiff: Uint8Array): number {
	const view = viewOf(tiff);
	try {
		const isLittle = view.getUint16(0) === 0x4949;
		const directory = view.getUint32(4, isLittle);
		const entries = view.getUint16(directory, isLittle);
		for (let i = 0; i < entries; i++) {
			const entry = directory + 2 + i * 12;
			if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
			const value = view.getUint16(entry + 8, isLittle);
			return value >= 1 && value <= 8 ? value : 1;
		}
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
	}
	return 1;
}

/** Returns a TIFF structure of 26 bytes that contains the orientation and nothing else. */
export function exifOf(orientation: number): Uint8Array {
	const tiff = new Uint8Array(26);
	const view = viewOf(tiff);
	view.setUint32(0, 0x4d4d002a); // big-endian
	view.setUint32(4, 8); // the first directory
	view.setUint16(8, 1); // one entry
	view.setUint16(10, ORIENTATION);
	view.setUint16(12, SHORT);
	view.setUint32(14, 1);
	view.setUint16(18, orientation);
	return tiff;
}
