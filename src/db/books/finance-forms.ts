import { creditLeft } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isStaff } from "#db/system/index.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import { IS_PARENT } from "./accounts.ts";
import { isSuspense, postingAccount } from "./books.ts";
import type { FinanceReader } from "./finance.ts";
import type { Named } from "./finance-lists.ts";
import { isLineAsked } from "./finance-refunds.ts";

/** How a form names a record: by `id` (0 for none), or else as the finance document `of` names it. */
type Naming = { id: number; of: number };
const named = (column: string): string =>
	`coalesce(nullif(?1, 0), (SELECT ${column} FROM finance_documents WHERE id = ?2))`;

/** Selects the staff who may be chosen as payee, by name; also the one who is chosen already. */
export const staffPayees = ({ id, of }: Naming): Select<Named> =>
	select(
		`SELECT u.id, u.name FROM users u WHERE u.id = ${named("payee_user_id")}
			OR (u.status = 'active' AND ${isStaff("u.id")}) ORDER BY u.name, u.id`,
		id,
		of,
	);

/** Selects the active projects, and the one that is chosen already. */
export const projectsInUse = ({ id, of }: Naming): Select<Named> =>
	select(`SELECT id, name FROM projects WHERE is_active = 1 OR id = ${named("project_id")} ORDER BY name, id`, id, of);

/** An advance that was paid, so that it may be settled. settledAdvance selects the named one, if the user sees it. */
export type SettledAdvance = {
	id: number;
	roc_year: number;
	seq: number;
	title: string;
	payee_name: string;
	net: number;
	paid_on: string;
};
const ADVANCE = `SELECT d.id, d.roc_year, d.seq, d.title, d.payee_name, d.net, d.paid_on FROM finance_documents d
	WHERE d.kind = 'advance' AND d.state IN ('paid', 'posted')`;

export const settledAdvance = ({ id, of }: Naming, { userId, seesAll }: FinanceReader): Select<SettledAdvance> =>
	selectOne(
		`${ADVANCE} AND d.id = ${named("advance_id")} AND (?3 OR ?4 IN (d.applicant_id, d.payee_user_id))`,
		id,
		of,
		seesAll ? 1 : 0,
		userId,
	);

/**
 * Selects the paid advances that no settlement under way or paid names, oldest first, at most 200; only those of the
 * user as applicant or payee, unless the user sees all.
 */
export const advancesToSettle = ({ userId, seesAll }: FinanceReader): Select<SettledAdvance> =>
	select(
		`${ADVANCE} AND (?1 OR ?2 IN (d.applicant_id, d.payee_user_id)) AND NOT EXISTS (SELECT 1 FROM finance_documents s
			WHERE s.advance_id = d.id AND s.state NOT IN ('rejected', 'withdrawn', 'voided'))
		ORDER BY d.paid_on, d.id ${limitTo(200)}`,
		seesAll ? 1 : 0,
		userId,
	);

/**
 * A payment that may be refunded: what its payer has left as overpayment credit (溢繳款), and how much of the payment
 * was a donation. Whole NT$.
 */
export type RefundPayment = {
	id: number;
	status: string;
	amount: number;
	paid_on: string;
	payer: string;
	payer_no: string | null;
	member_id: number | null;
	credit: number;
	donation: number;
};
export const refundPayment = ({ id, of }: Naming): Select<RefundPayment> =>
	selectOne(
		`SELECT p.id, p.status, p.amount, p.paid_on, coalesce(m.name, p.payer_title) AS payer, m.member_no AS payer_no,
			p.payer_member_id AS member_id, ${creditLeft("p.payer_member_id")} AS credit,
			coalesce((SELECT sum(a.amount) FROM payment_allocations a WHERE a.payment_id = p.id AND a.kind = 'donation'), 0) AS donation
		FROM payments p LEFT JOIN members m ON m.id = p.payer_member_id WHERE p.id = ${named("payment_id")}`,
		id,
		of,
	);

/** A bank line that is posted as suspense money (暫收款). */
export type SuspenseLine = {
	id: number;
	booked_on: string;
	amount: number;
	memo: string;
	last5: string | null;
	account: string;
};
const SUSPENSE = `SELECT l.id, l.booked_on, l.amount - l.explained AS amount, l.memo, l.last5, b.name AS account
	FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	WHERE l.amount > 0 AND l.status IN ('unmatched', 'suggested') AND ${isSuspense("l.id")}`;
export const suspenseLine = ({ id, of }: Naming): Select<SuspenseLine> =>
	selectOne(`${SUSPENSE} AND l.id = ${named("bank_line_id")}`, id, of);
/** Selects the bank lines of suspense money for which nobody has requested a refund, oldest first; none for users who may not see them. */
export const suspenseLines = (sees: boolean): Select<SuspenseLine> =>
	select(
		`${SUSPENSE} AND ?1 = 1 AND NOT ${isLineAsked("l.id")}
		ORDER BY l.booked_on, l.id ${limitTo(100)}`,
		sees ? 1 : 0,
	);

/** An account that lines may be posted to, which 預備金 (`isPostable`) and a 定期存款 are not. `is_petty` marks the account of petty cash (零用金). */
export type PostableAccount = { id: number; code: string; name: string; is_petty: 0 | 1 };
export const postableAccounts = (): Select<PostableAccount> =>
	select(
		`SELECT a.id, a.code, a.name, a.id IS ${postingAccount(ACCOUNTS.pettyCash)} AS is_petty
		FROM accounts a WHERE a.is_active = 1 AND a.code NOT GLOB '5990*' AND a.id NOT IN (SELECT account_id FROM term_deposits)
			AND NOT ${IS_PARENT} ORDER BY a.code`,
	);
