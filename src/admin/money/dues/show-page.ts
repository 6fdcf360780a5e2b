import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { paymentStatus } from "#admin/money/payments/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesEvent, DuesPayment, DuesRow } from "#db/money/dues.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { fromTo } from "#ui/from-to.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { type Step, steps } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { type DuesRefusals, itemForms } from "./item-forms.ts";
import { claimLink, discountWords, duesStatus } from "./words.ts";

const { dues, members, payments, receipts } = paths.admin;
export const DUES_CRUMBS = [...MONEY_CRUMBS, { label: "應繳會費", href: dues.list() }];

export type DuesPage = {
	item: DuesRow;
	events: readonly DuesEvent[];
	paid: DuesPayment[];
	who: Visitor;
};

/** Draws a dues item: its amount, payments, history and the actions of staff. */
export function duesPage(page: DuesPage, refused: DuesRefusals = {}): Page {
	const { item, who } = page;
	return {
		title: duesLabel(item),
		name: `${item.name} ${duesLabel(item)}`,
		area: "應繳會費",
		crumbs: [...DUES_CRUMBS, { label: item.name, href: dues.ofMember(item.member_id) }],
		lead: html`<p class="row">${duesStatus(item.status)}<span>${[item.name, item.member_no].filter(Boolean).join("　")}</span></p>`,
		actions: [
			allows("members", who) && linkButton({ label: "會員頁", href: members.show(item.member_id) }),
			(item.status === "open" || item.status === "partially_paid") &&
				allows("payments_record", who) &&
				linkButton({ label: "登錄收款", icon: "plus", href: `${payments.create()}?member=${item.member_id}` }),
		],
		body: html`<div class="stack">
			${item.is_own === 1 && Object.values(refused).map(errorSummary)} ${claimNotice(page)}
			<div class="split">
				<div class="stack">${amountCard(item)} ${paymentsCard(page)}</div>
				<div class="stack">${historyCard(page)} ${allows("dues", who) && itemForms(item, refused)}</div>
			</div>
		</div>`,
	};
}

const claimNotice = ({ item }: DuesPage): Children =>
	item.claimed !== null &&
	notice(
		{ tone: item.would_be === null ? "info" : "warn", title: "有繳費等候核對" },
		html`<p>${claimLink(item.claimed)}。核對或退回之前，這筆會費不能免繳、更正或取消。</p>`,
		item.would_be !== null &&
			html`<p>身心障礙證明已在產生之後核准，減免後是 ${money(item.would_be)}（目前 ${money(item.amount)}）。</p>`,
	);

const amountCard = (item: DuesRow): VNode =>
	card(
		{ title: "金額" },
		facts(
			[
				{
					name: "應繳",
					value: html`<span>${money(item.amount)}${discountWords(item) && html`<small>（${discountWords(item)}）</small>`}</span>`,
				},
				{ name: "已繳", value: money(item.paid_amount) },
				{
					name: "未繳",
					value:
						item.status === "open" || item.status === "partially_paid"
							? money(item.amount - item.paid_amount)
							: money(0),
				},
				{ name: "年度", value: `${rocYear(item.dues_year)} 年` },
				...(item.credited_amount > 0 ? [{ name: "轉為溢繳款", value: money(item.credited_amount) }] : []),
				{ name: "會員類別", value: item.type_name },
				...(item.reason ? [{ name: "理由", value: item.reason }] : []),
			],
			2,
		),
	);

const PAYMENTS: Column<DuesPayment>[] = [
	{ label: "收款", head: true, cell: ({ id }) => html`<a href=${payments.show(id)}>收款 ${id}</a>` },
	{
		label: "繳費日",
		nowrap: true,
		cell: ({ paid_on, method }) =>
			html`<span>${dayText(paid_on)}<small>${PAYMENT_METHOD_LABELS[method]}</small></span>`,
	},
	{ label: "金額", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{ label: "收據", nowrap: true, cell: ({ receipt, receipt_id }) => receiptCell(receipt, receipt_id) },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ status }) => paymentStatus(status) },
];

const receiptCell = (number: string | null, id: number | null): Children => {
	if (number === null) return html`<span class="soft">—</span>`;
	return id === null ? number : html`<a href=${receipts.show(id)}>${number}</a>`;
};

const paymentsCard = ({ paid }: DuesPage): VNode =>
	card(
		{ title: "繳費紀錄", flush: true },
		table({
			caption: "繳費紀錄",
			cards: true,
			columns: PAYMENTS,
			rows: paid,
			empty: noneYet({ title: "還沒有人繳這筆會費" }),
		}),
	);

const EVENTS: Record<DuesEvent["kind"], string> = {
	assessed: "產生",
	reassessed: "依身障證明重新計算",
	waived: "免繳",
	unwaived: "取消免繳",
	corrected: "更正",
	cancelled: "取消",
};

function historyCard({ item, events }: DuesPage): VNode {
	const first = events.find(({ from_amount }) => from_amount !== null);
	const made: Step = {
		title: item.source === "import" ? "由名冊匯入" : `產生，應繳 ${money(first?.from_amount ?? item.amount)}`,
		state: "done",
		who: html`<span>${item.source_file ?? item.creator ?? "系統"}　${moment(item.created_at)}</span>`,
	};
	const later = events.map(
		({ kind, from_amount, to_amount, reason, by, at }): Step => ({
			title: EVENTS[kind],
			state: "done",
			who: html`<span>${by ?? "系統"}　${moment(at)}</span>`,
			more:
				from_amount !== null && to_amount !== null && from_amount !== to_amount
					? html`<p>${fromTo(money(from_amount), money(to_amount))}</p>`
					: undefined,
			comment: reason ?? undefined,
		}),
	);
	return card({ title: "歷程" }, steps([made, ...later]));
}
