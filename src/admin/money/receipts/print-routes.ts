import type * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { type Printed, type PrintRow, printedReceipt, receiptsToPrint } from "#db/money/receipt-prints.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { takeOriginals } from "#domain/money/receipts/actions.ts";
import {
	Ids,
	Layout,
	type PaperLayout,
	PRINT_MAX,
	PrintingForm,
	PrintingManyForm,
	PrintQuery,
} from "#domain/money/receipts/form.ts";
import { type PrintedReceipt, sealOn } from "#domain/money/receipts/print.ts";
import { noteTaken, parseSettings, readSeal } from "#domain/system/actions.ts";
import { keysOf, signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { contentDisposition } from "#http/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { receiptList } from "./list.ts";
import { type Print, receiptPrintPage } from "./print-page.ts";

const { receipts } = paths.admin;
const gate = "receipts";
/** The most receipts in a PDF, because drawing one takes some 30 ms during which the Worker can do nothing else. */
const PDF_MAX = 100;

type Press = { at: number; userId: number | null };
type Papers = Pick<Print, "rows" | "printed">;

/**
 * Reads the receipts to print in one round trip. Issued receipts are copies, except the originals that this press took.
 */
async function papersOf(
	{ env, surroundings }: Pick<Ask, "env" | "surroundings">,
	of: Printed,
	press?: Press,
): Promise<Papers> {
	const [rows, settings] = await readRows(
		env.DB,
		receiptsToPrint(of, PRINT_MAX + 1),
		selectSettings([...keysOf("association"), ...keysOf("receipts")]),
	);
	const { name, address, tax_id: taxId, registration_no: registration } = parseSettings("association", settings);
	const shown = {
		association: { name, address, taxId, registration },
		roles: signersOn(surroundings.titles, "經手人"),
		...sealOn(parseSettings("receipts", settings)),
	};
	const isOriginal = ({ original_at, original_by }: PrintRow): boolean =>
		press !== undefined && original_at === press.at && original_by === press.userId;
	const printed = rows
		.slice(0, PRINT_MAX)
		.map((row) => printedReceipt(row, { ...shown, isCopy: row.status === "issued" && !isOriginal(row) }));
	return { rows, printed };
}

type Showing = { kind: Print["kind"]; layout: PaperLayout; instead?: string; isPress?: boolean };

const pageOf = ({ c, who }: Ask, papers: Papers, { isPress = false, ...showing }: Showing, state?: FormState) =>
	receiptPrintPage(
		{
			...papers,
			...showing,
			isPress,
			asked: c.req.method === "GET" ? c.req.query() : {},
			mayTake: allows("receipts_issue", who),
			key: crypto.randomUUID(),
		},
		state,
	);

const lacking = (missing: readonly string[]): string =>
	`PDF 的字型沒有「${missing.join("」「")}」，會印不出來，所以改在這一頁列印。`;

/**
 * Returns the receipts as a PDF. When the font lacks a character, or there are no receipts or too many, returns the
 * page that prints them.
 */
async function fileOr(ask: Ask, papers: Papers, showing: Showing) {
	const { rows, printed } = papers;
	if (rows.length === 0 || rows.length > PRINT_MAX) return pageOf(ask, papers, showing);
	if (rows.length > PDF_MAX)
		return pageOf(ask, papers, { ...showing, instead: `一個 PDF 最多 ${PDF_MAX} 張，這次有 ${rows.length} 張。` });
	const made = await pdfOf(ask, printed, showing.layout);
	if ("missing" in made) return pageOf(ask, papers, { ...showing, instead: lacking(made.missing) });
	const [first] = printed;
	const name = printed.length === 1 ? first?.number : `${first?.number} 等 ${printed.length} 張`;
	const isCopy = printed.every((one) => one.isCopy);
	return new Response(made.pdf, {
		headers: {
			"Content-Type": "application/pdf",
			"Content-Disposition": contentDisposition("attachment", `收據 ${name}${isCopy ? "（副本）" : ""}.pdf`),
		},
	});
}

async function pdfOf({ env, db, by }: Ask, printed: readonly PrintedReceipt[], layout: PaperLayout) {
	const { receiptsPdf } = await import("#platform/receipt-pdf.ts");
	const id = printed[0]?.sealId;
	const seal = id === undefined ? undefined : await readSeal(env, db, { id, by });
	return receiptsPdf(env, printed, { layout: layout === "a4" ? "A4" : "A5", seal });
}

const one = pageWithForms({
	path: receipts.print(":id"),
	isPaper: true,
	gate,
	params: IdParams,
	query: PrintQuery,
	page: async (ask, { sent }) => {
		const papers = await papersOf(ask, { ids: [ask.params.id] });
		if (papers.rows.length === 0) return "missing";
		return pageOf(ask, papers, { kind: "one", layout: sent ? layoutOf(sent) : ask.query.layout }, prefixed(sent));
	},
});

const fileOne = view({
	path: receipts.pdf(":id"),
	isPaper: true,
	gate,
	holds: "own",
	params: IdParams,
	query: PrintQuery,
	show: async (ask) => {
		const papers = await papersOf(ask, { ids: [ask.params.id] });
		return papers.rows.length === 0 ? "missing" : fileOr(ask, papers, { kind: "one", layout: ask.query.layout });
	},
});

/** The query of a print of several: the ticked ids, else all receipts that match the list's conditions. */
const PrintManyQuery = receiptList.asking({ ids: Ids.optional(), layout: Layout });
type PrintManyQuery = z.infer<typeof PrintManyQuery>;

const manyOf = ({ ids, layout: _layout, sort: _sort, ...filter }: PrintManyQuery): Printed =>
	ids ? { ids } : { filter };

const many = pageWithForms({
	path: receipts.printMany(),
	isPaper: true,
	gate,
	query: PrintManyQuery,
	page: async (ask, { sent }) => {
		const papers = await papersOf(ask, sent ? { ids: [] } : manyOf(ask.query));
		return pageOf(ask, papers, { kind: "many", layout: sent ? layoutOf(sent) : ask.query.layout }, prefixed(sent));
	},
});

const fileMany = view({
	path: receipts.pdfMany(),
	isPaper: true,
	gate,
	holds: "labels",
	query: PrintManyQuery,
	show: async (ask) => {
		const papers = await papersOf(ask, manyOf(ask.query));
		const made = await fileOr(ask, papers, { kind: "many", layout: ask.query.layout });
		const changes = { format: "pdf", rows: papers.rows.length };
		if (made instanceof Response)
			await noteTaken(ask.db, { action: "receipt.export", type: "receipt", changes }, ask.by);
		return made;
	},
});

type Taking = { ids: readonly number[]; as: "page" | "pdf"; kind: Print["kind"]; layout: PaperLayout; key: string };

/**
 * Marks the originals as taken and shows them, as a page or PDF; "missing" without receipts. Only this answer has the
 * originals.
 */
async function take(ask: Ask, { ids, as, key, ...showing }: Taking) {
	const before = await papersOf(ask, { ids });
	if (before.rows.length === 0) return "missing";
	const press = await takeOriginals(ask.db, { receipts: before.rows, key, by: ask.by });
	const papers = await papersOf(ask, { ids }, press);
	return as === "pdf"
		? fileOr(ask, papers, { ...showing, isPress: true })
		: pageOf(ask, papers, { ...showing, isPress: true });
}

const takeOne = one.form("sent", {
	path: receipts.printing(":id"),
	gate: "receipts_issue",
	holds: "own",
	form: PrintingForm,
	run: (ask, { input, key }) => take(ask, { ...input, ids: [ask.params.id], kind: "one", key }),
});

const takeMany = many.form("sent", {
	path: receipts.printingMany(),
	gate: "receipts_issue",
	holds: "labels",
	form: PrintingManyForm,
	run: (ask, { input, key }) => take(ask, { ...input, kind: "many", key }),
});

const prefixed = (sent: FormState | undefined) => sent && { ...sent, prefix: "o" };
const layoutOf = ({ values }: FormState): PaperLayout => (values.layout === "a5" ? "a5" : "a4");

/** The routes of receipts on paper. They come before the routes of one receipt, whose ":id" would match "print". */
export const RECEIPT_PRINT_ROUTES: readonly Route[] = [many.show, fileMany, takeMany, one.show, fileOne, takeOne];
