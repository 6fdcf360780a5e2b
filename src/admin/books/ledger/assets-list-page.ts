import { choosing } from "#admin/books/account-field.ts";
import type { AssetAccount, AssetBalance, AssetRow, DepreciationVoucher } from "#db/books/assets.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { assetsTable, assetTies, matching, type Shown, standingOf, sumOf, tiesTable } from "./assets-table.ts";
import { reportPage, type Titles } from "./report.ts";
import { dayWords, LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

export type AssetList = Shown & {
	rows: AssetRow[];
	accounts: AssetAccount[];
	balances: AssetBalance[];
	/** The depreciation voucher of the year, if there is one. */
	voucher: DepreciationVoucher | undefined;
	year: number;
	association: string;
	titles: Titles;
	isOpen: boolean;
	/** Whether the current user keeps the books and can change assets. */
	mayPost: boolean;
	/** The idempotency key of the depreciation's form. */
	key: string;
	state: FormState;
};

const SHOWN = { gone: "已處分", all: "全部" } as const;

/**
 * Draws the page 財產: the register at the end of a year beside the balances in the books, and the year's depreciation.
 */
export function assetListPage(list: AssetList): Page {
	const { rows, accounts, balances, year, shown, account, q, association, titles, isOpen, mayPost } = list;
	const here: Here = {
		path: ledger.assets(),
		query: {
			year: String(year),
			shown: shown === "here" ? undefined : shown,
			account: account === "" ? undefined : account,
			q: q || undefined,
		},
	};
	const all = standingOf(rows, year);
	const asked = matching(all, { shown, account, q });
	const add = linkButton({ label: "新增財產", icon: "plus", href: ledger.assetCreate() });
	const page = reportPage({
		association,
		titles,
		isOpen,
		title: "財產目錄",
		name: "財產",
		span: dayWords(`${year}-12-31`),
		lead: `${dayWords(`${year}-12-31`)}　${asked.length} 筆，帳面價值 ${money(sumOf(asked, "left"))}。`,
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		files: rows.length > 0 ? (format) => hrefWith({ ...here, path: ledger.assetsExport(format) }, {}) : undefined,
		body: [
			card(
				{ flush: true, label: "財產" },
				rows.length > 0 &&
					filters({
						here,
						search: { placeholder: "名稱、地點、保管人" },
						fields: [
							{
								name: "year",
								label: "年度（年底）",
								options: yearsOf(rows, year).map((one) => ({ value: String(one), label: `${one - 1911} 年` })),
								always: true,
							},
							{
								name: "shown",
								label: "狀態",
								options: Object.entries(SHOWN).map(([value, label]) => ({ value, label })),
								empty: "使用中",
							},
							{
								name: "account",
								label: "會計科目",
								type: "text",
								...choosing(accounts),
							},
						],
					}),
				assetsTable(
					asked,
					rows.length === 0
						? noneYet({
								title: "還沒有登記財產",
								text: "買了達到財產標準的設備，傳票記 14 開頭的科目，並在這裡登記，就能算折舊、印財產目錄。",
								actions: mayPost && add,
							})
						: noMatch({
								title: "沒有符合的財產",
								clearHref: hrefWith({ path: here.path, query: { year: String(year) } }, {}),
							}),
				),
			),
		],
	});
	const ties = assetTies(all, balances);
	return {
		...page,
		actions: rows.length > 0 && [mayPost && add, page.actions],
		body: html`<div class="stack loose">
			${page.body}
			${
				rows.length + ties.length > 0 &&
				html`<div class="cols no-print">
					${ties.length > 0 && card({ title: "與帳上核對", flush: true }, tiesTable(ties))}
					${depreciationCard(list, sumOf(all, "depreciation"))}
				</div>`
			}
		</div>`,
	};
}

/**
 * Returns the years to choose from, newest first: from the year after the requested one back to the first purchase, at
 * most 60.
 */
function yearsOf(rows: readonly AssetRow[], year: number): number[] {
	const first = Math.min(year, ...rows.map(({ acquired_on }) => Number(acquired_on.slice(0, 4))));
	const last = year + 1;
	return Array.from({ length: Math.min(last - first + 1, 60) }, (_, at) => last - at);
}

function depreciationCard({ year, voucher, mayPost, key, state }: AssetList, total: number): VNode {
	const words = `${year - 1911} 年折舊`;
	if (voucher)
		return card(
			{ title: words },
			errorSummary(state),
			html`<p>${voucher.state === "posted" ? status({ word: "已過帳", tone: "ok" }) : status({ word: "草稿，等候過帳", tone: "warn" })}
				<a href=${ledger.voucher(voucher.id)}>${voucher.number ?? "折舊傳票"}</a>　${money(voucher.total)}</p>`,
			voucher.total !== total &&
				html`<p class="small">依目前的財產目錄是 ${money(total)}。${voucher.state === "posted" ? "要更正，請沖銷傳票後再產生一次。" : "要重算，請刪除草稿後再產生一次。"}</p>`,
		);
	return card(
		{ title: words },
		html`<p>依直線法按月計算，${year - 1911} 年共 ${money(total)}。</p>`,
		mayPost && total > 0
			? form(
					{ action: ledger.depreciation(), state, key },
					html`<input type="hidden" name="year" value=${String(year)} />`,
					html`<p class="small soft">產生 12 月 31 日的傳票草稿，核對後再過帳；一年只產生一次。</p>`,
					html`<p>${button({ label: "產生折舊傳票", busy: "產生中..." })}</p>`,
				)
			: html`<p class="small soft">${total > 0 ? "折舊傳票由會計產生。" : "這一年沒有要提列的折舊。"}</p>`,
	);
}
