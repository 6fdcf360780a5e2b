import { otherMoney } from "#admin/money-lines.ts";
import type { LineBeside, PaymentReview } from "#db/money/payment-reviews.ts";
import { kindOf, PAYMENT_METHOD_LABELS } from "#domain/money/payments/labels.ts";
import { type OutcomeOf, outcomeWords } from "#domain/money/payments/outcome.ts";
import { leftOf } from "#domain/money/payments/parts.ts";
import { VerificationForm } from "#domain/money/payments/review-form.ts";
import { paths } from "#http/paths.ts";
import { readAmount, sumOf } from "#kernel/amounts.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices, segment } from "#ui/choices.ts";
import { funds } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure, money } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { strip } from "#ui/strip.ts";
import { table } from "#ui/table.ts";
import { besideCard } from "./record-cards.ts";
import { type PaymentPage, stateOf } from "./shown.ts";
import { partName } from "./warnings.ts";
import { paymentName, paymentStatus } from "./words.ts";

const { payments } = paths.admin;
const field = fieldsOf(VerificationForm);

/** Returns whether a bank line shows exactly this payment: the same amount and last five digits. */
const isExact = (line: LineBeside, payment: PaymentReview): boolean =>
	line.amount === payment.amount && line.last5 !== null && line.last5 === payment.last5;

/**
 * Returns what the received amount can pay: what is left of each dues item, the donation, and the member whose credit
 * the remainder becomes.
 */
export function outcomeOf({ payment, parts }: PaymentPage): OutcomeOf {
	const wanted = parts.flatMap((one) =>
		one.dues_item_id === null || one.member_id === null
			? []
			: [{ duesItemId: one.dues_item_id, memberId: one.member_id, due: leftOf(one), label: partName(one) }],
	);
	const owner = payment.payer_member_id ?? parts.find(({ member_id }) => member_id !== null)?.member_id ?? 0;
	return {
		wanted: wanted.filter(({ due }) => due > 0),
		donation: sumOf(parts.filter(({ kind }) => kind === "donation")),
		creditTo: { id: owner, name: payment.payer ?? payment.payer_title },
	};
}

/**
 * Returns whether the payment must be allocated anew, because less of one of its dues items is owed than the payment
 * allots.
 */
export const needsAnew = ({ parts }: Pick<PaymentPage, "parts">): boolean =>
	parts.some((one) => one.kind === "dues" && leftOf(one) < one.amount);

/**
 * Draws the verification: the amounts beside what they should be, the bank line, what the payment pays, the receipt,
 * and the buttons 核對無誤，開立收據 and 退回.
 */
export function verificationCard(of: PaymentPage, sent: FormState | undefined): VNode {
	const { payment, lines } = of;
	const exact = lines.filter((line) => isExact(line, payment));
	const state = stateOf(sent, "v", {
		received: figure(payment.amount),
		payer_title: payment.payer_title,
		receipt_split: payment.receipt_split,
		line: exact.length === 1 && exact[0] ? lineValue(exact[0]) : "",
	});
	const outcome = outcomeOf(of);
	return html`<div class="stack loose">
		${card(
			{
				title: `${paymentName(payment.id)}　${payment.payer ?? payment.payer_title}`,
				beside: paymentStatus(payment.status),
				flush: true,
			},
			comparison(of, exact[0]),
			form(
				{ action: payments.verification(payment.id), state, version: payment.version, id: "verification" },
				html`<div class="card-body stack loose">
						${lines.length > 0 && linesField(of, state)} ${accountField(of, state)} ${purposes(of)} ${amountField(state, outcome)}
						${otherMoney(of.shown, { state, who: of.who })} ${receiptFields(of, state)}
						${needsAnew(of) && html`<input type="hidden" name="anew" value="1" />`}
					</div>`,
				strip(
					{ kind: "stick" },
					button({
						label: "核對無誤，開立收據",
						icon: "check",
						tone: "primary",
						busy: "核對中...",
						data: { approve: "enter" },
					}),
					html`<a class="btn" href="#rejection" data-reject>退回</a>`,
					html`<span class="hint push">收據編號將是 ${payment.next_receipt}</span>`,
				),
			),
		)}
		${besideCard(of)}
	</div>`;
}

type Compared = { name: string; said: Children; due: Children; isSame: boolean | null };

const SAME = status({ word: "相符", tone: "ok" });
const OTHER = status({ word: "不同", tone: "warn" });

