import { type Select, select, selectOne } from "#db/read.ts";
import { type ActorRow, actorsOf } from "#db/system/index.ts";
import type { FinanceKind, FinanceState, PayBy, RefundOf, Register } from "#domain/books/finance/labels.ts";
import {
	FINANCE_PERMISSIONS,
	type FinancePermission,
	type FinanceStep,
	STAND_IN,
} from "#domain/books/finance/steps.ts";
import { CONFIRMED_POSTS, resolutionOf } from "./concurrent-posts.ts";
import { cashPartOf } from "./finance-shares.ts";
import { voucherNumber } from "./vouchers.ts";

/** The reader of finance documents: one who sees all documents, or an applicant who sees their own. */
export type FinanceReader = { userId: number; seesAll: boolean };

/**
 * A finance document with the names of the records that it names. Amounts are whole NT$, days YYYY-MM-DD, times UTC
 * milliseconds.
 */
export type DocumentRow = {
	id: number;
	version: number;
	state: FinanceState;
	kind: FinanceKind;
	roc_year: number | null;
	seq: number | null;
	title: string;
	purpose: string;
	applicant_id: number;
	applicant_name: string;
	payee_name: string;
	payee_tax_id: string | null;
	payee_user_id: number | null;
	payee_member_id: number | null;
	payee_member_no: string | null;
	/** Of a register `transfer` as soon as somebody is paid by transfer; `cash_part` says what of it is cash. */
	pay_by: PayBy;
	payee_bank: string;
	payee_account: string;
	wanted_on: string | null;
	project_id: number | null;
	project_name: string | null;
	gross: number;
	income_tax: number;
	nhi: number;
	/** For a settlement, the amount of its advance. */
	advanced: number;
	/** The amount that is paid; below zero, the amount that the payee gives back. */
	net: number;
	no_attachment_reason: string | null;
	advance_id: number | null;
	advance_roc_year: number | null;
	advance_seq: number | null;
	/** For an advance, the document that settles it or is about to. */
	settled_by_id: number | null;
	refund_of: RefundOf | null;
	payment_id: number | null;
	bank_line_id: number | null;
	/** The kind of register that the document is; null for one that pays one payee. */
	register: Register | null;
	payee_id: number | null;
	/** Of a register of salaries: what the association pays besides of 勞保, 健保 and 勞退. */
	employer_labour: number;
	employer_health: number;
	employer_pension: number;
	/** Whether the payee of a request without a register is a non-resident (非居住者). */
	payee_is_foreign: 0 | 1;
	copied_from_id: number | null;
	copied_from_roc_year: number | null;
	copied_from_seq: number | null;
	revision: number;
	content_hash: string | null;
	paid_on: string | null;
	paid_from: number | null;
	paid_from_code: string | null;
	paid_from_name: string | null;
	/** Of a register that pays by transfer and in cash: what is paid in cash, and, once paid, from which account; else 0. */
	cash_part: number;
	cash_net: number;
	paid_cash_from_code: string | null;
	paid_cash_from_name: string | null;
	paid_reference: string | null;
	/** When the document was first submitted. */
	sent_at: number | null;
	state_since: number;
	reminded_at: number | null;
	created_at: number;
	updated_at: number;
	/**
	 * JSON for steppingOf (domain/books/finance/stepping.ts): the related users, the approvals, and the requests to
	 * undo the payment.
	 */
	related: string;
	approvals: string;
	unpay_asked: string;
	/**
	 * JSON of the confirmed and not ended resolutions by which one person is both accountant (會計) and cashier (出納).
	 */
	concurrent: string;
	/** Whether the secretary (秘書長) reviews between the accountant and the chair, by the settings of today. */
	has_secretary: 0 | 1;
	/** The gross amount from which on the chair approves by a resolution of the 理事會; 0 for none. */
	board_from: number;
	/**
	 * JSON list of the steps (`pay`, `post`) that were last taken by the chair (理事長) or a supervisor (監事) as a
	 * stand-in.
	 */
	stood_in: string;
};

