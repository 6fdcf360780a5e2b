import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	type CashSums,
	cashSums,
	DEPOSIT_SORTS,
	DEPOSITS_PER_PAGE,
	type DepositRow,
	depositAccounts,
	listDeposits,
} from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { ageOn } from "#domain/money/deposits/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { choice, day, oneOf, RecordId, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { stat } from "#ui/facts.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Column } from "#ui/table.ts";
import { ageWords, depositName, depositStatus, LONG_DAYS } from "./words.ts";

const { deposits, ledger } = paths.admin;

/** The list page 存款單: the cash not yet deposited and since when, then the deposits. */
export const depositList = listing({
	path: deposits.list(),
	gate: "deposits",
	title: "存款單",
	unit: "張",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("存款單號碼、金額", "搜尋存款單"),
		account: oneOf("存入帳戶", RecordId),
		state: choice("狀態", [
			["unseen", "standing", "reversed"],
			{ unseen: "未對到銀行明細", standing: "未沖銷", reversed: "已沖銷" },
		]),
		from: day("存入日期從"),
		to: day("存入日期到"),
	},
	sorts: DEPOSIT_SORTS,
	sort: "-day",
	size: DEPOSITS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [sums], [cash], accounts] = await readRows(
			env.DB,
			...listDeposits(asked),
			cashSums(),
			depositAccounts(),
		);
		return { rows, ...(sums ?? { total: 0, amount: 0 }), cash, accounts };
	},
	options: ({ accounts }) => ({ account: accounts.map(({ id, name }) => ({ value: String(id), label: name })) }),
	sums: ({ amount }) => `，未沖銷的合計 ${money(amount)}`,
	actions: (list) => list.rows.length > 0 && newDeposit(list),
	above: (list) => cashCard(list),
	columns: () => COLUMNS,
	none: (list) =>
		noneYet({
			title: "還沒有存款單",
			text: "收到的現金會列在這裡；拿去銀行存的時候開一張存款單，帳上就從庫存現金轉到銀行存款。",
			actions: newDeposit(list),
		}),
});

type Lying = { cash: CashSums | undefined; who: Visitor; at: number };

const newDeposit = ({ who, cash }: Lying): Children =>
	allows("deposits_manage", who) &&
	(cash?.parts ?? 0) > 0 &&
	linkButton({ label: "把現金存入銀行", icon: "bank", tone: "primary", href: deposits.create() });

/**
 * Draws the cash not yet deposited and its age; when the books show another sum, the possible reasons. Null without the
 * account of cash.
 */
function cashCard({ cash, who, at }: Lying): VNode | null {
	if (!cash) return null;
	const age = cash.oldest === null ? null : ageOn(cash.oldest, dateInTaipei(at));
	const account = `${cash.code} ${cash.name}`;
	return card(
		{ title: "庫存現金" },
		html`<div class="cols">
			${stat({ name: "還沒存入銀行的收款", value: money(cash.amount), words: `${figure(cash.parts)} 筆` })}
			${stat({ name: "最早的一筆", value: age === null ? "—" : ageWords(age), words: cash.oldest === null ? undefined : dayText(cash.oldest) })}
			${stat({ name: `帳上的${cash.name}`, value: holding(cash.booked, money(cash.booked)) })}
		</div>`,
		age !== null &&
			age > LONG_DAYS &&
			notice({ tone: "warn" }, `最早的現金已經放了 ${age} 天，請儘快存入銀行，免得出錯或遺失。`),
		cash.booked !== cash.amount &&
			notice(
				{ tone: "info", title: `帳上與未存入的收款相差 ${money(Math.abs(cash.booked - cash.amount))}` },
				"可能是還沒入帳的收入、以現金付的支出、手開的傳票或期初的現金；手開傳票的現金，也用手開傳票存入。",
				allows("ledger", who) &&
					html`<a href=${`${ledger.general()}?account=${cash.account_id}`}>看 ${account} 的總分類帳</a>`,
			),
	);
}

const COLUMNS: Column<DepositRow>[] = [
	{
		label: "存款單",
		sort: "number",
		head: true,
		nowrap: true,
		cell: ({ id, parts }) =>
			html`<span><a href=${deposits.show(id)}>${depositName(id)}</a><small>${figure(parts)} 筆現金</small></span>`,
	},
	{ label: "存入日期", sort: "day", nowrap: true, cell: ({ deposited_on }) => dayText(deposited_on) },
	{ label: "存入帳戶", sort: "account", sheet: "line", cell: ({ account_name }) => account_name },
	{
		label: "金額（元）",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ amount, reversed_at }) =>
			reversed_at === null ? figure(amount) : html`<s class="soft">${figure(amount)}</s>`,
	},
	{ label: "傳票", sort: "voucher", nowrap: true, cell: ({ voucher }) => voucher },
	{ label: "經手人", sort: "by", cell: ({ created_by }) => created_by },
	{ label: "狀態", sort: "state", sheet: "corner", bare: true, nowrap: true, cell: depositStatus },
];
