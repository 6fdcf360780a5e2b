import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { ofSource, postingAccount, stands } from "./books.ts";
import { post, voucherNumber, voucherOf } from "./vouchers.ts";

const LINES = "voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id";

/**
 * SQL: whether the opening voucher (開帳) credits dues received in advance (預收款項). Imported payments have no
 * voucher of their own; in this case the opening carries their money.
 */
const CARRIED = `EXISTS (SELECT 1 FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id AND l.account_id = ${postingAccount(ACCOUNTS.duesInAdvance)}
	WHERE ${ofSource("opening", "0")} AND ${stands("v")} AND l.credit > 0)`;

/**
 * SQL for what was paid for the dues item `d` before its year, and is on the account of dues received in advance
 * (預收款項) until the opening of that year.
 */
const PAID_BEFORE = `coalesce((SELECT sum(x.amount) FROM payment_allocations x JOIN payments p ON p.id = x.payment_id
		LEFT JOIN vouchers v ON ${ofSource("payment", "p.id")} AND v.source_seq = 1 AND v.state = 'posted'
	WHERE x.dues_item_id = d.id AND p.status = 'verified' AND CAST(substr(CASE WHEN p.source <> 'import' THEN v.date
		WHEN ${CARRIED} THEN p.paid_on END, 1, 4) AS INTEGER) < d.dues_year), 0)`;

/**
 * SQL for what corrections of the dues item `d` moved from income to dues received in advance (預收款項), as its
 * credit.
 */
export const CREDITED = `coalesce((SELECT sum(l.debit - l.credit) FROM vouchers v JOIN ${LINES}
	WHERE ${ofSource("dues", "d.id")} AND ${stands("v")} AND a.code >= '4'), 0)`;

/** SQL for the memo of an opening's lines, by which the two kinds of dues are told apart. */
const MEMO = "iif(d.kind = 'entrance', '入會費轉列', '常年會費轉列')";
const KEPT = "coalesce((SELECT merged_into FROM members WHERE id = l.member_id), l.member_id)";

/** SQL for what the year's opening turned into income for the dues item `d`; NULL before there is an opening. */
const OPENED = `(SELECT coalesce(sum(l.credit - l.debit) FILTER (WHERE a.code >= '4' AND l.memo = ${MEMO} AND ${KEPT} = d.member_id), 0)
	FROM vouchers v JOIN ${LINES} WHERE ${ofSource("opening", "d.dues_year")} AND ${stands("v")} GROUP BY v.id)`;

/**
 * The columns of how a dues item `d` stands in dues received in advance (預收款項), for vouchers about it:
 * `paid_before`, and `opened` or NULL.
 */
export const inAdvance = `${PAID_BEFORE} AS paid_before, ${OPENED} AS opened`;

/**
 * Returns the query of what the opening of a year (a number, SQL) turns into income, by member and kind: what was paid
 * for the year's items before it, less the part that is the member's credit. It is below zero when a correction took
 * more.
 */
const due = (year: string): string => `SELECT member_id, kind, memo, amount FROM (
	SELECT d.member_id, d.kind, ${MEMO} AS memo, ${PAID_BEFORE} - d.credited_amount + ${CREDITED} AS amount
	FROM dues_items d WHERE d.dues_year = ${year} AND (d.paid_amount > 0 OR d.credited_amount > 0
		OR EXISTS (SELECT 1 FROM vouchers v WHERE ${ofSource("dues", "d.id")}))) WHERE amount <> 0`;

/** Returns the query of what the posted and not reversed opening of a year turned into income. */
const held = (year: string): string => `SELECT ${KEPT} AS member_id, l.memo, sum(l.credit - l.debit) AS amount
	FROM vouchers v JOIN ${LINES} WHERE ${ofSource("opening", year)} AND ${stands("v")} AND a.code >= '4' GROUP BY 1, 2`;

/**
 * Returns the query of the differences between the opening of a year and what it should be: one row for each member and
 * kind.
 */
