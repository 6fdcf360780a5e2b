import { isCash, PETTY_CASH } from "#domain/books/ledger/cash.ts";
import { ACCOUNTS, credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { type EmployerRow, employerParts } from "./employer.ts";
import { type FinanceKind, isRefund, type RefundOf, type Register } from "./labels.ts";

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
	register?: Register | null;
	/** Of a register of refunds: its shares. */
	refunds?: readonly PostedRefund[];
};
/** What a share gives back, under the reason of its line: 溢繳款 of the member, or null of nobody's. */
export type PostedRefund = { reason: string; gross: number; member_id: number | null };
export type PostedLine = {
	summary: string;
	amount: number;
	account_code: string | null;
	budget_item_id: number | null;
	is_unbudgeted?: 0 | 1;
};

/** The purposes whose accounts the money that goes back is in. */
export const REFUND_PURPOSES: Record<RefundOf, string> = {
	credit: ACCOUNTS.duesInAdvance,
	donation: ACCOUNTS.memberDonation,
	suspense: ACCOUNTS.suspense,
};

/** Whether the kind of document decides the accounts of its lines, so that the accountant chooses none. */
export const hasFixedAccounts = (of: Pick<PostedDocument, "kind" | "refund_of" | "register">): boolean =>
	purposeOf(of) !== null || of.register === "refunds";

/**
 * Returns the purpose (a value of ACCOUNTS) of the only account that the kind of document allows; null when the
 * accountant chooses an account for each line.
 */
export function purposeOf({ kind, refund_of }: Pick<PostedDocument, "kind" | "refund_of">): string | null {
	if (kind === "advance") return ACCOUNTS.advance;
	return refund_of === null ? null : REFUND_PURPOSES[refund_of];
}

/**
 * Whether a line may be booked on an account: on no cash account, except the accounts of 零用金 for a document that
 * replenishes petty cash.
 */
export const isBookable = (kind: FinanceKind, { code, is_petty }: { code: string; is_petty: 0 | 1 }): boolean =>
	!isCash(code) || (kind === "petty_cash" && (is_petty === 1 || code.startsWith(PETTY_CASH)));

const accountOf = ({ account_code }: PostedLine, otherwise: string | null): string => account_code ?? otherwise ?? "";

type Part = { amount: number; member: number | null };

/** Returns the sums of refunds by member; those of nobody's 溢繳款 are one. */
function partsOf(refunds: readonly PostedRefund[]): Part[] {
	const sums = new Map<number | null, number>();
	for (const { gross, member_id } of refunds) sums.set(member_id, (sums.get(member_id) ?? 0) + gross);
	return [...sums].map(([member, amount]) => ({ amount, member }));
}

/** Returns what a refund gives back by member, over all of it or under one reason. */
const owedParts = ({ gross, payee_member_id, refunds }: PostedDocument): Part[] =>
	refunds ? partsOf(refunds) : [{ amount: gross, member: payee_member_id }];
const lineParts = ({ payee_member_id, refunds }: PostedDocument, { summary, amount }: PostedLine): Part[] =>
	refunds ? partsOf(refunds.filter(({ reason }) => reason === summary)) : [{ amount, member: payee_member_id }];

/**
 * Returns the voucher lines that post an approved refund as owed (docs/accounting.md#付出去的錢支出申請): Dr the
 * accounts of the money that is given back, Cr 應退款項. A register of refunds has a line for each member.
 */
export const approvalEntries = (document: PostedDocument, lines: readonly PostedLine[]): Entry[] => [
	...lines.flatMap((line) =>
		lineParts(document, line).map(({ amount, member }) => ({
			...debit(accountOf(line, purposeOf(document)), amount, line.summary, member),
			projectId: document.project_id,
		})),
	),
	...owedParts(document).map(({ amount, member }) => credit(ACCOUNTS.refundable, amount, "應退款項", member)),
];

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
	const { kind, income_tax, nhi, own = 0, advanced, net, project_id, paid_on, paid_from_code } = document;
	const { cash_net = 0, paid_cash_from_code = null } = document;
	const late = on === paid_on ? "" : `（付款日 ${paid_on}）`;
	const memo = (text: string): string => `${text}${late}`;
	const member = document.payee_member_id;
	const debits = isRefund({ kind, register: document.register ?? null })
		? owedParts(document).map((part) =>
				debit(document.owed_code ?? ACCOUNTS.refundable, part.amount, memo("退費"), part.member),
			)
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
