import { type Children, html } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { facts } from "#admin/ui/facts.ts";
import { amount, money } from "#admin/ui/money.ts";
import type { Page } from "#admin/ui/page.ts";
import { stamps } from "#admin/ui/stamps.ts";
import { status } from "#admin/ui/status.ts";
import { table } from "#admin/ui/table.ts";
import { ago } from "#admin/ui/time.ts";
import { hrefWith } from "#admin/ui/url-state.ts";
import type { VoucherDetail } from "#db/voucher-reads.ts";
import { rocWords } from "#domain/members/calendar.ts";
import { paths } from "#http/paths.ts";
import { linesOf } from "./journal-page.ts";
import { LEDGER, LEDGER_CRUMBS, SOURCES, VOUCHER_KINDS } from "./words.ts";

const { ledger, members, payments } = paths.admin;

/** A posted voucher: its lines, what it was made from, what it reverses or is reversed by. `mayPayments`: its payment is a link. */
export function voucherPage(voucher: VoucherDetail, { at, mayPayments }: { at: number; mayPayments: boolean }): Page {
	const lines = linesOf(voucher);
	return {
		title: `${VOUCHER_KINDS[voucher.kind]} ${voucher.number}`,
		area: LEDGER,
		crumbs: [...LEDGER_CRUMBS, { label: "日記簿", href: ledger.journal() }],
		lead: `${rocWords(voucher.date)}　${voucher.description}`,
		body: html`<div class="stack loose">
			${card(
				{ title: "分錄", flush: true, beside: standing(voucher) },
				table({
					caption: "借方與貸方",
					tight: true,
					columns: [
						{ label: "代號", nowrap: true, cell: ({ code }) => code },
						{
							label: "會計科目",
							head: true,
							cell: ({ account_id, name }) =>
								html`<a href=${hrefWith({ path: ledger.general(), query: {} }, { account: String(account_id), from: voucher.date.slice(0, 7), to: voucher.date.slice(0, 7) })}>${name}</a>`,
						},
						{ label: "摘要", cell: ({ memo }) => memo || voucher.description },
						{
							label: "會員",
							cell: ({ member_id, member_no }) =>
								member_id === null ? "—" : html`<a href=${members.show(member_id)}>${member_no ?? "會員"}</a>`,
						},
						{ label: "借方", end: true, pair: true, cell: ({ debit }) => amount(debit) },
						{ label: "貸方", end: true, cell: ({ credit }) => amount(credit) },
					],
					rows: lines,
					foot: html`<tr role="row">
						<th role="rowheader" scope="row" colspan="4">合計</th>
						<td role="cell" class="num pair">${amount(voucher.total)}</td>
						<td role="cell" class="num">${amount(voucher.total)}</td>
					</tr>`,
				}),
			)}
			${card(
				{ title: "來源" },
				facts([
					{ name: "來源", value: sourceOf(voucher, mayPayments) },
					{ name: "金額", value: money(voucher.total) },
					{
						name: "過帳",
						value: html`<span>${ago(voucher.posted_at, at)}${voucher.posted_by && `，${voucher.posted_by}`}</span>`,
					},
				]),
			)}
			${stamps(["理事長", "會計", "出納", "製表"])}
		</div>`,
	};
}

function sourceOf({ source, source_id, reverses_id, reverses }: VoucherDetail, mayPayments: boolean): Children {
	if (reverses_id !== null) return html`<span>沖銷 <a href=${ledger.voucher(reverses_id)}>${reverses}</a></span>`;
	if (source === "payment" && source_id !== null && mayPayments)
		return html`<a href=${payments.show(source_id)}>收款 ${source_id}</a>`;
	return source_id === null ? SOURCES[source] : `${SOURCES[source]} ${source_id}`;
}

const standing = ({ reversed_by_id, reversed_by, reverses_id }: VoucherDetail): Children => {
	if (reversed_by_id !== null)
		return html`<span class="row">${status({ word: "已沖銷", tone: "warn" })}<a href=${ledger.voucher(reversed_by_id)}>${reversed_by}</a></span>`;
	return status(reverses_id === null ? { word: "已過帳", tone: "ok" } : { word: "沖銷傳票", tone: "info" });
};
