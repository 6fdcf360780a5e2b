import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import type { DueKind, PaidShare } from "#domain/books/remittances/due.ts";
import type { YearPayee } from "#domain/books/remittances/year.ts";
import { postingAccount } from "./books.ts";

/** A payment from which something could be withheld, with its request. */
export type PaidShareRow = PaidShare & {
	roc_year: number | null;
	seq: number | null;
	title: string;
	payee_name: string;
};

/**
 * Selects what the payments of a month (YYYY-MM) withheld from whom, by the day of payment: the shares of registers that
 * are income, and the requests without a register from which something was withheld.
 */
export function paidShares(month: string): Select<PaidShareRow> {
	const { from, to } = daysOf({ from: month, to: month });
	return select(
		`SELECT d.id AS document_id, d.roc_year, d.seq, d.title, d.paid_on, coalesce(s.payee_name, d.payee_name) AS payee_name, s.category,
			coalesce(p.is_resident, 1) AS is_resident, coalesce(s.gross, d.gross) AS gross, coalesce(s.tax, d.income_tax) AS tax,
			coalesce(s.premium, d.nhi) AS premium
		FROM finance_documents d INDEXED BY finance_documents_by_day_paid LEFT JOIN finance_shares s ON s.document_id = d.id LEFT JOIN payees p ON p.id = s.payee_id
		WHERE d.state IN ('paid', 'posted') AND d.paid_on BETWEEN ?1 AND ?2
			AND CASE WHEN d.register IS NULL THEN d.income_tax + d.nhi > 0 ELSE s.category <> 'none' END
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

/** The purpose of the account to which a sum was withheld, by ACCOUNTS; the association's own premium has none. */
const WITHHELD_TO = {
	tax: ACCOUNTS.incomeTax,
	foreign_tax: ACCOUNTS.incomeTax,
	premium: ACCOUNTS.nhi,
	own_premium: null,
} as const satisfies Record<DueKind, string | null>;

/** Notes which sum a new request pays, and gives its line the account to which the sum was withheld. */
export function insertRemittance(id: SQL<number>, { kind, period }: { kind: DueKind; period: string }): Write[] {
	const purpose = WITHHELD_TO[kind];
	return [
		sql`INSERT INTO withholding_payments (document_id, kind, period) VALUES (${id}, ${kind}, ${period})`,
		...(purpose === null
			? []
			: [sql`UPDATE finance_lines SET account_id = ${sql.raw(postingAccount(purpose))} WHERE document_id = ${id}`]),
	];
}

/** Selects what each payee was paid in a year (of the day of payment), by category; amounts are whole NT$. */
export const yearPayees = (year: number): Select<YearPayee> =>
	select(
		`SELECT p.id AS payee_id, p.kind, p.name, p.seal_id, p.national_id, p.national_id_mask, p.tax_id, p.is_resident, p.address,
			p.pseudonymised_at IS NOT NULL AS is_erased, s.category, count(*) AS many, sum(s.gross) AS gross, sum(s.tax) AS tax,
			sum(s.premium) AS premium
		FROM finance_documents d INDEXED BY finance_documents_by_day_paid JOIN finance_shares s ON s.document_id = d.id JOIN payees p ON p.id = s.payee_id
		WHERE d.state IN ('paid', 'posted') AND d.paid_on BETWEEN ?1 || '-01-01' AND ?1 || '-12-31' AND d.register IS NOT NULL
			AND s.category <> 'none'
		GROUP BY p.id, s.category ORDER BY s.category, p.name, p.id`,
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
