import { reversalForm } from "#admin/money-fields.ts";
import type { DepositRow } from "#db/money/deposits.ts";
import { DepositReversalForm } from "#domain/money/deposits/form.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { DEPOSIT_CRUMBS, depositName } from "./words.ts";

const { deposits } = paths.admin;

/** Draws the page 沖銷 of a deposit: first what will change, then the reason. */
export const depositReversalPage = (deposit: DepositRow, state: FormState): Page => ({
	title: `沖銷${depositName(deposit.id)}`,
	area: "存款單",
	crumbs: [...DEPOSIT_CRUMBS, { label: depositName(deposit.id), href: deposits.show(deposit.id) }],
	lead: "用在錢沒有真的存進去，或帳戶、日期、勾選的現金登錄錯誤。",
	slim: true,
	body: html`<div class="stack">
		${card(
			{ title: "沖銷後會改變" },
			html`<ul>
				<li>${dayText(deposit.deposited_on)}存入${deposit.account_name}的 ${money(deposit.amount)}變成「已沖銷」。</li>
				<li>傳票 ${deposit.voucher} 以一張沖銷傳票沖回。</li>
				<li>${figure(deposit.parts)} 筆現金回到還沒存入的現金，可以再開一張存款單。</li>
				${deposit.bank_line_id !== null && html`<li>對到的銀行明細恢復為待對帳。</li>`}
			</ul>`,
		)}
		${reversalForm({
			action: deposits.reversal(deposit.id),
			state,
			version: deposit.version,
			submit: "沖銷這張存款單",
			cancel: deposits.show(deposit.id),
			schema: DepositReversalForm,
		})}
	</div>`,
});
