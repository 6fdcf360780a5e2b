import type { PostableAccount } from "#db/books/finance-forms.ts";
import type { WithdrawnRow } from "#db/books/finance-withdrawals.ts";
import { financeNumber, kindLabel } from "#domain/books/finance/labels.ts";
import { WithdrawalForm } from "#domain/books/finance/withdrawal-form.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;
const field = fieldsOf(WithdrawalForm);

/** What a slip says: the account and the day of a withdrawal, and the requests that it pays. */
export type Slip = { account: string; on: string; rows: readonly WithdrawnRow[] };

type Withdrawal = {
	payable: readonly WithdrawnRow[];
	/** The bank accounts in the books from which money may be withdrawn. */
	accounts: readonly PostableAccount[];
	slip?: Slip | undefined;
	association: string;
	/** The association's word for its secretary (秘書長 or 總幹事); null when it has none. */
	secretary: string | null;
};

/** Draws the page 提款核章單: the choice of account, day and requests, and below it the paper to be stamped. */
export function withdrawalPage(of: Withdrawal, state: FormState): Page {
	const { payable, accounts, slip } = of;
	return {
		title: "提款核章單",
		area: "支出申請",
		crumbs: DOCUMENT_CRUMBS,
		lead: "從銀行提款或轉帳前，由負責人、會務主管與財務人員共同核章（社會團體財務處理辦法 §17）。",
		sheets: ["prints", "finance"],
		body: html`<div class="prints">
			<div class="no-print">${payable.length === 0 && !slip ? nothing : choiceCard({ payable, accounts, slip }, state)}</div>
			${slip && html`<div class="gluing-screen" tabindex="0" role="region" aria-label="提款核章單">${paper(of, slip)}</div>`}
		</div>`,
	};
}

const nothing = card(
	{ flush: true, label: "已核准待付款的支出申請" },
	noneYet({ title: "沒有等著付款的支出申請", text: "理事長核准之後，會列在這裡。" }),
);

const choiceCard = (
	{ payable, accounts, slip }: Pick<Withdrawal, "payable" | "accounts" | "slip">,
	state: FormState,
): VNode =>
	card(
		{ title: "這次提款" },
		form(
			{ action: finance.withdrawalSlip(), state, submit: slip ? "重新產生" : "產生核章單", main: true },
			field({
				name: "account",
				label: "從哪個帳戶",
				type: "select",
				empty: "請選擇",
				options: accounts.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
				state,
			}),
			field({ name: "on", label: "提款日", type: "date", state, narrow: true }),
			checkboxes({
				name: "ids",
				label: "支付的申請",
				state,
				options: payable.map((row) => ({
					value: String(row.id),
					label: `${financeNumber(row)}　${row.title}`,
					hint: `${kindLabel(row)}　${row.payee_name}　${figure(row.net)} 元`,
				})),
			}),
		),
		slip && html`<div class="row">${printButton()}</div>`,
	);

function paper({ association, secretary }: Withdrawal, { account, on, rows }: Slip): VNode {
	const total = rows.reduce((sum, { net }) => sum + net, 0);
	const signers = ["負責人（理事長）", secretary, "財務人員"].filter((one) => one !== null);
	return html`<article class="gluing slip">
		<header><p>${association}</p><h2>提款核章單</h2></header>
		<p class="ends"><span>帳戶　${account}</span><span>提款日　${rocWords(on)}</span></p>
		<table>
			<thead><tr><th scope="col">單號</th><th scope="col">主旨</th><th scope="col">受款人</th><th scope="col" class="num">實付金額</th></tr></thead>
			<tbody>${rows.map(
				(row) => html`<tr>
					<td>${financeNumber(row)}</td>
					<td>${row.title}</td>
					<td>${row.payee_name}</td>
					<td class="num">${figure(row.net)}</td>
				</tr>`,
			)}</tbody>
			<tfoot><tr>
				<th scope="row" colspan="3">合計 ${figure(rows.length)} 件　新臺幣${capitals(total)}</th>
				<td class="num">${figure(total)}</td>
			</tr></tfoot>
		</table>
		<dl class="gluing-signs">${signers.map((role) => html`<div><dt>${role}</dt><dd></dd></div>`)}</dl>
	</article>`;
}
