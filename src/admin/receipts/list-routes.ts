import * as z from "zod";
import { notice } from "#admin/ui/notice.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { listReceipts, RECEIPTS_PER_PAGE, receiptYears } from "#db/receipts.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteReceiptExport } from "#domain/receipts/actions.ts";
import { askedBy, type ReceiptFilter, ReceiptListQuery } from "#domain/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { sheetOf } from "./export-columns.ts";
import { receiptListPage } from "./list-page.ts";

const { receipts } = paths.admin;
const gate = "receipts";
/** Most receipts of one file: as many as a Worker's memory holds. */
const EXPORT_MAX = 10_000;

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
type ExportQuery = z.infer<typeof ExportQuery>;

/** The receipts of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: receipts.export(format),
		gate,
		query: ExportQuery,
		show: async (ask) => {
			const { sort, ...filter } = ask.query;
			const [select] = listReceipts(filter, { sort, limit: EXPORT_MAX + 1 });
			const [rows] = await readRows(ask.env.DB, select);
			if (rows.length === 0) return back(ask, "沒有可以匯出的收據。");
			if (rows.length > EXPORT_MAX) return back(ask, "一次最多匯出 10,000 張，請加上條件（例如年度）分次匯出。");
			return file(ask, format, rows);
		},
	});

function back({ c }: Pick<Ask, "c">, flash: string) {
	const asked = new URLSearchParams(c.req.query()).toString();
	return { to: asked === "" ? receipts.list() : `${receipts.list()}?${asked}`, flash, tone: "warn" as const };
}

async function file(
	{ db, by, at, query }: Ask<object, ExportQuery>,
	format: SheetFormat,
	rows: Parameters<typeof sheetOf>[0],
): Promise<Response> {
	const made = await sheetFile(`收據-${dateInTaipei(at)}`, sheetOf(rows), format);
	await noteReceiptExport(db, by, { format, receipts: rows.length, filter: filterNoted(query) });
	return made;
}

/** The conditions as the audit log keeps them: codes, and only that a word was searched for, which may be a name. */
function filterNoted({ q, sort: _sort, ...codes }: ReceiptFilter & { sort?: unknown }): Record<string, string> {
	const named = Object.entries(codes).flatMap(([name, code]): [string, string][] =>
		code ? [[name, String(code)]] : [],
	);
	return Object.fromEntries(q ? [["search", "yes"], ...named] : named);
}

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
export const RECEIPT_LIST_ROUTES: readonly Route[] = [list, download("xlsx"), download("csv"), choose];
