import { balanceOf, postingAccount, voucherNumber } from "#db/books/index.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { incomeNumberOf, receiptNumberOf } from "#db/record-numbers.ts";
import { ACCOUNTS } from "#domain/books/index.ts";
import { MOST_CASH } from "#domain/money/deposits/rules.ts";
import { firstLineOf, isOnLine } from "./bank-records.ts";

export const DEPOSITS_PER_PAGE = 50;

/**
 * Cash that came in with a payment or an income record and is not deposited at the bank yet; days are YYYY-MM-DD.
 * `title` is the receipt title, `receipt` the first receipt number that was issued for it.
 */
export type CashRow = {
	kind: "payment" | "income";
	id: number;
	day: string;
	title: string;
	amount: number;
	receipt: string | null;
};

/** A part of a deposit; `number` is the number of its income record (I115-0001). */
export type CashPart = CashRow & { number: string | null };

/** SQL for the first receipt that is issued for the cash `u` by the record that `column` names. */
const receiptBy = (column: "payment_id" | "income_id"): string =>
	`(SELECT ${receiptNumberOf("t")} FROM receipts t WHERE t.status = 'issued' AND t.${column} = u.${column} ORDER BY t.id LIMIT 1)`;
const RECEIPT = `iif(u.payment_id IS NULL, ${receiptBy("income_id")}, ${receiptBy("payment_id")}) AS receipt`;

/** Selects the oldest undeposited cash, at most as much as one deposit takes. */
export const undepositedCash = (): Select<CashRow> =>
	select(
		`SELECT iif(u.payment_id IS NULL, 'income', 'payment') AS kind, coalesce(u.payment_id, u.income_id) AS id, u.day, u.title,
			u.amount, ${RECEIPT} FROM undeposited_cash u ORDER BY u.day, kind, id ${limitTo(MOST_CASH)}`,
	);

/**
 * The sum of all undeposited cash: the number of its parts, the amount, the oldest day, and the balance of the cash
 * account in the books (the account that the program posts cash to, with its sub-accounts).
 */
export type CashSums = {
	parts: number;
	amount: number;
	oldest: string | null;
	booked: number;
	code: string;
	name: string;
	account_id: number;
};
export const cashSums = (): Select<CashSums> =>
	selectOne(
		`SELECT u.parts, u.amount, u.oldest, a.id AS account_id, a.code, a.name,
			${balanceOf("a.id")} + ${balanceOf("(SELECT home_id FROM cash_homes WHERE account_id = a.id)")} AS booked
		FROM (SELECT count(*) AS parts, coalesce(sum(amount), 0) AS amount, min(day) AS oldest FROM undeposited_cash) u
			JOIN accounts a ON a.id = ${postingAccount(ACCOUNTS.cash)}`,
	);

/** A deposit with the number of its parts. `voucher` is the number of the voucher that posted it. */
export type DepositRow = {
	id: number;
	version: number;
	deposited_on: string;
	amount: number;
	note: string;
	parts: number;
	bank_account_id: number;
	account_name: string;
	account_code: string;
	bank_line_id: number | null;
	line_day: string | null;
	created_by: string | null;
	created_at: number;
	reversed_at: number | null;
	reversed_by: string | null;
	reason: string | null;
	voucher_id: number | null;
	voucher: string | null;
	reversal_id: number | null;
	reversal: string | null;
};

// The index vouchers_of_source only holds vouchers that are not manual; SQLite uses it only when the query says so.
const DEPOSIT = `SELECT d.id, d.version, d.deposited_on, d.amount, d.note, d.bank_account_id, b.name AS account_name, a.code AS account_code,
		(SELECT count(*) FROM cash_deposit_items i WHERE i.deposit_id = d.id) AS parts, l.id AS bank_line_id, l.booked_on AS line_day,
		c.name AS created_by, d.created_at, d.reversed_at, r.name AS reversed_by, d.reason,
		v.id AS voucher_id, ${voucherNumber("v")} AS voucher, x.id AS reversal_id, iif(x.id IS NULL, NULL, ${voucherNumber("x")}) AS reversal
	FROM cash_deposits d JOIN bank_accounts b ON b.id = d.bank_account_id JOIN accounts a ON a.id = b.account_id
		LEFT JOIN bank_lines l ON l.id = ${firstLineOf("deposit", "d.id")} LEFT JOIN users c ON c.id = d.created_by LEFT JOIN users r ON r.id = d.reversed_by
		LEFT JOIN vouchers v ON v.source <> 'manual' AND v.source = 'deposit' AND v.source_id = d.id AND v.source_seq = 1
		LEFT JOIN vouchers x ON x.reverses_id = v.id`;

export const depositRow = (id: number): Select<DepositRow> => selectOne(`${DEPOSIT} WHERE d.id = ?`, id);

