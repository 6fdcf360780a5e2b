import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { rocWords } from "#kernel/calendar.ts";
import { INCOME_METHOD_LABELS, type IncomeKind, type IncomeMethod } from "./labels.ts";

/** What is posted of an income record; amounts are whole NT$. */
export type PostedIncome = {
	kind: IncomeKind;
	method: IncomeMethod;
	amount: number;
	/** What the bank or the post office kept of it. */
	feeAmount: number;
	receivedOn: string;
	/** The code of the ledger account that it came into, or "suspense" where its line was posted as 暫收款; null: by the method. */
	into: string | null;
	/** The code of the account of income, where the accountant chose one. */
	account: string | null;
	projectId: number | null;
	/** The member who gave. */
	memberId: number | null;
	/** I115-0007. */
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

/** The account that a kind goes to unless the accountant says otherwise: what members give has its own. */
export function incomeAccount({ kind, memberId }: { kind: IncomeKind; memberId: number | null }): string {
	if (kind === "donation") return memberId === null ? ACCOUNTS.donation : ACCOUNTS.memberDonation;
	return { grant: ACCOUNTS.grant, interest: ACCOUNTS.interest, other: ACCOUNTS.otherIncome }[kind];
}

/**
 * The lines of its voucher on a day (docs/accounting.md#收進來的錢): Dr where the money is and what was kept as 手續費, Cr the
 * whole (收支不得坐抵).
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
