import { type SQL, sql } from "drizzle-orm";
import { refundOfLine } from "#db/books/index.ts";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { recordNumberOf } from "#db/record-numbers.ts";
import { isOnLine } from "./bank-records.ts";

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
			AND NOT ${isOnLine("payment", "p.id")} AND p.id = `,
	income: `SELECT i.bank_account_id AS account_id, i.method, i.amount - i.fee_amount AS arrived, i.received_on AS day, NULL AS last5, 0 AS may_lack_fee
		FROM income_records i WHERE i.state <> 'reversed' AND i.bank_line_id IS NULL
			AND NOT ${isOnLine("income", "i.id")} AND i.id = `,
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
	 * The kind and id of the record that the line is already used for, null for an open line; and that record's own
	 * number, if it has one.
	 */
	used_for: "payment" | "income" | "deposit" | "expense" | "voucher" | "refund" | null;
	used_id: number | null;
	used_number: string | null;
};

const TYPED = "typed.last5 AS said5, typed.account_id, typed.method, kept.fee AS kept_fee";
/** The typed money, once for each fee that the post office may have kept of it. */
const KEPT = `typed CROSS JOIN (SELECT 0 AS fee UNION ALL SELECT fee FROM postal_fees) kept ON kept.fee = 0 OR typed.may_lack_fee = 1`;
const AROUND = "BETWEEN date(typed.day, '-7 days') AND date(typed.day, '+7 days')";

/**
 * The query of the bank lines that may show the money of `typed`: by a part of its amount, or by what is left of them.
 * When `typed` names no account, equal last five digits make a line of any account fit. The digits of a used line may
 * be those of the payment that is its part.
 */
const LINES = `SELECT s.id, s.day, s.amount, b.name AS account, coalesce(s.last5 = s.said5, 0) AS is_same5, s.used_for, s.used_id,
		${recordNumberOf("s.used_for", "s.used_id")} AS used_number
	FROM (
		SELECT l.id, l.booked_on AS day, x.amount, l.last5, l.bank_account_id, l.fee_amount, x.kind AS used_for,
			iif(x.kind = 'voucher', (SELECT e.voucher_id FROM voucher_lines e WHERE e.id = x.record_id), x.record_id) AS used_id,
			(SELECT p.last5 FROM payments p WHERE x.kind = 'payment' AND p.id = x.record_id) AS used5, ${TYPED}
		FROM ${KEPT} CROSS JOIN bank_line_parts x INDEXED BY bank_line_parts_by_amount ON x.amount = typed.arrived - kept.fee
			CROSS JOIN bank_lines l ON l.id = x.line_id AND l.booked_on ${AROUND}
		UNION ALL
		SELECT l.id, l.booked_on, l.amount - l.explained, l.last5, l.bank_account_id, l.fee_amount, iif(f.id IS NULL, NULL, 'refund'), f.id,
			NULL, ${TYPED}
		FROM ${KEPT} CROSS JOIN bank_lines l INDEXED BY bank_lines_by_amount ON l.amount - l.explained = typed.arrived - kept.fee
				AND l.booked_on ${AROUND}
			LEFT JOIN finance_documents f ON f.id = ${refundOfLine("l.id")}
		WHERE l.status IN ('unmatched', 'suggested') OR f.id IS NOT NULL
	) s JOIN bank_accounts b ON b.id = s.bank_account_id
	WHERE (s.kept_fee = 0 OR (b.kind = 'postal' AND s.fee_amount IN (0, s.kept_fee)))
		AND ((s.last5 = s.said5 AND s.bank_account_id = coalesce(s.account_id, s.bank_account_id))
			OR (coalesce(s.account_id, iif(s.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
				AND coalesce(coalesce(s.last5, s.used5) = s.said5, 1)))`;

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
