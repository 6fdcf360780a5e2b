import type { BankAccountRow } from "#db/money/bank-accounts.ts";
import { STATEMENTS_PER_PAGE, type StatementRow } from "#db/money/bank-statements.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
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
import { readCounts } from "./statement-counts.ts";
import { BANK_CRUMBS, bankTabs } from "./words.ts";

const { bank } = paths.admin;

type StatementList = {
	rows: StatementRow[];
	total: number;
	accounts: BankAccountRow[];
	page: number;
	key: string;
	at: number;
};

/** Draws the page 匯入銀行檔: the upload and the earlier imports. */
export const statementListPage = ({ rows, total, accounts, page, key, at }: StatementList, state: FormState): Page => ({
	title: "匯入銀行檔",
	area: "會費與收款",
	crumbs: BANK_CRUMBS,
	lead: "匯入銀行或劃撥的明細，再與收款對帳。同一份或重疊的檔案再匯入一次，不會多出明細。",
	tabs: bankTabs("statements"),
	body: html`<div class="stack">
		${upload(
			accounts.filter(({ is_active }) => is_active === 1),
			state,
			key,
		)}
		${card(
			{ title: "匯入紀錄", count: total, flush: true },
			table({
				caption: "匯入紀錄",
				cards: true,
				columns: columns(at),
				rows,
				empty:
					total > 0
						? pastTheEnd({ path: bank.statements(), query: {} }, "紀錄已經變少")
						: noneYet({
								title: "還沒有匯入過銀行檔",
								text: "從網路銀行下載交易明細（CSV 或 Excel），就能從這裡開始。",
							}),
			}),
			rows.length > 0 &&
				pager({ here: { path: bank.statements(), query: {} }, page, size: STATEMENTS_PER_PAGE, total, unit: "次" }),
		)}
	</div>`,
});

const upload = (accounts: BankAccountRow[], state: FormState, key: string) =>
	accounts.length === 0
		? card(
				{ title: "上傳明細" },
				html`<p>請先新增收款帳戶，才知道明細是哪個帳戶的。</p>`,
				html`<div class="row">${linkButton({ label: "新增帳戶", icon: "plus", tone: "primary", href: bank.accountCreate() })}</div>`,
			)
		: card(
				{ title: "上傳明細" },
				form(
					{ action: bank.statements(), state, key, submit: "上傳並預覽", busy: "上傳中...", upload: true, main: true },
					field({
						name: "account",
						label: "帳戶",
						state,
						type: "select",
						options: accounts.map(({ id, name, number }) => ({ value: String(id), label: `${name}　${number}` })),
					}),
					fileField({
						name: "file",
						label: "銀行檔",
						state,
						accept: ".csv,.xlsx,.ods",
						required: true,
						hint: "csv（UTF-8 或 Big5）、xlsx 或 ods，最大 10 MB、10,000 列。檔案會加密，匯入後就刪除。",
					}),
				),
			);

const columns = (at: number): Column<StatementRow>[] => [
	{
		label: "檔案",
		head: true,
		cell: ({ id, filename, account_name }) =>
			html`<span><a href=${bank.statement(id)}>${filename}</a><small>${account_name}</small></span>`,
	},
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		cell: ({ state }) => status(state === "draft" ? { word: "待確認", tone: "warn" } : { word: "已匯入", tone: "ok" }),
	},
	{
		label: "明細",
		sheet: "line",
		cell: ({ counts, state }) => {
			if (state === "draft") return html`<span class="soft">還沒有寫入</span>`;
			const { new: added, known, first, last } = readCounts(counts);
			const days = first && last ? `${rocWords(first)}至 ${rocWords(last)}` : "";
			return html`<span>新增 ${figure(added)} 筆，已匯入過 ${figure(known)} 筆<small>${days}</small></span>`;
		},
	},
	{ label: "匯入者", cell: ({ created_by_name }) => created_by_name ?? html`<span class="soft">—</span>` },
	{ label: "時間", nowrap: true, cell: ({ created_at, applied_at }) => ago(applied_at ?? created_at, at) },
];
