import type { AccountRef } from "#db/books/ledger-reports.ts";
import { type AccountRow, chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { accountsLike, accountWords, chooseAccount, codeIn } from "#domain/books/accounts/chart.ts";
import { linked, naming } from "#kits/list/conditions.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { Id } from "./query.ts";

/** The conditions of a book of one account: links name it by its id, people type its code or name. */
export const ASKED_ACCOUNT = { account: linked(Id), named: naming("會計科目", "代號或名稱") };
type Asked = { account?: number | undefined; named?: string | undefined };

/**
 * Returns the account that an address asks for: 0 for none, an empty text for one that is not known. Only words without a code are looked up in the chart first,
 * which is one more round trip.
 */
export async function accountAsked(db: D1Database, { account = 0, named }: Asked): Promise<AccountRef> {
	if (named === undefined) return account;
	const code = codeIn(named);
	if (code !== undefined) return code;
	const [chart] = await readRows(db, chartOfAccounts());
	const choice = chooseAccount(named, chart);
	return "account" in choice ? choice.account.id : "";
}

/** Returns the account of the chart that an address asks for, if it names one. */
export const accountIn = (accounts: readonly AccountRow[], account: AccountRef): AccountRow | undefined =>
	accounts.find(({ id, code }) => id === account || code === account);

/** Returns the accounts as the suggestions of the typed field. */
export const accountOptions = (accounts: readonly AccountRow[]) =>
	accounts.map((one) => ({ value: one.code, label: accountWords(one) }));

const MOST = 12;

/** Says that a typed text names no account, or several: then each of them is a link. */
export function unclearAccount(named: string, accounts: readonly AccountRow[], here: Here): VNode {
	const like = accountsLike(named, accounts).slice(0, MOST);
	return html`<div class="card-body">
		${notice(
			{ tone: "warn", title: like.length > 0 ? `「${named}」不只一個科目` : `找不到「${named}」這個科目` },
			like.length === 0
				? html`<p>請打科目的代號（例如 5110）或名稱。</p>`
				: html`<ul>
					${like.map((one) => html`<li><a href=${hrefWith(here, { named: accountWords(one) })}>${accountWords(one)}</a></li>`)}
				</ul>`,
		)}
	</div>`;
}
