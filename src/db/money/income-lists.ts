import { resolutionOf } from "#db/books/index.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isReceipt, receiptNumberOf } from "#db/record-numbers.ts";
import {
	INCOME_KINDS,
	INCOME_STATES,
	type IncomeKind,
	type IncomeMethod,
	type IncomeState,
} from "#domain/money/income/labels.ts";
import { readAmount } from "#kernel/amounts.ts";
import { readReceiptNumber } from "#kernel/record-numbers.ts";
import { INCOME_POSTER } from "./income.ts";

export const INCOME_PER_PAGE = 50;

/** The filter of the list of income records. Days are YYYY-MM-DD, both included. */
export type IncomeFilter = {
	q: string;
	state?: IncomeState | undefined;
	/** The kind of income; `in_kind` means donations in kind. */
	kind?: IncomeKind | "in_kind" | undefined;
	method?: IncomeMethod | undefined;
	/** Restricts the list to donations of money with a valid receipt, or without one. */
	receipt?: "issued" | "none" | undefined;
	from?: string | undefined;
	to?: string | undefined;
};

/** An income record in the list; `receipt` is the number of its valid receipt. */
export type IncomeListRow = {
	id: number;
	state: IncomeState;
	kind: IncomeKind;
	roc_year: number | null;
	seq: number | null;
	received_on: string;
	payer_title: string;
	donor_id: number | null;
	donor: string | null;
	is_in_kind: 0 | 1;
	items: string;
	amount: number | null;
	fee_amount: number;
	method: IncomeMethod | null;
	purpose: string;
	project: string | null;
	account_code: string | null;
	receipt: string | null;
	recorder: string | null;
	poster: string | null;
	/** JSON of the board resolution under which one person both recorded and posted the income. */
	resolution: string | null;
};

const NUMBER = /^I?(\d{2,3})-(\d{1,6})$/i;

/**
 * Returns the condition of the search for income records: a part of the title, of the donor's name, of the purpose or
 * of a donated item; an amount; the number of an income record or of a receipt.
 */
function search(q: string, bound: (value: string | number) => string): string {
	const word = bound(q.normalize("NFKC").toLowerCase().replaceAll("臺", "台"));
	const text = (column: string) => `instr(lower(replace(${column}, '臺', '台')), ${word}) > 0`;
	const amount = readAmount(q);
	const [, year, seq] = NUMBER.exec(q.normalize("NFKC")) ?? [];
	const receipt = readReceiptNumber(q);
	const any = [
		...["i.payer_title", "coalesce(d.name, '')", "i.purpose", "i.items"].map(text),
		...(amount === null ? [] : [`i.amount = ${bound(amount)}`]),
		...(seq === undefined ? [] : [`(i.roc_year = ${bound(Number(year))} AND i.seq = ${bound(Number(seq))})`]),
		...(receipt ? [`i.id IN (SELECT f.income_id FROM receipts f WHERE ${isReceipt("f", receipt, bound)})`] : []),
	];
	return `(${any.join(" OR ")})`;
}

function incomeFrom({ q, state, kind, method, receipt, from, to }: IncomeFilter) {
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const issued = "EXISTS (SELECT 1 FROM receipts r WHERE r.income_id = i.id AND r.status = 'issued')";
	const where = [
		q && search(q, bound),
		state && `i.state = ${bound(state)}`,
		kind === "in_kind" ? "i.is_in_kind = 1" : kind && `i.kind = ${bound(kind)}`,
		method && `i.method = ${bound(method)}`,
		receipt &&
			`i.kind = 'donation' AND i.is_in_kind = 0 AND i.state IN ('recorded', 'posted') AND ${receipt === "none" ? "NOT " : ""}${issued}`,
		from && `i.received_on >= ${bound(from)}`,
		to && `i.received_on <= ${bound(to)}`,
	].filter(Boolean);
	const conditions = where.length > 0 ? `WHERE ${where.join(" AND ")}` : "";
	return { from: `FROM income_records i LEFT JOIN donors d ON d.id = i.donor_id ${conditions}`, params };
}

const ORDER = orders(
	{
		from: "coalesce(d.name, i.payer_title)",
		kind: ["i.is_in_kind", placeOf("i.kind", INCOME_KINDS)],
		amount: "i.amount",
		day: "i.received_on",
		receipt: "receipt",
		state: placeOf("i.state", INCOME_STATES),
	},
	"i.id",
);
export const INCOME_SORTS = ORDER.sorts;
type IncomeAsk = { filter: IncomeFilter; sort?: (typeof INCOME_SORTS)[number] | undefined };

