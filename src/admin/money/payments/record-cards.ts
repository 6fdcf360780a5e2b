import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { PaymentEvent } from "#db/money/payment-reviews.ts";
import type { AllocationRow } from "#db/money/payments.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { PAYMENT_METHOD_LABELS, PAYMENT_SOURCE_LABELS } from "#domain/money/payments/labels.ts";
import { PAYMENTS } from "#domain/money/payments/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts, funds, lined } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { thread } from "#ui/thread.ts";
import { ago, moment } from "#ui/time.ts";
import { sentBy } from "./proof-card.ts";
import { mayDecide, type PaymentPage, stateOf } from "./shown.ts";
import { partName } from "./warnings.ts";
import { paymentName } from "./words.ts";

const { payments, members, receipts, dues: duesPaths, bank, ledger, finance } = paths.admin;

/** Draws a payment's facts: the payer, the method, the amount and what it pays. */
export const recordCard = ({ payment, parts, who, lines, at }: PaymentPage): VNode => {
	const used = lines.find(({ status: now }) => now === "matched");
	return card(
		{ title: "收款內容", flush: true },
		html`<div class="card-body">
			${facts([
				{ name: "金額", value: money(payment.amount) },
				{ name: "繳款人", value: payerOf({ payment, who }) },
				{ name: "收據抬頭", value: payment.payer_title },
				{ name: "繳費日", value: dayText(payment.paid_on) },
				{ name: "方式", value: PAYMENT_METHOD_LABELS[payment.method] },
				...(payment.last5 === null ? [] : [{ name: "末五碼", value: payment.last5 }]),
				...(payment.bank_name === null
					? []
					: [{ name: "收款帳戶", value: `${payment.bank_name}　${payment.bank_number ?? ""}` }]),
				...(payment.fee_amount === 0 ? [] : [{ name: "劃撥手續費", value: money(payment.fee_amount) }]),
				...(used
					? [
							{
								name: "銀行明細",
								value: linked(
									allows("bank", who),
									bank.line(used.id),
									`${dayText(used.booked_on)}　${used.account}　${used.memo}`,
								),
							},
						]
					: []),
				{ name: "送出", value: html`<span>${ago(payment.submitted_at, at)}　${sentBy(payment)}</span>` },
				...(payment.voucher === null
					? []
					: [{ name: "傳票", value: voucherLink(payment.voucher, payment.voucher_id, who) }]),
				...(payment.reversal_voucher === null
					? []
					: [
							{
								name: "沖銷傳票",
								value: voucherLink(payment.reversal_voucher, payment.reversal_voucher_id, who),
							},
						]),
				...(payment.old_receipt_no === null ? [] : [{ name: "原收據號碼", value: payment.old_receipt_no }]),
				...(payment.remark === "" ? [] : [{ name: "備註", value: lined(payment.remark.split("\n")) }]),
				...(payment.corrects_id === null ? [] : [{ name: "更正", value: linkTo(payment.corrects_id) }]),
				...(payment.corrected_by === null ? [] : [{ name: "更正為", value: linkTo(payment.corrected_by) }]),
			])}
		</div>`,
		html`<div class="card-foot">
			${funds(parts.map((one) => ({ name: partLink(one, who), value: money(one.amount) })))}
		</div>`,
	);
};

/** Draws a part of a payment as a link to its dues item. */
const partLink = (one: AllocationRow, who: Visitor): Children =>
	one.dues_item_id === null
		? partName(one)
		: linked(allows("dues_view", who), duesPaths.show(one.dues_item_id), partName(one));

const voucherLink = (number: string, id: number | null, who: Visitor): Children =>
	id === null ? number : linked(allows("ledger", who), ledger.voucher(id), number);

const linked = (may: boolean, href: string, words: string): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

const linkTo = (id: number): VNode => html`<a href=${payments.show(id)}>${paymentName(id)}</a>`;

const payerOf = ({ payment, who }: Pick<PaymentPage, "payment" | "who">): Children => {
	const { payer, payer_no, payer_member_id: id } = payment;
	if (payer === null || id === null) return payment.payer_title;
	const words = [payer, payer_no].filter(Boolean).join("　");
	return allows("members", who) ? html`<a href=${members.show(id)}>${words}</a>` : words;
};

/**
 * Draws the payer with the payer's credit and remark, and the open dues of the families concerned that this payment
 * does not pay.
 */
export function besideCard({ dues, parts, payment, who }: PaymentPage): VNode {
	const inIt = new Set(parts.map(({ dues_item_id }) => dues_item_id));
	const others = dues.filter(({ id }) => !inIt.has(id));
	return card(
		{ title: "繳款人與家人", flush: true },
		html`<div class="card-body">
			${facts([
				{ name: "繳款人", value: payerOf({ payment, who }) },
				{ name: "溢繳款", value: payment.payer_credit > 0 ? money(payment.payer_credit) : "沒有" },
				...(payment.remark === "" ? [] : [{ name: "備註", value: lined(payment.remark.split("\n")) }]),
			])}
			${others.length === 0 && html`<p class="soft small">沒有其他未繳的會費。</p>`}
		</div>`,
		others.length > 0 &&
			html`<div class="card-foot">
				<p class="label">其他未繳的會費</p>
				${funds(
					others.map((one) => ({
						name: `${one.name} ${duesLabel(one)}${one.claims > 0 ? "（另有收款待核對）" : ""}`,
						value: money(one.amount - one.paid_amount),
					})),
				)}
			</div>`,
	);
}

