import { create, type Font, type Subset } from "fontkit";
import type { PDFDocument, PDFFont } from "pdf-lib";
import type { Measure } from "#platform/receipt-pdf/lines.ts";

/** Six letters and a plus sign say that it is a subset (ISO 32000-1, 9.6.4). */
const NAME = "BYRCPT+NotoSansTC-Regular";

/** Opens a TTF. */
export const openFont = (bytes: Uint8Array): Font => create(bytes);

/** The characters, each once, that the font has no drawing for. */
export const missingIn = (font: Font, texts: readonly string[]): string[] =>
	[...new Set(texts.join(""))].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** The font in a document, cut down to the glyphs that are drawn with it. */
export function embedFont(pdf: PDFDocument, font: Font): Promise<PDFFont> {
	pdf.registerFontkit({
		create: () => Object.assign(Object.create(font), { createSubset: () => streaming(font.createSubset()) }),
	});
	// pdf-lib hands these bytes to `create` alone: here the font is open already.
	return pdf.embedFont(new Uint8Array(), { subset: true, customName: NAME });
}

/** Measures with a font, each of its characters once: nothing is kerned. */
export function measureWith(font: PDFFont): Measure {
	const widths = new Map<string, number>();
	const widthOf = (character: string): number => {
		const width = widths.get(character) ?? font.widthOfTextAtSize(character, 1);
		widths.set(character, width);
		return width;
	};
	return (text, size) => [...text].reduce((sum, character) => sum + widthOf(character), 0) * size;
}

/** pdf-lib reads a subset from a stream, as fontkit 1 gave it; fontkit 2 gives the bytes. */
function streaming(subset: Subset) {
	const stream = {
		on(event: string, take: (bytes: Uint8Array) => void) {
			if (event === "data") take(subset.encode());
			if (event === "end") take(new Uint8Array());
			return stream;
		},
	};
	return { includeGlyph: subset.includeGlyph.bind(subset), encodeStream: () => stream };
}
