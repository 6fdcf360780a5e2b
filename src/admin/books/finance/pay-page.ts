import type { PostableAccount } from "#db/books/finance-forms.ts";
import { deductionsOf } from "#domain/books/finance/deductions.ts";
import { PaymentForm } from "#domain/books/finance/document-form.ts";
import { financeNumber, payByWords } from "#domain/books/finance/labels.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { paths } from "#http/paths.ts";
import { capitals } from "#kernel/capitals.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { payeeNotice } from "./payee-notice.ts";
import { ruledNotice } from "./ruled-notice.ts";
import type { FinanceShow } from "./shown.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;
const field = fieldsOf(PaymentForm);

/** Whether money of an account lies at hand: 庫存現金, 零用金. */
export const isOfCash = ({ code }: PostableAccount): boolean => /^11[12]0/.test(code);

export const cashAccounts = (accounts: readonly PostableAccount[]): PostableAccount[] =>
	accounts.filter(({ code }) => isCash(code));

/**
 * Draws the page 付款: the payee and the amount, then when and from which account it was paid. For a settlement below
 * its advance, the money that comes back.
 */
export function payPage(of: FinanceShow, state: FormState): Page {
	const { document } = of;
	const { id, net, version } = document;
	const number = financeNumber(document);
	const title = net < 0 ? "收回餘款" : net === 0 ? "完成核銷" : "付款";
	return {
		title: `${title}：${document.title}`,
		name: `${title} ${number}`,
		area: "支出申請",
		crumbs: [...DOCUMENT_CRUMBS, { label: number, href: finance.show(id) }],
		slim: true,
		body: html`<div class="stack">
			${ruledNotice(of, state)} ${payeeNotice(of)}
			${card(
				{ title: net < 0 ? "要收回的錢" : "要付的錢" },
				facts([
					{
						name: net < 0 ? "收回" : "實付金額",
						value: html`<span><b>${money(Math.abs(net))}</b>　新臺幣${capitals(Math.abs(net))}</span>`,
					},
					...sumFacts(of),
					{ name: net < 0 ? "繳回的人" : "受款人", value: document.payee_name },
					{ name: "方式", value: payByWords(document) },
					...apartFacts(document),
					...(document.pay_by === "transfer" && document.register === null && net > 0
						? [
								{ name: "受款銀行", value: document.payee_bank },
								{
									name: "受款帳號",
									value:
										document.payee_account &&
										html`<span class="row">${document.payee_account}${copyButton({ text: document.payee_account, about: "受款帳號" })}</span>`,
								},
							]
						: []),
					...(document.wanted_on === null ? [] : [{ name: "希望付款日", value: dayText(document.wanted_on) }]),
				]),
			)}
			${card(
				{ label: title },
				form(
					{
						action: finance.payment(id),
						state,
						version,
						submit: net < 0 ? "已收回，登錄" : net === 0 ? "完成核銷" : "已付款，登錄",
						busy: "登錄中...",
						cancel: finance.show(id),
						main: true,
					},
					field({
						name: "paid_on",
						label: net < 0 ? "收回的日期" : "付款日",
						type: "date",
						days: "past",
						state,
						narrow: true,
					}),
					...fromFields(of, state),
					field({
						name: "reference",
						label: "匯款備註或支票號碼",
						state,
						optional: true,
						autocomplete: "off",
					}),
				),
			)}
		</div>`,
	};
}

/** Draws from which account the money leaves, and of a register that also pays in cash from which the cash. */
function fromFields({ document: { net, cash_part }, accounts }: FinanceShow, state: FormState) {
	const all = cashAccounts(accounts);
	const select = (name: "paid_from" | "paid_cash_from", label: string, of: readonly PostableAccount[], hint?: string) =>
		field({
			name,
			label,
			type: "select",
			empty: "請選擇",
			options: of.map((one) => ({ value: String(one.id), label: `${one.code} ${one.name}` })),
			state,
			hint,
		});
	if (cash_part > 0)
		return [
			select(
				"paid_from",
				"轉帳從哪裡付",
				all.filter((one) => !isOfCash(one)),
			),
			select("paid_cash_from", "現金從哪裡付", all.filter(isOfCash)),
		];
	const hint = net === 0 ? "金額相抵，沒有現金進出。" : undefined;
	return [select("paid_from", net < 0 ? "存入的帳戶" : "從哪裡付", all, hint)];
}

/** Returns what a register pays by transfer and what in cash, where it does both. */
const apartFacts = ({ net, cash_part }: FinanceShow["document"]) =>
	cash_part === 0
		? []
		: [
				{ name: "轉帳", value: money(net - cash_part) },
				{ name: "現金", value: money(cash_part) },
			];

/** Returns how the payment comes from the total, where something lowers it. */
function sumFacts(of: FinanceShow) {
	const less = deductionsOf(of).map(({ name, amount }) => `${name.join("")} ${figure(amount)}`);
	return less.length === 0 ? [] : [{ name: "計算", value: [`總額 ${figure(of.document.gross)}`, ...less].join(" − ") }];
}
