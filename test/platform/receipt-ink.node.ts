/** Receipts as they come out of a printer: MuPDF draws the file, and every character has to be there in black. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { create } from "fontkit";
import fonts from "#dist/fonts.json" with { type: "json" };
import { HALVES, LABELS, type PrintedReceipt, receiptWords } from "#domain/money/receipts/print.ts";
import { type Layout, receiptPdf } from "#platform/receipt-pdf.ts";
import { blotted, drawnIn, inkless } from "../support/ink.ts";
import { RECEIPT, RECEIPTS } from "../support/receipts.ts";

const FONT = new Uint8Array(readFileSync(`dist/public${fonts.sansTc}`));
const HALF = 841.89 / 2;
/** No printer prints less far from the edge: 6 mm. */
const EDGE = 17;
const SIDES = { left: 45, right: 595.28 - 45 };

async function drawn(receipt: PrintedReceipt, layout: Layout, font = FONT) {
	const connect = () => {
		throw new Error("the assets take no connections");
	};
	const made = await receiptPdf({ ASSETS: { fetch: async () => new Response(font), connect } }, receipt, { layout });
	assert.ok("pdf" in made);
	return drawnIn(made.pdf, FONT);
}

const bare = (text: string): string => text.replaceAll(/\s/g, "");

for (const [what, receipt] of Object.entries(RECEIPTS))
	for (const layout of ["A4", "A5"] as const)
		test(`${what}, on ${layout}: all its words, in ink, within the margins, nothing over another`, async () => {
			const all = await drawn(receipt, layout);
			assert.deepEqual(inkless(all), []);
			assert.deepEqual(receipt.voided ? [] : blotted(all), []);
			const halves = layout === "A4" ? (["stub", "original"] as const) : (["original"] as const);
			for (const [at, half] of halves.entries()) {
				const top = at * HALF;
				const own = all.filter(({ box }) => box.top > top + 4 && box.bottom < top + HALF - 4);
				assert.deepEqual(unsaid(own.map(({ character }) => character).join(""), receipt, half), []);
				const outside = own.filter(
					({ box }) =>
						box.left < SIDES.left || box.right > SIDES.right || box.top < top + EDGE || box.bottom > top + HALF - EDGE,
				);
				assert.deepEqual(outside, []);
			}
		});

/** What a receipt should say and does not. */
function unsaid(page: string, receipt: PrintedReceipt, half: keyof typeof HALVES): string[] {
	const words = receiptWords(receipt);
	const { cut, end, copy, voided, memberNo, remarks, seal, ...always } = LABELS;
	const all = [
		...Object.values(always),
		...Object.values(HALVES[half]),
		...(words.isCopy ? [copy] : []),
		...(words.voidedOn === null ? [] : [voided, words.voidedOn]),
		...(words.hasMemberNos ? [memberNo] : []),
		...(words.hasSealPlace ? [seal] : []),
		...(words.remarks.length > 0 ? [remarks, ...words.remarks] : []),
		...words.items.flatMap((item) => Object.values(item)),
		...words.signers.flatMap((signer) => Object.values(signer)),
		...words.imprint,
		...[words.association, words.number, words.issuedOn, words.payer, words.capitals, words.figures],
		...[words.method, words.paidOn],
	];
	return all.filter((text) => !page.includes(bare(text)));
}

test("a glyph without its drawing is noticed, although the text of the file is whole", async () => {
	const all = await drawn(RECEIPT, "A5", withBlank(FONT, "據"));
	assert.equal(
		all
			.map(({ character }) => character)
			.join("")
			.includes("收據編號"),
		true,
	);
	assert.deepEqual(inkless(all), ["據", "據", "據"]);
});

/** The font with a glyph of no contours (OpenType, glyf). */
function withBlank(font: Uint8Array<ArrayBuffer>, character: string): Uint8Array<ArrayBuffer> {
	const bytes = font.slice();
	const view = new DataView(bytes.buffer);
	const { id } = create(font).glyphForCodePoint(character.codePointAt(0) ?? 0);
	const table = (tag: string): number => {
		for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
			if (String.fromCharCode(...bytes.subarray(at, at + 4)) === tag) return view.getUint32(at + 8);
		throw new Error(`the font has no table ${tag}`);
	};
	view.setInt16(table("glyf") + view.getUint32(table("loca") + 4 * id), 0);
	return bytes;
}
