import { financeStatus } from "#admin/books/finance/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { PAYMENTS_SHOWN, type PayeePaymentRow, type PayeeRow } from "#db/books/payees.ts";
import { PAYEE_KIND_LABELS } from "#domain/books/payees/form.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { Refused } from "#kits/form/form.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { accountsCard, exemptionsCard } from "./cards.ts";
import { PAYEE_CRUMBS } from "./form-page.ts";
import type { PayeeForms, PayeeShown } from "./shown.ts";

const { payees, members, finance } = paths.admin;

/** Draws a payee: the payments made to them, their accounts and papers, and what is known of them. */
export function payeePage(of: PayeeShown, refused: Refused<PayeeForms> = {}): Page {
	const { payee, payments, who } = of;
	const may = allows("payees_manage", who) && payee.pseudonymised_at === null;
	const paid = payments.filter(({ state }) => state === "paid" || state === "posted");
	return {
		title: payee.name,
		area: "受款人",
		crumbs: PAYEE_CRUMBS,
		lead: [PAYEE_KIND_LABELS[payee.kind], payee.is_active === 0 && "已停用", `${figure(paid.length)} 筆付款`]
			.filter(Boolean)
			.join("　"),
		actions: [may && linkButton({ label: "編輯", icon: "edit", href: payees.edit(payee.id) }), ...personal(payee, who)],
		sheets: ["finance"],
		body: html`<div class="stack loose">
			${payee.pseudonymised_at !== null && notice({ tone: "info" }, "這位受款人已經去識別化；付款的憑證依法保存。")}
			<div class="split">
				<div class="stack loose">${accountsCard(of, may, refused)} ${paymentsCard(payments)}</div>
				<div class="stack loose">${record(payee, who)} ${payee.kind === "person" && exemptionsCard(of, may, refused)}</div>
			</div>
		</div>`,
	};
}

/** Draws the links to the copy of a person's data and to the erasure; a member's stand on the member's page. */
function personal({ id, kind, member_id, merged_member_id, pseudonymised_at }: PayeeRow, who: Visitor): Children[] {
	if (kind !== "person" || member_id !== null || merged_member_id !== null || !allows("payees_manage", who)) return [];
	if (pseudonymised_at !== null)
		return [linkButton({ label: "文字裡還有姓名的地方", tone: "quiet", href: payees.erasure(id) })];
	return [
		linkButton({ label: "個人資料副本", tone: "quiet", href: payees.copy(id) }),
		linkButton({ label: "刪除個人資料...", tone: "quiet", href: payees.erasure(id) }),
	];
}

const record = (payee: PayeeRow, who: Visitor): VNode =>
	card(
		{ title: "受款人資料" },
		facts([
			payee.kind === "person"
				? { name: "證號", value: payee.national_id_mask }
				: { name: "統一編號", value: payee.tax_id },
			...(payee.kind === "person"
				? [{ name: "居住者", value: payee.is_resident === 1 ? "是" : "否（非居住者）" }]
				: []),
			{ name: "電話", value: payee.phone },
			{ name: "電子郵件", value: payee.email },
			{ name: "地址", value: payee.address },
			...(payee.user_id === null ? [] : [{ name: "協會同仁", value: payee.user_name }]),
			...(payee.member_id === null ? [] : [{ name: "會員", value: memberLink(payee, who) }]),
			{ name: "備註", value: payee.note },
		]),
	);

function memberLink({ member_id, member_name, member_no }: PayeeRow, who: Visitor): Children {
	const words = [member_name, member_no].filter(Boolean).join(" ");
	return member_id !== null && allows("members", who) ? html`<a href=${members.show(member_id)}>${words}</a>` : words;
}

const COLUMNS: Column<PayeePaymentRow>[] = [
	{
		label: "單號",
		head: true,
		cell: ({ id, number, title }) =>
			html`<span><a href=${finance.show(id)}>${number}</a><small class="soft">${title}</small></span>`,
	},
	{
		label: "付款日",
		nowrap: true,
		cell: ({ day }) => (day === null ? html`<span class="soft">—</span>` : dayText(day)),
	},
	{ label: "總額", end: true, cell: ({ gross }) => figure(gross) },
	{ label: "所得稅", end: true, cell: ({ tax }) => figure(tax) },
	{ label: "補充保費", end: true, cell: ({ premium }) => figure(premium) },
	{ label: "實付", end: true, cell: ({ net }) => figure(net) },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => financeStatus(state) },
];

/** Draws the requests that pay the payee, newest first, with the sums of this year's payments. */
function paymentsCard(payments: PayeePaymentRow[]): VNode {
	const rows = payments.slice(0, PAYMENTS_SHOWN);
	return card(
		{ title: "付款", count: rows.length, flush: true, foot: rows.length > 0 && yearWords(payments) },
		rows.length === 0
			? html`<p class="card-body soft">還沒有送出的申請付給這位受款人。</p>`
			: table({ caption: "付款", cards: true, columns: COLUMNS, rows }),
		payments.length > PAYMENTS_SHOWN &&
			html`<p class="card-body soft">只列出最新的 ${figure(PAYMENTS_SHOWN)} 筆；全部的在支出申請的列表。</p>`,
	);
}

/** Returns what was paid in the year of the newest payment; empty when nothing was paid yet. */
function yearWords(payments: PayeePaymentRow[]): string {
	const paid = payments.filter(({ day, state }) => day !== null && (state === "paid" || state === "posted"));
	const year = paid[0]?.day?.slice(0, 4);
	if (year === undefined) return "還沒有付款。";
	const own = paid.filter(({ day }) => day?.startsWith(year));
	const sum = (of: (row: PayeePaymentRow) => number): string => money(own.reduce((all, row) => all + of(row), 0));
	return `${Number(year) - 1911} 年付款 ${figure(own.length)} 筆：總額 ${sum(({ gross }) => gross)}，實付 ${sum(({ net }) => net)}。`;
}
