/** The part of fontkit 2 that is used here; it brings no types. What it shares with fontkit 1, pdf-lib has described. */
declare module "fontkit" {
	type First = ReturnType<Parameters<import("pdf-lib").PDFDocument["registerFontkit"]>[0]["create"]>;
	export type Subset = { includeGlyph: ReturnType<First["createSubset"]>["includeGlyph"]; encode(): Uint8Array };
	/** In units of the font: `moveTo`, `lineTo`, `quadraticCurveTo`, `closePath` with their points. */
	type Outline = { commands: { command: string; args: number[] }[] };
	type Glyph = ReturnType<First["glyphForCodePoint"]> & { path: Outline };
	export type Font = Omit<First, "createSubset" | "glyphForCodePoint"> & {
		createSubset(): Subset;
		glyphForCodePoint(codePoint: number): Glyph;
	};
	/** Reads what it needs when it needs it: an open font of 7 MB costs a few milliseconds. */
	export function create(bytes: Uint8Array): Font;
}
