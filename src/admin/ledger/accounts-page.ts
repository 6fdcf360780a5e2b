import { html } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import type { Page } from "#admin/ui/page.ts";
import { status } from "#admin/ui/status.ts";
import { table } from "#admin/ui/table.ts";
import { hrefWith } from "#admin/ui/url-state.ts";
import type { AccountRow } from "#db/voucher-reads.ts";
import { CLASSES } from "#domain/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { sideWords } from "./general-page.ts";
import { LEDGER, LEDGER_CRUMBS, ledgerTabs } from "./words.ts";

const { ledger } = paths.admin;

/** 會計科目 by class, with what each holds now. */
export function accountsPage(accounts: AccountRow[]): Page {
	return {
		title: "會計科目",
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: "每個科目目前的餘額；點選科目看它的明細。收款帳戶的子科目由「收款帳戶」新增。",
		tabs: ledgerTabs(ledger.accounts()),
		body: html`<div class="stack loose">
			${CLASSES.map(([digit, name]) =>
				card(
					{ title: `${digit}　${name}`, flush: true },
					table({
						caption: name,
						tight: true,
						columns: [
							{ label: "代號", nowrap: true, cell: ({ code }) => code },
							{
								label: "會計科目",
								head: true,
								cell: ({ id, name: account }) =>
									html`<a href=${hrefWith({ path: ledger.general(), query: {} }, { account: String(id) })}>${account}</a>`,
							},
							{
								label: "狀態",
								cell: ({ is_active }) => (is_active ? "使用中" : status({ word: "已停用", tone: "warn" })),
							},
							{ label: "餘額", end: true, cell: ({ balance }) => sideWords(balance) },
						],
						rows: accounts.filter(({ code }) => code.startsWith(digit)),
					}),
				),
			)}
		</div>`,
	};
}
