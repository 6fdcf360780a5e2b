import type { ExemptionRow, PayeeAccountRow } from "#db/books/payees.ts";
import {
	AccountForm,
	EXEMPTION_KINDS,
	EXEMPTION_LABELS,
	ExemptionEnd,
	ExemptionForm,
} from "#domain/books/payees/form.ts";
import { paths } from "#http/paths.ts";
import { bankName, bankWords } from "#kernel/bank-codes.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import type { Refused } from "#kits/form/form.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { BANK_LIST, bankList } from "./bank-field.ts";
import type { PayeeForms, PayeeShown } from "./shown.ts";

const { payees } = paths.admin;
const account = fieldsOf(AccountForm);
const exemption = fieldsOf(ExemptionForm);
const ending = fieldsOf(ExemptionEnd);

const version = (of: PayeeShown): VNode => html`<input type="hidden" name="version" value=${of.payee.version} />`;
/** Draws the problem of a refused form that has no field on the page any more. */
const problemOf = (state: FormState | undefined): Children => state && errorSummary({ ...state, errors: {} });

/** Draws the accounts of a payee, each with a button that switches it off or on, and the form of one more. */
export const accountsCard = (of: PayeeShown, may: boolean, refused: Refused<PayeeForms>): VNode =>
	card(
		{ title: "收款帳號", count: of.accounts.length },
		problemOf(refused.switch),
		of.accounts.length === 0
			? html`<p class="soft">還沒有帳號。</p>`
			: html`<ul class="plain stack">${of.accounts.map((row) => accountLine(of, row, may))}</ul>`,
		may &&
			disclosure(
				{ label: "新增帳號", open: refused.account !== undefined },
				addAccountForm(of, refused.account ?? freshForm({}, "a")),
			),
	);

const accountLine = (of: PayeeShown, row: PayeeAccountRow, may: boolean): VNode =>
	html`<li class="row between">
		<div>
			<p><b>${row.account}</b>　${row.is_active === 0 && status({ word: "已停用" })}</p>
			<p class="small soft">${[bankWords(row.bank_code), row.branch, `戶名 ${row.holder}`].filter(Boolean).join("　")}</p>
			${bankName(row.bank_code) === undefined && html`<p class="small">代碼 ${row.bank_code} 不在金融機構清單裡，請再核對。</p>`}
		</div>
		${may && switchForm(of, row)}
	</li>`;

const switchForm = ({ payee }: PayeeShown, { id, account: number, is_active }: PayeeAccountRow): VNode =>
	html`<form method="post" action=${payees.account(payee.id, id)}>
		<input type="hidden" name="version" value=${payee.version} />
		${button({
			label: is_active === 1 ? "停用" : "重新啟用",
			about: `帳號 ${number}`,
			size: "s",
			tone: "quiet",
			name: "to",
			value: is_active === 1 ? "off" : "on",
		})}
	</form>`;

const addAccountForm = (of: PayeeShown, state: FormState): VNode =>
	form(
		{ action: payees.accounts(of.payee.id), state: { ...state, prefix: "a" }, submit: "新增帳號" },
		version(of),
		account({
			name: "bank",
			label: "金融機構代碼或名稱",
			state: { ...state, prefix: "a" },
			required: true,
			autocomplete: "off",
			list: BANK_LIST,
			placeholder: "004",
		}),
		account({ name: "branch", label: "分行", state: { ...state, prefix: "a" }, optional: true, autocomplete: "off" }),
		account({
			name: "account",
			label: "帳號",
			state: { ...state, prefix: "a" },
			required: true,
			inputmode: "numeric",
			autocomplete: "off",
		}),
		account({
			name: "holder",
			label: "戶名",
			state: { ...state, prefix: "a" },
			optional: true,
			autocomplete: "off",
			hint: "和受款人同名可以不填。",
		}),
		bankList(),
	);

/** Draws the papers by which no supplementary premium is withheld from a person, and the form of one more. */
export const exemptionsCard = (of: PayeeShown, may: boolean, refused: Refused<PayeeForms>): VNode =>
	card(
		{ title: "免扣補充保費的證明" },
		problemOf(refused.ending),
		of.exemptions.length === 0
			? html`<p class="soft">沒有。沒有證明時，達到標準就要扣補充保費。</p>`
			: html`<ul class="plain stack">${of.exemptions.map((row) => exemptionLine(of, row, may))}</ul>`,
		may &&
			disclosure(
				{ label: "登錄證明", open: refused.exemption !== undefined },
				addExemptionForm(of, { ...(refused.exemption ?? freshForm()), prefix: "e" }),
			),
	);

const exemptionLine = (of: PayeeShown, row: ExemptionRow, may: boolean): VNode =>
	html`<li>
		<p><b>${EXEMPTION_LABELS[row.kind]}</b></p>
		<p class="small soft">${row.paper}，${dayText(row.shown_on)}出示${row.until !== null && `，到${dayText(row.until)}為止`}</p>
		${may && row.until === null && disclosure({ label: "不再適用" }, endForm(of, row))}
	</li>`;

const endForm = (of: PayeeShown, { id }: ExemptionRow): VNode => {
	const state = freshForm({}, `u${id}`);
	return form(
		{ action: payees.exemptionEnd(of.payee.id, id), state, submit: "結束" },
		version(of),
		ending({ name: "until", label: "最後一天", type: "date", state, narrow: true }),
	);
};

const addExemptionForm = (of: PayeeShown, state: FormState): VNode =>
	form(
		{ action: payees.exemptions(of.payee.id), state, submit: "登錄證明" },
		version(of),
		choices({
			name: "kind",
			label: "類別",
			state,
			options: EXEMPTION_KINDS.map((value) => ({ value, label: EXEMPTION_LABELS[value] })),
		}),
		exemption({
			name: "paper",
			label: "證明文件",
			state,
			autocomplete: "off",
			hint: "例如「職業工會 115 年 3 月在保證明」。",
		}),
		exemption({
			name: "shown_on",
			label: "出示的日期",
			type: "date",
			days: "past",
			state,
			narrow: true,
			hint: "付款前出示才算；從這一天起不扣。",
		}),
	);
