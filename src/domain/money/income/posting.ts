import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/index.ts";
import { rocWords } from "#kernel/calendar.ts";
import { INCOME_METHOD_LABELS, type IncomeKind, type IncomeMethod } from "./labels.ts";

/** The data of an income record that its voucher is made of; amounts are whole NT$. */
export type PostedIncome = {
	kind: IncomeKind;
	method: IncomeMethod;
	amount: number;
	/** The fee that the bank or the post office kept of the amount. */
	feeAmount: number;
	receivedOn: string;
	/**
	 * The code of the ledger account that the money came into, or "suspense" where its bank line was posted as 暫收款;
	 * null: the account follows from the method.
	 */
	into: string | null;
	/**
	 * The code of the income account that the accountant chose; null: the account follows from `kind` and `memberId`.
	 */
	account: string | null;
	projectId: number | null;
	/** The id of the member who gave the money. */
	memberId: number | null;
	/** The number of the income record, e.g. I115-0007. */
	number: string;
	purpose: string;
};

const RECEIVED_ON: Record<IncomeMethod, string> = {
	cash: ACCOUNTS.cash,
	transfer: ACCOUNTS.bank,
	postal: ACCOUNTS.postal,
	cheque: ACCOUNTS.receivable,
	other: ACCOUNTS.receivable,
};

/**
 * Returns the code of the income account of a kind, used unless the accountant chooses another one; members' donations
 * have an account of their own.
 */
export function incomeAccount({ kind, memberId }: { kind: IncomeKind; memberId: number | null }): string {
	if (kind === "donation") return memberId === null ? ACCOUNTS.donation : ACCOUNTS.memberDonation;
	return { grant: ACCOUNTS.grant, interest: ACCOUNTS.interest, other: ACCOUNTS.otherIncome }[kind];
}

/**
 * Returns the lines of the voucher that posts an income record on a day (docs/accounting.md#收進來的錢): Dr the account
 * the money is in, and the fee that was kept as 手續費; Cr the whole amount (收支不得坐抵).
 */
export function incomeEntries(income: PostedIncome, on: string): Entry[] {
	const { amount, feeAmount, method, number, projectId, memberId, purpose } = income;
	const late = on === income.receivedOn ? "" : `（收款日 ${rocWords(income.receivedOn)}）`;
	const memo = `${[number, purpose].filter(Boolean).join(" ").slice(0, 150)}${late}`;
	return [
		debit(income.into ?? RECEIVED_ON[method], amount - feeAmount, `${INCOME_METHOD_LABELS[method]} ${number}${late}`),
		...(feeAmount > 0 ? [debit(ACCOUNTS.fees, feeAmount, `手續費 ${number}`)] : []),
		{ ...credit(income.account ?? incomeAccount(income), amount, memo, memberId), projectId },
	];
}
