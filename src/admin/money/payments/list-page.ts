import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { PAYMENTS_PER_PAGE, type PaymentListRow, type PaymentSums } from "#db/money/payment-lists.ts";
import {
	PAYMENT_METHOD_LABELS,
	PAYMENT_METHODS,
	PAYMENT_SOURCE_LABELS,
	PAYMENT_SOURCES,
	PAYMENT_STATUS_LABELS,
	PAYMENT_STATUSES,
} from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { isNarrowed } from "./list-query.ts";
import { forWhat, forWhom, partsIn, paymentName, paymentStatus, receiptsIn } from "./words.ts";

const { payments } = paths.admin;

export type PaymentList = PaymentSums & {
	rows: PaymentListRow[];
	/** How many wait to be verified, of all. */
	waiting: number;
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
};

/** Every payment, or those that fit the conditions. */
export function paymentListPage(list: PaymentList): Page {
	const { rows, total, page, query } = list;
	const here: Here = { path: payments.list(), query };
	return {
		title: "收款",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(total)} 筆${sumWords(list)}。`,
		actions: headActions(list),
		body: card(
			{ flush: true, label: "收款" },
			filters({
				here,
				search: { placeholder: "姓名、編號、末五碼、收據、金額", label: "搜尋收款" },
				fields: FIELDS,
			}),
			table({
				caption: "收款",
				cards: true,
				columns: COLUMNS,
				rows,
				sorted: { here, now: sortOf(here, "-day") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: PAYMENTS_PER_PAGE, total, unit: "筆" }),
		),
	};
}

/** What they come to: nothing is said where none of it is money. */
function sumWords({ total, ended, sum, received }: PaymentSums): string {
	if (total > 0 && total === ended) return "";
	const without = ended > 0 ? "（未計退回、已取消與已沖銷的）" : "";
	return `，合計 ${money(sum)}${without}${received < sum && received > 0 ? `，其中已收款 ${money(received)}` : ""}`;
}

function headActions({ total, waiting, query, who }: PaymentList): VNode[] {
	const record = allows("payments_record", who);
	const verify = allows("payments_verify", who) && waiting > 0;
	return [
		...(record || total > 0
			? [
					actionsMenu(
						{ label: "更多" },
						record && html`<a class="btn quiet block" href=${payments.createMany()}>一次登錄多筆</a>`,
						total > 0 && exportLinks(payments.export, query),
					),
				]
			: []),
		...(record
			? [linkButton({ label: "登錄收款", icon: "plus", href: payments.create(), tone: verify ? "plain" : "primary" })]
			: []),
		...(verify
			? [linkButton({ label: `開始核對（${figure(waiting)} 筆）`, href: payments.queue(), tone: "primary" })]
			: []),
	];
}

function nothing({ total, query, who }: PaymentList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短", "收款");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的收款", clearHref: here.path });
	return noneYet({
		title: "還沒有收款",
		text: "會員在會員專區填報、工作人員登錄，或銀行明細對帳後，會列在這裡。",
		actions: allows("payments_record", who) && linkButton({ label: "登錄收款", icon: "plus", href: payments.create() }),
	});
}

const options = <C extends string>(codes: readonly C[], labels: Record<C, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));
const FIELDS: Filter[] = [
	{ name: "status", label: "狀態", options: options(PAYMENT_STATUSES, PAYMENT_STATUS_LABELS) },
	{ name: "method", label: "繳費方式", options: options(PAYMENT_METHODS, PAYMENT_METHOD_LABELS) },
	{ name: "source", label: "來源", options: options(PAYMENT_SOURCES, PAYMENT_SOURCE_LABELS) },
	{ name: "from", label: "繳費日從", type: "date" },
	{ name: "to", label: "繳費日到", type: "date" },
];

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

/** One under the other: side by side, a family's would push the other cells of a phone's sheet away. */
const receiptCell = (numbers: string[], old: string | null): Children =>
	numbers.length > 0
		? html`<span>${numbers.map((number, at) => [at > 0 && html`<br />`, number])}</span>`
		: old || quiet("—");

const COLUMNS: Column<PaymentListRow>[] = [
	{
		label: "繳款人",
		head: true,
		cell: ({ id, payer, payer_title, member_no }) =>
			html`<span><a href=${payments.show(id)}>${payer ?? payer_title}</a><small>${[member_no, paymentName(id)].filter(Boolean).join("　")}</small></span>`,
	},
	{
		label: "項目",
		cell: ({ parts: json, payer }) => {
			const parts = partsIn(json);
			const whom = forWhom(parts);
			return html`<span>${forWhat(parts) || quiet("—")}${whom !== "" && whom !== payer && html`<small>${whom}</small>`}</span>`;
		},
	},
	{ label: "金額", sort: "amount", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{
		label: "繳費日",
		sort: "day",
		nowrap: true,
		cell: ({ paid_on, method, last5 }) =>
			html`<span>${rocWords(paid_on)}<small>${PAYMENT_METHOD_LABELS[method]}${last5 && `　${last5}`}</small></span>`,
	},
	{
		label: "收據",
		nowrap: true,
		cell: ({ receipts, old_receipt_no }) => receiptCell(receiptsIn(receipts), old_receipt_no),
	},
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ status }) => paymentStatus(status) },
];
