import type { CashPart, DepositLineRow, DepositRow } from "#db/money/deposits.ts";
import { paths } from "#http/paths.ts";
import { capitals } from "#kernel/capitals.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { stamps } from "#ui/stamps.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { cashName, DEPOSIT_CRUMBS, depositName, depositStatus } from "./words.ts";

const { bank, deposits, ledger } = paths.admin;

export type DepositPage = {
	deposit: DepositRow;
	items: CashPart[];
	/** The bank lines that may be the bank's record of the deposit. */
	lines: readonly DepositLineRow[];
	/** Who signs the print. */
	signers: string[];
	at: number;
	mayManage: boolean;
	mayLedger: boolean;
	mayPayments: boolean;
	mayIncome: boolean;
};

/**
 * Draws a deposit: the cash, the account, the voucher, and the bank line matched with it. Its print has boxes for
 * stamps.
 */
export function depositPage(of: DepositPage, refused?: FormState): Page {
	const { deposit, mayManage } = of;
	return {
		title: depositName(deposit.id),
		area: "存款單",
		crumbs: DEPOSIT_CRUMBS,
		lead: html`<p class="row">${depositStatus(deposit)}<span>${dayText(deposit.deposited_on)}　${deposit.account_name}</span></p>`,
		actions:
			mayManage &&
			deposit.reversed_at === null &&
			linkButton({ label: "沖銷", icon: "refresh", href: deposits.reversal(deposit.id) }),
		body: html`<div class="stack loose">
			${refused?.problem && errorSummary({ ...refused, errors: {} })}
			<div class="split even">${factsCard(of)}${besideCard(of, refused)}</div>
			${itemsCard(of)} ${stamps(of.signers)}
		</div>`,
	};
}

const voucherLink = (id: number | null, number: string | null, may: boolean): Children =>
	id !== null && may ? html`<a href=${ledger.voucher(id)}>${number}</a>` : number;

const factsCard = ({ deposit, at, mayLedger }: DepositPage): VNode =>
	card(
		{ title: "存入" },
		facts([
			{ name: "金額", value: html`<span>${money(deposit.amount)}　<small>${capitals(deposit.amount)}</small></span>` },
			{ name: "帳戶", value: html`<span>${deposit.account_name}　<small>${deposit.account_code}</small></span>` },
			{ name: "存入日期", value: dayText(deposit.deposited_on) },
			{ name: "傳票", value: voucherLink(deposit.voucher_id, deposit.voucher, mayLedger) },
			{ name: "經手人", value: html`<span>${deposit.created_by}，${ago(deposit.created_at, at)}</span>` },
			{ name: "備註", value: deposit.note },
		]),
	);

/**
 * Draws the card beside a deposit: for a reversed deposit its reversal, otherwise the bank line matched with it, or the
 * lines that may be its record.
 */
function besideCard(of: DepositPage, refused?: FormState): VNode {
	const { deposit, at, mayLedger } = of;
	if (deposit.reversed_at !== null)
		return card(
			{ title: "沖銷" },
			facts([
				{ name: "原因", value: deposit.reason },
				{ name: "沖銷傳票", value: voucherLink(deposit.reversal_id, deposit.reversal, mayLedger) },
				{ name: "沖銷", value: html`<span>${deposit.reversed_by}，${ago(deposit.reversed_at, at)}</span>` },
			]),
		);
	return card({ title: "銀行明細" }, lineOf(of, refused));
}

function lineOf({ deposit, lines, mayManage }: DepositPage, refused?: FormState): Children {
	if (deposit.bank_line_id !== null) {
		const words = `${dayText(deposit.line_day ?? deposit.deposited_on)}的明細`;
		return html`<p>${mayManage ? html`<a href=${bank.line(deposit.bank_line_id)}>${words}</a>` : words}就是這一筆，不會再入帳一次。</p>`;
	}
	if (lines.length === 0)
		return html`<p class="soft">還沒有相同金額的銀行明細。匯入銀行檔後，回到這裡指出是哪一筆，才不會重複入帳。</p>`;
	if (!mayManage) return html`<p class="soft">有 ${figure(lines.length)} 筆相同金額的明細，等待出納指出是哪一筆。</p>`;
	const state = refused ?? freshForm({ line: lines.length === 1 ? lineValue(lines[0]) : "" });
	return form(
		{
			action: deposits.line(deposit.id),
			state: { ...state, problem: undefined },
			version: deposit.version,
			submit: "就是這一筆",
		},
		choices({
			name: "line",
			label: "相同金額的明細",
			state,
			options: lines.map((line) => ({
				value: lineValue(line),
				label: dayText(line.booked_on),
				sub: line.memo || "沒有附言",
			})),
		}),
	);
}

const lineValue = (line: DepositLineRow | undefined): string => (line ? `${line.id}.${line.version}` : "");

const itemsCard = ({ deposit, items, mayPayments, mayIncome }: DepositPage): VNode =>
	card(
		{ title: "存入的現金", count: items.length, flush: true },
		deposit.reversed_at !== null &&
			html`<div class="card-body">${notice({ tone: "info" }, "這張存款單已經沖銷，這些現金可以放進另一張存款單。")}</div>`,
		table({
			caption: "存入的現金",
			cards: true,
			tight: true,
			columns: [
				{ label: "來源", head: true, cell: (one) => cashName(one, one.kind === "payment" ? mayPayments : mayIncome) },
				{ label: "收到的日期", nowrap: true, cell: ({ day }) => dayText(day) },
				{ label: "抬頭", sheet: "line", cell: ({ title }) => title },
				{ label: "金額（元）", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
			],
			rows: items,
			foot: html`<tr role="row">
				<th role="rowheader" scope="row" colspan="3">合計</th>
				<td role="cell" class="num">${figure(deposit.amount)}</td>
			</tr>`,
		}),
	);