// It uses ?1 and not d.id: SQLite pushes a value into the view, which is a union, but no outer column.
const DOCUMENT = `SELECT d.id, d.version, d.stage AS state, d.kind, d.roc_year, d.seq, d.title, d.purpose, d.applicant_id, d.payee_name, d.payee_tax_id,
		d.payee_user_id, d.payee_member_id, d.pay_by, d.payee_bank, d.payee_account, d.wanted_on, d.project_id, d.gross, d.income_tax, d.nhi,
		d.advanced, d.net, d.no_attachment_reason, d.advance_id, d.refund_of, d.payment_id, d.bank_line_id, d.register, d.payee_id,
		d.cash_net, d.employer_labour, d.employer_health, d.employer_pension, d.payee_is_foreign,
		d.copied_from_id, d.revision, d.content_hash, d.paid_on, d.paid_from, d.paid_reference, d.state_since, d.reminded_at, d.created_at,
		d.updated_at, u.name AS applicant_name, m.member_no AS payee_member_no, j.name AS project_name,
		a.roc_year AS advance_roc_year, a.seq AS advance_seq, c.roc_year AS copied_from_roc_year, c.seq AS copied_from_seq,
		(SELECT s.id FROM finance_documents s WHERE s.advance_id = d.id AND s.state NOT IN ('rejected', 'withdrawn', 'voided')) AS settled_by_id,
		(SELECT e.at FROM finance_events e WHERE e.document_id = d.id ORDER BY e.seq LIMIT 1) AS sent_at,
		x.code AS paid_from_code, x.name AS paid_from_name, y.code AS paid_cash_from_code, y.name AS paid_cash_from_name,
		${cashPartOf("d")} AS cash_part,
		(SELECT json_group_array(r.user_id) FROM finance_related r WHERE r.document_id = ?1) AS related,
		(SELECT json_group_array(json_object('step', e.act, 'user_id', e.user_id)) FROM finance_events e
			WHERE e.document_id = d.id AND e.revision = d.revision AND e.act LIKE 'approve_%' AND e.stands_in = 0) AS approvals,
		(SELECT json_group_array(json_object('user_id', e.user_id, 'on_behalf_of', e.on_behalf_of)) FROM finance_events e
			WHERE e.document_id = d.id AND e.step = 'unpay_ask'
				AND e.seq > (SELECT max(p.seq) FROM finance_events p WHERE p.document_id = d.id AND p.step = 'pay')) AS unpay_asked,
		${CONFIRMED_POSTS} AS concurrent,
		EXISTS (SELECT 1 FROM settings WHERE key = 'approval.secretary' AND value = 'true') AS has_secretary,
		coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'approval.board_from'), 0) AS board_from,
		(SELECT json_group_array(e.step) FROM finance_events e WHERE e.document_id = d.id AND e.stands_in = 1 AND e.step IN ('pay', 'post')
			AND e.seq = (SELECT max(l.seq) FROM finance_events l WHERE l.document_id = d.id AND l.step = e.step)) AS stood_in
	FROM finance_documents d JOIN users u ON u.id = d.applicant_id LEFT JOIN members m ON m.id = d.payee_member_id
		LEFT JOIN projects j ON j.id = d.project_id LEFT JOIN finance_documents a ON a.id = d.advance_id
		LEFT JOIN finance_documents c ON c.id = d.copied_from_id LEFT JOIN accounts x ON x.id = d.paid_from
		LEFT JOIN accounts y ON y.id = d.paid_cash_from`;

/** Selects a document for a user who may see it; no row for any other user. */
export const documentRow = (id: number, { userId, seesAll }: FinanceReader): Select<DocumentRow> =>
	selectOne(`${DOCUMENT} WHERE d.id = ?1 AND (?2 = 1 OR d.applicant_id = ?3)`, id, seesAll ? 1 : 0, userId);

export type FinanceLineRow = {
	id: number;
	line_no: number;
	summary: string;
	amount: number;
	account_id: number | null;
	account_code: string | null;
	account_name: string | null;
	is_active: 0 | 1 | null;
	budget_item_id: number | null;
	budget_name: string | null;
	/** Whether the line is outside the budget (不列預算). */
	is_unbudgeted: 0 | 1;
};
export const linesOf = (id: number): Select<FinanceLineRow> =>
	select(
		`SELECT l.id, l.line_no, l.summary, l.amount, l.account_id, a.code AS account_code, a.name AS account_name, a.is_active,
			l.budget_item_id, b.name AS budget_name, l.is_unbudgeted
		FROM finance_lines l LEFT JOIN accounts a ON a.id = l.account_id LEFT JOIN budget_items b ON b.id = l.budget_item_id
		WHERE l.document_id = ? ORDER BY l.line_no`,
		id,
	);

