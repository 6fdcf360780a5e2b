import { orders, placeOf } from "#db/orders.ts";
import { idsOf } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isReceipt, receiptNumberOf } from "#db/record-numbers.ts";
import {
	PAYMENT_STATUSES,
	type PaymentMethod,
	type PaymentSource,
	type PaymentStatus,
} from "#domain/money/payments/labels.ts";
import { searchWords } from "#domain/people/index.ts";
import { readAmount, readLast5 } from "#kernel/amounts.ts";
import { readReceiptNumber } from "#kernel/record-numbers.ts";

/** The number of payments on one page of the list. */
export const PAYMENTS_PER_PAGE = 50;

/** The filter of the list of payments; each of `words` has to be found. Days are YYYY-MM-DD, both included. */
export type PaymentFilter = {
	words?: readonly string[] | undefined;
	status?: PaymentStatus | undefined;
	method?: PaymentMethod | undefined;
	source?: PaymentSource | undefined;
	from?: string | undefined;
	to?: string | undefined;
};

/**
 * A payment in the list. `parts` is a JSON list of its parts, as PARTS_JSON makes it, `receipts` a JSON list of the
 * numbers of valid receipts.
 */
export type PaymentListRow = {
	id: number;
	status: PaymentStatus;
	source: PaymentSource;
	method: PaymentMethod;
	paid_on: string;
	amount: number;
	last5: string | null;
	payer_title: string;
	member_no: string | null;
	payer: string | null;
	submitted_at: number;
	verified_at: number | null;
	old_receipt_no: string | null;
	parts: string;
	receipts: string;
};

const MOST_WORDS = 5;
/**
 * Splits what a user typed to find payments into words; each is a name, a number, five digits, an amount or the number
 * of a receipt.
 */
export function paymentWords(typed: string): string[] {
	const plain = typed.toWellFormed().normalize("NFKC").trim().toLowerCase().replaceAll("臺", "台");
	// A telephone number may contain spaces; a receipt's number keeps the dash by which it is recognised.
	const words = plain.split(/\s+/).map((word) => (readReceiptNumber(word) ? word : (searchWords(word)[0] ?? word)));
	return [...new Set(words)].filter((word) => word !== "").slice(0, MOST_WORDS);
}

type Bound = (value: string | number) => string;

/**
 * Returns the subquery of the ids of the payments that a word finds: by payer or member, account digits, amount, or
 * receipt.
 */
function foundBy(word: string, bound: Bound): string {
	const people = idsOf(word, bound);
	const [amount, last5, receipt] = [readAmount(word), readLast5(word), readReceiptNumber(word)];
	const number = bound(word.toUpperCase());
	return [
		`SELECT f.id FROM payments f WHERE f.payer_member_id IN (${people})`,
		`SELECT f.payment_id FROM payment_allocations f WHERE f.member_id IN (${people})`,
		`SELECT f.id FROM payments f WHERE f.old_receipt_no = ${number}`,
		...(last5 === null ? [] : [`SELECT f.id FROM payments f WHERE f.last5 = ${bound(last5)}`]),
		...(amount === null ? [] : [`SELECT f.id FROM payments f WHERE f.amount = ${bound(amount)}`]),
		...(receipt ? [`SELECT f.payment_id FROM receipts f WHERE ${isReceipt("f", receipt, bound)}`] : []),
	].join(" UNION ALL ");
}

type From = { from: string; params: (string | number)[] };

function paymentsFrom({ words = [], status, method, source, from, to }: PaymentFilter): From {
	const params: (string | number)[] = [];
	const bound: Bound = (value) => `?${params.push(value)}`;
	const found = words.map((word) => `p.id IN (${foundBy(word, bound)})`);
	// The query must start from the rows that were found: a + keeps SQLite from choosing another index by the column.
	const plus = words.length > 0 ? "+" : "";
	const plain = [
		status && `${plus}p.status = ${bound(status)}`,
		method && `p.method = ${bound(method)}`,
		source && `p.source = ${bound(source)}`,
		from && `${plus}p.paid_on >= ${bound(from)}`,
		to && `${plus}p.paid_on <= ${bound(to)}`,
	].flatMap((one) => one || []);
	const all = [...found, ...plain];
	return { from: `FROM payments p ${all.length > 0 ? `WHERE ${all.join(" AND ")}` : ""}`, params };
}

/** The orders of the list: `day` is the day of payment; a payment of several receipts stands at the first of them. */
const ORDER = orders(
	{
		payer: "coalesce((SELECT n.name FROM members n WHERE n.id = p.payer_member_id), p.payer_title)",
		amount: ["p.amount", "p.paid_on"],
		day: "p.paid_on",
		receipt: `coalesce((SELECT ${receiptNumberOf("r")} FROM receipts r WHERE r.payment_id = p.id AND r.status = 'issued'
			ORDER BY r.id LIMIT 1), nullif(p.old_receipt_no, ''))`,
		state: [placeOf("p.status", PAYMENT_STATUSES), "p.paid_on"],
	},
	"p.id",
);
export const PAYMENT_SORTS = ORDER.sorts;

/** SQL for the parts of a payment `p` as JSON: what each is for, for which member, and how much. */
export const PARTS_JSON = `(SELECT json_group_array(json_object('kind', a.kind, 'dues', d.kind, 'year', d.dues_year, 'amount', a.amount,
		'name', m.name, 'no', m.member_no) ORDER BY a.id)
	FROM payment_allocations a LEFT JOIN dues_items d ON d.id = a.dues_item_id LEFT JOIN members m ON m.id = a.member_id
	WHERE a.payment_id = p.id) AS parts`;
export const RECEIPTS_JSON = `(SELECT json_group_array(${receiptNumberOf("r")} ORDER BY r.id) FROM receipts r WHERE r.payment_id = p.id AND r.status = 'issued') AS receipts`;