/**
 * Draws the receipts of the payment, voided ones with their reason; false without receipts until the payment is
 * verified.
 */
export const receiptsCard = ({ receipts: list, who, payment }: PaymentPage): VNode | false =>
	(list.length > 0 || payment.status === "verified") &&
	card(
		{ title: "收據", flush: list.length > 0 },
		list.length === 0
			? html`<p class="soft">${payment.source === "import" ? "匯入的收款保留原收據號碼，不另開收據。" : "折抵溢繳款不另開收據，原來收款時已開立。"}</p>`
			: items(
					list.map((one) => ({
						title: one.number,
						...(allows("receipts", who) ? { href: receipts.show(one.id) } : {}),
						sub: [one.payer_title, money(one.amount), one.reason ?? ""].filter((words) => words !== "").join("　"),
						side:
							one.status === "issued" ? status({ word: "已開立", tone: "ok" }) : status({ word: "已作廢", icon: "no" }),
					})),
				),
	);

/**
 * Draws who verified or reversed the payment and why, with the actions that the current user can take; false when there
 * is nothing to show.
 */
export function outcomeCard(of: PaymentPage, sent: FormState | undefined): VNode | false {
	const { payment } = of;
	const acts = actsOf(of, sent);
	const known = [
		{ name: "核對", value: verifierWords(of) },
		{
			name: "沖銷",
			value: payment.reversed_at && html`<span>${payment.reverser}　${ago(payment.reversed_at, of.at)}</span>`,
		},
		{ name: "原因", value: payment.reason?.replaceAll("\n", "") },
	].filter(({ value }) => Boolean(value));
	return (
		(known.length + acts.length > 0 || sent !== undefined) &&
		card(
			{ title: known.length > 0 ? "狀態" : "修改或取消" },
			sent && errorSummary(sent),
			known.length > 0 && facts(known),
			acts.length > 0 && html`<div class="row">${acts}</div>`,
		)
	);
}

const verifierWords = ({ payment, at }: PaymentPage): Children =>
	payment.verified_at !== null &&
	html`<span>${payment.verifier ?? PAYMENT_SOURCE_LABELS[payment.source]}${payment.principal !== null && `（代理 ${payment.principal}）`}　${ago(payment.verified_at, at)}</span>`;

function actsOf(of: PaymentPage, sent: FormState | undefined): VNode[] {
	const { payment, who } = of;
	const { id, status: now, version } = payment;
	const isOwn = payment.submitted_by === who.userId && payment.source === "staff";
	const record = allows("payments_record", who);
	return [
		...(isOwn && record && (PAYMENTS.can("edit", now) || PAYMENTS.can("resubmit", now))
			? [linkButton({ label: now === "rejected" ? "修改並重新送出" : "編輯", icon: "edit", href: payments.edit(id) })]
			: []),
		...(isOwn && record && PAYMENTS.can("cancel", now)
			? [
					form(
						{
							action: payments.cancellation(id),
							state: stateOf(sent && { ...sent, errors: {}, problem: undefined }, "c"),
							version,
						},
						html`<div class="row">${button({ label: "取消這筆收款", icon: "no", busy: "取消中..." })}</div>`,
					),
				]
			: []),
		...(PAYMENTS.can("reverse", now) && payment.source !== "import" && allows("payments_reverse", who) && mayDecide(of)
			? [linkButton({ label: "沖銷", tone: "danger", href: payments.reversal(id) })]
			: []),
		...(now === "verified" &&
		allows("finance_submit", who) &&
		(payment.payer_credit > 0 || of.parts.some(({ kind }) => kind === "donation"))
			? [linkButton({ label: "申請退費", href: `${finance.create()}?kind=refund&payment=${id}` })]
			: []),
		...(now === "reversed" && payment.corrected_by === null && record
			? [linkButton({ label: "更正後重新登錄", tone: "primary", href: `${payments.create()}?corrects=${id}` })]
			: []),
	];
}

const labelOf = (step: PaymentEvent["step"]): string => (step === "submit" ? "送出" : PAYMENTS.steps[step].label);

/** Draws the history of the payment, newest first. */
export const eventsCard = ({ events }: PaymentPage): VNode =>
	card(
		{ title: "歷程" },
		events.length === 0
			? html`<p class="soft small">還沒有紀錄。</p>`
			: thread(
					events.map(({ step, reason, by, on_behalf_of, at }) => ({
						text: reason === null ? labelOf(step) : `${labelOf(step)}：${reason.replaceAll("\n", "")}`,
						by: `${by ?? "系統"}${on_behalf_of === null ? "" : `（代理 ${on_behalf_of}）`}`,
						at: moment(at),
					})),
				),
	);
