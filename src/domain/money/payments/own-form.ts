import * as z from "zod";
import { readLast5, sumOf } from "#kernel/amounts.ts";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { Refusal } from "#kernel/refusal.ts";
import { amountOrNothing, ChosenId, dayField } from "#kernel/typed.ts";
import type { AllocationInput, PaymentInput } from "./form.ts";
import { kindOf, RECEIVED_METHODS } from "./labels.ts";

/**
 * Returns the form value of a chosen item, with the amount owed when the form was shown: "12.500". It only detects
 * changes: amounts are never taken from a form.
 */
export const itemValue = (id: number, due: number): string => `${id}.${due}`;

export const Item = z
	.string()
	.regex(/^[1-9]\d{0,14}\.[1-9]\d{0,6}$/, "請從選項中選擇。")
	.transform((text) => {
		const [id = 0, due = 0] = text.split(".").map(Number);
		return { id, due };
	});

/** The day on which the payment was made. */
export const Day = dayField({
	missing: "請填寫繳費的日期。",
	unknown: () => "看不懂這個日期，請寫成 2026/11/20 或 115/11/20。",
});

/** The last five digits of the account (帳號末五碼); null where not known. */
export const Last5 = z
	.string()
	.register(MOST, { characters: 10 })
	.trim()
	.default("")
	.transform((text, context) => {
		if (text === "") return null;
		const digits = readLast5(text);
		if (digits === null) context.addIssue({ code: "custom", message: "請填轉出帳號的最後 5 個數字。" });
		return digits;
	});

const LONGEST_TITLE = 80;
const LONGEST_REMARK = 200;

/**
 * The form of a payment by a member: what the money is for, and how staff can find it. The server computes the amount.
 */
export const OwnPaymentForm = z.strictObject({
	items: z.array(Item).max(200),
	donation: amountOrNothing("請填寫整數的金額，例如 500；不捐款請留空白。"),
	/** Whether the public list of gifts (捐款徵信) may name the member; it is read where there is a donation. */
	is_named: Checked,
	method: z.enum(RECEIVED_METHODS, "請選擇繳費方式。"),
	bank_account: ChosenId,
	postal_account: ChosenId,
	paid_on: Day,
	last5: Last5,
	payer_title: line(LONGEST_TITLE).refine((text) => text !== "", { error: "請填寫收據抬頭。" }),
	receipt_split: z.enum(["one", "per_member"]).default("one"),
	remark: lines(LONGEST_REMARK).default(""),
	confirm_duplicate: Checked,
});
export type OwnPaymentForm = z.infer<typeof OwnPaymentForm>;

export const OwnPaymentEdit = OwnPaymentForm.extend({ version: Version });
/** The form by which a member says whether the public list of gifts may name them. */
export const NamingForm = z.strictObject({ is_named: Checked });
export const CancelForm = z.strictObject({ version: Version });

/** What the member who sends the form may pay: the owed items, the offered accounts, and the member's own record. */
export type Payable = {
	dues: readonly { id: number; member_id: number; amount: number; paid_amount: number }[];
	accounts: readonly { id: number; kind: "bank" | "postal" }[];
	memberId: number | null;
	/** The current day in Taipei, YYYY-MM-DD. */
	today: string;
};

/** Returns what is still owed of an item, in NT$. */
export const dueOf = ({ amount, paid_amount }: { amount: number; paid_amount: number }): number => amount - paid_amount;

/** The number of years that a payment's day may lie back; an older day must be a typing error. */
const MOST_YEARS = 3;

/**
 * Returns the payment that a form describes, with the amounts owed now. Refuses `payment.not_owed` (an item that is not
 * among the sender's), `dues.stale` (its amount differs from the form's), `payment.nothing_chosen` (neither an item nor
 * a donation) and `payment.date_refused` (in the future, or over three years ago).
 */
export function ownPaymentOf(form: OwnPaymentForm, { dues, accounts, memberId, today }: Payable): PaymentInput {
	const earliest = `${Number(today.slice(0, 4)) - MOST_YEARS}${today.slice(4)}`;
	if (form.paid_on > today || form.paid_on < earliest) throw new Refusal("payment.date_refused");
	const chosen = new Map(form.items.map((item) => [item.id, item.due]));
	const parts: AllocationInput[] = [...chosen].map(([id, due]) => {
		const item = dues.find((one) => one.id === id);
		if (!item) throw new Refusal("payment.not_owed");
		if (dueOf(item) !== due) throw new Refusal("dues.stale");
		return { kind: "dues", duesItemId: id, memberId: item.member_id, amount: due };
	});
	const donation: AllocationInput[] = form.donation > 0 ? [{ kind: "donation", memberId, amount: form.donation }] : [];
	const allocations = [...parts, ...donation];
	if (allocations.length === 0) throw new Refusal("payment.nothing_chosen");
	return {
		method: form.method,
		paidOn: form.paid_on,
		amount: sumOf(allocations),
		feeAmount: 0,
		last5: form.method === "transfer" ? form.last5 : null,
		bankAccountId: accountOf(form, accounts),
		payerMemberId: memberId,
		payerTitle: form.payer_title,
		receiptSplit: form.receipt_split,
		remark: form.remark,
		correctsId: null,
		allocations,
	};
}

/**
 * Returns the id of the account that the form names when it takes this method, else of the only account of the right
 * kind; null otherwise.
 */
function accountOf(form: OwnPaymentForm, accounts: Payable["accounts"]): number | null {
	const kind = kindOf(form.method);
	const fitting = accounts.filter((one) => one.kind === kind);
	const named = fitting.find(({ id }) => id === (kind === "bank" ? form.bank_account : form.postal_account));
	return named?.id ?? (fitting.length === 1 ? (fitting[0]?.id ?? null) : null);
}
