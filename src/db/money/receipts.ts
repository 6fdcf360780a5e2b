import { voucherNumber } from "#db/books/index.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { incomeNumberOf, receiptNumberFolded, receiptNumberOf } from "#db/record-numbers.ts";
import type { PaymentStatus } from "#domain/money/payments/labels.ts";
import {
	RECEIPT_STATUSES,
	type ReceiptMethod,
	type ReceiptSeries,
	type ReceiptStatus,
} from "#domain/money/receipts/labels.ts";
import { readAmount } from "#kernel/amounts.ts";

/** The number of receipts on one page of the list. */
export const RECEIPTS_PER_PAGE = 50;

/** A receipt in the list. `items` is JSON as it was printed, `issued_on` the day in Taipei. */
export type ReceiptListRow = {
	id: number;
	series: ReceiptSeries;
	number: string;
	payer_title: string;
	member_no: string | null;
	items: string;
	method: ReceiptMethod;
	paid_on: string;
	issued_on: string;
	amount: number;
	status: ReceiptStatus;
	reason: string | null;
	/** The number of the receipt that replaces this one. */
	replaced_by: string | null;
	is_original_taken: 0 | 1;
};

/**
 * The filter of the list of receipts: a year of the Republic of China (ROC), whether the original was printed, and days
 * of issue in Taipei, both included.
 */
export type ReceiptFilter = {
	q: string;
	series?: ReceiptSeries | undefined;
	year?: number | undefined;
	status?: ReceiptStatus | undefined;
	original?: "taken" | "waiting" | undefined;
	from?: string | undefined;
	to?: string | undefined;
};

// Within a series, ids rise in the order of the numbers.
const ORDER = orders(
	{
		number: "r.id",
		title: "r.payer_title",
		issued: "r.issued_on",
		amount: "r.amount",
		state: placeOf("r.status", RECEIPT_STATUSES),
	},
	"r.id",
);
export const RECEIPT_SORTS = ORDER.sorts;

/**
 * Returns the condition of the search for receipts (`i` is the SQL of a parameter): a receipt is found by any part of
 * its number or title, by the whole number of a member, or by its amount.
 */
const SEARCH = (i: string, amount: string): string => `(instr(${receiptNumberFolded("r")}, ${i}) > 0
	OR instr(lower(replace(r.payer_title, '臺', '台')), ${i}) > 0
	OR lower(m.member_no) = ${i} OR instr(lower(r.items), '"member_no":"' || ${i} || '"') > 0
	OR r.amount = ${amount})`;

export type Where = { from: string; params: (string | number | null)[] };

/** Returns FROM and WHERE of the receipts `r` that fit a filter. */
export function receiptsFrom({ q, series, year, status, original, from, to }: ReceiptFilter): Where {
	const params: (string | number | null)[] = [];
	const bound = (value: string | number | null): string => `?${params.push(value)}`;
	const where: string[] = [];
	if (q) where.push(SEARCH(bound(q.normalize("NFKC").toLowerCase().replaceAll("臺", "台")), bound(readAmount(q))));
	if (series) where.push(`r.series = ${bound(series)}`);
	if (year) where.push(`r.roc_year = ${bound(year)}`);
	if (status) where.push(`r.status = ${bound(status)}`);
	if (original) where.push(`r.original_at IS ${original === "taken" ? "NOT " : ""}NULL`);
	if (from) where.push(`r.issued_on >= ${bound(from)}`);
	if (to) where.push(`r.issued_on <= ${bound(to)}`);
	const conditions = where.length > 0 ? `WHERE ${where.join(" AND ")}` : "";
	return { from: `FROM receipts r LEFT JOIN members m ON m.id = r.member_id ${conditions}`, params };
}

/** The number of receipts that fit the filter, and the sum of the valid ones in whole NT$. */
export type ReceiptSums = { total: number; amount: number };
type Part = { sort?: (typeof RECEIPT_SORTS)[number] | undefined; limit: number; offset?: number };

/** Selects the receipts that fit a filter, newest first when no order is given, and their number and sum. */
export function listReceipts(
	filter: ReceiptFilter,
	{ sort = "-number", limit, offset = 0 }: Part,
): [Select<ReceiptListRow>, Select<ReceiptSums>] {
	const { from, params } = receiptsFrom(filter);
	return [
		select(
			`SELECT r.id, r.series, ${receiptNumberOf("r")} AS number, r.payer_title, m.member_no, r.items, r.method, r.paid_on, r.issued_on, r.amount,
				r.status, r.reason, (SELECT ${receiptNumberOf("n")} FROM receipts n WHERE n.id = r.replaced_by) AS replaced_by,
				r.original_at IS NOT NULL AS is_original_taken
			${from} ${ORDER.by(sort)} ${limitTo(limit, offset)}`,
			...params,
		),
		selectOne(
			`SELECT count(*) AS total, coalesce(sum(r.amount) FILTER (WHERE r.status = 'issued'), 0) AS amount ${from}`,
			...params,
		),
	];
}

/** Selects the ROC years in which receipts were issued, newest first. */
export const receiptYears = (): Select<{ roc_year: number }> =>
	select(`WITH RECURSIVE y (roc_year) AS (SELECT max(roc_year) FROM number_series WHERE series LIKE 'receipt:%'
		UNION SELECT (SELECT max(n.roc_year) FROM number_series n WHERE n.series LIKE 'receipt:%' AND n.roc_year < y.roc_year)
			FROM y WHERE y.roc_year IS NOT NULL)
		SELECT roc_year FROM y WHERE roc_year IS NOT NULL`);

