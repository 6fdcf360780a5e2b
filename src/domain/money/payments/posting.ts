import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/index.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { rocWords } from "#kernel/calendar.ts";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "./labels.ts";

/**
 * The data of a payment that its voucher is made of. `receivedOn` is the code of the ledger account that the money came
 * into, where known.
 */
export type PostedPayment = {
	method: PaymentMethod;
	amount: number;
	feeAmount: number;
	receivedOn: string | null;
	paidOn: string;
};
/** A part of the payment, with the item that it pays. */
export type PostedAllocation = {
	kind: "dues" | "donation" | "credit";
	memberId: number | null;
	amount: number;
	item: { kind: DuesKind; dues_year: number } | null;
};

const RECEIVED_ON: Record<PaymentMethod, string> = {
	cash: ACCOUNTS.cash,
	transfer: ACCOUNTS.bank,
	postal: ACCOUNTS.postal,
	other: ACCOUNTS.receivable,
	credit: ACCOUNTS.duesInAdvance,
};

/**
 * Returns the lines of a payment's voucher on a day (docs/accounting.md#收進來的錢): Dr the account the money is in,
 * and the post office's fee as 手續費 (收支不得坐抵); Cr income for years up to the voucher's, 預收款項 for later years
 * and for credit. One line for each account, year and member.
 */
export function postingOf(payment: PostedPayment, allocations: readonly PostedAllocation[], on: string): Entry[] {
	const { method, amount, feeAmount, receivedOn, paidOn } = payment;
	const late = on === paidOn ? "" : `（收款日 ${rocWords(paidOn)}）`;
	const grouped = Map.groupBy(allocations, (part) => `${accountOf(part, on)}|${memoOf(part)}|${part.memberId}`);
	return [
		debit(receivedOn ?? RECEIVED_ON[method], amount - feeAmount, `${PAYMENT_METHOD_LABELS[method]}${late}`),
		...(feeAmount > 0 ? [debit(ACCOUNTS.fees, feeAmount, "劃撥手續費")] : []),
		...[...grouped.values()].flatMap((parts) => {
			const [first] = parts;
			const sum = parts.reduce((all, part) => all + part.amount, 0);
			return first ? [credit(accountOf(first, on), sum, `${memoOf(first)}${late}`, first.memberId)] : [];
		}),
	];
}

function accountOf({ kind, item }: PostedAllocation, on: string): string {
	if (kind === "donation") return ACCOUNTS.memberDonation;
	if (kind === "credit" || item === null || item.dues_year > Number(on.slice(0, 4))) return ACCOUNTS.duesInAdvance;
	return item.kind === "entrance" ? ACCOUNTS.entrance : ACCOUNTS.annual;
}

function memoOf({ kind, item }: PostedAllocation): string {
	if (kind === "donation") return "捐款";
	return item === null ? "溢繳款" : duesLabel(item);
}
