import { create, type Font, type Subset } from "fontkit";
import type { PDFDocument, PDFFont } from "pdf-lib";
import fonts from "#dist/fonts.json" with { type: "json" };
import type { Bindings } from "#env.ts";
import type { Measure } from "#platform/receipt-pdf/lines.ts";

/** The name of the embedded font: six letters and a plus sign mark it as a subset (ISO 32000-1, 9.6.4). */
const NAME = "BYRCPT+NotoSansTC-Regular";

/** Reads the font that papers are drawn with from the assets. */
export async function readFont({ ASSETS }: Pick<Bindings, "ASSETS">): Promise<Uint8Array> {
	// Assets are found by path; the host is a placeholder.
	const answer = await ASSETS.fetch(new URL(fonts.sansTc, "https://assets.invalid"));
	if (!answer.ok) throw new Error(`the font ${fonts.sansTc} is not among the assets: ${answer.status}`);
	return new Uint8Array(await answer.arrayBuffer());
}

/** Opens a TTF font. */
export const openFont = (bytes: Uint8Array): Font => create(bytes);

/** Returns the characters, each once, for which the font has no drawing. */
export const missingIn = (font: Font, texts: readonly string[]): string[] =>
	[...new Set(texts.join(""))].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** Embeds the font in a document, cut down to the glyphs that are drawn with it. */
export function embedFont(pdf: PDFDocument, font: Font): Promise<PDFFont> {
	pdf.registerFontkit({
		create: () => Object.assign(Object.create(font), { createSubset: () => streaming(font.createSubset()) }),
	});
	// pdf-lib only passes these bytes to `create`, which has the opened font already.
	return pdf.embedFont(new Uint8Array(), { subset: true, customName: NAME });
}

/** Returns a function that measures texts in a font; each character is measured once, because nothing is kerned. */
export function measureWith(font: PDFFont): Measure {
	const widths = new Map<string, number>();
	const widthOf = (character: string): number => {
		const width = widths.get(character) ?? font.widthOfTextAtSize(character, 1);
		widths.set(character, width);
		return width;
	};
	return (text, size) => [...text].reduce((sum, character) => sum + widthOf(character), 0) * size;
}

/** Adapts a font subset to pdf-lib, which reads it from a stream, as fontkit 1 gave it; fontkit 2 returns the bytes. */
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