function listed({ filter, sort = "-day" }: IncomeAsk, limit: string): Select<IncomeListRow> {
	const { from, params } = incomeFrom(filter);
	return select(
		`SELECT i.id, i.state, i.kind, i.roc_year, i.seq, i.received_on, i.payer_title, i.donor_id, d.name AS donor, i.is_in_kind,
			i.items, i.amount, i.fee_amount, i.method, i.purpose, (SELECT p.name FROM projects p WHERE p.id = i.project_id) AS project,
			(SELECT a.code FROM accounts a WHERE a.id = i.account_id) AS account_code,
			(SELECT ${receiptNumberOf("r")} FROM receipts r WHERE r.income_id = i.id AND r.status = 'issued') AS receipt,
			(SELECT u.name FROM users u WHERE u.id = i.recorded_by) AS recorder, (SELECT u.name FROM users u WHERE u.id = ${INCOME_POSTER}) AS poster,
			${resolutionOf("i.concurrent_post_id")} AS resolution
		${from} ${ORDER.by(sort)} ${limit}`,
		...params,
	);
}

/** The number and sum of all income records that fit the filter; drafts and reversed records are not in the sum. */
export type IncomeSums = { total: number; sum: number };

/** Selects one page of the list, and the number and sum of all records that fit. */
export function incomePage({
	page,
	...ask
}: IncomeAsk & { page: number }): [Select<IncomeListRow>, Select<IncomeSums>] {
	const { from, params } = incomeFrom(ask.filter);
	return [
		listed(ask, limitTo(INCOME_PER_PAGE, (page - 1) * INCOME_PER_PAGE)),
		selectOne(
			`SELECT count(*) AS total, coalesce(sum(i.amount) FILTER (WHERE i.state IN ('recorded', 'posted')), 0) AS sum ${from}`,
			...params,
		),
	];
}

/** Selects the whole list, at most `most` rows: ask for one more row than needed to know whether there are more. */
export const listedIncome = (ask: IncomeAsk, most: number): Select<IncomeListRow> => listed(ask, limitTo(most));

/** Counts the income records that wait to be posted. */
export const incomeWaiting = (): Select<{ waiting: number }> =>
	selectOne("SELECT count(*) AS waiting FROM income_records WHERE state = 'recorded'");

/**
 * A receipt of a donation in a year (by the day of the donation), with the person it belongs to: the donor, or the
 * member who donated together with their dues. `name` is the person's name; a receipt in another name is no tax
 * deduction of this person.
 */
export type TaxRow = {
	receipt_id: number;
	number: string;
	payer_title: string;
	amount: number;
	paid_on: string;
	kind: "person" | "organisation" | null;
	name: string | null;
	seal_id: string | null;
	national_id: string | null;
	national_id_mask: string | null;
	donor_id: number | null;
	member_id: number | null;
};

/** Selects every valid receipt of a donation in a year, ordered by the receipt's title, at most 20,000. */
export const taxRows = (year: number): Select<TaxRow> =>
	select(
		`SELECT r.id AS receipt_id, ${receiptNumberOf("r")} AS number, r.payer_title, r.amount, r.paid_on, iif(i.id IS NULL, iif(m.id IS NULL, NULL, 'person'), d.kind) AS kind,
			iif(i.id IS NULL, m.name, d.name) AS name, iif(i.id IS NULL, m.seal_id, d.seal_id) AS seal_id,
			iif(i.id IS NULL, m.national_id, d.national_id) AS national_id,
			iif(i.id IS NULL, m.national_id_mask, d.national_id_mask) AS national_id_mask, d.id AS donor_id,
			iif(i.id IS NULL, m.id, d.member_id) AS member_id
		FROM receipts r LEFT JOIN income_records i ON i.id = r.income_id LEFT JOIN donors d ON d.id = i.donor_id
			LEFT JOIN members m ON m.id = r.member_id AND r.income_id IS NULL
		WHERE r.series = 'donation' AND r.status = 'issued' AND r.paid_on BETWEEN ?1 || '-01-01' AND ?1 || '-12-31'
		ORDER BY r.payer_title, r.id ${limitTo(20_000)}`,
		String(year),
	);
