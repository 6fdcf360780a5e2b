import * as z from "zod";
import type { JournalRow } from "#db/books/journal.ts";
import type { VoucherKind, VoucherRow } from "#db/books/voucher-reads.ts";
import { traceIn, traceWords } from "#domain/books/vouchers/trace.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { bulkBand, rowBox } from "#kits/list/chosen.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { Span } from "./query.ts";
import { accountHref } from "./report.ts";
import { spanWords } from "./words.ts";

const { ledger } = paths.admin;

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
/** Parses the lines of a voucher from the JSON of its row. */
export const linesOf = ({ lines }: Pick<VoucherRow, "lines">) => Lines.parse(JSON.parse(lines));

type Journal = {
	rows: JournalRow[];
	sums: { vouchers: number; total: number };
	span: Span;
	kind: VoucherKind | undefined;
	q: string;
};

/** Draws 日記簿: all vouchers of a period with their lines. */
export const drawJournal = ({ rows, sums, span, kind, q }: Journal, { here, page }: { here: Here; page: number }) => ({
	title: "日記簿",
	span: spanWords(span.days),
	lead: `${spanWords(span.days)}，共 ${figure(sums.vouchers)} 張傳票，借貸各 ${money(sums.total)}。`,
	label: "傳票",
	lines: { shown: rows.length, total: sums.vouchers, unit: "張" },
	isEmpty: sums.vouchers === 0,
	body: [
		page > 0 && rows.length > 0 && html`<div class="no-print">${bandOf(here, sums.vouchers)}</div>`,
		vouchersTable(rows, { span, isTicked: page > 0, empty: emptyOf({ sums, filtered: Boolean(kind || q), here }) }),
	],
});

type Row = { voucher: JournalRow; line: ReturnType<typeof linesOf>[number]; first: boolean };

/** The id of the form that the checkboxes of the vouchers belong to. */
const BULK_FORM = "vouchers-bulk";

const bandOf = ({ query }: Here, total: number): Children => {
	const here = Object.fromEntries(
		Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
	);
	const conditions = new URLSearchParams(here).toString();
	const actions = [{ label: "列印傳票", action: ledger.vouchersChoice() }];
	return bulkBand({ form: BULK_FORM, unit: "張", total, conditions, here, actions });
};

type Shown = { span: Span; isTicked: boolean; empty: VNode };

const vouchersTable = (vouchers: JournalRow[], { span: { months }, isTicked, empty }: Shown): VNode =>
	table<Row>({
		caption: "日記簿",
		tight: true,
		book: true,
		columns: [
			{
				label: "日期",
				nowrap: true,
				cell: ({ voucher, first }) => (first ? dayText(voucher.date) : ""),
			},
			{
				label: "傳票",
				head: true,
				nowrap: true,
				cell: ({ voucher: { id, number }, first }) =>
					first
						? html`<span class="who">
								${isTicked && html`<span class="no-print">${rowBox(BULK_FORM, { id, name: number })}</span>`}
								<span><a href=${ledger.voucher(id)}>${number}</a></span>
							</span>`
						: html`<span class="sr">${number}</span>`,
			},
			{
				label: "會計科目",
				cell: ({ line: { account_id, code, name } }) =>
					html`<a href=${accountHref(account_id, months)}>${`${code} ${name}`}</a>`,
			},
			{
				label: "摘要",
				cell: ({ line, voucher, first }) => {
					const traced = first ? traceWords(traceIn(voucher.trace)) : "";
					const words = line.memo || voucher.description;
					return traced === "" ? words : html`<span>${words}<small>${traced}</small></span>`;
				},
			},
			{ label: "借方", end: true, pair: true, cell: ({ line }) => amount(line.debit) },
			{ label: "貸方", end: true, cell: ({ line }) => amount(line.credit) },
		],
		rows: vouchers.flatMap((voucher) => linesOf(voucher).map((line, at): Row => ({ voucher, line, first: at === 0 }))),
		rowClass: ({ first }) => (first ? "first" : undefined),
		empty,
	});

function emptyOf({ sums, filtered, here }: { sums: Journal["sums"]; filtered: boolean; here: Here }): VNode {
	if (sums.vouchers > 0) return pastTheEnd(here, "日記簿已經變短");
	return filtered
		? noMatch({ title: "找不到符合的傳票", clearHref: hrefWith(here, { kind: undefined, q: undefined }) })
		: noneYet({ title: "這段期間沒有傳票", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" });
}
