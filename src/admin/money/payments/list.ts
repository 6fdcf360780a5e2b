import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	listedPayments,
	PAYMENT_SORTS,
	PAYMENTS_PER_PAGE,
	type PaymentListRow,
	type PaymentSums,
	paymentPage,
	paymentWords,
	waitingPayments,
} from "#db/money/payment-lists.ts";
import { readRows } from "#db/read.ts";
import {
	PAYMENT_METHOD_LABELS,
	PAYMENT_METHODS,
	PAYMENT_SOURCE_LABELS,
	PAYMENT_SOURCES,
	PAYMENT_STATUS_LABELS,
	PAYMENT_STATUSES,
} from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, day, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { forWhat, forWhom, partsIn, paymentName, paymentStatus, receiptsIn } from "./words.ts";

const { payments } = paths.admin;

/** The list page 收款: all payments, filtered by the conditions. */
export const paymentList = listing({
	path: payments.list(),
	gate: "payments",
	title: "收款",
	unit: "筆",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("姓名、編號、末五碼、收據、金額", "搜尋收款"),
		status: choice("狀態", [PAYMENT_STATUSES, PAYMENT_STATUS_LABELS]),
		method: choice("繳費方式", [PAYMENT_METHODS, PAYMENT_METHOD_LABELS]),
		source: choice("來源", [PAYMENT_SOURCES, PAYMENT_SOURCE_LABELS]),
		from: day("繳費日從"),
		to: day("繳費日到"),
	},
	sorts: PAYMENT_SORTS,
	sort: "-day",
	size: PAYMENTS_PER_PAGE,
	read: async ({ env }, { q, sort, page, ...asked }) => {
		const filter = { ...asked, words: paymentWords(q) };
		const [rows, [sums], [waiting]] = await readRows(env.DB, ...paymentPage({ filter, sort, page }), waitingPayments());
		return { rows, ...(sums ?? { total: 0, ended: 0, sum: 0, received: 0 }), waiting: waiting?.waiting ?? 0 };
	},
	sums: (list) => sumWords(list),
	actions: (list) => headActions(list),
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有收款",
			text: "會員在會員專區填報、工作人員登錄，或銀行明細對帳後，會列在這裡。",
			actions:
				allows("payments_record", who) && linkButton({ label: "登錄收款", icon: "plus", href: payments.create() }),
		}),
	file: {
		path: payments.export,
		holds: "books",
		narrow: "請加上條件（例如繳費日）分次匯出",
		noted: ["payment.export", "payment"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { q, sort, ...asked }, most) => {
			const [rows] = await readRows(
				env.DB,
				listedPayments({ filter: { ...asked, words: paymentWords(q) }, sort }, most),
			);
			return { rows };
		},
	},
});

/** Returns the sums in words; empty when all listed payments were rejected, cancelled or reversed. */
function sumWords({ total, ended, sum, received }: PaymentSums): string {
	if (total > 0 && total === ended) return "";
	const without = ended > 0 ? "（未計退回、已取消與已沖銷的）" : "";
	return `，合計 ${money(sum)}${without}${received < sum && received > 0 ? `，其中已收款 ${money(received)}` : ""}`;
}

type Head = { total: number; waiting: number; query: Record<string, string>; who: Visitor };

function headActions({ total, waiting, query, who }: Head): VNode[] {
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

const quiet = (text: string) => html`<span class="soft">${text}</span>`;

/** Draws receipt numbers below each other, because several in a line would push other cells off a phone's screen. */
const receiptCell = (numbers: string[], old: string | null): Children =>
	numbers.length > 0
		? html`<span>${numbers.map((number, at) => [at > 0 && html`<br />`, number])}</span>`
		: old || quiet("—");

const COLUMNS: Column<PaymentListRow>[] = [
	{
		label: "繳款人",
		sort: "payer",
		head: true,
		cell: ({ id, payer, payer_title, member_no }) =>
			html`<span><a href=${payments.show(id)}>${payer ?? payer_title}</a><small>${[member_no, paymentName(id)].filter(Boolean).join("　")}</small></span>`,
	},
	{
		id: "items",
		label: "項目",
		cell: ({ parts: json, payer }) => {
			const parts = partsIn(json);
			const whom = forWhom(parts);
			return html`<span>${forWhat(parts) || quiet("—")}${whom !== "" && whom !== payer && html`<small>${whom}</small>`}</span>`;
		},
	},
	{ id: "amount", label: "金額", sort: "amount", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{
		id: "paid",
		label: "繳費日",
		sort: "day",
		nowrap: true,
		cell: ({ paid_on, method, last5 }) =>
			html`<span>${dayText(paid_on)}<small>${PAYMENT_METHOD_LABELS[method]}${last5 && `　${last5}`}</small></span>`,
	},
	{
		id: "receipt",
		label: "收據",
		sort: "receipt",
		nowrap: true,
		cell: ({ receipts, old_receipt_no }) => receiptCell(receiptsIn(receipts), old_receipt_no),
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ status }) => paymentStatus(status),
	},
];
