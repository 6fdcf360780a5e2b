import * as z from "zod";
import type { BudgetLeft } from "#db/books/budgets.ts";
import type { DocumentRow, FinanceFileRow, FinanceLineRow } from "#db/books/finance.ts";
import type { RefundPayment, SettledAdvance, SuspenseLine } from "#db/books/finance-forms.ts";
import type { Named } from "#db/books/finance-lists.ts";
import { FINANCE_FIELDS } from "#domain/books/finance/document-form.ts";
import {
	FINANCE_KIND_LABELS,
	type FinanceKind,
	financeNumber,
	REFUND_OF_LABELS,
	type RefundOf,
} from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import {
	budgetHints,
	filesFields,
	hidden,
	linesField,
	payeeCard,
	payeeFields,
	payFields,
	totalOf,
	withheldFields,
} from "./form-fields.ts";
import { aboutCard, type Framed, requestForm, requestPage } from "./form-frame.ts";

const { finance } = paths.admin;
const field = fieldsOf(z.object(FINANCE_FIELDS));

export type FinanceFormPage = Framed & {
	kind: FinanceKind;
	files: readonly FinanceFileRow[];
	staff: readonly Named[];
	projects: readonly Named[];
	budgets: readonly BudgetLeft[];
	/** The advance that a settlement settles. */
	advance?: SettledAdvance | undefined;
	/** The payment that a refund gives back. */
	payment?: RefundPayment | undefined;
	/** The bank line, kept as 暫收款, that a refund gives back. */
	line?: SuspenseLine | undefined;
};

/** Draws the form of an expense request of one kind. */
export const financeFormPage = (of: FinanceFormPage, state: FormState): Page =>
	requestPage(of, { name: FINANCE_KIND_LABELS[of.kind], slim: true }, financeForm(of, state));

function financeForm(of: FinanceFormPage, state: FormState): VNode {
	const { kind, edits } = of;
	const advanced = of.advance?.net ?? 0;
	return requestForm(
		of,
		{ action: edits ? finance.edit(edits.id) : finance.create(), state },
		hidden("kind", kind),
		sourceCard(of, state),
		aboutCard(state, { hint: TITLES[kind], projects: of.projects }),
		part(
			{ name: "finance-total", props: { advanced } },
			card(
				{ title: "金額", foot: html`<b data-total role="status">${totalOf(state, advanced)}</b>` },
				linesField(state),
				withheldFields(kind, state),
				budgetHints(of.budgets),
			),
		),
		payeeCard(kind, ...whom(of, state), payFields(kind, state)),
		card({ title: "憑證" }, filesFields(of.files, state)),
	);
}

const TITLES: Record<FinanceKind, string> = {
	vendor: "例如：秋季病友聚會場地費。",
	reimbursement: "例如：代墊寄送會刊郵資。",
	advance: "例如：南區聯誼活動預支。",
	settlement: "例如：南區聯誼活動核銷。",
	petty_cash: "例如：11 月零用金撥補。",
	refund: "例如：退還重複匯款的會費。不要寫會員的病況。",
};

/**
 * Draws the payee: the advance's payee for a settlement, the payment's member for a refund of a member's payment, a
 * typed name for another refund, and the fields of `payeeFields` for other kinds.
 */
function whom({ kind, staff, payment, line, advance }: FinanceFormPage, state: FormState): Children[] {
	if (kind === "settlement")
		return [
			hidden("payee", "other"),
			html`<p class="hint">受款人是領預支的${advance?.payee_name ?? "人"}。花得比預支少，差額要繳回；花得多，協會補付。</p>`,
		];
	if (kind !== "refund") return [payeeFields(kind, { staff, state })];
	if (payment?.member_id != null)
		return [
			hidden("payee", "member"),
			hidden("payee_member", payment.member_id),
			facts([{ name: "受款人", value: [payment.payer, payment.payer_no].filter(Boolean).join("　") }]),
		];
	return [
		hidden("payee", "other"),
		field({
			name: "payee_name",
			label: "受款人",
			state,
			autocomplete: "off",
			hint: line ? "當初匯款的人。" : undefined,
		}),
	];
}

/**
 * Draws the advance that a settlement settles, or the bank line or payment that a refund gives back; null for other
 * kinds.
 */
