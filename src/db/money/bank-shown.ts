import { type SQL, sql } from "drizzle-orm";
import { voucherNumber } from "#db/books/vouchers.ts";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { incomeNumberOf } from "#db/system/record-numbers.ts";

/* Money that is typed in, and the lines of the bank that may have shown it before: the other way round than bank-booked.ts. */

/** Money as somebody types it: what arrives, and its day (YYYY-MM-DD). Without an account it comes to one of its method's kind. */
export type TypedMoney = { accountId: number | null; method: string | null; arrived: number; day: string };

/** What of a kind has no line, by its id, as the table `typed` of LINES. */
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
 * A line that may show such money: of its account and amount, at most a week away, without other last digits; of a payment by 劃撥
 * without its fee also with what the post office left of it.
 */
export type ShowingLine = {
	id: number;
	day: string;
	amount: number;
	account: string;
	/** Both have last digits, and they are the same. */
	is_same5: 0 | 1;
	/** What used it already, null of an open one, and the number of that where it is an income record or a voucher. */
	used_for: "payment" | "income" | "deposit" | "voucher" | "refund" | null;
	used_id: number | null;
	used_number: string | null;
};

/** The same last digits speak for a line of any account where none was said. What a line shows may tell its digits. */
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

/** Some of each: lines that are used, and open ones. */
const SOME = `SELECT * FROM (${LINES})
	ORDER BY is_same5 DESC, row_number() OVER (PARTITION BY used_for IS NULL ORDER BY day, id) LIMIT 6`;

/** The lines that may show a record which has none. */
export const linesShowing = (kind: Kind, id: number): Select<ShowingLine> =>
	select(`WITH typed AS (${MONEY[kind]} ?1) ${SOME}`, id);

/** The same of money that is typed in and not written yet. */
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
 * Refuses money that comes into the books without a line while one that shows it was used for something else: by its last
 * digits, or where no open line may show it. The rule of isUsedUp (domain/bank/shown.ts).
 */
export const refuseUsedMoney = (kind: Kind, id: number | SQL<number>): Write =>
	refuseWhere(
		`${kind}.money_used`,
		sql`(WITH typed AS (${sql.raw(MONEY[kind])} ${id}) SELECT max(used_for IS NOT NULL AND is_same5)
			OR (max(used_for IS NOT NULL) AND NOT max(used_for IS NULL)) FROM (${sql.raw(LINES)}))`,
	);
