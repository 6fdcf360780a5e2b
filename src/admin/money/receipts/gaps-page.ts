import { GAPS_SHOWN, type Gap, type SeriesCheck } from "#db/money/receipt-series.ts";
import { RECEIPT_SERIES_LABELS } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { RECEIPT_CRUMBS } from "./words.ts";

const { receipts } = paths.admin;

export type Checked = { checks: SeriesCheck[]; gaps: Gap[] };

/** Returns a receipt number (會115-000001), also for a number without a receipt. */
const numberOf = (mark: string, year: number, seq: number): string => `${mark}${year}-${String(seq).padStart(6, "0")}`;

/** Returns the errors of a series; empty when its numbers are complete and the counter agrees. */
function faultsOf(check: SeriesCheck, gaps: Gap[]): string[] {
	const { series, roc_year, first, last, receipts, first_no, counted_last } = check;
	const own = gaps.filter((gap) => gap.series === series && gap.roc_year === roc_year);
	const missing = last === null ? 0 : last + 1 - Math.min(first_no, first ?? first_no) - receipts;
	const listed = own.reduce((sum, gap) => sum + gap.last - gap.first + 1, 0);
	const expected = last ?? first_no - 1;
	return [
		...(missing > 0
			? [
					`缺 ${figure(missing)} 號：${own.map((gap) => (gap.first === gap.last ? numberOf(gap.mark, roc_year, gap.first) : `${numberOf(gap.mark, roc_year, gap.first)} 至 ${numberOf(gap.mark, roc_year, gap.last)}`)).join("、")}${listed < missing ? `（全部種類合計只列出前 ${GAPS_SHOWN} 段）` : ""}`,
				]
			: []),
		...(counted_last === expected
			? []
			: [`計數器停在 ${counted_last === null ? "（沒有）" : figure(counted_last)}，與最後一號不同`]),
	];
}

/** Draws the page 號碼檢查: for each series and year, whether its receipts have every number and the counter agrees. */
export function gapsPage({ checks, gaps }: Checked): Page {
	const rows = checks.map((check) => ({ ...check, faults: faultsOf(check, gaps) }));
	const wrong = rows.filter(({ faults }) => faults.length > 0).length;
	return {
		title: "收據號碼檢查",
		area: "收據",
		crumbs: RECEIPT_CRUMBS,
		lead: "從每一張收據逐號核對：號碼有沒有跳、有沒有少，並與計數器比對。作廢的收據也占一個號碼。",
		body: html`<div class="stack loose">
			${rows.length > 0 && (wrong === 0 ? fine : bad(wrong))}
			${card(
				{ flush: true, label: "號碼檢查" },
				table({
					caption: "各種類與年度的收據號碼",
					cards: true,
					columns: COLUMNS,
					rows,
					empty: noneYet({ title: "還沒有收據", text: "開立第一張以後，可以在這裡核對號碼。" }),
				}),
			)}
		</div>`,
	};
}

const fine = notice({ tone: "ok", title: "號碼連續，沒有缺號" });
const bad = (wrong: number): VNode =>
	notice(
		{ tone: "danger", title: `${figure(wrong)} 個種類與年度的號碼有問題`, role: "alert" },
		"系統不會跳號，也不刪除收據；請通知系統管理員檢查資料庫是否被直接改過。",
	);

type Row = SeriesCheck & { faults: string[] };

const COLUMNS: Column<Row>[] = [
	{
		label: "種類與年度",
		head: true,
		cell: ({ series, roc_year }) =>
			html`<a href=${`${receipts.list()}?${new URLSearchParams({ series, year: String(roc_year) })}`}>${RECEIPT_SERIES_LABELS[series]} ${roc_year} 年</a>`,
	},
	{
		label: "起號",
		nowrap: true,
		cell: ({ first_mark, roc_year, first_no }) => numberOf(first_mark, roc_year, first_no),
	},
	{
		label: "起訖號碼",
		nowrap: true,
		sheet: "line",
		cell: ({ first_mark, last_mark, roc_year, first, last }) =>
			first === null || last === null
				? "還沒有"
				: `${numberOf(first_mark, roc_year, first)} 至 ${numberOf(last_mark, roc_year, last)}`,
	},
	{ label: "張數", end: true, cell: ({ receipts: many }) => figure(many) },
	{ label: "作廢", end: true, cell: ({ voided }) => figure(voided) },
	{ label: "未作廢合計（元）", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{
		label: "結果",
		sheet: "corner",
		bare: true,
		cell: ({ faults }) =>
			faults.length === 0
				? status({ word: "連續", tone: "ok" })
				: html`<span>${status({ word: "有問題", tone: "danger" })}<small>${faults.join("；")}</small></span>`,
	},
	{
		label: "存根簿",
		quiet: true,
		end: true,
		sheet: "acts",
		cell: ({ series, roc_year }) =>
			linkButton({
				label: "存根簿",
				size: "s",
				about: `${RECEIPT_SERIES_LABELS[series]} ${roc_year} 年`,
				href: `${receipts.book()}?${new URLSearchParams({ series, year: String(roc_year) })}`,
			}),
	},
];
