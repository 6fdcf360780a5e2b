import { allows } from "#auth/permissions.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { isWaiting } from "#domain/books/finance/rules.ts";
import { paths } from "#http/paths.ts";
import { undashed } from "#kernel/typed.ts";
import { dayText } from "#kernel/written.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { FinanceShow } from "./shown.ts";

const { finance } = paths.admin;

/**
 * Draws, for who sees all requests, while a request waits to be reviewed or paid: the warning that the account is
 * another one than at the last payment to the same payee, or the hint that it would be the first; false otherwise.
 */
export function payeeNotice({ document, last, who }: FinanceShow): VNode | false {
	const { state, net, pay_by, payee_bank, payee_account } = document;
	if (!last || !isWaiting(state) || net <= 0 || !allows("finance_all", who)) return false;
	const { document_id: id, roc_year, seq, paid_on, bank, account } = last;
	if (id === null || paid_on === null) return html`<p class="hint">第一次付款給這位受款人，請核對受款人與帳號。</p>`;
	if (pay_by !== "transfer" || !account || undashed(account) === undashed(payee_account)) return false;
	return notice(
		{ tone: "warn", title: "受款帳號與上次付款不同" },
		"請向受款人查證後再核准或付款；查證請用以前留下的電話，不要用這次申請附上的。",
		facts([
			{ name: "這次", value: [payee_bank, payee_account].filter(Boolean).join("　") },
			{
				name: "上次",
				value: html`<span>${[bank, account].filter(Boolean).join("　")}　${dayText(paid_on)}付款，<a href=${finance.show(id)}>${financeNumber({ roc_year, seq })}</a></span>`,
			},
		]),
	);
}
