import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { type CashSums, DEPOSITS_PER_PAGE, type DepositAccount, type DepositRow } from "#db/money/deposits.ts";
import { ageOn } from "#domain/money/deposits/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { stat } from "#ui/facts.ts";
import { filters } from "#ui/filters.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { ageWords, depositName, depositStatus, LONG_DAYS } from "./words.ts";

const { deposits, ledger } = paths.admin;

export type DepositList = {
	rows: DepositRow[];
	sums: { total: number; amount: number };
	cash: CashSums | undefined;
	accounts: readonly DepositAccount[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	today: string;
	mayDeposit: boolean;
	mayLedger: boolean;
};

const isNarrowed = (query: Record<string, string>): boolean =>
	["q", "account", "state", "from", "to"].some((name) => (query[name] ?? "") !== "");

/** 存款單: what cash still lies here and since when, then what was taken to the bank. */
export function depositListPage(of: DepositList): Page {
	const { rows, sums, query, page } = of;
	const here: Here = { path: deposits.list(), query };
	return {
		title: "存款單",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(sums.total)} 張，未沖銷的合計 ${money(sums.amount)}。`,
		actions: rows.length > 0 && newDeposit(of),
		body: html`<div class="stack loose">
			${cashCard(of)}
			${card(
				{ flush: true, label: "存款單" },
				filters({
					here,
					search: { placeholder: "存款單號碼、金額", label: "搜尋存款單" },
					fields: [
						{
							name: "account",
							label: "存入帳戶",
							options: of.accounts.map(({ id, name }) => ({ value: String(id), label: name })),
						},
						{
							name: "state",
							label: "狀態",
							options: [
								{ value: "unseen", label: "未對到銀行明細" },
								{ value: "standing", label: "未沖銷" },
								{ value: "reversed", label: "已沖銷" },
							],
						},
						{ name: "from", label: "存入日期從", type: "date" },
						{ name: "to", label: "存入日期到", type: "date" },
					],
				}),
				table({
					caption: "存款單",
					cards: true,
					columns: COLUMNS,
					rows,
					sorted: { here, now: sortOf(here, "-day") },
					empty: nothing(of, here),
				}),
				rows.length > 0 && pager({ here, page, size: DEPOSITS_PER_PAGE, total: sums.total, unit: "張" }),
			)}
		</div>`,
	};
}

const newDeposit = ({ mayDeposit, cash }: DepositList): Children =>
	mayDeposit &&
	(cash?.parts ?? 0) > 0 &&
	linkButton({ label: "把現金存入銀行", icon: "bank", tone: "primary", href: deposits.create() });

/** What lies here and since when; and where the books have another figure, why that may be. */
function cashCard({ cash, today, mayLedger }: DepositList): VNode | null {
	if (!cash) return null;
	const age = cash.oldest === null ? null : ageOn(cash.oldest, today);
	const account = `${cash.code} ${cash.name}`;
	return card(
		{ title: "庫存現金" },
		html`<div class="cols">
			${stat({ name: "還沒存入銀行的收款", value: money(cash.amount), words: `${figure(cash.parts)} 筆` })}
			${stat({ name: "最早的一筆", value: age === null ? "—" : ageWords(age), words: cash.oldest === null ? undefined : rocWords(cash.oldest) })}
			${stat({ name: `帳上的${cash.name}`, value: holding(cash.booked, money(cash.booked)) })}
		</div>`,
		age !== null &&
			age > LONG_DAYS &&
			notice({ tone: "warn" }, `最早的現金已經放了 ${age} 天，請儘快存入銀行，免得出錯或遺失。`),
		cash.booked !== cash.amount &&
			notice(
				{ tone: "info", title: `帳上與未存入的收款相差 ${money(Math.abs(cash.booked - cash.amount))}` },
				"可能是還沒入帳的收入、以現金付的支出、手開的傳票或期初的現金；手開傳票的現金，也用手開傳票存入。",
				mayLedger && html`<a href=${`${ledger.general()}?account=${cash.account_id}`}>看 ${account} 的總分類帳</a>`,
			),
	);
}

function nothing(of: DepositList, here: Here): VNode {
	if (of.sums.total > 0) return pastTheEnd(here, "列表已經變短", "存款單");
	if (isNarrowed(of.query)) return noMatch({ title: "找不到符合的存款單", clearHref: here.path });
	return noneYet({
		title: "還沒有存款單",
		text: "收到的現金會列在這裡；拿去銀行存的時候開一張存款單，帳上就從庫存現金轉到銀行存款。",
		actions: newDeposit(of),
	});
}

const COLUMNS: Column<DepositRow>[] = [
	{
		label: "存款單",
		head: true,
		nowrap: true,
		cell: ({ id, parts }) =>
			html`<span><a href=${deposits.show(id)}>${depositName(id)}</a><small>${figure(parts)} 筆現金</small></span>`,
	},
	{ label: "存入日期", sort: "day", nowrap: true, cell: ({ deposited_on }) => rocWords(deposited_on) },
	{ label: "存入帳戶", sheet: "line", cell: ({ account_name }) => account_name },
	{
		label: "金額（元）",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ amount, reversed_at }) =>
			reversed_at === null ? figure(amount) : html`<s class="soft">${figure(amount)}</s>`,
	},
	{ label: "傳票", nowrap: true, cell: ({ voucher }) => voucher },
	{ label: "經手人", cell: ({ created_by }) => created_by },
	{ label: "狀態", sheet: "corner", bare: true, nowrap: true, cell: depositStatus },
];
