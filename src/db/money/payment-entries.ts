import { creditLeft, membersFrom, OFFERED } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { guardianNames } from "#db/system/index.ts";
import type { DuesKind, MemberStatus } from "#domain/people/index.ts";

/** A member who may be the payer of a payment. `owed` is what the member owes for themselves. */
export type PayerRow = {
	id: number;
	member_no: string | null;
	name: string;
	status: MemberStatus;
	guardian: string | null;
	owed: number;
	credit: number;
};
const PAYER = `m.id, m.member_no, m.name, m.status, ${guardianNames()} AS guardian,
	coalesce((SELECT sum(d.amount - d.paid_amount) FROM dues_items d
		WHERE d.member_id = m.id AND d.status IN ('open', 'partially_paid')), 0) AS owed,
	${creditLeft("m.id")} AS credit`;

/**
 * Selects at most OFFERED members that fit the search words (a typed text split by searchWords), those who owe first,
 * then by name; no row without words.
 */
export function payerCandidates(words: readonly string[]): Select<PayerRow> {
	if (words.length === 0) return select(`SELECT ${PAYER} FROM members m WHERE false`);
	const { from, params } = membersFrom({ words, today: "" });
	return select(
		`SELECT ${PAYER} ${from} AND m.pseudonymised_at IS NULL ORDER BY owed = 0, m.name, m.id ${limitTo(OFFERED)}`,
		...params,
	);
}

/** How many unpaid items are read to find OFFERED members, of whom some owe for several years. */
const UNPAID_READ = 100;

/**
 * Selects at most OFFERED members who owe dues, oldest year first. An item that a waiting payment claims does not count,
 * so that whoever was just recorded leaves the list.
 */
export const payersOwing = (): Select<PayerRow> =>
	select(
		`SELECT ${PAYER} FROM (
			SELECT member_id, min(dues_year) AS year FROM (
				SELECT d.member_id, d.dues_year FROM dues_items d INDEXED BY dues_items_unpaid
				WHERE d.status IN ('open', 'partially_paid') AND NOT EXISTS (SELECT 1 FROM payment_allocations a
					JOIN payments p ON p.id = a.payment_id WHERE a.dues_item_id = d.id AND p.status = 'submitted')
				ORDER BY d.dues_year, d.member_id ${limitTo(UNPAID_READ)})
			GROUP BY member_id) page
		CROSS JOIN members m ON m.id = page.member_id
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL ORDER BY page.year, m.id ${limitTo(OFFERED)}`,
	);

export const payerRow = (id: number): Select<PayerRow> =>
	selectOne(
		`SELECT ${PAYER} FROM members m WHERE m.id = ? AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL`,
		id,
	);

/** A bank or postal account of the association in use, no 定期存款, offered as the account that a payment came to. */
export type EntryAccount = { id: number; kind: "bank" | "postal"; name: string; number: string };
export const entryAccounts = (): Select<EntryAccount> =>
	select(
		"SELECT id, kind, name, number FROM bank_accounts WHERE is_active = 1 AND term_until IS NULL ORDER BY position, id",
	);

/** One open dues item of the member with the number `no`. `id` is null when the member owes nothing. */
export type NumberedDue = {
	no: string;
	member_id: number;
	name: string;
	id: number | null;
	kind: DuesKind | null;
	dues_year: number | null;
	amount: number | null;
	paid_amount: number | null;
	claims: number;
};

/**
 * Selects what the members with these member numbers owe, oldest year first; a former number leads to its member too.
 */
export const duesOfNumbers = (numbers: readonly string[]): Select<NumberedDue> =>
	select(
		`SELECT j.value AS no, m.id AS member_id, m.name, d.id, d.kind, d.dues_year, d.amount, d.paid_amount,
			(SELECT count(*) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.dues_item_id = d.id AND p.status = 'submitted') AS claims
		FROM json_each(?1) j JOIN member_numbers n ON n.member_no = j.value JOIN members r ON r.id = n.member_id
		JOIN members m ON m.id = coalesce(r.merged_into, r.id)
		LEFT JOIN dues_items d ON d.member_id = m.id AND d.status IN ('open', 'partially_paid')
		WHERE m.pseudonymised_at IS NULL
		ORDER BY j.key, d.dues_year, d.kind DESC, d.id`,
		JSON.stringify(numbers),
	);

/**
 * Selects, for each transfer of the list (`key` is its index), the first submitted, verified or rejected payment of the
 * same day (YYYY-MM-DD), amount and last five digits; no row for a transfer without one.
 */
export const transfersThere = (
	list: readonly { day: string; amount: number; last5: string | null }[],
): Select<{ key: number; id: number }> =>
	select(
		`SELECT j.key, min(p.id) AS id FROM json_each(?1) j JOIN payments p ON p.last5 = j.value ->> '$.last5'
			AND p.paid_on = j.value ->> '$.day' AND p.amount = CAST(j.value ->> '$.amount' AS INTEGER)
			AND p.status IN ('submitted', 'verified', 'rejected') GROUP BY j.key`,
		JSON.stringify(list),
	);