function comparison(of: PaymentPage, exact: LineBeside | undefined): VNode {
	const { payment, parts } = of;
	const line = exact ?? (of.lines.length === 1 ? of.lines[0] : undefined);
	const wanted = sumOf(parts.map((one) => ({ amount: one.kind === "dues" ? leftOf(one) : one.amount })));
	const rows: Compared[] = [
		{ name: "金額", said: money(payment.amount), due: money(wanted), isSame: payment.amount === wanted },
		...(payment.last5 === null && !line?.last5
			? []
			: [
					{
						name: "末五碼",
						said: payment.last5 ?? "—",
						due: line?.last5 ?? "—",
						isSame: line?.last5 && payment.last5 ? line.last5 === payment.last5 : null,
					},
				]),
		{
			name: "日期",
			said: dayText(payment.paid_on),
			due: line ? dayText(line.booked_on) : "—",
			isSame: line ? line.booked_on === payment.paid_on : null,
		},
		{
			name: "方式",
			said: [PAYMENT_METHOD_LABELS[payment.method], payment.bank_name].filter(Boolean).join("　"),
			due: line?.account ?? "—",
			isSame: line && payment.bank_name !== null ? line.account === payment.bank_name : null,
		},
	];
	return table({
		caption: `核對${paymentName(payment.id)}`,
		columns: [
			{ label: "項目", head: true, cell: ({ name }) => name },
			{ label: "填寫", cell: ({ said }) => said },
			{ label: line ? "應有／銀行明細" : "應有", cell: ({ due }) => due },
			{
				label: "結果",
				sheet: "corner",
				bare: true,
				cell: ({ isSame }) => (isSame === null ? null : isSame ? SAME : OTHER),
			},
		],
		rows,
	});
}

const lineValue = ({ id, version }: LineBeside): string => `${id}.${version}`;

const linesField = ({ lines, payment }: PaymentPage, state: FormState): VNode =>
	choices({
		name: "line",
		label: "銀行明細配對",
		state,
		options: [
			...lines.map((line) => ({
				value: lineValue(line),
				label: `${dayText(line.booked_on)}　${line.account}　${money(line.amount)}`,
				sub: [line.memo ? `附言「${line.memo}」` : "無附言", line.last5 && `末五碼 ${line.last5}`]
					.filter(Boolean)
					.join("　"),
				aside: isExact(line, payment)
					? status({ word: "完全相符", tone: "ok" })
					: status({ word: "金額相符", tone: "warn", icon: "info" }),
			})),
			{ value: "", label: "銀行還沒有這一筆", sub: "先不配對，匯入明細後再對" },
		],
	});

/**
 * Draws the select of the account that received the money, when the payment names none and several accounts fit its
 * method; false otherwise.
 */
function accountField({ payment, accounts, lines }: PaymentPage, state: FormState): VNode | false {
	const fitting = accounts.filter(({ kind }) => kind === kindOf(payment.method));
	return (
		payment.bank_account_id === null &&
		fitting.length > 1 &&
		field({
			name: "account",
			label: "收款帳戶",
			state,
			type: "select",
			empty: "請選擇",
			options: fitting.map(({ id, name, number }) => ({ value: String(id), label: `${name}　${number}` })),
			hint: lines.length > 0 ? "配對了銀行明細時，以明細的帳戶為準。" : undefined,
		})
	);
}

/** Draws what the payment pays (這筆錢用來繳). */
function purposes({ parts, payment }: PaymentPage): VNode {
	const sum = sumOf(parts);
	return html`<div class="stack tight">
		<h3 class="label">這筆錢用來繳</h3>
		${funds([
			...parts.map((one) => ({ name: [partName(one), dueWords(one)].join(""), value: figure(one.amount) })),
			{ name: `合計　尚未分配 ${figure(payment.amount - sum)} 元`, value: html`<b>${figure(sum)}</b>` },
		])}
	</div>`;
}

function dueWords(one: PaymentPage["parts"][number]): string {
	if (one.kind !== "dues") return "";
	const left = leftOf(one);
	return left === one.amount ? "" : `（目前應繳 ${figure(left)} 元）`;
}

/** Draws the field 實收金額, and what the typed amount will pay. */
function amountField(state: FormState, outcome: OutcomeOf): VNode {
	const typed = [state.values.received ?? ""].flat()[0] ?? "";
	return part(
		{ name: "payment-review", props: outcome, when: "touched" },
		html`<div class="stack tight">
		${field({
			name: "received",
			label: "實收金額",
			state,
			type: "money",
			autocomplete: "off",
			hint: "照實際入帳的金額。多的記為溢繳款，少的只繳一部分。",
		})}
		<p class="small" data-outcome role="status">${outcomeWords(readAmount(typed), outcome).join("")}</p>
	</div>`,
	);
}

function receiptFields({ parts }: PaymentPage, state: FormState): VNode {
	const members = new Set(parts.map(({ member_id }) => member_id)).size;
	return html`<div class="stack">
		${field({ name: "payer_title", label: "收據抬頭", state, autocomplete: "off" })}
		${
			members > 1 &&
			segment({
				name: "receipt_split",
				label: "收據",
				state,
				options: [
					{ value: "one", label: "合併開一張" },
					{ value: "per_member", label: "每位會員一張" },
				],
			})
		}
	</div>`;
}
