import { duesLabel } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/fees.ts";
import { sumOf } from "#kernel/amounts.ts";
import type { PaymentMethod } from "./labels.ts";

/** A line of a receipt, as it is kept and printed. */
export type ReceiptItem = { label: string; member_no: string | null; amount: number };
/** A receipt that a verified payment gets; its number is the database's. */
export type NewReceipt = {
	series: "dues" | "donation";
	memberId: number | null;
	payerTitle: string;
	amount: number;
	items: readonly ReceiptItem[];
};
/** A part of a payment, with what its line says. */
export type ReceiptPart = {
	kind: "dues" | "donation" | "credit";
	memberId: number | null;
	memberNo: string | null;
	memberName: string | null;
	amount: number;
	item: { kind: DuesKind; dues_year: number } | null;
};

/**
 * The receipts of a payment: one, or one for each member (`per_member`, in the member's name), and one of its own series for
 * a donation. Credit that is used gets none: its money had one when it came.
 */
export function receiptsOf(
	payment: {
		method: PaymentMethod;
		payerTitle: string;
		payerMemberId: number | null;
		receiptSplit: "one" | "per_member";
	},
	parts: readonly ReceiptPart[],
): NewReceipt[] {
	if (payment.method === "credit") return [];
	const groups = Map.groupBy(parts, ({ kind, memberId }) => {
		if (kind === "donation") return "donation";
		return payment.receiptSplit === "per_member" ? `member ${memberId}` : "dues";
	});
	return [...groups].flatMap(([group, some]) => {
		const [first] = some;
		if (!first) return [];
		const isOwn = group.startsWith("member ");
		return [
			{
				series: group === "donation" ? "donation" : "dues",
				memberId: isOwn ? first.memberId : payment.payerMemberId,
				payerTitle: isOwn ? (first.memberName ?? payment.payerTitle) : payment.payerTitle,
				amount: sumOf(some),
				items: some.map((part) => ({ label: labelOf(part), member_no: part.memberNo, amount: part.amount })),
			},
		];
	});
}

/** Whoever has no number is named: several members stand on one receipt. */
function labelOf({ kind, item, memberNo, memberName }: ReceiptPart): string {
	if (kind === "donation") return "捐款";
	const words = item === null ? "預收會費（溢繳款）" : duesLabel(item);
	return memberNo === null && memberName !== null ? `${words} ${memberName}` : words;
}
