// Replaces modules of pdf-lib and fontkit that a receipt never uses, 190 KB of the Worker: wrangler.toml lists them.

/**
 * Replaces the Brotli decoder, which is for WOFF2 (the font is a TTF), and the reader of PNG pictures, of which a
 * receipt has none. It always throws.
 */
export default function leftOut(): never {
	throw new Error("WOFF2 and PNG were left out of the Worker");
}

/** Replaces the metrics of the 14 standard fonts, which have no Chinese characters. */
export const Font = {};
export const FontNames = {};
export const Encodings = {};
