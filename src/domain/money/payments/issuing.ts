import { duesLabel } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { sumOf } from "#kernel/amounts.ts";
import type { PaymentMethod } from "./labels.ts";

/** A line of a receipt, as it is stored and printed. */
export type ReceiptItem = { label: string; member_no: string | null; amount: number };
/** A receipt that a verified payment gets; the database assigns its number. */
export type NewReceipt = {
	series: "dues" | "donation";
	memberId: number | null;
	payerTitle: string;
	amount: number;
	items: readonly ReceiptItem[];
};
/** A part of a payment, with what the receipt's line says about it. */
export type ReceiptPart = {
	kind: "dues" | "donation" | "credit";
	memberId: number | null;
	memberNo: string | null;
	memberName: string | null;
	amount: number;
	item: { kind: DuesKind; dues_year: number } | null;
};

/**
 * Returns the receipts of a payment: one for all, or one for each member in that member's name (`per_member`), and a
 * separate one of the donation series. A payment out of credit gets none, because the money got its receipt when it
 * came in.
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

/**
 * Returns the label of a receipt's line. It names a member who has no number, because one receipt may be for several
 * members.
 */
function labelOf({ kind, item, memberNo, memberName }: ReceiptPart): string {
	if (kind === "donation") return "捐款";
	const words = item === null ? "預收會費（溢繳款）" : duesLabel(item);
	return memberNo === null && memberName !== null ? `${words} ${memberName}` : words;
}
