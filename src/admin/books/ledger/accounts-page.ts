import type { AccountRow } from "#db/books/voucher-reads.ts";
import { accountsLike } from "#domain/books/accounts/chart.ts";
import { CLASSES } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { choice, fieldsOf, searchOf, type ValuesOf, words } from "#kits/list/conditions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { ACCOUNTS } from "./accounts-words.ts";
import { heldWords } from "./general-page.ts";
import { LEDGER_CRUMBS, ledgerTabs } from "./words.ts";

const { ledger } = paths.admin;

/** The conditions of the page. */
export const CHART = {
	q: words("代號或名稱", "搜尋科目"),
	status: choice("狀態", [["active", "inactive"], { active: "使用中", inactive: "已停用" }]),
};

/** Draws 會計科目 by class, with present balances. `mayPost`: the user can change the accounts. */
export function accountsPage(accounts: AccountRow[], query: ValuesOf<typeof CHART>, mayPost: boolean): Page {
	const here: Here = { path: ledger.accounts(), query };
	const fits = accountsLike(query.q, accounts)
		.filter(({ is_active }) => query.status === undefined || (is_active === 1) === (query.status === "active"))
		.toSorted((a, b) => (a.code < b.code ? -1 : 1));
	return {
		title: "會計科目",
		area: ACCOUNTS,
		crumbs: LEDGER_CRUMBS,
		lead: "每個科目目前的餘額；點選科目看它的明細。收款帳戶的子目，在出納新增收款帳戶時一起新增。",
		tabs: ledgerTabs(here.path),
		actions: [
			linkButton({ label: "自動過帳的科目", href: ledger.mapping() }),
			mayPost && linkButton({ label: "新增科目", icon: "plus", tone: "primary", href: ledger.accountCreate() }),
		],
		sheets: ["ledger"],
		body: html`<div class="stack loose account-classes">
			${card({ flush: true, label: "篩選" }, filters({ here, search: searchOf(CHART), fields: fieldsOf(CHART, {}) }))}
			${
				fits.length === 0
					? card(
							{ flush: true, label: "會計科目" },
							noMatch({ title: "找不到符合的科目", clearHref: hrefWith({ ...here, query: {} }, {}) }),
						)
					: CLASSES.map(([digit, name]) => ofClass({ digit, name, mayPost }, fits))
			}
		</div>`,
	};
}

type Class = { digit: string; name: string; mayPost: boolean };

function ofClass({ digit, name, mayPost }: Class, accounts: AccountRow[]): VNode | false {
	const rows = accounts.filter(({ code }) => code.startsWith(digit));
	const columns: Column<AccountRow>[] = mayPost ? [...COLUMNS, EDIT] : COLUMNS;
	return (
		rows.length > 0 &&
		card({ title: `${digit}　${name}`, flush: true }, table({ caption: name, tight: true, cards: true, columns, rows }))
	);
}

const COLUMNS: Column<AccountRow>[] = [
	{ label: "代號", head: true, nowrap: true, cell: ({ code }) => code },
	{
		label: "會計科目",
		bare: true,
		cell: ({ id, name, is_active }) =>
			html`<span><a href=${hrefWith({ path: ledger.general(), query: {} }, { account: String(id) })}>${name}</a>${is_active === 0 && html`<small>不能再過帳</small>`}</span>`,
	},
	{
		label: "狀態",
		sheet: "away",
		cell: ({ is_active }) => (is_active ? "使用中" : status({ word: "已停用", tone: "warn" })),
	},
	{
		label: "餘額",
		end: true,
		sheet: "corner",
		cell: ({ code, balance }) => heldWords(code, balance),
	},
];
const EDIT: Column<AccountRow> = {
	label: "操作",
	quiet: true,
	end: true,
	sheet: "acts",
	cell: ({ id, name }) =>
		linkButton({ label: "編輯", about: name, size: "s", tone: "quiet", href: ledger.account(id) }),
};
