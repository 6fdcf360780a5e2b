import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { documentRow } from "#db/books/finance.ts";
import { sealedShares, sharesOf } from "#db/books/finance-shares.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { noteFinancePrint } from "#domain/books/finance/list-actions.ts";
import { isTransferred } from "#domain/books/finance/register.ts";
import { transferRows } from "#domain/books/finance/transfer-file.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf, readTransferColumns, TRANSFER_DEFAULT } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { book } from "#kits/list/book.ts";
import { linked } from "#kits/list/conditions.ts";
import { takenAway } from "#kits/list/taking-away.ts";
import { openNationalId } from "#platform/member-seals.ts";
import { readerOf } from "./asks.ts";
import { type Papers, registerPaper, slipsPaper } from "./register-papers.ts";
import { readDocument } from "./show-reads.ts";

const { finance } = paths.admin;

/** The register that a paper is of. */
const ID = linked(z.coerce.number().int().positive().max(1e15));

/** Reads a register that was sent, with the whole 證號 of each payee, and notes that its paper is printed. */
async function readPapers(ask: Ask<object, { id?: number | undefined }>): Promise<Papers | "missing"> {
	const { id = 0 } = ask.query;
	const of = await readDocument({ ...ask, params: { id }, query: {} });
	if (!of || of.document.register === null || of.document.state === "draft") return "missing";
	// 退費清冊 shows no 證號, so none is opened.
	const [sealed] = await readRows(ask.env.DB, sealedShares(of.document.register === "refunds" ? 0 : id));
	const opened = sealed.map(async (one) => [one.id, (await openNationalId(ask.env, one)) ?? ""] as const);
	await noteFinancePrint(ask.db, { id, number: financeNumber(of.document), by: ask.by }, "finance.register_print");
	return { ...of, numbers: new Map(await Promise.all(opened)), association: ask.surroundings.fullName };
}

const paper = (path: string, page: typeof registerPaper): Route[] =>
	book({ path, gate: "finance_all", conditions: { id: ID }, holds: "sealed", isPaper: true, read: readPapers, page });

/** The routes that download the bank's file of a transfer to all payees (整批轉帳檔), with the columns of the settings. */
const transferFile = takenAway({
	path: finance.transferFile,
	gate: "finance_payment",
	query: z.strictObject({ id: ID.schema }),
	holds: "sealed",
	name: "轉帳",
	unit: "筆",
	narrow: "請把清冊分成兩張",
	page: finance.list(),
	drop: ["id"],
	noted: ["finance.transfer_file", "finance_document"],
	read: async ({ env, who, query: { id = 0 } }) => {
		const [[document], shares, settings] = await readRows(
			env.DB,
			documentRow(id, readerOf(who)),
			sharesOf(id),
			selectSettings(keysOf("ledger")),
		);
		if (!document || !isTransferred(document)) return "missing";
		const header = readTransferColumns(parseSettings("ledger", settings).transfer_columns) ?? TRANSFER_DEFAULT;
		const table = { sheet: "整批轉帳", header, rows: transferRows(header, shares) };
		return { file: `整批轉帳 ${financeNumber(document)}`, table };
	},
});

/** The routes of the papers of a register: 印領清冊, 勞務報酬單, and the bank's file of a transfer to all (整批轉帳檔). */
export const REGISTER_PAPER_ROUTES: readonly Route[] = [
	...paper(finance.registerPaper(), registerPaper),
	...paper(finance.slips(), slipsPaper),
	...transferFile,
];
