import * as z from "zod";
import { readAmount, sumOf } from "#kernel/amounts.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { Refusal } from "#kernel/refusal.ts";
import { AmountText, amountOrNothing, ChosenId } from "#kernel/typed.ts";
import type { PaymentInput } from "./form.ts";
import { kindOf, RECEIVED_METHODS } from "./labels.ts";
import { Day, dueOf, Item, Last5 } from "./own-form.ts";
import { allocate } from "./rules.ts";

const LONGEST_TITLE = 80;
const LONGEST_REMARK = 500;

/**
 * The form of a payment recorded by staff: what was paid, by whom and how. The amount is what came in; left empty, it
 * is the sum of what was chosen.
 */
const FIELDS = {
	member: z.coerce.number().int().positive("請選擇繳款的會員。"),
	items: z.array(Item).max(200),
	donation: amountOrNothing("請填寫整數的金額，例如 500；沒有捐款請留空白。"),
	amount: AmountText.default("").transform((text, context) => {
		if (text === "") return null;
		const amount = readAmount(text);
		if (amount === null) context.addIssue({ code: "custom", message: "請填寫大於 0 的整數金額，例如 1,000。" });
		return amount;
	}),
	method: z.enum(RECEIVED_METHODS, "請選擇繳費方式。"),
	account: ChosenId,
	fee: amountOrNothing("請填寫整數的手續費，例如 15；沒有請留空白。"),
	paid_on: Day,
	last5: Last5,
	payer_title: line(LONGEST_TITLE).refine((text) => text !== "", { error: "請填寫收據抬頭。" }),
	receipt_split: z.enum(["one", "per_member"]).default("one"),
	remark: lines(LONGEST_REMARK).default(""),
	confirm_duplicate: Checked,
	corrects: ChosenId,
};
export const StaffPaymentForm = z.strictObject(FIELDS);
export type StaffPaymentForm = z.infer<typeof StaffPaymentForm>;
export const StaffPaymentEdit = z.strictObject({ ...FIELDS, version: Version });

/** What may be paid: the items that the family owes, the accounts, and the current day in Taipei. */
export type Recordable = {
	dues: readonly { id: number; member_id: number; amount: number; paid_amount: number }[];
	accounts: readonly { id: number; kind: "bank" | "postal" }[];
	today: string;
};

/** The number of years that the day of a recorded payment may lie back. */
const MOST_YEARS = 3;

/** Refuses, as `payment.date_refused`, a day after `today` or more than three years before it (days are YYYY-MM-DD). */
export function refuseDay(paidOn: string, today: string): void {
	const earliest = `${Number(today.slice(0, 4)) - MOST_YEARS}${today.slice(4)}`;
	if (paidOn > today || paidOn < earliest) throw new Refusal("payment.date_refused");
}

/**
 * Returns the payment that a form describes: the amount goes over the chosen items in their order, then to the
 * donation; the rest is the payer's credit. Refuses what `refuseDay` refuses, `payment.not_owed` (an item that is not
 * the family's), `dues.stale` (its amount changed meanwhile) and `payment.nothing_chosen` (no item, no donation and no
 * amount).
 */
export function staffPaymentOf(form: StaffPaymentForm, { dues, accounts, today }: Recordable): PaymentInput {
	refuseDay(form.paid_on, today);
	const chosen = new Map(form.items.map((item) => [item.id, item.due]));
	for (const id of chosen.keys()) if (!dues.some((one) => one.id === id)) throw new Refusal("payment.not_owed");
	const wanted = dues
		.filter(({ id }) => chosen.has(id))
		.map((item) => {
			if (dueOf(item) !== chosen.get(item.id)) throw new Refusal("dues.stale");
			return { duesItemId: item.id, memberId: item.member_id, due: dueOf(item) };
		});
	const amount = form.amount ?? sumOf(wanted.map(({ due }) => ({ amount: due }))) + form.donation;
	if (amount === 0) throw new Refusal("payment.nothing_chosen");
	return {
		method: form.method,
		paidOn: form.paid_on,
		amount,
		feeAmount: form.method === "postal" ? form.fee : 0,
		last5: form.method === "transfer" ? form.last5 : null,
		bankAccountId: accountOf(form, accounts),
		payerMemberId: form.member,
		payerTitle: form.payer_title,
		receiptSplit: form.receipt_split,
		remark: form.remark,
		correctsId: form.corrects,
		allocations: allocate(amount, wanted, { creditTo: form.member, donation: form.donation }),
	};
}

/**
 * Returns the id of the account that the form names when it takes this method, else of the only account of the right
 * kind; null otherwise.
 */
export function accountOf(
	{ method, account }: Pick<StaffPaymentForm, "method" | "account">,
	accounts: Recordable["accounts"],
): number | null {
	const fitting = accounts.filter((one) => one.kind === kindOf(method));
	const named = fitting.find(({ id }) => id === account);
	return named?.id ?? (fitting.length === 1 ? (fitting[0]?.id ?? null) : null);
}
