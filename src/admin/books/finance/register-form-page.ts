import * as z from "zod";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type { DocumentRow, FinanceFileRow } from "#db/books/finance.ts";
import type { Named } from "#db/books/finance-lists.ts";
import type { ShareRow } from "#db/books/finance-shares.ts";
import { PAY_BY_LABELS, REGISTER_LABELS, type Register } from "#domain/books/finance/labels.ts";
import { refundWords } from "#domain/books/finance/refunds.ts";
import { REGISTER_FIELDS, WAYS } from "#domain/books/finance/register-form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { budgetHints, filesFields, hidden } from "./form-fields.ts";
import { aboutCard, type Framed, requestForm, requestPage } from "./form-frame.ts";
import type { Refundables } from "./refundables.ts";
import { registerTotal, sharesField } from "./register-fields.ts";

const { finance } = paths.admin;
const field = fieldsOf(z.object(REGISTER_FIELDS));

export type RegisterFormPage = Framed & {
	register: Register;
	files: readonly FinanceFileRow[];
	projects: readonly Named[];
	budgets: readonly BudgetLeft[];
	/** The names of the payees that the user may see. */
	known: readonly string[];
	/** Of a register of refunds: what can be given back. */
	refundables?: Refundables | undefined;
};

/** Draws the form of a register (清冊): one request that pays many people. */
export const registerFormPage = (of: RegisterFormPage, state: FormState): Page =>
	requestPage(of, { name: REGISTER_LABELS[of.register] }, registerForm(of, state));

function registerForm(of: RegisterFormPage, state: FormState): VNode {
	const { register, edits } = of;
	return requestForm(
		of,
		{ action: edits ? finance.editRegister(edits.id) : finance.createRegister(), state },
		hidden("register", register),
		aboutCard(state, { hint: TITLES[register], projects: of.projects }),
		card(
			{ title: "受款人與金額", foot: html`<b role="status">${registerTotal(register, state)}</b>` },
			sharesField(register, { state, known: of.known, refundables: of.refundables }),
			register !== "refunds" && budgetHints(of.budgets),
		),
		register === "salary" && employerCard(state),
		card(
			{ title: "付款" },
			segment({
				name: "pay_by",
				label: "付款方式",
				state,
				options: (["transfer", "cash"] as const).map((value) => ({ value, label: PAY_BY_LABELS[value] })),
				hint: "轉帳用受款人資料裡的帳號；少數幾位不同的，在那一列選轉帳或現金。",
			}),
			field({
				name: "wanted_on",
				label: "希望付款日",
				type: "date",
				days: "future",
				state,
				optional: true,
				narrow: true,
			}),
		),
		card({ title: "憑證" }, filesFields(of.files, state)),
	);
}

const employerCard = (state: FormState): VNode =>
	card(
		{ title: "雇主負擔（選填）" },
		html`<p class="hint">協會替這些人負擔的保費與勞退，照繳費單填整張清冊的合計。不付給受款人；入帳時另外產生一張傳票，借第一種事由的科目、貸應付款項，繳費時再沖掉。</p>`,
		html`<div class="cols three">
			${field({ name: "employer_labour", label: "勞保", type: "money", state, optional: true })}
			${field({ name: "employer_health", label: "健保", type: "money", state, optional: true })}
			${field({ name: "employer_pension", label: "勞退提繳", type: "money", state, optional: true })}
		</div>`,
	);

const TITLES: Record<Register, string> = {
	fees: "例如：秋季病友聚會講師費與志工交通費。",
	salary: "例如：11 月薪資。",
	refunds: "例如：115 年度溢繳會費退還。",
};

/** Returns how a row of the form says what a share gives back; "" for another share. */
const givesWords = ({ refund_of, refund_key }: ShareRow): string =>
	refund_of === null ? "" : refundWords({ of: refund_of, key: refund_key ?? "" });

/** Returns the form filled from a stored register, to change or copy it. */
export function filledRegister(row: DocumentRow, shares: readonly ShareRow[]): FormState {
	const text = (value: string | number | null): string => (value === null ? "" : String(value));
	const amount = (value: number): string => (value === 0 ? "" : figure(value));
	return freshForm({
		title: row.title,
		purpose: row.purpose,
		pay_by: row.pay_by,
		wanted_on: text(row.wanted_on),
		project: text(row.project_id),
		no_attachment_reason: text(row.no_attachment_reason),
		payee: shares.map(({ payee_now, payee_id }) => `${payee_now} #${payee_id}`),
		summary: shares.map(({ reason }) => reason),
		gives: shares.map(givesWords),
		amount: shares.map(({ gross, allowance }) => amount(gross - allowance)),
		allowance: shares.map((one) => amount(one.allowance)),
		labour: shares.map(({ labour }) => amount(labour)),
		health: shares.map(({ health }) => amount(health)),
		pension: shares.map(({ pension }) => amount(pension)),
		employer_labour: amount(row.employer_labour),
		employer_health: amount(row.employer_health),
		employer_pension: amount(row.employer_pension),
		way: shares.map(({ pay_by }) => (pay_by === row.pay_by ? "" : WAYS[pay_by])),
	});
}
