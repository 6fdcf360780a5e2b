// Stands in for what pdf-lib and fontkit bring and a receipt never uses, 190 KB of the Worker: wrangler.toml says for which modules.

/** Brotli, for WOFF2 (the font is a TTF); and what reads PNG pictures, of which a receipt has none. */
export default function leftOut(): never {
	throw new Error("WOFF2 and PNG were left out of the Worker");
}

/** The metrics of the 14 standard fonts, which have no Chinese. */
export const Font = {};
export const FontNames = {};
export const Encodings = {};
