export type Size = { width: number; height: number };

/**
 * Returns width and height in pixels as a browser shows the image, read from the header of a PNG, JPEG (with its EXIF
 * orientation), GIF, WebP or AVIF file; null for another file or a header that is cut off.
 */
export function imageSize(bytes: Uint8Array): Size | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	try {
		const size = png(view) ?? gif(view) ?? jpeg(view) ?? webp(view) ?? avif(view);
		return size && size.width > 0 && size.height > 0 ? size : null;
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

const ascii = (view: DataView, at: number, length: number): string =>
	String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));

function png(view: DataView): Size | undefined {
	if (view.getUint32(0) !== 0x89504e47) return undefined;
	return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): Size | undefined {
	if (ascii(view, 0, 4) !== "GIF8") return undefined;
	return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/**
 * Reads a JPEG's segments up to the frame header, which has the size (ITU T.81, B.2.2); EXIF, which says whether the
 * picture is turned, stands before it. Undefined when the bytes are no JPEG or have no frame header.
 */
function jpeg(view: DataView): Size | undefined {
	if (view.getUint16(0) !== 0xffd8) return undefined;
	let isTurned = false;
	for (let at = 2; at < view.byteLength; ) {
		const marker = view.getUint16(at);
		if (marker === 0xffff) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
		if (isFrame) {
			const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
			return isTurned ? { width: height, height: width } : { width, height };
		}
		if (marker === 0xffe1 && ascii(view, at + 4, 4) === "Exif") isTurned = orientation(view, at + 10) >= 5;
		at += 2 + view.getUint16(at + 2);
	}
	return undefined;
}

/**
 * Returns the EXIF orientation, 1–8, from the TIFF data that begin at `tiff`; 1 when they state none. From 5 on width
 * and height are exchanged.
 */
function orientation(view: DataView, tiff: number): number {
	const isLittle = view.getUint16(tiff) === 0x4949;
	const directory = tiff + view.getUint32(tiff + 4, isLittle);
	const entries = view.getUint16(directory, isLittle);
	for (let i = 0; i < entries; i++) {
		const entry = directory + 2 + i * 12;
		if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle);
	}
	return 1;
}

/** Reads the size of a WebP file, which lossy, lossless and extended files store in three ways (RFC 9649). */
function webp(view: DataView): Size | undefined {
	if (ascii(view, 0, 4) !== "RIFF" || ascii(view, 8, 4) !== "WEBP") return undefined;
	const kind = ascii(view, 12, 4);
	if (kind === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
	if (kind === "VP8L") {
		const bits = view.getUint32(21, true);
		return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
	}
	const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
	return { width: three(24) + 1, height: three(27) + 1 };
}

/**
 * Returns the size of an AVIF file, from the largest `ispe` box (ISO/IEC 23008-12, 6.5.3) in its first 64 KB; undefined
 * for another file.
 */
function avif(view: DataView): Size | undefined {
	if (ascii(view, 4, 4) !== "ftyp" || !/avi[fs]/.test(ascii(view, 8, Math.min(view.getUint32(0) - 8, 64))))
		return undefined;
	let found: Size | undefined;
	for (let at = 16; at < Math.min(view.byteLength - 16, 65_536); at++) {
		if (view.getUint32(at) !== 0x69737065) continue;
		const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
		if (!found || size.width * size.height > found.width * found.height) found = size;
	}
	return found;
}