/** Selects the parts of a deposit, oldest first. */
export const depositItems = (id: number): Select<CashPart> =>
	select(
		`SELECT iif(u.payment_id IS NULL, 'income', 'payment') AS kind, coalesce(u.payment_id, u.income_id) AS id,
			coalesce(p.paid_on, r.received_on) AS day, coalesce(p.payer_title, r.payer_title) AS title,
			coalesce(p.amount - p.fee_amount, r.amount - r.fee_amount) AS amount,
			${incomeNumberOf("r")} AS number, ${RECEIPT}
		FROM cash_deposit_items u LEFT JOIN payments p ON p.id = u.payment_id LEFT JOIN income_records r ON r.id = u.income_id
		WHERE u.deposit_id = ? ORDER BY day, kind, id`,
		id,
	);

const ORDER = orders(
	{
		number: "d.id",
		day: "d.deposited_on",
		account: "b.name",
		amount: "d.amount",
		voucher: ["v.roc_year", "v.seq"],
		by: "c.name",
		state: ["d.reversed_at IS NOT NULL", "l.id IS NOT NULL"],
	},
	"d.id",
);
export const DEPOSIT_SORTS = ORDER.sorts;
const WHERE = `(?1 = 0 OR d.bank_account_id = ?1) AND (?2 = '' OR d.id = ?3 OR d.amount = ?3)
	AND (?4 = '' OR (?4 = 'reversed') = (d.reversed_at IS NOT NULL)) AND (?4 <> 'unseen' OR NOT ${isOnLine("deposit", "d.id")})
	AND d.deposited_on BETWEEN ?5 AND ?6`;

/** Returns the number that a search text may mean (a deposit's number or an amount), or -1 when it is no number. */
const numberIn = (q: string): number => (/^[0-9,]{1,12}$/.test(q) ? Number(q.replaceAll(",", "")) : -1);

/**
 * The filter and order of the list of deposits. `q` is a deposit's number or an amount; `unseen` means that no bank
 * line shows the deposit; days are YYYY-MM-DD, both included.
 */
export type DepositsAsk = {
	q: string;
	account?: number | undefined;
	state?: "standing" | "reversed" | "unseen" | undefined;
	from?: string | undefined;
	to?: string | undefined;
	sort?: (typeof DEPOSIT_SORTS)[number] | undefined;
	page: number;
};

/**
 * Selects one page of the deposits that fit the filter, the number of all that fit, and the sum of those that were not
 * reversed.
 */
export function listDeposits(query: DepositsAsk): [Select<DepositRow>, Select<{ total: number; amount: number }>] {
	const { account = 0, q: typed, state = "", from = "0000", to = "9999", sort = "-day", page } = query;
	const q = typed.normalize("NFKC");
	const params = [account, q, numberIn(q), state, from, to];
	const part = limitTo(DEPOSITS_PER_PAGE, (page - 1) * DEPOSITS_PER_PAGE);
	return [
		select(`${DEPOSIT} WHERE ${WHERE} ${ORDER.by(sort)} ${part}`, ...params),
		selectOne(
			`SELECT count(*) AS total, coalesce(sum(iif(d.reversed_at IS NULL, d.amount, 0)), 0) AS amount FROM cash_deposits d WHERE ${WHERE}`,
			...params,
		),
	];
}

/** An account in use to which cash may be deposited. */
export type DepositAccount = { id: number; name: string; number: string; code: string };
export const depositAccounts = (): Select<DepositAccount> =>
	select(
		`SELECT b.id, b.name, b.number, a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id
		WHERE b.is_active = 1 AND b.term_until IS NULL ORDER BY b.kind, b.position, b.id`,
	);

/**
 * An open bank line that may show a deposit: it has the deposit's account and amount, and is dated from 3 days before
 * it to 14 days after it. The query selects the earliest five for a standing deposit that has no line.
 */
export type DepositLineRow = { id: number; version: number; booked_on: string; memo: string };
export const linesForDeposit = (id: number): Select<DepositLineRow> =>
	select(
		`SELECT l.id, l.version, l.booked_on, l.memo FROM cash_deposits d JOIN bank_lines l INDEXED BY bank_lines_open
			ON l.status IN ('unmatched', 'suggested') AND l.amount > 0
			AND l.booked_on BETWEEN date(d.deposited_on, '-3 days') AND date(d.deposited_on, '+14 days')
		WHERE d.id = ? AND d.reversed_at IS NULL AND l.bank_account_id = d.bank_account_id AND l.amount - l.explained = d.amount
			AND NOT ${isOnLine("deposit", "d.id")}
			AND NOT EXISTS (SELECT 1 FROM income_records r WHERE r.bank_line_id = l.id AND r.state = 'draft')
		ORDER BY l.booked_on, l.id LIMIT 5`,
		id,
	);
