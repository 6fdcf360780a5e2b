import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { RECEIPTS_PER_PAGE, type ReceiptListRow, type ReceiptSums } from "#db/money/receipts.ts";
import { conditionsOf, isNarrowed } from "#domain/money/receipts/form.ts";
import {
	RECEIPT_SERIES,
	RECEIPT_SERIES_LABELS,
	RECEIPT_STATUS_LABELS,
	RECEIPT_STATUSES,
} from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { forWhat, receiptStatus } from "./words.ts";

const { receipts } = paths.admin;
/** The form that the boxes of the rows belong to. */
const BULK_FORM = "receipts-bulk";

export type ReceiptList = {
	rows: ReceiptListRow[];
	sums: ReceiptSums;
	/** Years of the Republic in which there are receipts. */
	years: number[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
};

/** Every receipt, or those that fit the conditions. */
export function receiptListPage(list: ReceiptList): Page {
	const { rows, sums, page, query } = list;
	const here: Here = { path: receipts.list(), query };
	return {
		title: "收據",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(sums.total)} 張，未作廢的合計 ${money(sums.amount)}。`,
		actions: menu(list),
		body: card(
			{ flush: true, label: "收據" },
			filters({
				here,
				search: { placeholder: "編號、抬頭、會員、金額", label: "搜尋收據" },
				fields: fieldsOf(list),
			}),
			rows.length > 0 && band(list),
			table({
				caption: "收據",
				cards: true,
				columns: COLUMNS,
				rows,
				sorted: { here, now: sortOf(here, "-number") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: RECEIPTS_PER_PAGE, total: sums.total, unit: "張" }),
		),
	};
}

/** What to do with chosen rows: the form is sent to an address that leads on to the papers. */
const band = ({ sums, query }: ReceiptList): VNode =>
	island("bulk-select", {
		id: BULK_FORM,
		unit: "張",
		total: sums.total,
		query: conditionsOf(query),
		actions: [
			{ label: "列印", action: receipts.bulk("print") },
			{ label: "下載 PDF", action: receipts.bulk("pdf") },
		],
	});

function menu({ query, who, sums }: ReceiptList): Children {
	const link = (href: string, label: string): VNode => html`<a class="btn quiet block" href=${href}>${label}</a>`;
	return [
		actionsMenu(
			{ label: "匯出與列印" },
			sums.total > 0 && exportLinks(receipts.export, query),
			link(receipts.book(), "存根簿"),
		),
		actionsMenu(
			{ label: "號碼" },
			link(receipts.gaps(), "號碼檢查"),
			allows("receipts_issue", who) && link(receipts.series(), "設定起號"),
		),
	];
}

const fieldsOf = ({ years }: ReceiptList): Filter[] => [
	{
		name: "series",
		label: "種類",
		options: RECEIPT_SERIES.map((value) => ({ value, label: RECEIPT_SERIES_LABELS[value] })),
	},
	{ name: "year", label: "年度", options: years.map((year) => ({ value: String(year), label: `${year} 年` })) },
	{
		name: "status",
		label: "狀態",
		options: RECEIPT_STATUSES.map((value) => ({ value, label: RECEIPT_STATUS_LABELS[value] })),
	},
	{
		name: "original",
		label: "正本",
		options: [
			{ value: "waiting", label: "還沒有列印" },
			{ value: "taken", label: "已列印" },
		],
	},
	{ name: "from", label: "開立日期從", type: "date" },
	{ name: "to", label: "開立日期到", type: "date" },
];

function nothing({ sums, query }: ReceiptList, here: Here): VNode {
	if (sums.total > 0) return pastTheEnd(here, "列表已經變短", "收據");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的收據", clearHref: here.path });
	return noneYet({ title: "還沒有收據", text: "核對一筆收款，就會自動開立收據並編號。" });
}

const COLUMNS: Column<ReceiptListRow>[] = [
	{
		label: "收據編號",
		sort: "number",
		head: true,
		nowrap: true,
		cell: ({ id, number }) => html`<span class="who">
			<input type="checkbox" form=${BULK_FORM} name="ids" value=${id} aria-label=${`選取 ${number}`} />
			<span><a href=${receipts.show(id)}>${number}</a></span>
		</span>`,
	},
	{
		label: "抬頭",
		sort: "title",
		sheet: "line",
		cell: ({ payer_title, member_no }) =>
			html`<span>${payer_title}${member_no && html`<small>${member_no}</small>`}</span>`,
	},
	{ label: "收入項目", sheet: "line", cell: ({ items }) => forWhat(items) },
	{ label: "開立日期", nowrap: true, cell: ({ issued_on }) => rocWords(issued_on) },
	{
		label: "金額（元）",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ amount, status }) => (status === "voided" ? html`<s class="soft">${figure(amount)}</s>` : figure(amount)),
	},
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: ({ status, replaced_by, is_original_taken }) =>
			html`<span>${receiptStatus(status)}<small>${replaced_by ? `由 ${replaced_by} 取代` : status === "issued" && is_original_taken === 0 && "正本未列印"}</small></span>`,
	},
];