function sourceCard({ kind, advance, payment, line }: FinanceFormPage, state: FormState): Children {
	if (kind === "settlement" && advance)
		return card(
			{ title: "要核銷的預支" },
			hidden("advance", advance.id),
			facts([
				{
					name: "預支",
					value: html`<a href=${finance.show(advance.id)}>${financeNumber(advance)}　${advance.title}</a>`,
				},
				{ name: "領款人", value: advance.payee_name },
				{ name: "金額", value: `${money(advance.net)}，${dayText(advance.paid_on)}付款` },
			]),
		);
	if (kind !== "refund") return null;
	if (line)
		return card(
			{ title: "要退還的暫收款" },
			hidden("refund_of", "suspense"),
			hidden("bank_line", line.id),
			facts([
				{ name: "銀行明細", value: `${dayText(line.booked_on)}　${line.account}` },
				{ name: "摘要", value: line.memo },
				{ name: "金額", value: `${money(line.amount)}（要全額退還）` },
			]),
		);
	if (!payment) return null;
	const kinds: RefundOf[] = [
		...(payment.credit > 0 ? ["credit" as const] : []),
		...(payment.donation > 0 ? ["donation" as const] : []),
	];
	return card(
		{ title: "要退還的收款" },
		hidden("payment", payment.id),
		facts([
			{ name: "收款", value: `收款 ${payment.id}　${dayText(payment.paid_on)}　${money(payment.amount)}` },
			{ name: "溢繳款", value: payment.credit > 0 ? `剩 ${figure(payment.credit)} 元` : "沒有" },
			...(payment.donation > 0 ? [{ name: "其中捐款", value: money(payment.donation) }] : []),
		]),
		payment.donation > 0 &&
			html`<p class="hint">捐款退還全額時，收據會自動作廢。只退一部分時，收據不會改金額：請改為退還全額，再把留下的金額登錄為新的捐款收入，開立新的收據。</p>`,
		segment({
			name: "refund_of",
			label: "退還",
			state,
			options: kinds.map((value) => ({ value, label: REFUND_OF_LABELS[value] })),
		}),
	);
}

/**
 * Returns the first values of the form of a new request; for a refund or settlement they come from its payment, bank
 * line or advance.
 */
export function freshFinance(
	{ kind, payment, line, advance }: Pick<FinanceFormPage, "kind" | "payment" | "line" | "advance">,
	userId: number,
): FormState {
	const common = { payee: "staff", payee_user: String(userId), pay_by: "transfer" };
	if (kind === "refund" && line)
		return freshForm({
			pay_by: "transfer",
			title: "退還暫收款",
			summary: ["退還暫收款"],
			amount: [figure(line.amount)],
		});
	if (kind === "refund" && payment) {
		const isCredit = payment.credit > 0;
		const what = REFUND_OF_LABELS[isCredit ? "credit" : "donation"];
		return freshForm({
			pay_by: "transfer",
			refund_of: isCredit ? "credit" : "donation",
			title: `退還${what}`,
			summary: [`退還${what}`],
			amount: [figure(isCredit ? payment.credit : payment.donation)],
		});
	}
	if (kind === "settlement")
		return freshForm({ pay_by: "cash", title: advance ? `核銷：${advance.title}`.slice(0, 80) : "" });
	if (kind === "vendor") return freshForm({ pay_by: "transfer" });
	return freshForm(common);
}

/** Returns the form filled from a stored request, to change or copy it. */
export function filledFinance(row: DocumentRow, lines: readonly FinanceLineRow[]): FormState {
	const text = (value: string | number | null): string => (value === null ? "" : String(value));
	return freshForm({
		title: row.title,
		purpose: row.purpose,
		payee: row.payee_user_id !== null ? "staff" : row.payee_member_id !== null ? "member" : "other",
		payee_user: text(row.payee_user_id),
		payee_name: row.payee_user_id === null ? row.payee_name : "",
		payee_tax_id: text(row.payee_tax_id),
		pay_by: row.pay_by,
		payee_bank: row.payee_bank,
		payee_account: row.payee_account,
		wanted_on: text(row.wanted_on),
		project: text(row.project_id),
		income_tax: row.income_tax > 0 ? figure(row.income_tax) : "",
		nhi: row.nhi > 0 ? figure(row.nhi) : "",
		is_foreign: row.payee_is_foreign === 1 ? "1" : "",
		no_attachment_reason: text(row.no_attachment_reason),
		refund_of: text(row.refund_of),
		summary: lines.map(({ summary }) => summary),
		amount: lines.map(({ amount }) => figure(amount)),
	});
}