const COLUMNS = `p.id, p.status, p.source, p.method, p.paid_on, p.amount, p.last5, p.payer_title, w.member_no, w.name AS payer,
	p.submitted_at, p.verified_at, p.old_receipt_no, ${PARTS_JSON}, ${RECEIPTS_JSON}`;

/**
 * Selects the payments of a filter, in an order and cut by the LIMIT clause `limit`; the parts of other payments are
 * not read.
 */
function listed({ filter, sort }: PaymentsAsk, limit: string): Select<PaymentListRow> {
	const { from, params } = paymentsFrom(filter);
	const order = ORDER.by(sort ?? "-day");
	return select(
		`WITH page (id) AS MATERIALIZED (SELECT p.id ${from} ${order} ${limit})
		SELECT ${COLUMNS} FROM page CROSS JOIN payments p ON p.id = page.id LEFT JOIN members w ON w.id = p.payer_member_id ${order}`,
		...params,
	);
}

export type PaymentsAsk = { filter: PaymentFilter; sort?: (typeof PAYMENT_SORTS)[number] | undefined };

/**
 * How many payments fit the filter, their sum, and how much of it was verified (whole NT$). `ended` payments (rejected,
 * cancelled, reversed) are counted but not summed.
 */
export type PaymentSums = { total: number; ended: number; sum: number; received: number };
const ENDED = "p.status IN ('rejected', 'cancelled', 'reversed')";

/** Selects one page of the list, the number of payments that fit, and their sum. */
export function paymentPage({
	page = 1,
	...ask
}: PaymentsAsk & { page?: number }): [Select<PaymentListRow>, Select<PaymentSums>] {
	const { from, params } = paymentsFrom(ask.filter);
	return [
		listed(ask, limitTo(PAYMENTS_PER_PAGE, (page - 1) * PAYMENTS_PER_PAGE)),
		selectOne(
			`SELECT count(*) AS total, coalesce(sum(${ENDED}), 0) AS ended, coalesce(sum(iif(${ENDED}, 0, p.amount)), 0) AS sum,
				coalesce(sum(iif(p.status = 'verified', p.amount, 0)), 0) AS received ${from}`,
			...params,
		),
	];
}

/** Selects the whole list, at most `most` rows: ask for one more row than needed to know whether there are more. */
export const listedPayments = (ask: PaymentsAsk, most: number): Select<PaymentListRow> => listed(ask, limitTo(most));

/**
 * For the dashboard: how many payments wait to be verified, since when the first one waits (UTC milliseconds), and
 * their sum.
 */
export type WaitingPayments = { waiting: number; since: number | null; sum: number };
export const waitingPayments = (): Select<WaitingPayments> =>
	selectOne(
		`SELECT count(*) AS waiting, min(submitted_at) AS since, coalesce(sum(amount), 0) AS sum FROM payments WHERE status = 'submitted'`,
	);

/**
 * One of the payments that have waited longest to be verified, without those that the user sent; `waiting` is the number
 * of all of them.
 */
export type OldestPayment = { id: number; amount: number; payer_title: string; since: number; waiting: number };
export const oldestPayments = (userId: number, most: number): Select<OldestPayment> =>
	select(
		`SELECT id, amount, payer_title, submitted_at AS since, count(*) OVER () AS waiting FROM payments
		WHERE status = 'submitted' AND submitted_by IS NOT ?1 ORDER BY submitted_at, id ${limitTo(most)}`,
		userId,
	);

/** For the dashboard: a payment that the user recorded as staff and a verifier sent back, oldest first. */
export type ReturnedPayment = {
	id: number;
	amount: number;
	reason: string | null;
	updated_at: number;
	waiting: number;
};
export const returnedPayments = (userId: number, most: number): Select<ReturnedPayment> =>
	select(
		`SELECT id, amount, reason, updated_at, count(*) OVER () AS waiting FROM payments
		WHERE submitted_by = ? AND status = 'rejected' AND source = 'staff' ORDER BY id ${limitTo(most)}`,
		userId,
	);

/** FROM and WHERE of what came in for dues by the day of payment, between the first and the last day of two years (SQL). */
const cameIn = (from: string, to: string): string => `FROM payments p JOIN payment_allocations a ON a.payment_id = p.id
	WHERE p.status = 'verified' AND p.method <> 'credit' AND p.paid_on BETWEEN ${from} || '-01-01' AND ${to} || '-12-31'
		AND a.kind <> 'donation'`;
/**
 * For the dashboard: what came in for dues in a calendar year (by the day of payment), how many members paid the dues
 * of that year, and how much of those dues is still owed by how many. `months` is JSON: what came in by month (YYYY-MM)
 * of that year and the year before.
 */
export type DuesFigures = { collected: number; payers: number; outstanding: number; owing: number; months: string };
export const duesFigures = (year: number): Select<DuesFigures> =>
	selectOne(
		`SELECT
			(SELECT coalesce(sum(a.amount), 0) ${cameIn("?1", "?1")}) AS collected,
			(SELECT json_group_object(month, many) FROM (SELECT substr(p.paid_on, 1, 7) AS month, sum(a.amount) AS many
				${cameIn("?2", "?1")} GROUP BY 1)) AS months,
			(SELECT count(DISTINCT member_id) FROM dues_items WHERE dues_year = CAST(?1 AS INTEGER) AND status = 'paid') AS payers,
			coalesce(sum(amount - paid_amount), 0) AS outstanding, count(DISTINCT member_id) AS owing
		FROM dues_items WHERE dues_year = CAST(?1 AS INTEGER) AND status IN ('open', 'partially_paid')`,
		String(year),
		String(year - 1),
	);
