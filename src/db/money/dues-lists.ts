import { BY_NUMBER, orders, placeOf } from "#db/orders.ts";
import { idsOf, TYPE_NAME } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { DUES_STATUSES, type DuesStatus } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";

/** The number of dues items on one page of the list. */
export const DUES_PER_PAGE = 50;

/**
 * The filter of the list of dues items; `words` is a typed text split by searchWords, the status `owed` means open or
 * partially paid.
 */
export type DuesFilter = {
	words?: readonly string[] | undefined;
	year?: number | undefined;
	kind?: DuesKind | undefined;
	status?: DuesStatus | "owed" | undefined;
	type?: string | undefined;
};
/** Of one member, the newest year stands first, and its entrance fee before its annual fee. */
const ORDER = orders(
	{
		number: [...BY_NUMBER, "m.id", "d.dues_year DESC", "d.kind DESC"],
		name: ["m.name", "m.id", "d.dues_year DESC"],
		item: ["d.kind = 'annual'", "d.dues_year"],
		amount: "d.amount",
		paid: "d.paid_amount",
		state: placeOf("d.status", DUES_STATUSES),
	},
	"d.id",
);
export const DUES_SORTS = ORDER.sorts;
export type DuesSort = (typeof DUES_SORTS)[number];

/** A dues item in a list. `claimed` is the id of the submitted payment that is meant for it. */
export type DuesListRow = {
	id: number;
	version: number;
	member_id: number;
	member_no: string | null;
	name: string;
	type_name: string;
	kind: DuesKind;
	dues_year: number;
	base_amount: number;
	discount_percent: number;
	amount: number;
	paid_amount: number;
	status: DuesStatus;
	reason: string | null;
	claimed: number | null;
};

/** Returns SQL for the id of the submitted payment that is meant for a dues item (SQL of the item's id). */
export const claimOf = (item: string): string =>
	`(SELECT p.id FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.dues_item_id = ${item} AND p.status = 'submitted' ORDER BY p.id LIMIT 1)`;
const COLUMNS = `d.id, d.version, d.member_id, m.member_no, m.name, ${TYPE_NAME} AS type_name, d.kind, d.dues_year, d.base_amount,
	d.discount_percent, d.amount, d.paid_amount, d.status, d.reason, ${claimOf("d.id")} AS claimed`;

const OWED = "('open', 'partially_paid')";
type Conditions = { where: string[]; members: string[]; params: (string | number)[] };

/** Returns the SQL conditions of a filter on dues items `d` and on their members `m`. */
function conditionsOf({ words = [], year, kind, status, type }: DuesFilter): Conditions {
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const where = words.map((word) => `d.member_id IN (${idsOf(word, bound)})`);
	if (year) where.push(`d.dues_year = ${bound(year)}`);
	if (kind) where.push(`d.kind = ${bound(kind)}`);
	if (status) where.push(status === "owed" ? `+d.status IN ${OWED}` : `d.status = ${bound(status)}`);
	return { where, members: type ? [`m.type_code = ${bound(type)}`] : [], params };
}

/**
 * Returns FROM, WHERE and ORDER BY of the dues items that fit a filter. When the order is by member number, the query
 * starts from members, by the index of that order (migration 0019).
 */
function itemsFrom(filter: DuesFilter, sort: DuesSort): { sql: string; params: (string | number)[] } {
	const { where, members, params } = conditionsOf(filter);
	const found = (filter.words ?? []).length > 0;
	const all = ["m.merged_into IS NULL", ...where, ...members].join(" AND ");
	const from =
		sort === "number" || sort === "-number"
			? `members m ${found ? "" : "INDEXED BY members_in_order CROSS"} JOIN dues_items d ON d.member_id = m.id`
			: `dues_items d ${found ? "" : "INDEXED BY dues_items_by_year"} CROSS JOIN members m ON m.id = d.member_id`;
	return { sql: `FROM ${from} WHERE ${all} ${ORDER.by(sort)}`, params };
}

/** Selects one page of the dues items that fit a filter, or the first `limit` of them. */
export function duesPage(
	filter: DuesFilter,
	{ sort = "number", limit = DUES_PER_PAGE, page = 1 }: { sort?: DuesSort | undefined; limit?: number; page?: number },
): Select<DuesListRow> {
	const { sql, params } = itemsFrom(filter, sort);
	return select(
		`WITH page (id, nth) AS MATERIALIZED (SELECT id, row_number() OVER () FROM (SELECT d.id ${sql} ${limitTo(limit, (page - 1) * limit)}))
		SELECT ${COLUMNS} FROM page CROSS JOIN dues_items d ON d.id = page.id JOIN members m ON m.id = d.member_id ORDER BY page.nth`,
		...params,
	);
}

/**
 * The number of dues items that fit a filter and their sums: asked for, paid, and still owed. Waived and cancelled
 * items ask for no more than was paid.
 */
export type DuesTotals = { items: number; due: number; paid: number; owed: number };
export function duesTotals(filter: DuesFilter): Select<DuesTotals> {
	const { where, members, params } = conditionsOf(filter);
	const join = members.length > 0 ? "CROSS JOIN members m ON m.id = d.member_id" : "";
	const all = [...where, ...members];
	return selectOne(
		`SELECT count(*) AS items, coalesce(sum(iif(d.status IN ('waived', 'cancelled'), d.paid_amount, d.amount)), 0) AS due,
			coalesce(sum(d.paid_amount), 0) AS paid,
			coalesce(sum(iif(d.status IN ${OWED}, d.amount - d.paid_amount, 0)), 0) AS owed
		FROM dues_items d ${(filter.words ?? []).length > 0 ? "" : "INDEXED BY dues_items_by_year"} ${join}
		${all.length > 0 ? `WHERE ${all.join(" AND ")}` : ""}`,
		...params,
	);
}

/** Selects the dues items with these ids, in this order: for a change of many items at once. */
export const duesByIds = (ids: readonly number[]): Select<DuesListRow> =>
	select(
		`SELECT ${COLUMNS} FROM json_each(?) j JOIN dues_items d ON d.id = j.value JOIN members m ON m.id = d.member_id ORDER BY j.key`,
		JSON.stringify(ids),
	);

/** Selects the years that have dues items, newest first. */
export const duesYears = (): Select<{ dues_year: number }> =>
	select(
		`WITH RECURSIVE y (year) AS (SELECT (SELECT max(dues_year) FROM dues_items) UNION ALL
			SELECT (SELECT max(dues_year) FROM dues_items WHERE dues_year < y.year) FROM y WHERE y.year IS NOT NULL)
		SELECT year AS dues_year FROM y WHERE year IS NOT NULL`,
	);
