import * as z from "zod";
import { html, type VNode } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#admin/ui/empty.ts";
import { filters } from "#admin/ui/filters.ts";
import { amount, figure, money } from "#admin/ui/money.ts";
import type { Page } from "#admin/ui/page.ts";
import { pager } from "#admin/ui/pager.ts";
import { table } from "#admin/ui/table.ts";
import { type Here, hrefWith } from "#admin/ui/url-state.ts";
import type { VoucherKind, VoucherRow } from "#db/voucher-reads.ts";
import { rocWords } from "#domain/members/calendar.ts";
import { paths } from "#http/paths.ts";
import type { Span } from "./query.ts";
import { LEDGER, LEDGER_CRUMBS, ledgerTabs, spanWords, VOUCHER_KINDS } from "./words.ts";

const { ledger } = paths.admin;
export const VOUCHERS_PER_PAGE = 50;

const Lines = z.array(
	z.object({
		account_id: z.int(),
		code: z.string(),
		name: z.string(),
		debit: z.int(),
		credit: z.int(),
		memo: z.string(),
		member_id: z.int().nullable(),
		member_no: z.string().nullable(),
	}),
);
/** The lines of a voucher, as its row has them. */
export const linesOf = ({ lines }: Pick<VoucherRow, "lines">) => Lines.parse(JSON.parse(lines));

export type Journal = {
	rows: VoucherRow[];
	sums: { vouchers: number; total: number };
	span: Span;
	kind: VoucherKind | undefined;
	page: number;
};

/** 日記簿: every voucher of some months with its lines. */
export function journalPage({ rows, sums, span, kind, page }: Journal): Page {
	const here: Here = { path: ledger.journal(), query: { ...span.months, kind } };
	return {
		title: "日記簿",
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: `${spanWords(span.days)}，共 ${figure(sums.vouchers)} 張傳票，借貸各 ${money(sums.total)}。`,
		tabs: ledgerTabs(here.path),
		body: card(
			{ flush: true, label: "傳票" },
			filters({
				here,
				fields: [
					{ name: "from", label: "起始月份", type: "month", always: true },
					{ name: "to", label: "結束月份", type: "month", always: true },
					{
						name: "kind",
						label: "傳票",
						options: Object.entries(VOUCHER_KINDS).map(([value, label]) => ({ value, label })),
					},
				],
			}),
			table({
				caption: "日記簿",
				tight: true,
				columns: [
					{
						label: "傳票",
						head: true,
						nowrap: true,
						cell: ({ id, number, date }) =>
							html`<span><a href=${ledger.voucher(id)}>${number}</a><small>${rocWords(date)}</small></span>`,
					},
					{ label: "會計科目", cell: (row) => stacked(linesOf(row).map(({ code, name }) => `${code} ${name}`)) },
					{
						label: "摘要",
						cell: (row) => stacked(linesOf(row).map(({ memo }) => memo || row.description)),
					},
					{
						label: "借方",
						end: true,
						pair: true,
						cell: (row) => stacked(linesOf(row).map(({ debit }) => amount(debit))),
					},
					{ label: "貸方", end: true, cell: (row) => stacked(linesOf(row).map(({ credit }) => amount(credit))) },
				],
				rows,
				empty: emptyOf(sums, kind, here),
			}),
			rows.length > 0 && pager({ here, page, size: VOUCHERS_PER_PAGE, total: sums.vouchers, unit: "張" }),
		),
	};
}

const stacked = (cells: (VNode | string)[]): VNode =>
	html`<span class="stack none">${cells.map((cell) => html`<span>${cell}</span>`)}</span>`;

function emptyOf({ vouchers }: Journal["sums"], kind: VoucherKind | undefined, here: Here): VNode {
	if (vouchers > 0) return pastTheEnd(here, "日記簿已經變短");
	return kind
		? noMatch({ title: "找不到符合的傳票", clearHref: hrefWith(here, { kind: undefined }) })
		: noneYet({ title: "這段期間沒有傳票", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" });
}
