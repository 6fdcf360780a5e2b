import { IMPORTS_PER_PAGE, type ImportRow } from "#db/people/import-drafts.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { readCounts } from "./imports-counts.ts";
import { STATE_LOOKS } from "./imports-words.ts";

const { imports } = paths.admin.members;
export const IMPORT_CRUMBS = [...MEMBER_CRUMBS, { label: "匯入名冊", href: imports.list() }];
const ACCEPT = ".xlsx,.ods,.csv";

type ImportList = { rows: ImportRow[]; total: number; page: number; key: string; at: number };

/**
 * Draws the page 匯入名冊: the upload and the earlier imports. `key`: the idempotency key, so that sending the same
 * form twice creates one import.
 */
export const importListPage = ({ rows, total, page, key, at }: ImportList, state: FormState): Page => ({
	title: "匯入名冊",
	area: "會員",
	crumbs: MEMBER_CRUMBS,
	lead: "先試算每一列會怎麼處理，看過再決定要不要寫入；寫入之後還能整批復原。",
	body: html`<div class="stack">
		${card(
			{ title: "上傳名冊" },
			form(
				{ action: imports.list(), state, key, submit: "上傳並試算", busy: "上傳中...", upload: true, main: true },
				fileField({
					name: "file",
					label: "會員名冊",
					state,
					accept: ACCEPT,
					required: true,
					hint: "xlsx、ods 或 csv（UTF-8 或 Big5），最大 10 MB、10,000 列。檔案加密保存，匯入後刪除。",
				}),
				fileField({
					name: "survey",
					label: "問卷（只取電子郵件）",
					state,
					accept: ACCEPT,
					hint: "選填。只補上空白的電子郵件，不會覆蓋。",
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
				empty: noneYet({ title: "還沒有匯入過", text: "上傳協會現有的名冊，就能從這裡開始。" }),
			}),
			rows.length > 0 &&
				pager({ here: { path: imports.list(), query: {} }, page, size: IMPORTS_PER_PAGE, total, unit: "次" }),
		)}
	</div>`,
});

const columns = (at: number): Column<ImportRow>[] => [
	{
		label: "檔案",
		head: true,
		cell: ({ id, filename }) => html`<a href=${imports.show(id)}>${filename}</a>`,
	},
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => status(STATE_LOOKS[state]) },
	{
		label: "結果",
		sheet: "line",
		cell: ({ counts, state }) => {
			if (state === "draft") return html`<span class="soft">還沒有寫入</span>`;
			const { create, update, fill, conflict, error } = readCounts(counts);
			return `新增 ${figure(create)}、更新 ${figure(update)}、補資料 ${figure(fill)}、未匯入 ${figure(conflict + error)}`;
		},
	},
	{ label: "匯入者", cell: ({ created_by_name }) => created_by_name ?? html`<span class="soft">指令匯入</span>` },
	{ label: "時間", nowrap: true, cell: ({ created_at, applied_at }) => ago(applied_at ?? created_at, at) },
];
