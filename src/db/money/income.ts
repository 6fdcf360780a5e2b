import { CONFIRMED_POSTS, IS_PARENT, isSuspense, resolutionOf, voucherNumber } from "#db/books/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { IncomeKind, IncomeMethod, IncomeState } from "#domain/money/income/labels.ts";
import { firstLineOf } from "./bank-records.ts";

/**
 * Returns the query of the users related to an income record `id` (SQL): the donor's user and family, or a user with
 * the same e-mail, phone or national id.
 */
export const relatedToIncome = (id: string): string => `SELECT f.user_id FROM income_records own_record
	JOIN donors d ON d.id = own_record.donor_id
	JOIN members own ON own.id = d.member_id OR own.national_id_hash = d.national_id_hash
	JOIN related_users f ON f.member_id = own.id WHERE own_record.id = ${id}
	UNION SELECT u.id FROM income_records own_record JOIN donors d ON d.id = own_record.donor_id
		JOIN users u ON u.email = d.email OR u.phone = d.phone WHERE own_record.id = ${id}`;

/** An income record with the columns that the actions on it check first. */
export type StoredIncome = {
	id: number;
	version: number;
	state: IncomeState;
	kind: IncomeKind;
	roc_year: number | null;
	seq: number | null;
	received_on: string;
	donor_id: number | null;
	payer_title: string;
	is_in_kind: 0 | 1;
	items: string;
	amount: number | null;
	fee_amount: number;
	method: IncomeMethod | null;
	bank_account_id: number | null;
	bank_line_id: number | null;
	account_id: number | null;
	project_id: number | null;
	purpose: string;
	wants_receipt: 0 | 1;
	note: string;
	created_by: number | null;
	/** The id of the user who wrote the record's title. */
	titled_by: number | null;
	recorded_by: number | null;
	posted_by: number | null;
	posted_for: number | null;
	/**
	 * JSON of the confirmed and not ended board resolutions by which one person is both accountant (會計) and cashier
	 * (出納).
	 */
	concurrent: string;
	/** JSON of the board resolution under which the person who recorded the income also posted it. */
	resolution: string | null;
	/**
	 * The code of the ledger account that the money came into; "suspense" when its bank line was posted as suspense
	 * money (暫收款).
	 */
	into: string | null;
	member_id: number | null;
	/** JSON of the ids of the users who are related to the record. */
	related: string;
};
const OWN = `i.id, i.version, i.state, i.kind, i.roc_year, i.seq, i.received_on, i.donor_id, i.payer_title, i.is_in_kind, i.items,
	i.amount, i.fee_amount, i.method, i.bank_account_id, i.bank_line_id, i.account_id, i.project_id, i.purpose, i.wants_receipt,
	i.note, i.created_by, i.titled_by, i.recorded_by, i.posted_by, i.posted_for, d.member_id,
	${CONFIRMED_POSTS} AS concurrent, ${resolutionOf("i.concurrent_post_id")} AS resolution,
	(SELECT json_group_array(user_id) FROM (${relatedToIncome("?1")})) AS related`;

/** SQL for the id of the user who posted an income record `i`. */
export const INCOME_POSTER = "coalesce(i.posted_by, iif(i.concurrent_post_id IS NOT NULL, i.recorded_by, NULL))";

const SUSPENSE = isSuspense("i.bank_line_id");

export const storedIncome = (id: number): Select<StoredIncome> =>
	selectOne(
		`SELECT ${OWN}, iif(${SUSPENSE}, 'suspense', a.code) AS "into"
		FROM income_records i LEFT JOIN donors d ON d.id = i.donor_id LEFT JOIN bank_accounts b ON b.id = i.bank_account_id
			LEFT JOIN accounts a ON a.id = b.account_id WHERE i.id = ?1`,
		id,
	);

/** An income record as its page shows it, with names and its later steps. */
export type IncomeRow = StoredIncome & {
	donor: string | null;
	donor_mask: string | null;
	donor_email: string | null;
	member_no: string | null;
	bank_name: string | null;
	/** The first bank line that shows the record's money, and its words. */
	line_id: number | null;
	line: string | null;
	account_code: string | null;
	account_name: string | null;
	project: string | null;
	creator: string | null;
	created_at: number;
	recorder: string | null;
	recorded_at: number | null;
	poster: string | null;
	posted_principal: string | null;
	posted_at: number | null;
	reverser: string | null;
	reversed_principal: string | null;
	reversed_at: number | null;
	reason: string | null;
	/** JSON of `{ id, number, status }` of the receipts, in the order of issue. */
	receipts: string;
	/** JSON of `{ id, number }` of the record's voucher, followed by its reversal. */
	vouchers: string;
	deposit_id: number | null;
};

