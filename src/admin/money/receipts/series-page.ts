import type { SeriesCheck } from "#db/money/receipt-series.ts";
import { SeriesForm } from "#domain/money/receipts/form.ts";
import { RECEIPT_SERIES, RECEIPT_SERIES_LABELS } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { RECEIPT_CRUMBS } from "./words.ts";

const field = fieldsOf(SeriesForm);

/**
 * Draws the page of the first number (起號) of each series and year; `year` is the present year of the ROC calendar.
 */
export function seriesPage({ checks, year }: { checks: SeriesCheck[]; year: number }, sent?: FormState): Page {
	const state = sent ?? freshForm({ series: "dues", year: String(year) });
	return {
		title: "收據起號",
		area: "收據",
		crumbs: RECEIPT_CRUMBS,
		slim: true,
		body: html`<div class="stack loose">
			${notice(
				{ tone: "info", title: "只在開立第一張之前設定" },
				"沒有設定時，每個種類每年都從 1 號開始。年中開始使用系統時，填紙本收據的下一號；開立第一張以後就不能再改。",
			)}
			${card(
				{ label: "設定起號" },
				form(
					{ action: paths.admin.receipts.series(), state, submit: "儲存起號", main: true, guard: true },
					segment({
						name: "series",
						label: "種類",
						state,
						options: RECEIPT_SERIES.map((value) => ({ value, label: RECEIPT_SERIES_LABELS[value] })),
					}),
					field({ name: "year", label: "民國年度", state, type: "number", narrow: true }),
					field({
						name: "first_no",
						label: "起號",
						state,
						type: "number",
						narrow: true,
						hint: `例如會費收據填 251，第一張就是 會${year}-000251。`,
					}),
				),
			)}
			${card(
				{ title: "目前的起號", flush: true },
				table({
					caption: "各種類與年度的起號",
					cards: true,
					columns: COLUMNS,
					rows: checks,
					empty: noneYet({ title: "還沒有號碼", text: "設定起號，或開立第一張收據以後，會列在這裡。" }),
				}),
			)}
		</div>`,
	};
}

const COLUMNS: Column<SeriesCheck>[] = [
	{
		label: "種類與年度",
		head: true,
		cell: ({ series, roc_year }) => `${RECEIPT_SERIES_LABELS[series]} ${roc_year} 年`,
	},
	{ label: "起號", end: true, cell: ({ first_no }) => figure(first_no) },
	{
		label: "已開立",
		end: true,
		cell: ({ receipts }) => (receipts === 0 ? "還沒有，可以再改" : `${figure(receipts)} 張`),
	},
];
