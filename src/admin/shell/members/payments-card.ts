import * as z from "zod";
import { forWhat, forWhom, partsIn, paymentStatus } from "#admin/money/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { MemberPaymentRow } from "#db/money/index.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Column, table } from "#ui/table.ts";

const { payments, receipts } = paths.admin;

/** How many payments stand on a member's page. */
export const PAYMENTS_SHOWN = 5;

const Receipts = z.array(z.object({ id: z.int(), number: z.string() }));

type Of = { member: { member_no: string | null; name: string }; who: Visitor; total: number };

/** Draws the newest payments by a member or for the member's dues, with their receipts. */
export const paymentsCard = (rows: readonly unknown[], { member, who, total }: Of): VNode =>
	card(
		{
			title: "繳費",
			flush: rows.length > 0,
			link:
				total > rows.length && member.member_no !== null
					? { href: `${payments.list()}?q=${encodeURIComponent(member.member_no)}`, label: `全部 ${figure(total)} 筆` }
					: undefined,
		},
		rows.length === 0
			? html`<p class="soft">還沒有繳費。</p>`
			: table({
					caption: `${member.name}的繳費，新的在前`,
					columns: columns(who),
					rows: rows as MemberPaymentRow[],
					cards: true,
				}),
	);

const columns = (who: Visitor): Column<MemberPaymentRow>[] => [
	{
		label: "日期",
		nowrap: true,
		cell: ({ id, paid_on }) => html`<a href=${payments.show(id)}>${dayText(paid_on)}</a>`,
	},
	{ label: "項目", head: true, cell: ({ parts }) => itemWords(parts) },
	{ label: "方式", cell: ({ method }) => PAYMENT_METHOD_LABELS[method] },
	{ label: "金額（元）", end: true, cell: ({ amount }) => figure(amount) },
	{ label: "狀態", sheet: "corner", cell: ({ status }) => paymentStatus(status) },
	{ label: "收據", nowrap: true, cell: (row) => receiptLinks(row, who) },
];

function itemWords(json: string): string {
	const parts = partsIn(json);
	const whom = forWhom(parts);
	return whom === "" ? forWhat(parts) : `${forWhat(parts)}（${whom}）`;
}

function receiptLinks({ receipts: json, old_receipt_no }: MemberPaymentRow, who: Visitor): Children {
	const list = Receipts.parse(JSON.parse(json));
	if (list.length === 0) return old_receipt_no ?? "";
	const numbers = list.map(({ id, number }) =>
		allows("receipts", who) ? html`<a href=${receipts.show(id)}>${number}</a>` : number,
	);
	// Links of 20 px one below the other must leave a finger 24 px each.
	return numbers.length === 1 ? numbers : html`<div class="row">${numbers}</div>`;
}
