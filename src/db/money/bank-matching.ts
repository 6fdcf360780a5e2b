import { isSuspense } from "#db/books/index.ts";
import { type Select, select } from "#db/read.ts";
import type { BankKind, LineState } from "#domain/money/bank/rules.ts";
import type { PaymentMethod } from "#domain/money/payments/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { isOnLine } from "./bank-records.ts";
import { relatedToPayment } from "./payments.ts";

/**
 * The maximum number of open bank lines that are matched at once, oldest first. Later lines wait until some of these
 * are done.
 */
export const MOST_OPEN = 1_000;

export type OpenLineRow = {
	id: number;
	version: number;
	status: LineState;
	booked_on: string;
	amount: number;
	/** What is explained of the amount by parts. */
	explained: number;
	fee_amount: number;
	memo: string;
	last5: string | null;
	balance: number | null;
	bank_account_id: number;
	account_name: string;
	account_kind: BankKind;
	is_suspense: 0 | 1;
	/**
	 * The time (UTC milliseconds) at which a user said that the line is none of the records booked until then; null
	 * when nobody said so.
	 */
	apart_at: number | null;
};

/** The columns of a bank line `l` of the account `b` (OpenLineRow). */
export const OPEN_LINE = `l.id, l.version, l.status, l.booked_on, l.amount, l.explained, l.fee_amount, l.memo, l.last5, l.balance,
	l.bank_account_id, b.name AS account_name, b.kind AS account_kind, ${isSuspense("l.id")} AS is_suspense, l.apart_at`;

/** The query of the open bank lines, at most MOST_OPEN, oldest first: id, last five digits, and words of the memo. */
export const OPEN_LINES = `SELECT l.id, l.last5, l.words FROM bank_lines l
	WHERE l.status IN ('unmatched', 'suggested') ORDER BY l.booked_on, l.id LIMIT ${MOST_OPEN}`;

/** Selects the bank lines that are not explained yet, oldest first. */
export const openLines = (): Select<OpenLineRow> =>
	select(
		`SELECT ${OPEN_LINE} FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE l.status IN ('unmatched', 'suggested') ORDER BY l.booked_on, l.id LIMIT ${MOST_OPEN}`,
	);

/**
 * A payment that waits to be verified. `members` is JSON of member ids; `related` is JSON of the ids of the users who
 * may not verify it.
 */
export type WaitingRow = {
	id: number;
	version: number;
	amount: number;
	last5: string | null;
	paid_on: string;
	method: PaymentMethod;
	bank_account_id: number | null;
	payer_title: string;
	members: string;
	related: string;
};

/** Selects at most 2000 submitted payments whose method is neither cash nor credit (溢繳款), longest waiting first. */
export const waitingPayments = (): Select<WaitingRow> =>
	select(
		`SELECT p.id, p.version, p.amount, p.last5, p.paid_on, p.method, p.bank_account_id, p.payer_title,
			(SELECT json_group_array(DISTINCT a.member_id) FROM payment_allocations a WHERE a.payment_id = p.id AND a.member_id IS NOT NULL) AS members,
			(SELECT json_group_array(user_id) FROM (${relatedToPayment("p.id")})) AS related
		FROM payments p WHERE p.status = 'submitted' AND p.method NOT IN ('cash', 'credit') ORDER BY p.submitted_at, p.id LIMIT 2000`,
	);

/**
 * A hint that a bank line comes from a member. `by` says which: a word that is the member's name or number, or the last
 * five digits of an earlier payment.
 */
export type EvidenceRow = {
	line_id: number;
	member_id: number;
	/** The member's guardian, or the member where there is no guardian. */
	head_id: number;
	by: "last5" | "number" | "name";
	word: string;
};

/**
 * Returns the common table expressions of the hints from bank lines (the query `lines` of their id, last5 and words) to
 * members: the last five digits of a verified payment of the member that a bank line showed, a name, or a member number.
 */
export const evidenceFrom = (lines: string): string => `open AS (${lines}),
	earlier AS (SELECT DISTINCT o.id AS line_id, a.member_id, o.last5 FROM open o
		CROSS JOIN payments p ON p.last5 = o.last5 AND p.last5 IS NOT NULL AND p.status = 'verified'
			AND ${isOnLine("payment", "p.id")}
		JOIN payment_allocations a ON a.payment_id = p.id AND a.member_id IS NOT NULL),
	worded AS (SELECT o.id AS line_id, w.value AS word FROM open o, json_each(o.words) w),
	told (line_id, member_id, by, word) AS (
		SELECT line_id, member_id, 'last5', last5 FROM earlier
		UNION SELECT w.line_id, n.member_id, 'number', w.word FROM worded w JOIN member_numbers n ON n.member_no = w.word
		UNION SELECT w.line_id, m.id, 'name', w.word FROM worded w JOIN members m ON m.name = w.word),
	evidence AS (SELECT t.line_id, m.id AS member_id, coalesce(m.guardian_member_id, m.id) AS head_id, t.by, t.word
		FROM told t CROSS JOIN members m ON m.id = t.member_id WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL)`;
const EVIDENCE = evidenceFrom(OPEN_LINES);

export const evidenceOfLines = (): Select<EvidenceRow> =>
	select(`WITH ${EVIDENCE} SELECT line_id, member_id, head_id, by, word FROM evidence ORDER BY line_id, by, member_id`);

/**
 * An open dues item of a family (a guardian with the dependents) to which the hints of a bank line lead. `related` is
 * JSON of the ids of the family's users.
 */
export type OwedRow = {
	id: number;
	member_id: number;
	head_id: number;
	kind: DuesKind;
	dues_year: number;
	due: number;
	is_claimed: 0 | 1;
	member_no: string | null;
	name: string;
	related: string;
};

/**
 * Returns the query of the open dues items of the families whose heads are in `heads`, a table with one column
 * `head_id`.
 */
const owedBy = (heads: string): string => `SELECT d.id, d.member_id, h.head_id, d.kind, d.dues_year,
		d.amount - d.paid_amount AS due, m.member_no, m.name,
		EXISTS (SELECT 1 FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE a.dues_item_id = d.id AND p.status = 'submitted') AS is_claimed,
		(SELECT json_group_array(f.user_id) FROM members f
			WHERE (f.id = h.head_id OR f.guardian_member_id = h.head_id OR f.second_guardian_id = h.head_id) AND f.user_id IS NOT NULL) AS related
	FROM ${heads} h CROSS JOIN members m ON m.id = h.head_id OR m.guardian_member_id = h.head_id OR m.second_guardian_id = h.head_id
		CROSS JOIN dues_items d ON d.member_id = m.id AND d.status IN ('open', 'partially_paid')
	WHERE m.merged_into IS NULL ORDER BY head_id, d.member_id, d.dues_year, d.kind DESC`;

/** Selects the open dues items of the families to which open bank lines point. */
export const owedByLines = (): Select<OwedRow> =>
	select(`WITH ${EVIDENCE}, heads AS (SELECT DISTINCT head_id FROM evidence) ${owedBy("heads")}`);

/** Selects the open dues items of a member's family. */
export const owedByFamily = (memberId: number): Select<OwedRow> =>
	select(
		`WITH heads AS (SELECT coalesce(guardian_member_id, id) AS head_id FROM members WHERE id = ?) ${owedBy("heads")}`,
		memberId,
	);