export const incomeRow = (id: number): Select<IncomeRow> =>
	selectOne(
		`SELECT ${OWN}, iif(${SUSPENSE}, 'suspense', ba.code) AS "into", d.name AS donor, d.national_id_mask AS donor_mask,
			d.email AS donor_email, m.member_no, b.name AS bank_name,
			l.id AS line_id, l.booked_on || '　' || l.memo AS line, a.code AS account_code, a.name AS account_name, p.name AS project,
			c.name AS creator, i.created_at, u.name AS recorder, i.recorded_at, v.name AS poster, vf.name AS posted_principal,
			i.posted_at, w.name AS reverser, wf.name AS reversed_principal, i.reversed_at, i.reason,
			(SELECT json_group_array(json_object('id', r.id, 'number', ${receiptNumberOf("r")}, 'status', r.status) ORDER BY r.id)
				FROM receipts r WHERE r.income_id = i.id) AS receipts,
			(SELECT json_group_array(json_object('id', id, 'number', number)) FROM (SELECT x.id, ${voucherNumber("x")} AS number FROM vouchers x
				WHERE x.state = 'posted' AND (x.id IN (SELECT id FROM vouchers WHERE source <> 'manual' AND source = 'income' AND source_id = ?1)
					OR x.reverses_id IN (SELECT id FROM vouchers WHERE source <> 'manual' AND source = 'income' AND source_id = ?1))
				ORDER BY x.id)) AS vouchers,
			(SELECT t.deposit_id FROM cash_deposit_items t WHERE t.income_id = i.id AND t.is_released = 0) AS deposit_id
		FROM income_records i LEFT JOIN donors d ON d.id = i.donor_id LEFT JOIN members m ON m.id = d.member_id
			LEFT JOIN bank_accounts b ON b.id = i.bank_account_id LEFT JOIN accounts ba ON ba.id = b.account_id
			LEFT JOIN bank_lines l ON l.id = coalesce(i.bank_line_id, ${firstLineOf("income", "i.id")}) LEFT JOIN accounts a ON a.id = i.account_id
			LEFT JOIN projects p ON p.id = i.project_id LEFT JOIN users c ON c.id = i.created_by
			LEFT JOIN users u ON u.id = i.recorded_by LEFT JOIN users v ON v.id = ${INCOME_POSTER} LEFT JOIN users vf ON vf.id = i.posted_for
			LEFT JOIN users w ON w.id = i.reversed_by LEFT JOIN users wf ON wf.id = i.reversed_for
		WHERE i.id = ?1`,
		id,
	);

/** An income account that may be posted to, by id, code and name. */
export type Named = { id: number; code: string; name: string };
export const incomeAccounts = (): Select<Named> =>
	select(
		`SELECT id, code, name FROM accounts a WHERE code BETWEEN '4' AND '5' AND is_active = 1 AND NOT ${IS_PARENT} ORDER BY code`,
	);
export const openProjects = (): Select<{ id: number; name: string }> =>
	select("SELECT id, name FROM projects WHERE is_active = 1 ORDER BY name, id");

/** Selects, for each kind of income (`purpose`), the ledger account to which the program posts it. */
export const kindAccounts = (): Select<{ purpose: string; code: string; name: string }> =>
	select(
		`SELECT p.purpose, a.code, a.name FROM posting_accounts p JOIN accounts a ON a.id = p.account_id
		WHERE p.purpose IN ('donation', 'member_donation', 'grant', 'interest', 'other_income')`,
	);

/**
 * A bank line of which an income record may be made; `amount` is what is left of it. freeLine selects the line `id`;
 * when `id` is null, the line of the income record `incomeId`.
 */
export type FreeLine = {
	id: number;
	status: string;
	booked_on: string;
	amount: number;
	fee_amount: number;
	memo: string;
	bank_account_id: number;
	account_name: string;
	account_kind: "bank" | "postal";
	income_id: number | null;
};
export const freeLine = (id: number | null, incomeId = 0): Select<FreeLine> =>
	selectOne(
		`SELECT l.id, l.status, l.booked_on, l.amount - l.explained AS amount, l.fee_amount, l.memo, l.bank_account_id, b.name AS account_name,
			b.kind AS account_kind,
			(SELECT i.id FROM income_records i WHERE i.bank_line_id = l.id AND i.state = 'draft') AS income_id
		FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE l.id = coalesce(?1, (SELECT bank_line_id FROM income_records WHERE id = ?2))`,
		id,
		incomeId,
	);
