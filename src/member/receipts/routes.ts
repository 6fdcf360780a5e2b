import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { ownReceipt, type PrintRow, printedReceipt, receiptsToPrint } from "#db/money/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { takeOriginals } from "#domain/money/actions.ts";
import { sealOn } from "#domain/money/index.ts";
import { parseSettings, readSeal } from "#domain/system/actions.ts";
import { keysOf, signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { contentDisposition } from "#http/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type ReceiptPage, receiptPage } from "./page.ts";

const { receipt } = paths.member;
const gate = "member";
/**
 * For this long (milliseconds) the user who took the original can load it again at its address, so that an interrupted
 * download, or a browser inside another app that requests a file twice, does not get a copy.
 */
const ORIGINAL_MS = 15 * 60_000;

/**
 * The query of a receipt's address. `original` is the time (UTC milliseconds) at which the user took the original; the
 * redirect after taking it adds it.
 */
const Query = z.strictObject({ original: z.coerce.number().int().optional() });
type AskOne = Ask<{ id: number }, object>;

/**
 * Reads a receipt in one round trip; undefined for a user who may not open it. `asked` is the time in the address at
 * which the user took the original.
 */
async function receiptOf(
	{ env, who, at, params, surroundings }: AskOne,
	asked?: number,
): Promise<ReceiptPage | undefined> {
	const [[own], [row], settings] = await readRows(
		env.DB,
		ownReceipt(who.userId, params.id),
		receiptsToPrint({ ids: [params.id] }, 1),
		selectSettings([...keysOf("association"), ...keysOf("receipts")]),
	);
	if (!own || !row) return undefined;
	const { name, address, tax_id: taxId, registration_no: registration } = parseSettings("association", settings);
	const isOriginal = isTakenNow(row, { userId: who.userId, at, asked });
	const printed = printedReceipt(row, {
		association: { name, address, taxId, registration },
		roles: signersOn(surroundings.titles, "經手人"),
		...sealOn(parseSettings("receipts", settings)),
		isCopy: row.status === "issued" && !isOriginal,
	});
	return {
		row,
		paymentId: own.payment_id,
		printed,
		key: crypto.randomUUID(),
		...(isOriginal ? { original: asked } : {}),
	};
}

const isTakenNow = (
	{ status, original_at, original_by }: PrintRow,
	{ userId, at, asked }: { userId: number; at: number; asked: number | undefined },
): boolean =>
	status === "issued" &&
	asked !== undefined &&
	original_at === asked &&
	original_by === userId &&
	at - original_at < ORIGINAL_MS;

const page = pageWithForms({
	path: receipt.show(":id"),
	gate,
	params: IdParams,
	query: Query,
	page: async (ask, { sent }) => {
		const found = await receiptOf(ask, ask.query.original);
		return found ? receiptPage(found, sent) : "missing";
	},
});

/**
 * Sends the receipt as a PDF; when the font lacks a character of it, the page that prints the receipt instead.
 * "missing" for a user who may not open it.
 */
const pdf = view({
	path: receipt.pdf(":id"),
	gate,
	holds: "own",
	params: IdParams,
	query: Query,
	show: async (ask) => {
		const found = await receiptOf(ask, ask.query.original);
		if (!found) return "missing";
		const { receiptPdf } = await import("#platform/receipt-pdf.ts");
		const { sealId: id } = found.printed;
		const seal = id === undefined ? undefined : await readSeal(ask.env, ask.db, { id, by: ask.by });
		const made = await receiptPdf(ask.env, found.printed, { layout: "A5", seal });
		if ("missing" in made) return receiptPage({ ...found, missing: made.missing });
		const name = `收據 ${found.row.number}${found.printed.isCopy ? "（副本）" : ""}.pdf`;
		return new Response(made.pdf, {
			headers: { "Content-Type": "application/pdf", "Content-Disposition": contentDisposition("attachment", name) },
		});
	},
});

/** Marks the original as taken, then redirects to the address where it can be downloaded for `ORIGINAL_MS`. */
const take = page.form("sent", {
	path: receipt.original(":id"),
	form: z.strictObject({}),
	run: async (ask, { key }) => {
		const found = await receiptOf(ask);
		if (!found) return "missing";
		const { at } = await takeOriginals(ask.db, { receipts: [found.row], key, by: ask.by });
		return { to: `${receipt.show(found.row.id)}?original=${at}` };
	},
});

/** The routes of receipts (收據) in the member area. */
export const RECEIPT_MEMBER_ROUTES: readonly Route[] = [page.show, pdf, take];
