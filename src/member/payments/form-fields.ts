import type { OwnDues, OwnPart, OwnPayment, ShownAccount } from "#db/money/index.ts";
import {
	dueOf,
	duesLabel,
	itemValue,
	OwnPaymentForm,
	PAYMENT_METHOD_LABELS,
	RECEIVED_METHODS,
} from "#domain/money/index.ts";
import { readAmount } from "#kernel/amounts.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { checkbox, choices, segment } from "#ui/choices.ts";
import { chosenIn, type FieldProps, grouped, ties } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { dueWords, ofWhom } from "./words.ts";

const field = fieldsOf(OwnPaymentForm);

export type PaymentForm = {
	dues: readonly OwnDues[];
	accounts: readonly ShownAccount[];
	/** The receipt title (抬頭) that a new form starts with. */
	title: string;
	/** Whether the member said that the public list of gifts may name them. */
	isNamed: boolean;
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
	key: string;
	/** The payment that the form changes; undefined for a new payment. */
	changes?: { payment: OwnPayment; parts: readonly OwnPart[] } | undefined;
};

/** Draws the fields for what is paid, its sum, and how it was paid. */
export const whatAndHow = (of: PaymentForm, state: FormState): Children => [
	itemsField(of.dues, state),
	field({
		type: "money",
		name: "donation",
		label: "加碼捐款",
		state,
		optional: true,
		hint: "想多捐一點時填寫，會另外開一張捐款收據。",
	}),
	checkbox({
		name: "is_named",
		label: "捐款徵信可以刊登我的姓名",
		state,
		hint: "協會每半年公告捐款。不勾選就刊登「善心人士」，之後可以在「會費與繳費」改。",
	}),
	html`<div class="due-sum" role="status">
		<span class="small soft" data-sum-label>勾選的合計（改變勾選後，以送出後的金額為準）</span>
		<strong data-sum>${money(sumIn(of.dues, state))}</strong>
	</div>`,
	choices({
		name: "method",
		label: "怎麼繳的",
		state,
		options: RECEIVED_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] })),
	}),
	accountField(of.accounts, state, "bank"),
	accountField(of.accounts, state, "postal"),
	field({ type: "date", name: "paid_on", label: "繳費日期", state, max: of.today, narrow: true }),
	html`<div data-for="transfer">
		${field({
			name: "last5",
			label: "轉出帳號的末五碼",
			state,
			inputmode: "numeric",
			autocomplete: "off",
			narrow: true,
			hint: "轉帳時填寫。從自己的哪個帳號轉出，填它最後 5 個數字；也可以改附匯款證明。",
		})}
	</div>`,
];

/** Returns the ids of the ticked dues items. A ticked value is the id, a dot and the price that the user saw. */
const tickedIn = (state: FormState): Set<number> =>
	new Set([state.values.items ?? []].flat().map((value) => Number(value.split(".")[0])));

function sumIn(dues: readonly OwnDues[], state: FormState): number {
	const ticked = tickedIn(state);
	const owed = dues.filter(({ id }) => ticked.has(id)).reduce((sum, item) => sum + dueOf(item), 0);
	return owed + (readAmount([state.values.donation ?? ""].flat()[0] ?? "") ?? 0);
}

/**
 * Draws the dues items with their prices as check boxes; an item for which a payment waits to be checked says so and is
 * not ticked at first.
 */
function itemsField(dues: readonly OwnDues[], state: FormState): VNode {
	const props: FieldProps = { name: "items", label: "繳哪些會費", state };
	const ticked = tickedIn(state);
	const { id } = ties(props);
	if (dues.length === 0) return grouped(props, html`<p class="soft small" id=${id}>目前沒有要繳的會費。</p>`);
	return grouped(
		props,
		html`<div class="stack tight">
			${dues.map(
				(item, at) => html`<label class="choice">
					<input
						type="checkbox"
						id=${at === 0 ? id : `${id}-${at + 1}`}
						name="items"
						value=${itemValue(item.id, dueOf(item))}
						checked=${ticked.has(item.id)}
					/>
					<span>
						<b>${ofWhom(item, duesLabel(item))}</b>
						<small>${dueWords(item)}</small>
						${item.claim_id !== null && html`<small>這筆會費已有一筆等候核對的繳費，不用再繳一次。</small>`}
					</span>
					<b>${money(dueOf(item))}</b>
				</label>`,
			)}
		</div>`,
	);
}

/**
 * Draws the field that asks which of the association's accounts of this kind got the money; null when there are fewer
 * than two.
 */
function accountField(accounts: readonly ShownAccount[], state: FormState, kind: ShownAccount["kind"]): Children {
	const some = accounts.filter((one) => one.kind === kind);
	if (some.length < 2) return null;
	return html`<div data-for=${kind === "bank" ? "transfer" : "postal"}>
		${field({
			type: "select",
			name: kind === "bank" ? "bank_account" : "postal_account",
			label: kind === "bank" ? "匯到哪個帳戶" : "劃撥到哪個帳號",
			state,
			empty: "不確定",
			options: some.map((one) => ({ value: String(one.id), label: toldApart(one, some) })),
		})}
	</div>`;
}

const accountWords = ({ bank_name, branch, number }: ShownAccount): string =>
	[bank_name, branch, number].filter(Boolean).join("　");
/** Returns an account's bank, branch and number; with its name when another account has the same words. */
const toldApart = (one: ShownAccount, all: readonly ShownAccount[]): string =>
	all.some((other) => other.id !== one.id && accountWords(other) === accountWords(one))
		? `${accountWords(one)}（${one.name}）`
		: accountWords(one);

/** Draws the fields for the receipt's title. */
export const titleFields = ({ dues, changes }: PaymentForm, state: FormState): Children => [
	field({
		name: "payer_title",
		label: "收據抬頭",
		state,
		autocomplete: "off",
		hint: "收據上的名字，可以是個人或公司。",
	}),
	(new Set(dues.map(({ member_id }) => member_id)).size > 1 || changes?.payment.receipt_split === "per_member") &&
		segment({
			name: "receipt_split",
			label: "會費收據",
			state,
			fill: true,
			options: [
				{ value: "one", label: "合併開一張" },
				{ value: "per_member", label: "每人一張" },
			],
		}),
];

/**
 * Draws the checkbox that confirms a second payment. It is shown only after the rule found an earlier payment that
 * looks the same.
 */
export function duplicate(state: FormState): VNode {
	const props = { name: "confirm_duplicate", label: "這是另外一筆，不是重複送出", state };
	const isAsked = state.errors.confirm_duplicate !== undefined || chosenIn(props)[0] === "1";
	return html`<div data-asked hidden=${!isAsked}>${checkbox(props)}</div>`;
}
