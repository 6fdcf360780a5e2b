import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import type { DueKind, PaidShare, PeriodSum } from "#domain/books/remittances/due.ts";
import type { YearPayee } from "#domain/books/remittances/year.ts";

/** A payment from which something could be withheld, with its request. */
export type PaidShareRow = PaidShare & {
	roc_year: number | null;
	seq: number | null;
	title: string;
	payee_name: string;
};

/** A payment is by the share of its register, or by the payee of a request without one; residents are as they were at the review, or when it was written. */
const SHARES_AND_PAYEES = `LEFT JOIN finance_shares s ON s.document_id = d.id LEFT JOIN payees p ON p.id = coalesce(s.payee_id, d.payee_id)`;
const WAS_RESIDENT =
	"CASE WHEN d.register IS NULL THEN 1 - d.payee_is_foreign ELSE coalesce(s.was_resident, p.is_resident, 1) END";
const IS_INCOME = "CASE WHEN d.register IS NULL THEN d.income_tax + d.nhi > 0 ELSE s.category <> 'none' END";

/**
 * Selects what the payments of a month (YYYY-MM) withheld from whom, by the day of payment: the shares of registers that
 * are income, and the requests without a register from which something was withheld.
 */
export function paidShares(month: string): Select<PaidShareRow> {
	const { from, to } = daysOf({ from: month, to: month });
	return select(
		`SELECT d.id AS document_id, d.roc_year, d.seq, d.title, d.paid_on, coalesce(s.payee_name, d.payee_name) AS payee_name, s.category,
			${WAS_RESIDENT} AS is_resident, coalesce(s.gross, d.gross) AS gross, coalesce(s.tax, d.income_tax) AS tax,
			coalesce(s.premium, d.nhi) AS premium
		FROM finance_documents d INDEXED BY finance_documents_by_day_paid ${SHARES_AND_PAYEES}
		WHERE d.state IN ('paid', 'posted') AND d.paid_on BETWEEN ?1 AND ?2 AND ${IS_INCOME}
		ORDER BY d.paid_on, d.id, s.position`,
		from,
		to,
	);
}

/** The request that pays what is due of a period; rejected, withdrawn and voided ones are not among them. */
export type RemittanceRow = {
	document_id: number;
	kind: DueKind;
	period: string;
	state: FinanceState;
	roc_year: number | null;
	seq: number | null;
	gross: number;
	applicant_id: number;
	applicant: string;
};
export const remittancesOf = (month: string): Select<RemittanceRow> =>
	select(
		`SELECT w.document_id, w.kind, w.period, d.state, d.roc_year, d.seq, d.gross, d.applicant_id, u.name AS applicant
		FROM withholding_payments w JOIN finance_documents d ON d.id = w.document_id JOIN users u ON u.id = d.applicant_id
		WHERE w.period BETWEEN ?1 AND ?1 || '-31' AND d.state NOT IN ('rejected', 'withdrawn', 'voided') ORDER BY w.document_id`,
		month,
	);

/**
 * Selects what was withheld in each period and what its request asked for, since the first period that has a request. The
 * association's own premium is not withheld from anybody.
 */
export const periodSums = (): Select<PeriodSum> =>
	select(
		`WITH paid AS (SELECT d.paid_on, substr(d.paid_on, 1, 7) AS month, ${WAS_RESIDENT} AS is_resident,
				coalesce(s.tax, d.income_tax) AS tax, coalesce(s.premium, d.nhi) AS premium
			FROM finance_documents d INDEXED BY finance_documents_by_day_paid ${SHARES_AND_PAYEES}
			WHERE d.state IN ('paid', 'posted') AND d.paid_on >= (SELECT min(substr(period, 1, 7)) FROM withholding_payments) AND ${IS_INCOME})
		SELECT kind, period, sum(withheld) AS withheld, sum(asked) AS asked FROM (
			SELECT iif(is_resident, 'tax', 'foreign_tax') AS kind, iif(is_resident, month, paid_on) AS period, tax AS withheld, 0 AS asked
				FROM paid WHERE tax > 0
			UNION ALL SELECT 'premium', month, premium, 0 FROM paid WHERE premium > 0
			UNION ALL SELECT w.kind, w.period, 0, d.gross FROM withholding_payments w JOIN finance_documents d ON d.id = w.document_id
				WHERE w.kind <> 'own_premium' AND d.state NOT IN ('rejected', 'withdrawn', 'voided'))
		GROUP BY kind, period ORDER BY kind, period`,
	);

/** Notes which sum a new request pays, and gives its line the account to which the sum was withheld. */
export const insertRemittance = (id: SQL<number>, { kind, period }: { kind: DueKind; period: string }): Write[] => [
	sql`INSERT INTO withholding_payments (document_id, kind, period) VALUES (${id}, ${kind}, ${period})`,
	setRemittanceAccount(id),
];

/**
 * Gives the lines of a request that pays what was withheld the account to which it was withheld. The association's own
 * premium was withheld to none; the lines of other requests stay as they are.
 */
export const setRemittanceAccount = (id: number | SQL<number>): Write =>
	sql`UPDATE finance_lines SET account_id = (SELECT a.account_id FROM withholding_payments w JOIN posting_accounts a
			ON a.purpose = iif(w.kind = 'premium', ${ACCOUNTS.nhi}, ${ACCOUNTS.incomeTax}) WHERE w.document_id = finance_lines.document_id)
		WHERE document_id = ${id} AND document_id IN (SELECT document_id FROM withholding_payments WHERE kind <> 'own_premium')`;

/** Selects what each payee was paid in a year (of the day of payment), by category and as a resident or not; in whole NT$. */
export const yearPayees = (year: number): Select<YearPayee> =>
	select(
		`SELECT p.id AS payee_id, p.kind, p.name, p.seal_id, p.national_id, p.national_id_mask, p.tax_id, ${WAS_RESIDENT} AS is_resident, p.address,
			p.pseudonymised_at IS NOT NULL AS is_erased, s.category, count(*) AS many, sum(s.gross) AS gross, sum(s.tax) AS tax,
			sum(s.premium) AS premium
		FROM finance_documents d INDEXED BY finance_documents_by_day_paid JOIN finance_shares s ON s.document_id = d.id JOIN payees p ON p.id = s.payee_id
		WHERE d.state IN ('paid', 'posted') AND d.paid_on BETWEEN ?1 || '-01-01' AND ?1 || '-12-31' AND d.register IS NOT NULL
			AND s.category <> 'none'
		GROUP BY p.id, s.category, ${WAS_RESIDENT} ORDER BY s.category, p.name, p.id, ${WAS_RESIDENT} DESC`,
		String(year),
	);

/** A request of a year from which something was withheld without a register. */
export type UnlistedRow = {
	id: number;
	roc_year: number | null;
	seq: number | null;
	title: string;
	payee_name: string;
	income_tax: number;
	nhi: number;
};
export const unlistedOf = (year: number): Select<UnlistedRow> =>
	select(
		`SELECT id, roc_year, seq, title, payee_name, income_tax, nhi FROM finance_documents INDEXED BY finance_documents_by_day_paid
		WHERE state IN ('paid', 'posted') AND paid_on BETWEEN ?1 || '-01-01' AND ?1 || '-12-31' AND register IS NULL
			AND income_tax + nhi > 0 ORDER BY paid_on, id`,
		String(year),
	);
