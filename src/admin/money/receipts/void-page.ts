import type { ReceiptRow } from "#db/money/receipts.ts";
import { ReplacementForm, VoidForm } from "#domain/money/receipts/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { type Choice, choices } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { forWhat, RECEIPT_CRUMBS } from "./words.ts";

const { receipts, payments, income } = paths.admin;
const field = fieldsOf(VoidForm);
const replacementField = fieldsOf(ReplacementForm);

/** Draws the page that voids a receipt (作廢): what that means, and what replaces the receipt. */
export function voidPage(receipt: ReceiptRow, state: FormState): Page {
	const { id, number, version } = receipt;
	return {
		title: `作廢收據 ${number}`,
		name: number,
		area: "收據",
		crumbs: [...RECEIPT_CRUMBS, { label: number, href: receipts.show(id) }],
		slim: true,
		body: html`<div class="stack loose">
			${about(receipt)} ${consequences(receipt)}
			${card(
				{ label: "作廢" },
				form(
					{
						action: receipts.voiding(id),
						state,
						version,
						submit: "作廢",
						busy: "作廢中...",
						danger: true,
						cancel: receipts.show(id),
						guard: true,
						main: true,
					},
					field({
						name: "reason",
						label: "作廢的原因",
						state,
						type: "textarea",
						rows: 2,
						hint: "會印在作廢的收據與存根簿上，例如：抬頭錯誤。",
					}),
					choices({ name: "replacement", label: "之後", state, options: optionsOf(receipt) }),
					receipt.is_backed === 1 && field(titleField(state, "重開成一張新收據時使用。")),
				),
			)}
		</div>`,
	};
}

const titleField = (state: FormState, hint: string) =>
	({ name: "payer_title", label: "新收據的抬頭", state, hint: `${hint}最多 80 個字。` }) as const;

const about = (receipt: ReceiptRow): VNode =>
	card(
		{ label: "收據" },
		facts(
			[
				{ name: "收據編號", value: receipt.number },
				{ name: "抬頭", value: receipt.payer_title },
				{ name: "收入項目", value: forWhat(receipt.items) },
				{ name: "金額", value: money(receipt.amount) },
			],
			2,
		),
	);

function consequences(receipt: ReceiptRow): VNode {
	return notice(
		{ tone: "warn", title: "作廢不能復原" },
		html`<ul>
			<li>號碼保留、不會再用；存根簿上會留下這張與原因。</li>
			${receipt.original_at !== null && html`<li><b>正本已經交出，請先收回。</b></li>`}
			<li>
				${receipt.income_id === null ? "收款與會費不變。" : `這筆${receipt.series === "donation" ? "捐款" : "收入"}不變。`}${
					receipt.income_id !== null &&
					html`<span>若錢沒有收到或金額登錯，請改到<a href=${income.show(receipt.income_id)}>收入 ${receipt.income_number}</a> 沖銷，收據會一起作廢。</span>`
				}${
					receipt.payment_id !== null &&
					html`<span>若錢沒有收到或金額登錯，請改到<a href=${payments.show(receipt.payment_id)}>收款 ${receipt.payment_id}</a> 沖銷，收據會一起作廢。</span>`
				}
			</li>
		</ul>`,
	);
}

function optionsOf({ is_backed, income_id, members, others, amount }: ReceiptRow): Choice[] {
	const none: Choice = { value: "none", label: "只作廢", sub: "不開新的收據；需要時可以再補開。" };
	if (is_backed === 0) return [none];
	return [
		{ value: "title", label: "換抬頭重開", sub: `同樣的項目與金額（${money(amount)}），新的號碼。` },
		...(income_id === null && members > 1 && others === 0
			? [{ value: "per_member", label: "改為每位會員一張", sub: `${members} 位會員各一張，抬頭是會員姓名。` }]
			: []),
		...(income_id === null && others > 0
			? [{ value: "one", label: "改為整筆一張", sub: `這筆收款的其他 ${others} 張也一起作廢，合開成一張。` }]
			: []),
		none,
	];
}

/** Draws the page that issues a receipt in place of a voided one (補開). */
export function replacementPage(receipt: ReceiptRow, state: FormState): Page {
	const { id, number, version } = receipt;
	return {
		title: `補開收據 ${number}`,
		name: number,
		area: "收據",
		crumbs: [...RECEIPT_CRUMBS, { label: number, href: receipts.show(id) }],
		slim: true,
		body: html`<div class="stack loose">
			${about(receipt)}
			${card(
				{ label: "補開" },
				html`<p>會以新的號碼開立同樣項目與金額的收據，註明取代已作廢的 ${number}。</p>`,
				form(
					{
						action: receipts.replacement(id),
						state,
						version,
						submit: "補開",
						busy: "開立中...",
						cancel: receipts.show(id),
						guard: true,
						main: true,
					},
					replacementField(titleField(state, "")),
				),
			)}
		</div>`,
	};
}
