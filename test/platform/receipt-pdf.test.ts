import { env } from "cloudflare:test";
import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { receiptPdf } from "#platform/receipt-pdf.ts";
import { RECEIPT, RECEIPTS } from "../support/receipts.ts";

const made = async (...about: [Parameters<typeof receiptPdf>[1], "A4" | "A5"]): Promise<Uint8Array> => {
	const answer = await receiptPdf(env, about[0], { layout: about[1] });
	if ("missing" in answer) throw new Error(`missing: ${answer.missing.join("")}`);
	return answer.pdf;
};

const SIZES = { A4: [595.28, 841.89], A5: [595.28, 420.945] };
const MOST_BYTES = 64 * 1024;

describe.each(["A4", "A5"] as const)("on %s", (layout) => {
	test.each(Object.entries(RECEIPTS))("%s is one page with no more of the font than it needs", async (_, receipt) => {
		const bytes = await made(receipt, layout);
		expect(bytes.length).toBeLessThan(MOST_BYTES);
		const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
		expect(pdf.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual([SIZES[layout]]);
		expect(pdf.getTitle()).toBe(`會費收據 ${receipt.number}`);
	});

	test("the same receipt gives the same bytes, and they do not say when they were made", async () => {
		const bytes = await made(RECEIPT, layout);
		expect(await made(RECEIPT, layout)).toEqual(bytes);
		const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
		expect([pdf.getCreationDate(), pdf.getModificationDate()]).toEqual([undefined, undefined]);
	});
});

test.each([
	["the payer's title", { ...RECEIPT, payerTitle: "𡍼小明與𡍼大明" }, ["𡍼"]],
	["an item", { ...RECEIPT, items: [{ label: "捐款😀", amount: 1500 }] }, ["😀"]],
	["a signer", { ...RECEIPT, signers: { 出納: "𡍼" } }, ["𡍼"]],
	["the reason of its voiding", { ...RECEIPT, voided: { on: "2026-03-08", reason: "應為𡍼" } }, ["𡍼"]],
])("tells which characters the font lacks in %s", async (_, receipt, missing) => {
	expect(await receiptPdf(env, receipt, { layout: "A5" })).toEqual({ missing });
});

test("says so when the font is not among the assets", async () => {
	const ASSETS = { ...env.ASSETS, fetch: async () => new Response(null, { status: 404 }) };
	await expect(receiptPdf({ ASSETS }, RECEIPT, { layout: "A5" })).rejects.toThrow(/not among the assets: 404/);
});
