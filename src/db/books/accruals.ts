import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { financeNumberOf } from "#db/record-numbers.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { AccrualLine, DuesReceivable } from "#domain/books/periods/accruals.ts";
import { fromTaipeiInput } from "#kernel/times.ts";
import { isCashClass, ofSource, postingAccount, stands } from "./books.ts";
import { voucherNumber } from "./vouchers.ts";

/** SQL: whether a text is about December: 12月, 12 月份, 十二月. Full-width digits count. */
const saysDecember = (text: string): string => {
	const plain = `replace(replace(replace(${text}, ' ', ''), '１', '1'), '２', '2')`;
	return `(${plain} LIKE '%12月%' OR ${plain} LIKE '%十二月%')`;
};

/** SQL: whether a document `d` is the salaries of December of the year ?1: wished for in it, or so it says. */
const IS_DECEMBER = `(d.register = 'salary' AND (coalesce(d.wanted_on, '') BETWEEN ?1 || '-12-01' AND ?1 || '-12-31'
	OR (o.approved_at >= ?2 AND (${saysDecember("d.title")}
		OR EXISTS (SELECT 1 FROM finance_lines s WHERE s.document_id = d.id AND ${saysDecember("s.summary")})))))`;

/** SQL: the lines of the listed documents, and of salaries what the association pays besides, by the account of the first. */
const LINES = `SELECT l.id, l.document_id, l.line_no, l.summary, l.amount, l.account_id, l.budget_item_id, l.is_unbudgeted
		FROM listed d JOIN finance_lines l ON l.document_id = d.id
	UNION ALL SELECT l.id, l.document_id, 99, '雇主負擔勞健保與勞退', d.employer_labour + d.employer_health + d.employer_pension, l.account_id,
		l.budget_item_id, l.is_unbudgeted FROM listed d JOIN finance_lines l ON l.document_id = d.id AND l.line_no = 1
		WHERE d.register = 'salary' AND d.employer_labour + d.employer_health + d.employer_pension > 0`;

/**
 * Selects the lines of the expense requests that a year (?1) owed at its end: approved by 31 December and not paid by
 * then, and the salaries of December that were approved by the end of March and paid after the year. Refunds stand in
 * the books since their approval, advances are no expense yet, and what fills petty cash moves money only.
 */
export const accrualLines = (year: number): Select<AccrualLine> => {
	const start = (day: string): number => fromTaipeiInput(`${day}T00:00`) ?? 0;
	return select(
		`WITH unpaid AS (SELECT * FROM finance_documents WHERE state = 'approved'
				UNION ALL SELECT * FROM finance_documents WHERE state IN ('paid', 'posted') AND paid_on > ?1 || '-12-31'),
			owed AS (SELECT u.id, (SELECT max(e.at) FROM finance_events e
				WHERE e.document_id = u.id AND e.step = 'approve_chair') AS approved_at FROM unpaid u WHERE u.kind <> 'advance' AND u.is_refund = 0),
			listed AS (SELECT d.*, o.approved_at, ${IS_DECEMBER} AS is_salary FROM owed o JOIN unpaid d ON d.id = o.id),
			asked AS (${LINES})
		SELECT d.id, n.id AS line_id, ${financeNumberOf("d")} AS number, d.title, d.is_salary, d.payee_member_id AS member_id, d.project_id, n.summary,
			n.amount, a.code, a.name, n.is_unbudgeted, iif(b.year = CAST(?1 AS INTEGER), n.budget_item_id, NULL) AS budget_item_id
		FROM listed d JOIN asked n ON n.document_id = d.id JOIN accounts a ON a.id = n.account_id
			LEFT JOIN budget_items b ON b.id = n.budget_item_id
		WHERE NOT ${isCashClass("a.code")} AND (d.approved_at < ?3 OR (d.is_salary = 1 AND d.approved_at < ?4))
		ORDER BY d.is_salary, d.roc_year, d.seq, n.line_no`,
		String(year),
		start(`${year}-12-01`),
		start(`${year + 1}-01-01`),
		start(`${year + 1}-04-01`),
	);
};

/** Selects what members owed of a year's dues at its end, by kind: open now, or paid by a voucher of a later year. */
export const duesReceivable = (year: number): Select<DuesReceivable> =>
	select(
		`SELECT o.kind, count(*) AS items, sum(o.amount) AS amount, a.code, a.name FROM (
			SELECT d.kind, iif(d.status IN ('open', 'partially_paid'), d.amount - d.paid_amount, 0)
				+ coalesce((SELECT sum(x.amount) FROM payment_allocations x JOIN vouchers v ON ${ofSource("payment", "x.payment_id")}
					AND ${stands("v")} WHERE x.dues_item_id = d.id AND v.date > CAST(?1 AS INTEGER) || '-12-31'), 0) AS amount
			FROM dues_items d WHERE d.dues_year = CAST(?1 AS INTEGER) AND d.status <> 'cancelled') o
			JOIN accounts a ON a.id = iif(o.kind = 'entrance', ${postingAccount(ACCOUNTS.entrance)}, ${postingAccount(ACCOUNTS.annual)})
		WHERE o.amount > 0 GROUP BY o.kind ORDER BY a.code`,
		year,
	);

/** The voucher of a year's 年底調整 that is valid: a draft, posted, or turned back by the next year's opening. */
export type AccrualVoucher = {
	id: number;
	state: "draft" | "posted";
	number: string | null;
	total: number;
	is_turned: 0 | 1;
};
export const accrualVoucher = (year: number): Select<AccrualVoucher> =>
	selectOne(
		`SELECT v.id, v.state, ${voucherNumber("v")} AS number, r.id IS NOT NULL AS is_turned,
			(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS total
		FROM accruals a JOIN vouchers v ON v.id = a.voucher_id
			LEFT JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE a.year = CAST(?1 AS INTEGER) AND (r.id IS NULL OR r.date > CAST(?1 AS INTEGER) || '-12-31')`,
		year,
	);

/**
 * Marks a voucher as the 年底調整 of a year that holds these lines of expense requests. Migration 0090 refuses with
 * `accrual.done` when the year has one.
 */
export const insertAccrual = (voucherId: SQL, year: number, lines: readonly number[]): Write[] => [
	sql`INSERT INTO accruals (voucher_id, year) VALUES (${voucherId}, ${year})`,
	sql`INSERT INTO accrued_lines (voucher_id, line_id)
		SELECT DISTINCT ${voucherId}, CAST(value AS INTEGER) FROM json_each(${JSON.stringify(lines)})`,
];
