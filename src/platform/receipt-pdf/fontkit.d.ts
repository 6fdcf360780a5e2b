/**
 * The part of fontkit 2 that is used here; fontkit has no types of its own. The types that it shares with fontkit 1
 * come from pdf-lib.
 */
declare module "fontkit" {
	type First = ReturnType<Parameters<import("pdf-lib").PDFDocument["registerFontkit"]>[0]["create"]>;
	export type Subset = { includeGlyph: ReturnType<First["createSubset"]>["includeGlyph"]; encode(): Uint8Array };
	/**
	 * The outline of a glyph in units of the font: `moveTo`, `lineTo`, `quadraticCurveTo`, `closePath` with their
	 * points.
	 */
	type Outline = { commands: { command: string; args: number[] }[] };
	type Glyph = ReturnType<First["glyphForCodePoint"]> & { path: Outline };
	export type Font = Omit<First, "createSubset" | "glyphForCodePoint"> & {
		createSubset(): Subset;
		glyphForCodePoint(codePoint: number): Glyph;
	};
	/** Opens a font. Its tables are read only when they are needed: opening a font of 7 MB costs a few milliseconds. */
	export function create(bytes: Uint8Array): Font;
}
