import { type BankAccountRow, bankAccounts } from "#db/money/bank-accounts.ts";
import { readRows } from "#db/read.ts";
import { daysBetween, leftWords, TOLD_DAYS, termOf, termWords } from "#domain/money/bank/terms.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { BANK_CRUMBS, bankTabs, kindWords } from "./words.ts";

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
	read: async ({ env, at }) => {
		const [rows] = await readRows(env.DB, bankAccounts());
		return { rows, total: rows.length, today: dateInTaipei(at) };
	},
	lead: () => "協會的銀行帳戶、郵政劃撥與定期存款；每個帳戶在帳上有自己的子目。",
	actions: ({ total }) => total > 0 && createButton,
	tabs: () => bankTabs("accounts"),
	by: {
		name: ({ name }) => name,
		number: ({ number }) => number,
		ledger: ({ ledger_code }) => ledger_code,
		held: ({ held }) => held,
		until: ({ term_until, last_day }) => term_until ?? last_day,
		// What members see, what they do not, term deposits by their end, and what is out of use.
		state: ({ is_active, is_shown, term_until }) =>
			is_active === 0 ? "c" : term_until === null ? `a${1 - is_shown}` : `b${term_until}`,
	},
	columns: ({ today }) => columnsOn(today),
	none: () =>
		noneYet({
			title: "還沒有收款帳戶",
			text: "新增協會的銀行帳戶或郵政劃撥帳號，會員才知道把會費繳到哪裡，也才能匯入銀行檔對帳。",
			actions: createButton,
		}),
});

const columnsOn = (today: string): Column<BankAccountRow>[] => [
	{
		label: "帳戶",
		sort: "name",
		head: true,
		cell: (row) => html`<span><a href=${bank.account(row.id)}>${row.name}</a><small>${kindWords(row)}</small></span>`,
	},
	{
		label: "帳號",
		sort: "number",
		nowrap: true,
		sheet: "line",
		cell: ({ bank_name, branch, number }) =>
			html`<span>${number}<small>${[bank_name, branch].filter((words) => words !== "").join(" ")}</small></span>`,
	},
	{ label: "會計科目", sort: "ledger", spare: true, nowrap: true, cell: ({ ledger_code }) => ledger_code },
	{ label: "帳上餘額", sort: "held", end: true, cell: ({ held }) => figure(held) },
	{
		label: "明細到／到期",
		sort: "until",
		cell: (row) => {
			const term = termOf(row);
			if (term) return html`<span>${termWords(term)}<small>${leftWords(term, today)}</small></span>`;
			return row.last_day === null ? html`<span class="soft">還沒有匯入</span>` : dayText(row.last_day);
		},
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
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ is_active, is_shown, term_until }) => {
			if (is_active === 0) return status({ word: "停用" });
			if (term_until !== null) return dueStatus(term_until, today);
			return status(
				is_shown === 1 ? { word: "會員可見", tone: "ok", icon: "eye" } : { word: "只供內部", tone: "info" },
			);
		},
	},
];

const dueStatus = (until: string, today: string) => {
	const left = daysBetween(today, until);
	if (left <= 0) return status({ word: "已到期", tone: "warn" });
	return left <= TOLD_DAYS ? status({ word: "快到期", tone: "warn" }) : status({ word: "存放中", tone: "info" });
};
