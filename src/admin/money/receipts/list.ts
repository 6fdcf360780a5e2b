import * as z from "zod";
import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Route } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	listReceipts,
	RECEIPT_SORTS,
	RECEIPTS_PER_PAGE,
	type ReceiptListRow,
	receiptYears,
} from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { RocYear } from "#domain/money/receipts/form.ts";
import {
	RECEIPT_SERIES,
	RECEIPT_SERIES_LABELS,
	RECEIPT_STATUS_LABELS,
	RECEIPT_STATUSES,
} from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { bulkBand, choosing, rowBox } from "#kits/list/chosen.ts";
import { choice, day, oneOf, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { forWhat, receiptStatus } from "./words.ts";

const { receipts } = paths.admin;
/** The id of the form that the checkboxes of the rows belong to. */
const BULK_FORM = "receipts-bulk";

/** The list page 收據: all receipts, filtered by the conditions. */
export const receiptList = listing({
	path: receipts.list(),
	gate: "receipts",
	title: "收據",
	unit: "張",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("編號、抬頭、會員、金額", "搜尋收據"),
		series: choice("種類", [RECEIPT_SERIES, RECEIPT_SERIES_LABELS]),
		year: oneOf("年度", RocYear),
		status: choice("狀態", [RECEIPT_STATUSES, RECEIPT_STATUS_LABELS]),
		original: choice("正本", [["waiting", "taken"], { waiting: "還沒有列印", taken: "已列印" }]),
		from: day("開立日期從"),
		to: day("開立日期到"),
	},
	sorts: RECEIPT_SORTS,
	sort: "-number",
	size: RECEIPTS_PER_PAGE,
	read: async ({ env }, { sort, page, ...filter }) => {
		const part = { sort, limit: RECEIPTS_PER_PAGE, offset: (page - 1) * RECEIPTS_PER_PAGE };
		const [rows, [sums], years] = await readRows(env.DB, ...listReceipts(filter, part), receiptYears());
		return { rows, ...(sums ?? { total: 0, amount: 0 }), years };
	},
	options: ({ years }) => ({
		year: years.map(({ roc_year }) => ({ value: String(roc_year), label: `${roc_year} 年` })),
	}),
	sums: ({ amount }) => `，未作廢的合計 ${money(amount)}`,
	actions: (list) => menus(list),
	band: ({ total, conditions }) =>
		bulkBand({
			form: BULK_FORM,
			unit: "張",
			total,
			conditions,
			actions: [
				{ label: "列印", action: receipts.bulk("print") },
				{ label: "下載 PDF", action: receipts.bulk("pdf") },
			],
		}),
	columns: () => COLUMNS,
	none: () => noneYet({ title: "還沒有收據", text: "核對一筆收款，就會自動開立收據並編號。" }),
	file: {
		path: receipts.export,
		holds: "books",
		narrow: "請加上條件（例如年度）分次匯出",
		noted: ["receipt.export", "receipt"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { sort, ...filter }, most) => {
			const [select] = listReceipts(filter, { sort, limit: most });
			const [rows] = await readRows(env.DB, select);
			return { rows };
		},
	},
});

const LEADS_TO = { print: receipts.printMany(), pdf: receipts.pdfMany() } as const;

/**
 * The routes of the list and of its bulk buttons. They come before the routes of one receipt, whose ":id" would match
 * "export" too.
 */
export const RECEIPT_LIST_ROUTES: readonly Route[] = [
	...receiptList.routes,
	choosing({
		path: receipts.bulk(":place"),
		gate: "receipts",
		params: z.strictObject({ place: z.enum(["print", "pdf"]) }),
		list: receiptList,
		leadsTo: ({ place }) => LEADS_TO[place],
		name: "收據",
		title: "收據",
		area: "會費與收款",
	}),
];

type Head = { query: Record<string, string>; who: Visitor; total: number };

function menus({ query, who, total }: Head): Children {
	const link = (href: string, label: string): VNode => html`<a class="btn quiet block" href=${href}>${label}</a>`;
	return [
		actionsMenu(
			{ label: "匯出與列印" },
			total > 0 && exportLinks(receipts.export, query),
			link(receipts.book(), "存根簿"),
		),
		actionsMenu(
			{ label: "號碼" },
			link(receipts.gaps(), "號碼檢查"),
			allows("receipts_issue", who) && link(receipts.series(), "設定起號"),
		),
	];
}

const COLUMNS: Column<ReceiptListRow>[] = [
	{
		label: "收據編號",
		sort: "number",
		head: true,
		nowrap: true,
		cell: ({ id, number }) => html`<span class="who">
			${rowBox(BULK_FORM, { id, name: number })}
			<span><a href=${receipts.show(id)}>${number}</a></span>
		</span>`,
	},
	{
		id: "payer",
		label: "抬頭",
		sort: "title",
		sheet: "line",
		cell: ({ payer_title, member_no }) =>
			html`<span>${payer_title}${member_no && html`<small>${member_no}</small>`}</span>`,
	},
	{ id: "items", label: "收入項目", sheet: "line", cell: ({ items }) => forWhat(items) },
	{ id: "issued", label: "開立日期", sort: "issued", nowrap: true, cell: ({ issued_on }) => dayText(issued_on) },
	{
		id: "amount",
		label: "金額（元）",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ amount, status }) => (status === "voided" ? html`<s class="soft">${figure(amount)}</s>` : figure(amount)),
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: ({ status, replaced_by, is_original_taken }) =>
			html`<span>${receiptStatus(status)}<small>${replaced_by ? `由 ${replaced_by} 取代` : status === "issued" && is_original_taken === 0 && "正本未列印"}</small></span>`,
	},
];
