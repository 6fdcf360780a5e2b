import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type SuspenseLine, suspenseLines } from "#db/books/finance-forms.ts";
import { type CreditLeft, creditsLeft } from "#db/books/finance-refunds.ts";
import type { Register } from "#domain/books/finance/labels.ts";
import { refundWords } from "#domain/books/finance/refunds.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { disclosure } from "#ui/disclosure.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";

/** What the form of 退費清冊 offers to give back: 溢繳款 of members, and lines of 暫收款. */
export type Refundables = { credits: readonly CreditLeft[]; lines: readonly SuspenseLine[] };

/** Returns the SQL statements that read what the user may give back; of another register than one of refunds, nothing. */
export const refundableAsks = (who: Visitor, register: Register) => {
	const isOf = register === "refunds";
	return [creditsLeft(isOf && allows("payments", who)), suspenseLines(isOf && allows("bank", who))] as const;
};

/** A row of the register as a pasted one says it: the payee, what is given back, and the amount. */
const rowOf = (payee: string, gives: string, amount: number): string => [payee, gives, figure(amount)].join("\t");

/** Draws what can be given back, to be ticked and added as rows; the button sends the form. */
export function refundablesField({ credits, lines }: Refundables, state: FormState): VNode {
	const rows = [...credits.map(creditRow), ...lines.map(lineRow)];
	const isEmpty = [state.values.gives ?? []].flat().every((one) => one === "");
	return disclosure(
		{ label: `從可以退的款項加入（${rows.length}）`, open: isEmpty && rows.length > 0 },
		rows.length === 0
			? html`<p class="small">沒有溢繳款，也沒有暫收款。要退捐款，在上面寫「捐款」與收款編號。</p>`
			: html`<div class="stack tight">
					<ul class="plain stack tight">${rows.map(pickRow)}</ul>
					<div class="row">${button({ label: "加入清冊", size: "s", name: "step", value: "pick" })}</div>
				</div>`,
	);
}

const pickRow = ({ value, words }: { value: string; words: string }): VNode =>
	html`<li><label class="check"><input type="checkbox" name="pick" value=${value} /><span>${words}</span></label></li>`;

const creditRow = ({ payee, name, member_no, amount }: CreditLeft) => {
	const gives = refundWords({ of: "credit", key: member_no });
	return { value: rowOf(payee, gives, amount), words: `${name}　${gives}　${figure(amount)} 元` };
};

const lineRow = ({ id, booked_on, amount, memo, last5, account }: SuspenseLine) => {
	const gives = refundWords({ of: "suspense", key: String(id) });
	const words = [gives, dayText(booked_on), account, memo, last5 && `末五碼 ${last5}`].filter(Boolean).join("　");
	return { value: rowOf("", gives, amount), words: `${words}　${figure(amount)} 元` };
};
