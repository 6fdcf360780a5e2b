import { type BankAccountRow, bankAccounts } from "#db/money/bank-accounts.ts";
import { readRows } from "#db/read.ts";
import { BANK_KIND_LABELS } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { BANK_CRUMBS, bankTabs } from "./words.ts";

const { bank } = paths.admin;

const createButton = linkButton({ label: "新增帳戶", icon: "plus", tone: "primary", href: bank.accountCreate() });

/** The list page 收款帳戶: the association's accounts, to which members pay and whose statements are imported. */
export const accountList = listing({
	path: bank.accounts(),
	gate: "bank",
	title: "收款帳戶",
	unit: "個",
	area: "會費與收款",
	crumbs: BANK_CRUMBS,
	conditions: {},
	read: async ({ env }) => {
		const [rows] = await readRows(env.DB, bankAccounts());
		return { rows, total: rows.length };
	},
	lead: () => "會員繳費頁列出的帳戶；每個帳戶在帳上有自己的子目。",
	actions: ({ total }) => total > 0 && createButton,
	tabs: () => bankTabs("accounts"),
	columns: () => COLUMNS,
	none: () =>
		noneYet({
			title: "還沒有收款帳戶",
			text: "新增協會的銀行帳戶或郵政劃撥帳號，會員才知道把會費繳到哪裡，也才能匯入銀行檔對帳。",
			actions: createButton,
		}),
});

const COLUMNS: Column<BankAccountRow>[] = [
	{
		label: "帳戶",
		head: true,
		cell: ({ id, name, kind }) =>
			html`<span><a href=${bank.account(id)}>${name}</a><small>${BANK_KIND_LABELS[kind]}</small></span>`,
	},
	{
		label: "帳號",
		nowrap: true,
		cell: ({ bank_name, branch, number }) =>
			html`<span>${number}<small>${[bank_name, branch].filter((words) => words !== "").join(" ")}</small></span>`,
	},
	{ label: "會計科目", nowrap: true, cell: ({ ledger_code }) => ledger_code },
	{
		label: "明細到",
		nowrap: true,
		cell: ({ last_day }) => (last_day === null ? html`<span class="soft">還沒有匯入</span>` : rocWords(last_day)),
	},
	{
		label: "調節表",
		nowrap: true,
		cell: ({ id, last_day, name }) =>
			last_day !== null &&
			html`<a href=${`${bank.reconciliation(id)}?month=${last_day.slice(0, 7)}`}>調節表<span class="sr">　${name}</span></a>`,
	},
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		cell: ({ is_active, is_shown }) => {
			if (is_active === 0) return status({ word: "停用" });
			return status(
				is_shown === 1 ? { word: "會員可見", tone: "ok", icon: "eye" } : { word: "只供內部", tone: "info" },
			);
		},
	},
];