export const differing = (
	year: string,
): string => `SELECT member_id, memo FROM (SELECT member_id, memo, amount FROM (${due(year)})
	UNION ALL SELECT member_id, memo, -amount FROM (${held(year)})) GROUP BY member_id, memo HAVING sum(amount) <> 0`;

/** Returns FROM and WHERE of the accruals (次年迴轉) of the year before that are not reversed. */
const turning = (year: string): string => `FROM vouchers v WHERE v.turns_next_year = 1
	AND v.date BETWEEN (${year} - 1) || '-01-01' AND (${year} - 1) || '-12-31' AND ${stands("v")}`;

/**
 * Returns SQL for how much is left for the opening of a year to do: the number of members and kinds of dues that
 * differ, plus the number of accruals.
 */
export const openingLeft = (year: number): string =>
	`(SELECT count(*) FROM (${differing(String(Math.trunc(year)))})) + (SELECT count(*) ${turning(String(Math.trunc(year)))})`;

/**
 * The opening of a year: what it should turn into income, for how many members, how many of them differ from the posted
 * opening, and that opening's voucher.
 */
export type OpeningHead = {
	annual: number;
	entrance: number;
	members: number;
	differing: number;
	voucher_id: number | null;
	voucher: string | null;
	/** How often the opening was posted. */
	seq: number;
};
export const openingHead = (year: number): Select<OpeningHead> =>
	selectOne(
		`WITH due AS MATERIALIZED (${due("?1")}), stood AS (SELECT v.id, ${voucherNumber("v")} AS number FROM vouchers v
			WHERE ${ofSource("opening", "?1")} AND ${stands("v")})
		SELECT coalesce(sum(amount) FILTER (WHERE kind = 'annual'), 0) AS annual,
			coalesce(sum(amount) FILTER (WHERE kind = 'entrance'), 0) AS entrance, count(DISTINCT member_id) AS members,
			(SELECT count(*) FROM (${differing("?1")})) AS differing, (SELECT id FROM stood) AS voucher_id,
			(SELECT number FROM stood) AS voucher,
			(SELECT coalesce(max(v.source_seq), 0) FROM vouchers v WHERE ${ofSource("opening", "?1")}) AS seq FROM due`,
		Math.trunc(year),
	);

/** An accrual that the opening of a year reverses. */
export type Turning = { id: number; number: string; date: string; description: string; amount: number };
export const turningVouchers = (year: number): Select<Turning> =>
	select(
		`SELECT v.id, ${voucherNumber("v")} AS number, v.date, v.description,
			(SELECT sum(debit) FROM voucher_lines WHERE voucher_id = v.id) AS amount ${turning("CAST(?1 AS INTEGER)")} ORDER BY v.date, v.id`,
		Math.trunc(year),
	);

/**
 * Inserts the opening of a year as a voucher and posts it at once: debit dues received in advance (預收款項), credit
 * the income, a pair of lines for each member and kind.
 */
export const postOpening = (
	{ year, seq, date, description }: { year: number; seq: number; date: string; description: string },
	by: By,
): Write[] => {
	const voucher: SQL = voucherOf({ source: "opening", id: year, seq });
	return [
		sql`INSERT INTO vouchers (date, description, source, source_id, source_seq, created_by, created_at, updated_at)
			VALUES (${date}, ${description}, 'opening', ${year}, ${seq}, ${by.userId}, ${by.at}, ${by.at})`,
		sql`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, memo, member_id)
			SELECT ${voucher}, row_number() OVER (ORDER BY o.member_id, o.kind, s.value), iif(s.value = 0,
					${sql.raw(postingAccount(ACCOUNTS.duesInAdvance))}, iif(o.kind = 'entrance', ${sql.raw(postingAccount(ACCOUNTS.entrance))}, ${sql.raw(postingAccount(ACCOUNTS.annual))})),
				iif((s.value = 0) = (o.amount > 0), abs(o.amount), 0), iif((s.value = 0) = (o.amount > 0), 0, abs(o.amount)), o.memo, o.member_id
			FROM (${sql.raw(due(String(Math.trunc(year))))}) o, json_each('[0,1]') s`,
		post(voucher, by),
	];
};