/** Returns SQL for a list of receipts as JSON of {id, number}, in the order of issue. */
const named = (from: string): string =>
	`(SELECT json_group_array(json_object('id', id, 'number', number)) FROM (SELECT x.id, ${receiptNumberOf("x")} AS number ${from} ORDER BY x.id))`;
/**
 * Returns the condition that two receipts were issued together: receipts of one payment and series from the same batch
 * have the same time, and together they replace what that batch voided.
 */
const together = (one: string, other: string): string =>
	`${one}.payment_id = ${other}.payment_id AND ${one}.series = ${other}.series AND ${one}.created_at = ${other}.created_at`;

/** SQL for the receipts that replace `r`, as JSON of {id, number}; REPLACES is the SQL for those that `r` replaces. */
export const REPLACED_BY = named(
	`FROM receipts l JOIN receipts x ON x.id = l.id OR (${together("x", "l")}) WHERE l.id = r.replaced_by`,
);
export const REPLACES = named(
	`FROM receipts l JOIN receipts x ON x.replaced_by = l.id WHERE l.id = r.id OR (${together("l", "r")})`,
);

/** A receipt with everything that its page shows. Lists are JSON; times are UTC milliseconds. */
export type ReceiptRow = {
	id: number;
	version: number;
	series: ReceiptSeries;
	number: string;
	payment_id: number | null;
	payer_title: string;
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	amount: number;
	items: string;
	method: ReceiptMethod;
	paid_on: string;
	issued_on: string;
	issuer: string | null;
	created_at: number;
	status: ReceiptStatus;
	voided_at: number | null;
	voided_by: string | null;
	reason: string | null;
	original_at: number | null;
	original_by: string | null;
	replaced_by: string;
	replaces: string;
	payment_status: PaymentStatus | null;
	/** The income record that the receipt belongs to, when it belongs to no payment. */
	income_id: number | null;
	income_number: string | null;
	payer_id_mask: string | null;
	/**
	 * Whether the money of the receipt is there: its payment is verified, or its income record is recorded or posted
	 * and not reversed.
	 */
	is_backed: 0 | 1;
	/** How many of the payment's members this series of receipts is for. */
	members: number;
	/** How many other valid receipts of this series the payment has. */
	others: number;
	/**
	 * JSON of `{ id, number }` of the vouchers of the receipt's money; a reversal comes after the voucher it reverses.
	 */
	vouchers: string;
	/** The replacement that a user requested, under another title: a second person has to issue it. */
	ask_as: "title" | "one" | "per_member" | null;
	ask_title: string | null;
	ask_reason: string | null;
	ask_by: string | null;
	ask_user: number | null;
	ask_at: number | null;
};

const OWN_VOUCHERS = `SELECT id FROM vouchers WHERE source <> 'manual' AND source = iif(r.payment_id IS NULL, 'income', 'payment')
	AND source_id = coalesce(r.payment_id, r.income_id)`;

/** Selects a receipt for its page. */
export const receiptSelect = (id: number): Select<ReceiptRow> =>
	selectOne(
		`SELECT r.id, r.version, r.series, ${receiptNumberOf("r")} AS number, r.payment_id, r.payer_title, r.member_id, m.member_no, m.name AS member_name,
			r.amount, r.items, r.method, r.paid_on, r.issued_on, i.name AS issuer, r.created_at, r.status, r.voided_at,
			v.name AS voided_by, r.reason, r.original_at, o.name AS original_by,
			${REPLACED_BY} AS replaced_by, ${REPLACES} AS replaces, p.status AS payment_status,
			r.income_id, ${incomeNumberOf("g")} AS income_number, r.payer_id_mask,
			coalesce(p.status = 'verified', g.state IN ('recorded', 'posted'), 0) AS is_backed,
			(SELECT count(DISTINCT a.member_id) FROM payment_allocations a WHERE a.payment_id = r.payment_id
				AND (a.kind = 'donation') = (r.series = 'donation')) AS members,
			(SELECT count(*) FROM receipts x WHERE x.payment_id = r.payment_id AND x.series = r.series AND x.id <> r.id
				AND x.status = 'issued') AS others,
			(SELECT json_group_array(json_object('id', id, 'number', number)) FROM (SELECT w.id, ${voucherNumber("w")} AS number FROM vouchers w
				WHERE w.state = 'posted' AND (w.id IN (${OWN_VOUCHERS}) OR w.reverses_id IN (${OWN_VOUCHERS}))
				ORDER BY w.id)) AS vouchers,
			k.replacement AS ask_as, k.payer_title AS ask_title, k.reason AS ask_reason, k.asked_by AS ask_user, k.asked_at AS ask_at,
			(SELECT name FROM users WHERE id = k.asked_by) AS ask_by
		FROM receipts r LEFT JOIN members m ON m.id = r.member_id LEFT JOIN payments p ON p.id = r.payment_id
			LEFT JOIN income_records g ON g.id = r.income_id LEFT JOIN receipt_asks k ON k.receipt_id = r.id
			LEFT JOIN users i ON i.id = r.issued_by LEFT JOIN users v ON v.id = r.voided_by LEFT JOIN users o ON o.id = r.original_by
		WHERE r.id = ?`,
		id,
	);

/** An event of a receipt that only the audit log has: the receipt was sent by e-mail. */
export type ReceiptEvent = { at: number; action: string; by: string | null; actor: string };

/** Selects the events of a receipt, newest first, at most 20. */
export const receiptEvents = (id: number): Select<ReceiptEvent> =>
	select(
		`SELECT l.at, l.action, u.name AS by, l.actor FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
		WHERE l.auditable_type = 'receipt' AND l.auditable_id = ? AND l.action = 'receipt.mail' ORDER BY l.id DESC LIMIT 20`,
		String(id),
	);
