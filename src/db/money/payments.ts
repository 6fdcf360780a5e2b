import { isSuspense } from "#db/books/index.ts";
import { creditLeft } from "#db/people/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { isStranded } from "#db/system/index.ts";
import type { DuesStatus } from "#domain/money/dues/labels.ts";
import type { AllocationKind, PaymentMethod, PaymentSource, PaymentStatus } from "#domain/money/payments/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";

/**
 * A payment with the columns that the actions on it check first. `received_on` is the code of the ledger account of the
 * bank account.
 */
export type StoredPayment = {
	id: number;
	version: number;
	status: PaymentStatus;
	source: PaymentSource;
	method: PaymentMethod;
	paid_on: string;
	amount: number;
	fee_amount: number;
	last5: string | null;
	bank_account_id: number | null;
	received_on: string | null;
	payer_member_id: number | null;
	payer_title: string;
	receipt_split: "one" | "per_member";
	proof_file_id: number | null;
	remark: string;
	submitted_by: number | null;
	verified_by: number | null;
	on_behalf_of: number | null;
	/** The id of the user who wrote the receipt title, when that is not the user who submitted the payment. */
	titled_by: number | null;
	/**
	 * JSON of the users who are related to the payment: the one who submitted it, its members, their guardians and
	 * dependents.
	 */
	related: string;
	/** Whether no verifier can verify the payment today. */
	is_stranded: 0 | 1;
};

/** Returns the query of the members of a payment `id` (SQL): the payer and the members whose dues it pays. */
const membersOf = (id: string): string => `SELECT payer_member_id FROM payments WHERE id = ${id}
	UNION SELECT member_id FROM payment_allocations WHERE payment_id = ${id}`;

/**
 * Returns the query of the users who may not verify a payment (SQL of its id), one column: the user who submitted it,
 * its members and their families.
 */
export const relatedToPayment = (id: string): string => `SELECT submitted_by AS user_id FROM payments
		WHERE id = ${id} AND submitted_by IS NOT NULL
	UNION SELECT user_id FROM related_users WHERE member_id IN (${membersOf(id)})`;

/**
 * Returns SQL: whether none of the users who verify payments can verify the payment `id` (SQL) on a day, because it is
 * their own or their family's, they wrote its title, or they are away. A list that asks for many payments passes
 * `among`, which names the WITH table of heldOnce (db/system/holders.ts).
 */
export const isPaymentStranded = (id: string, day: string, among: { holders?: string; away?: string } = {}): string =>
	isStranded({
		...among,
		day,
		permission: "'payments.verify'",
		hinders: `EXISTS (SELECT 1 FROM (${relatedToPayment(id)}) k WHERE k.user_id IN (h.user_id, h.person))
			OR (SELECT titled_by FROM payments WHERE id = ${id}) IN (h.user_id, h.person)`,
	});

/** Selects a payment for an action; `today` is a day in Taipei. */
export const storedPayment = (id: number, today: string): Select<StoredPayment> =>
	selectOne(
		`SELECT p.id, p.version, p.status, p.source, p.method, p.paid_on, p.amount, p.fee_amount, p.last5, p.bank_account_id,
			a.code AS received_on, p.payer_member_id, p.payer_title, p.receipt_split, p.proof_file_id, p.remark,
			p.submitted_by, p.verified_by, p.on_behalf_of, p.titled_by, (SELECT json_group_array(user_id) FROM (${relatedToPayment("?1")})) AS related,
			${isPaymentStranded("?1", "?2")} AS is_stranded
		FROM payments p LEFT JOIN bank_accounts b ON b.id = p.bank_account_id LEFT JOIN accounts a ON a.id = b.account_id
		WHERE p.id = ?1`,
		id,
		today,
	);

/** A part of a payment with its dues item and its member. */
export type AllocationRow = {
	id: number;
	kind: AllocationKind;
	amount: number;
	dues_item_id: number | null;
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	disability_status: string | null;
	item_kind: DuesKind | null;
	dues_year: number | null;
	item_status: DuesStatus | null;
	item_amount: number | null;
	item_paid: number | null;
};
const ALLOCATION = `SELECT a.id, a.kind, a.amount, a.dues_item_id, a.member_id, m.member_no, m.name AS member_name, a.disability_status,
		d.kind AS item_kind, d.dues_year, d.status AS item_status, d.amount AS item_amount, d.paid_amount AS item_paid
	FROM payment_allocations a LEFT JOIN dues_items d ON d.id = a.dues_item_id LEFT JOIN members m ON m.id = a.member_id`;

/** Selects the parts of a payment, in their order. */
export const allocationsOf = (paymentId: number): Select<AllocationRow> =>
	select(`${ALLOCATION} WHERE a.payment_id = ? ORDER BY a.id`, paymentId);

/** What a part of a payment may be for, before the part is stored: a dues item with its member, or a member only. */
export type TargetRow = {
	dues_item_id: number | null;
	member_id: number;
	member_no: string | null;
	member_name: string;
	item_kind: DuesKind | null;
	dues_year: number | null;
	item_status: DuesStatus | null;
	item_amount: number | null;
	item_paid: number | null;
};
const TARGET = `d.id AS dues_item_id, m.id AS member_id, m.member_no, m.name AS member_name, d.kind AS item_kind,
	d.dues_year, d.status AS item_status, d.amount AS item_amount, d.paid_amount AS item_paid`;
/** Selects the dues items of these ids with their members, as targets. */
export const duesTargets = (ids: readonly number[]): Select<TargetRow> =>
	select(
		`SELECT ${TARGET} FROM json_each(?) j JOIN dues_items d ON d.id = j.value JOIN members m ON m.id = d.member_id ORDER BY j.key`,
		JSON.stringify(ids),
	);
/** Selects the members of these ids, as targets without a dues item. */
export const memberTargets = (ids: readonly number[]): Select<TargetRow> =>
	select(
		`SELECT NULL AS dues_item_id, m.id AS member_id, m.member_no, m.name AS member_name, NULL AS item_kind, NULL AS dues_year,
			NULL AS item_status, NULL AS item_amount, NULL AS item_paid
		FROM json_each(?) j JOIN members m ON m.id = j.value ORDER BY j.key`,
		JSON.stringify(ids),
	);

/** Selects the overpayment credit (溢繳款) that a member has left. */
export const creditOf = (memberId: number): Select<{ credit: number }> =>
	select(`SELECT ${creditLeft("?1")} AS credit`, memberId);

/**
 * A bank line to be matched with a payment. `received_on` is the code of the ledger account to debit; "suspense" when
 * the line was posted as suspense money (暫收款) before.
 */
export type StoredLine = {
	id: number;
	version: number;
	status: string;
	/** What is left of the line to be explained, in NT$. */
	left: number;
	booked_on: string;
	bank_account_id: number;
	received_on: string;
};
export const storedLine = (id: number): Select<StoredLine> =>
	selectOne(
		`SELECT l.id, l.version, l.status, l.amount - l.explained AS left, l.booked_on, l.bank_account_id,
			iif(${isSuspense("l.id")}, 'suspense', a.code) AS received_on
		FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id JOIN accounts a ON a.id = b.account_id WHERE l.id = ?`,
		id,
	);
