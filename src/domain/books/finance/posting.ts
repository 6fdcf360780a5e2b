import { isCash, PETTY_CASH } from "#domain/books/ledger/cash.ts";
import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { type EmployerRow, employerParts } from "./employer.ts";
import type { FinanceKind, RefundOf } from "./labels.ts";

/** The data of a document that its vouchers are made of. Accounts are codes of the books. */
export type PostedDocument = {
	kind: FinanceKind;
	refund_of: RefundOf | null;
	gross: number;
	income_tax: number;
	nhi: number;
	/** The part of `nhi` that the payees of a salary pay themselves of 勞保, 健保 and 勞退. */
	own?: number;
	advanced: number;
	net: number;
	project_id: number | null;
	payee_member_id: number | null;
	paid_on: string | null;
	/** The code of the cash account that the money left, or into which a settlement brought money back. */
	paid_from_code: string | null;
	/** Of a register that pays by transfer and in cash: the part in cash, and the code of the account that it left. */
	cash_net?: number;
	paid_cash_from_code?: string | null;
	/** For a settlement: the account in which its advance was posted. */
	advance_code: string | null;
	/** For an approved refund: the account in which it is posted as owed. */
	owed_code: string | null;
};
export type PostedLine = {
	summary: string;
	amount: number;
	account_code: string | null;
	budget_item_id: number | null;
	is_unbudgeted?: 0 | 1;
};

/**
 * Returns the purpose (a value of ACCOUNTS) of the only account that the kind of document allows; null when the
 * accountant chooses an account for each line.
 */
export function purposeOf({ kind, refund_of }: Pick<PostedDocument, "kind" | "refund_of">): string | null {
	if (kind === "advance") return ACCOUNTS.advance;
	switch (refund_of) {
		case "credit":
			return ACCOUNTS.duesInAdvance;
		case "donation":
			return ACCOUNTS.memberDonation;
		case "suspense":
			return ACCOUNTS.suspense;
		case null:
			return null;
	}
}

/**
 * Whether a line may be booked on an account: on no cash account, except the accounts of 零用金 for a document that
 * replenishes petty cash.
 */
export const isBookable = (kind: FinanceKind, { code, is_petty }: { code: string; is_petty: 0 | 1 }): boolean =>
	!isCash(code) || (kind === "petty_cash" && (is_petty === 1 || code.startsWith(PETTY_CASH)));

const accountOf = ({ account_code }: PostedLine, otherwise: string | null): string => account_code ?? otherwise ?? "";

/**
 * Returns the voucher lines that post an approved refund as owed (docs/accounting.md#付出去的錢支出申請): Dr the
 * account of the money that is given back, Cr 應退款項.
 */
export function approvalEntries(document: PostedDocument, lines: readonly PostedLine[]): Entry[] {
	const { gross, payee_member_id, project_id } = document;
	return [
		...lines.map((line) => ({
			...debit(accountOf(line, purposeOf(document)), line.amount, line.summary, payee_member_id),
			projectId: project_id,
		})),
		credit(ACCOUNTS.refundable, gross, "應退款項", payee_member_id),
	];
}

/**
 * Returns the lines of the voucher of what the association pays besides a register of salaries, on a day: Dr the account
 * of the first line, Cr 應付款項, a line for each of 勞保, 健保 and 勞退; none where it pays nothing besides.
 */
export function employerEntries(
	document: PostedDocument & EmployerRow,
	lines: readonly PostedLine[],
	on: string,
): Entry[] {
	const [first] = lines;
	if (!first) return [];
	const late = on === document.paid_on ? "" : `（付款日 ${document.paid_on}）`;
	const parts = employerParts(document).map(({ name, amount }) => ({ amount, memo: `雇主負擔${name}${late}` }));
	return [
		...parts.map(({ amount, memo }) => ({
			...debit(accountOf(first, null), amount, memo),
			projectId: document.project_id,
			budgetItemId: first.budget_item_id,
			isUnbudgeted: first.is_unbudgeted === 1,
		})),
		...parts.map(({ amount, memo }) => credit(ACCOUNTS.payable, amount, memo)),
	];
}

/**
 * Returns the lines of the voucher of a payment, on a day (docs/accounting.md#付出去的錢支出申請): Dr the accountant's
 * accounts, gross; Cr what was withheld, the advance that is settled, and what left the paying account. A settlement of
 * less than its advance brings the rest back.
 */
export function paymentEntries(document: PostedDocument, lines: readonly PostedLine[], on: string): Entry[] {
	const { kind, gross, income_tax, nhi, own = 0, advanced, net, project_id, paid_on, paid_from_code } = document;
	const { cash_net = 0, paid_cash_from_code = null } = document;
	const late = on === paid_on ? "" : `（付款日 ${paid_on}）`;
	const memo = (text: string): string => `${text}${late}`;
	const member = document.payee_member_id;
	const debits =
		kind === "refund"
			? [debit(document.owed_code ?? ACCOUNTS.refundable, gross, memo("退費"), member)]
			: lines.map((line) => ({
					...debit(accountOf(line, purposeOf(document)), line.amount, memo(line.summary), member),
					projectId: project_id,
					budgetItemId: line.budget_item_id,
					isUnbudgeted: line.is_unbudgeted === 1,
				}));
	const money = paid_from_code ?? ACCOUNTS.cash;
	return [
		...debits,
		...(net < 0 ? [debit(money, -net, memo("暫付款餘額繳回"))] : []),
		...(income_tax > 0 ? [credit(ACCOUNTS.incomeTax, income_tax, memo("代扣所得稅"))] : []),
		...(nhi > own ? [credit(ACCOUNTS.nhi, nhi - own, memo("代扣補充保費"))] : []),
		...(own > 0 ? [credit(ACCOUNTS.nhi, own, memo("代扣勞健保自付與勞退自提"))] : []),
		...(advanced > 0 ? [credit(document.advance_code ?? ACCOUNTS.advance, advanced, memo("沖轉暫付款"), member)] : []),
		...(net > cash_net ? [credit(money, net - cash_net, memo("付款"))] : []),
		...(cash_net > 0 ? [credit(paid_cash_from_code ?? ACCOUNTS.cash, cash_net, memo("付現"))] : []),
	];
}
