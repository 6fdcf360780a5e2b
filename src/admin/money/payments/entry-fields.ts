import { accountField } from "#admin/money-fields.ts";
import type { EntryAccount } from "#db/money/payment-entries.ts";
import type { OpenDue } from "#db/money/payment-reviews.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { PAYMENT_METHOD_LABELS, RECEIVED_METHODS, type ReceivedMethod } from "#domain/money/payments/labels.ts";
import { dueOf, itemValue } from "#domain/money/payments/own-form.ts";
import { StaffPaymentForm } from "#domain/money/payments/staff-form.ts";
import { sumOf } from "#kernel/amounts.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { segment } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type FieldProps, grouped, ties } from "#ui/field-parts.ts";
import { fileField } from "#ui/file-field.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";

const field = fieldsOf(StaffPaymentForm);

/**
 * Returns the ids of the ticked dues items. The amounts sent with them are ignored, because they may have changed
 * since.
 */
export const tickedIn = (state: FormState): Set<number> =>
	new Set([state.values.items ?? []].flat().map((value) => Number(value.split(".")[0])));

/** Draws the open dues of the payer's family as checkboxes, each with its amount; null when there are none. */
export function itemsField(dues: readonly OpenDue[], state: FormState): Children {
	if (dues.length === 0) return null;
	const props: FieldProps = { name: "items", label: "繳哪些會費", state };
	const ticked = tickedIn(state);
	const { id } = ties(props);
	const sum = sumOf(dues.filter(({ id: item }) => ticked.has(item)).map((one) => ({ amount: dueOf(one) })));
	return grouped(
		props,
		html`<div class="stack tight">
			${dues.map(
				(one, at) => html`<label class="choice">
					<input
						type="checkbox"
						id=${at === 0 ? id : `${id}-${at + 1}`}
						name="items"
						value=${itemValue(one.id, dueOf(one))}
						checked=${ticked.has(one.id)}
					/>
					<span><b data-name>${one.name} ${duesLabel(one)}</b><small>${dueWords(one)}</small></span>
					<b>${money(dueOf(one))}</b>
				</label>`,
			)}
			<p class="row between scripted"><span>會費與捐款合計</span><b data-sum>${money(sum)}</b></p>
		</div>`,
	);
}

const dueWords = (one: OpenDue): string =>
	[
		one.member_no,
		one.discount_percent > 0 && `已減免 ${one.discount_percent}%`,
		one.paid_amount > 0 && `已繳 ${figure(one.paid_amount)} 元`,
		one.claims > 0 && "已有一筆收款等待核對",
	]
		.filter(Boolean)
		.join("　");

/** Draws a field that belongs to these methods of payment; a script shows it while one of them is chosen. */
const forMethods = (methods: readonly ReceivedMethod[], inside: Children): Children =>
	inside && html`<div data-for=${methods.join(" ")}>${inside}</div>`;

/** Draws by which method and when it was paid, and what each method asks for. */
export const howFields = (accounts: readonly EntryAccount[], state: FormState): Children => [
	segment({
		name: "method",
		label: "繳費方式",
		state,
		options: RECEIVED_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] })),
	}),
	html`<div class="cols two">
		${field({
			name: "paid_on",
			type: "date",
			days: "past",
			label: "繳費日",
			state,
			narrow: true,
			autocomplete: "off",
			hint: "民國或西元都可以，例如 115/11/20。",
		})}
		${forMethods(
			["transfer"],
			field({
				name: "last5",
				label: "帳號末五碼",
				state,
				optional: true,
				inputmode: "numeric",
				autocomplete: "off",
				narrow: true,
				hint: "轉帳時填寫，用來和銀行明細核對。",
			}),
		)}
		${forMethods(["transfer", "postal"], accountField(accounts, state))}
		${forMethods(
			["postal"],
			accounts.some(({ kind }) => kind === "postal") &&
				field({
					name: "fee",
					label: "劃撥手續費",
					type: "money",
					state,
					optional: true,
					hint: "郵局從這筆扣掉的手續費；實收金額填會員繳的全額。",
				}),
		)}
	</div>`,
];

const proofField = (hasProof: boolean, state: FormState): VNode =>
	fileField({
		name: "file",
		label: hasProof ? "換一份匯款證明" : "匯款證明",
		state,
		optional: true,
		accept: "image/*,application/pdf,.pdf",
		preview: true,
		hint: `${hasProof ? "不選擇就沿用原來的檔案。" : ""}JPEG、PNG、WebP 或 PDF，最大 10 MB。`,
	});

type Receipt = {
	/** The payer's name, which stands on the receipt unless another title is typed. */
	payer: string;
	hasProof: boolean;
	open: boolean;
};

const FOLDED = ["payer_title", "receipt_split", "remark", "file"];
const typedOf = (state: FormState, name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
/** Returns whether the folded fields must be seen: one has an error, or is not what it is by itself. */
const isUnusual = (state: FormState, payer: string): boolean =>
	FOLDED.some((name) => (state.errors[name] ?? []).length > 0) ||
	typedOf(state, "payer_title") !== payer ||
	typedOf(state, "receipt_split") === "per_member" ||
	typedOf(state, "remark") !== "";

/** Draws what most payments do not need, folded: the receipt's title, whether each member gets one, the proof, a remark. */
export const receiptFields = ({ payer, hasProof, open }: Receipt, state: FormState): VNode =>
	disclosure(
		{ label: "收據抬頭、證明與備註", open: open || hasProof || isUnusual(state, payer) },
		html`<div class="stack loose">
			<div class="cols two">
				${field({ name: "payer_title", label: "收據抬頭", state, autocomplete: "off" })}
				${segment({
					name: "receipt_split",
					label: "收據",
					state,
					options: [
						{ value: "one", label: "合併開一張" },
						{ value: "per_member", label: "每位會員一張" },
					],
				})}
			</div>
			${forMethods(["transfer", "postal", "other"], proofField(hasProof, state))}
			${field({ name: "remark", label: "備註", type: "textarea", rows: 2, state, optional: true })}
		</div>`,
	);
