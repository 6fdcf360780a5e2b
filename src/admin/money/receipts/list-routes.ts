import * as z from "zod";
import { takenAway } from "#admin/taking-away.ts";
import { action, type Route, view } from "#auth/route.ts";
import { listReceipts, RECEIPTS_PER_PAGE, receiptYears } from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { askedBy, ReceiptListQuery } from "#domain/money/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { notice } from "#ui/notice.ts";
import { sheetOf } from "./export-columns.ts";
import { receiptListPage } from "./list-page.ts";

const { receipts } = paths.admin;
const gate = "receipts";

const list = view({
	path: receipts.list(),
	gate,
	query: ReceiptListQuery,
	show: async ({ c, env, who, query: { sort, page, ...filter } }) => {
		const part = { sort, limit: RECEIPTS_PER_PAGE, offset: (page - 1) * RECEIPTS_PER_PAGE };
		const [rows, [sums], years] = await readRows(env.DB, ...listReceipts(filter, part), receiptYears());
		return receiptListPage({
			rows,
			sums: sums ?? { total: 0, amount: 0 },
			years: years.map(({ roc_year }) => roc_year),
			page,
			query: c.req.query(),
			who,
		});
	},
});

const ExportQuery = ReceiptListQuery.omit({ page: true });

const files = takenAway({
	path: receipts.export,
	gate,
	query: ExportQuery,
	holds: "books",
	name: "收據",
	unit: "張",
	narrow: "請加上條件（例如年度）分次匯出",
	page: receipts.list(),
	noted: ["receipt.export", "receipt"],
	read: async ({ env, query: { sort, ...filter }, at }, most) => {
		const [select] = listReceipts(filter, { sort, limit: most });
		const [rows] = await readRows(env.DB, select);
		return { file: `收據-${dateInTaipei(at)}`, table: sheetOf(rows) };
	},
});

/** More boxes than a page has are ticked by nobody. */
const MOST_IDS = 100;
const LONGEST_QUERY = 2_000;
const LEADS_TO = { print: receipts.printMany(), pdf: receipts.pdfMany() } as const;

/** The band's form carries what it is about into an address, which can be reloaded and gone back to. */
const choose = action({
	path: receipts.bulk(":place"),
	gate,
	params: z.strictObject({ place: z.enum(["print", "pdf"]) }),
	form: z.strictObject({
		ids: z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(MOST_IDS),
		/** The conditions of the list where all that fit them are meant; "*" for none. */
		all: z.string().max(LONGEST_QUERY).optional(),
	}),
	many: ["ids"],
	run: async ({ params }, { input: { ids, all } }) => {
		const conditions = all === undefined ? undefined : askedBy(all);
		if (!conditions && ids.length === 0) return { to: receipts.list(), flash: "請先勾選收據。", tone: "warn" };
		const asked = conditions
			? new URLSearchParams(all === "*" ? "" : all)
			: new URLSearchParams({ ids: [...new Set(ids)].join(".") });
		return { to: asked.size > 0 ? `${LEADS_TO[params.place]}?${asked}` : LEADS_TO[params.place] };
	},
	page: async (_, { problem }) => ({
		title: "收據",
		area: "會費與收款",
		slim: true,
		body: notice({ tone: "danger", role: "alert" }, problem ?? "選取的內容不正確，請回到列表重新勾選。"),
	}),
});

/** The list of receipts, and taking it away. Before the record's: "export" is no id. */
export const RECEIPT_LIST_ROUTES: readonly Route[] = [list, ...files, choose];