export type FinanceEventRow = {
	seq: number;
	revision: number;
	step: FinanceStep | "comment";
	from_state: FinanceState;
	to_state: FinanceState;
	user_id: number;
	user_name: string;
	/** The user for whom a deputy took the step (代理). */
	on_behalf_of: number | null;
	on_behalf_name: string | null;
	comment: string | null;
	content_hash: string | null;
	/** Whether the user who took the step knew that the document goes over the budget. */
	over_budget: 0 | 1;
	/** The resolution (理事會決議) by which the chair approved: its meeting or number, and its day. */
	resolution_no: string | null;
	resolution_on: string | null;
	/** JSON of the resolution without which the step would have been refused: 會計、出納由同一人兼辦. */
	resolution: string | null;
	/** Whether the chair (理事長) or a supervisor (監事) took the step, because no holder of its permission could. */
	stands_in: 0 | 1;
	at: number;
};
/** Selects the events of a document, oldest first. */
export const eventsOf = (id: number): Select<FinanceEventRow> =>
	select(
		`SELECT e.seq, e.revision, e.act AS step, e.from_stage AS from_state, e.to_state, e.user_id, u.name AS user_name, e.on_behalf_of,
			b.name AS on_behalf_name, e.comment, e.content_hash, e.over_budget, e.resolution_no, e.resolution_on,
			${resolutionOf("e.concurrent_post_id")} AS resolution, e.stands_in, e.at
		FROM finance_events e JOIN users u ON u.id = e.user_id LEFT JOIN users b ON b.id = e.on_behalf_of
		WHERE e.document_id = ? ORDER BY e.seq`,
		id,
	);

export type FinanceFileRow = {
	file_id: number;
	filename: string;
	content_type: string;
	size: number;
	sha256: string;
	position: number;
};
/** Selects the attachments of a document as it is now, in their order. */
export const attachmentsOf = (id: number): Select<FinanceFileRow> =>
	select(
		`SELECT t.file_id, f.filename, f.content_type, f.size, f.sha256, t.position
		FROM finance_attachments t JOIN files f ON f.id = t.file_id WHERE t.document_id = ? ORDER BY t.position, t.file_id`,
		id,
	);

export type FinanceRevisionRow = { revision: number; content: string; content_hash: string; at: number };
/**
 * Selects the content of each revision, as JSON that readContent (domain/books/finance/content.ts) reads, first
 * revision first.
 */
export const revisionsOf = (id: number): Select<FinanceRevisionRow> =>
	select(
		"SELECT revision, content, content_hash, at FROM finance_revisions WHERE document_id = ? ORDER BY revision",
		id,
	);

/**
 * Selects the users who may take the coming steps today, in person or as deputies, and 理事長 and 監事. `today` is a
 * day in Taipei; `actorsBy` (domain/books/finance/actors.ts) reads the rows.
 */
export const financeActors = (today: string): Select<ActorRow<FinancePermission | typeof STAND_IN>> =>
	actorsOf([...FINANCE_PERMISSIONS, STAND_IN], today);

/** A voucher of a document, reversed or not; `reversal` is the number of the voucher that reversed it. */
export type FinanceVoucherRow = {
	id: number;
	kind: "approval" | "payment";
	number: string;
	date: string;
	reversal_id: number | null;
	reversal: string | null;
};
export const vouchersOf = (id: number): Select<FinanceVoucherRow> =>
	select(
		`SELECT v.id, p.kind, ${voucherNumber("v")} AS number, v.date, r.id AS reversal_id, ${voucherNumber("r")} AS reversal
		FROM finance_postings p JOIN vouchers v ON v.source <> 'manual' AND v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
			LEFT JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE p.document_id = ? ORDER BY v.id`,
		id,
	);
