import { PDFDocument, type PDFFont, type PDFImage } from "pdf-lib";
import {
	HALVES,
	type Half,
	LABELS,
	type PrintedReceipt,
	type ReceiptWords,
	receiptWords,
} from "#domain/money/index.ts";
import type { Bindings } from "#env.ts";
import { embedFont, measureWith, missingIn, openFont, readFont } from "#platform/receipt-pdf/font.ts";
import type { Measure } from "#platform/receipt-pdf/lines.ts";
import { type Pen, penOn } from "#platform/receipt-pdf/pen.ts";
import { drawSeal, drawSlip, SLIP } from "#platform/receipt-pdf/slip.ts";

// The only code, with the folder receipt-pdf, that uses pdf-lib and fontkit. Import it with `await import(...)`, so that the Worker starts without it.

/** The paper of a receipt: A4 has the stub above the original, to be cut apart; A5 has the original only. */
export type Layout = "A4" | "A5";
const SHEETS: Record<Layout, readonly Half[]> = { A4: ["stub", "original"], A5: ["original"] };

/** The paper, and the seal 圖記 as a JPEG, which is drawn on the receipts that name one. */
type Paper = { layout: Layout; seal?: Uint8Array | undefined };
type Made = { pdf: Uint8Array } | { missing: string[] };

/**
 * Makes a PDF file of one receipt on one page, with the glyphs that it needs of the font among the assets; the bytes
 * are the same for the same receipt. When the font has no drawing for some characters, it makes no file and returns
 * these characters as `missing`: the receipt is then printed from HTML.
 */
export const receiptPdf = (env: Pick<Bindings, "ASSETS">, receipt: PrintedReceipt, of: Paper): Promise<Made> =>
	receiptsPdf(env, [receipt], of);

/**
 * Makes a PDF file of several receipts, a page each. When the font has no drawing for some characters, it makes no file
 * and returns these characters as `missing`.
 */
export async function receiptsPdf(
	env: Pick<Bindings, "ASSETS">,
	receipts: readonly PrintedReceipt[],
	{ layout, seal }: Paper,
): Promise<Made> {
	const all = receipts.map(receiptWords);
	const font = openFont(await readFont(env));
	const missing = missingIn(font, textsOf([all, LABELS, HALVES]));
	if (missing.length > 0) return { missing };
	// The file holds no creation time, so that its bytes stay the same.
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(titleOf(all), { showInWindowTitleBar: true });
	pdf.setLanguage("zh-Hant-TW");
	const face = await embedFont(pdf, font);
	const measure = measureWith(face);
	const picture = seal && (await pdf.embedJpg(seal));
	for (const words of all) drawSheet(pdf, { face, measure, words, picture, halves: SHEETS[layout] });
	return { pdf: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }) };
}

const titleOf = (all: readonly ReceiptWords[]): string =>
	all.length === 1 ? `${all[0]?.title} ${all[0]?.number}` : `收據 ${all[0]?.number} 等 ${all.length} 張`;

type Sheet = {
	face: PDFFont;
	measure: Measure;
	words: ReceiptWords;
	picture: PDFImage | undefined;
	halves: readonly Half[];
};

function drawSheet(pdf: PDFDocument, { face, measure, words, picture, halves }: Sheet): void {
	const page = pdf.addPage([SLIP.width, SLIP.height * halves.length]);
	page.setFont(face);
	for (const [at, half] of halves.entries()) {
		const pen = penOn(page, measure, at * SLIP.height);
		if (at > 0) drawCut(pen);
		if (picture && words.sealId !== undefined) drawSeal(pen, picture);
		drawSlip(pen, words, half);
	}
}

const textsOf = (value: unknown): string[] => {
	if (typeof value === "string") return [value];
	return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsOf) : [];
};

/** Draws the line between two slips at which the paper is cut. */
function drawCut(pen: Pen): void {
	const side = (SLIP.width - 60) / 2;
	for (const from of [0, SLIP.width - side]) pen.rule({ x: from, y: 0 }, { x: from + side, y: 0 }, [3, 3]);
	pen.line(LABELS.cut, { x: SLIP.width / 2, y: 0, size: 7, align: "middle" });
}
