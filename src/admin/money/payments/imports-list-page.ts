import { STATE_LOOKS } from "#admin/people/members/imports-words.ts";
import { IMPORTS_PER_PAGE, type ImportRow } from "#db/people/import-drafts.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { readCounts } from "./imports-counts.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";

const { imports } = paths.admin.payments;
export const IMPORT_CRUMBS = [...PAYMENT_CRUMBS, { label: "匯入收款", href: imports.list() }];

type ImportList = { rows: ImportRow[]; total: number; page: number; key: string; at: number };

/**
 * Draws the page 匯入收款: the upload and the earlier imports. `key`: the idempotency key, so that sending the same
 * form twice creates one import.
 */
export const importListPage = ({ rows, total, page, key, at }: ImportList, state: FormState): Page => ({
	title: "匯入收款",
	area: "收款",
	crumbs: PAYMENT_CRUMBS,
	lead: "把過去的收款整批匯入：保留原來的收據號碼，不另開收據、不產生傳票、不寄信。先試算每一列，看過再決定要不要寫入。",
	body: html`<div class="stack">
		${card(
			{ title: "上傳收款清冊" },
			form(
				{ action: imports.list(), state, key, submit: "上傳並試算", busy: "上傳中...", upload: true, main: true },
				fileField({
					name: "file",
					label: "收款清冊",
					state,
					accept: ".xlsx,.ods,.csv",
					required: true,
					hint: "xlsx、ods 或 csv（UTF-8 或 Big5），最大 10 MB、10,000 列。要有「金額」與「會員編號」或「姓名」；可以有年度、會費種類、繳費日期、核對日期、繳費方式、末五碼、收據號碼、備註。",
				}),
			),
		)}
		${card(
			{ title: "匯入紀錄", count: total, flush: true },
			table({
				caption: "匯入紀錄",
				cards: true,
				columns: columns(at),
				rows,
				empty: noneYet({ title: "還沒有匯入過", text: "上傳協會過去的收款清冊，繳費歷程就會完整。" }),
			}),
			rows.length > 0 &&
				pager({ here: { path: imports.list(), query: {} }, page, size: IMPORTS_PER_PAGE, total, unit: "次" }),
		)}
	</div>`,
});

const columns = (at: number): Column<ImportRow>[] => [
	{ label: "檔案", head: true, cell: ({ id, filename }) => html`<a href=${imports.show(id)}>${filename}</a>` },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => status(STATE_LOOKS[state]) },
	{
		label: "結果",
		sheet: "line",
		cell: ({ counts, state }) => {
			if (state === "draft") return html`<span class="soft">還沒有寫入</span>`;
			const { create, conflict, error, total } = readCounts(counts);
			return `新增 ${figure(create)} 筆，共 ${money(total)}；未匯入 ${figure(conflict + error)} 列`;
		},
	},
	{ label: "匯入者", cell: ({ created_by_name }) => created_by_name ?? html`<span class="soft">指令匯入</span>` },
	{ label: "時間", nowrap: true, cell: ({ created_at, applied_at }) => ago(applied_at ?? created_at, at) },
];
