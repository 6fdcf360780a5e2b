import { type SQL, sql } from "drizzle-orm";
import { voucherNumber } from "#db/books/index.ts";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { incomeNumberOf } from "#db/record-numbers.ts";

/* Finds, for money that a user enters, the bank lines that may show it; bank-booked.ts finds the records for a bank line. */

/**
 * Money that a user types in: the amount that arrives and its day (YYYY-MM-DD). Without `accountId` it may have come to
 * any account of the kind that its method uses.
 */
export type TypedMoney = { accountId: number | null; method: string | null; arrived: number; day: string };

/**
 * For each kind of record, the query of the record without a bank line, by its id. LINES reads it as the table `typed`.
 */
const MONEY = {
	payment: `SELECT p.bank_account_id AS account_id, p.method, p.amount - p.fee_amount AS arrived, p.paid_on AS day, p.last5,
			p.method = 'postal' AND p.fee_amount = 0 AS may_lack_fee
		FROM payments p WHERE p.status IN ('submitted', 'verified')
			AND NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.payment_id = p.id AND x.status = 'matched') AND p.id = `,
	income: `SELECT i.bank_account_id AS account_id, i.method, i.amount - i.fee_amount AS arrived, i.received_on AS day, NULL AS last5, 0 AS may_lack_fee
		FROM income_records i WHERE i.state <> 'reversed' AND i.bank_line_id IS NULL AND i.id = `,
};
type Kind = keyof typeof MONEY;

/**
 * A bank line that may show the money of a record: it has the same account and amount, is at most a week away, and has
 * no different last five digits. For a payment by postal giro (劃撥) without its fee, the amount may also be smaller by
 * the post office's fee.
 */
export type ShowingLine = {
	id: number;
	day: string;
	amount: number;
	account: string;
	/** Whether both the record and the line have last five digits and these are equal. */
	is_same5: 0 | 1;
	/**
	 * The kind and id of the record that the line is already used for, null for an open line; and that record's number
	 * when it is an income record or a voucher.
	 */
	used_for: "payment" | "income" | "deposit" | "voucher" | "refund" | null;
	used_id: number | null;
	used_number: string | null;
};

/**
 * The query of the bank lines that may show the money of `typed`. When `typed` names no account, equal last five digits
 * make a line of any account fit. The digits of a used line may be those of the record it is matched with.
 */
const LINES = `SELECT l.id, l.booked_on AS day, l.amount, b.name AS account, coalesce(l.last5 = typed.last5, 0) AS is_same5,
		CASE WHEN q.id IS NOT NULL THEN 'payment' WHEN i.id IS NOT NULL THEN 'income' WHEN d.id IS NOT NULL THEN 'deposit'
			WHEN v.id IS NOT NULL THEN 'voucher' WHEN f.id IS NOT NULL THEN 'refund' END AS used_for,
		coalesce(q.id, i.id, d.id, v.id, f.id) AS used_id, coalesce(${incomeNumberOf("i")}, ${voucherNumber("v")}) AS used_number
	FROM typed CROSS JOIN (SELECT 0 AS fee UNION ALL SELECT fee FROM postal_fees) kept ON kept.fee = 0 OR typed.may_lack_fee = 1
	CROSS JOIN bank_lines l INDEXED BY bank_lines_by_amount ON l.amount = typed.arrived - kept.fee
		AND l.booked_on BETWEEN date(typed.day, '-7 days') AND date(typed.day, '+7 days')
	JOIN bank_accounts b ON b.id = l.bank_account_id
	LEFT JOIN payments q ON q.id = l.payment_id AND l.status = 'matched'
	LEFT JOIN income_records i ON i.bank_line_id = l.id AND i.state IN ('recorded', 'posted')
	LEFT JOIN cash_deposits d ON d.bank_line_id = l.id AND d.reversed_at IS NULL
	LEFT JOIN voucher_lines e ON e.id = l.voucher_line_id LEFT JOIN vouchers v ON v.id = e.voucher_id
	LEFT JOIN finance_documents f ON f.bank_line_id = l.id AND f.state NOT IN ('rejected', 'withdrawn', 'voided')
		AND f.state IN ('approved', 'paid', 'posted')
	WHERE (l.status <> 'ignored' OR d.id IS NOT NULL) AND (kept.fee = 0 OR (b.kind = 'postal' AND l.fee_amount IN (0, kept.fee)))
		AND ((l.last5 = typed.last5 AND l.bank_account_id = coalesce(typed.account_id, l.bank_account_id))
			OR (coalesce(typed.account_id, iif(typed.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
				AND coalesce(coalesce(l.last5, q.last5) = typed.last5, 1)))`;

/** The query of the first six bank lines of LINES, used and open ones in turn, equal last digits first. */
const SOME = `SELECT * FROM (${LINES})
	ORDER BY is_same5 DESC, row_number() OVER (PARTITION BY used_for IS NULL ORDER BY day, id) LIMIT 6`;

/** Selects the bank lines that may show a stored record that has no line. */
export const linesShowing = (kind: Kind, id: number): Select<ShowingLine> =>
	select(`WITH typed AS (${MONEY[kind]} ?1) ${SOME}`, id);

/** Selects the bank lines that may show money that is typed in and not stored yet. */
export const linesShowingTyped = ({ accountId, method, arrived, day }: TypedMoney): Select<ShowingLine> =>
	select(
		`WITH typed AS (SELECT ?1 AS account_id, ?2 AS method, ?3 AS arrived, ?4 AS day, NULL AS last5, 0 AS may_lack_fee)
		${SOME}`,
		accountId,
		method,
		arrived,
		day,
	);

/**
 * Refuses with `payment.money_used` or `income.money_used` a record without a bank line when a line that shows its
 * money was used for another record: a used line with the same last five digits, or any used line when no open line
 * fits. This is the rule of isUsedUp (domain/money/bank/shown.ts).
 */
export const refuseUsedMoney = (kind: Kind, id: number | SQL<number>): Write =>
	refuseWhere(
		`${kind}.money_used`,
		sql`(WITH typed AS (${sql.raw(MONEY[kind])} ${id}) SELECT max(used_for IS NOT NULL AND is_same5)
			OR (max(used_for IS NOT NULL) AND NOT max(used_for IS NULL)) FROM (${sql.raw(LINES)}))`,
	);
