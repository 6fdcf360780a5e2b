import { type SQL, sql } from "drizzle-orm";
import { givenBack, voucherNumber } from "#db/books/index.ts";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { daysOfHalf, type Half } from "#domain/money/gift-lists/halves.ts";
import type { ListedGift, Why } from "#domain/money/gift-lists/list.ts";
import type { By } from "#kernel/by.ts";

/** A gift as the list would say it now, with why, and whom one asks. `part` tells the parts of a payment apart. */
export type GiftListRow = ListedGift & {
	source: "income" | "payment";
	gift_id: number;
	part: number;
	why: Why;
	donor_id: number | null;
	member_id: number | null;
};

/** Selects the gifts of a half-year as the list would say them now, in the order of the list. */
export function giftsOfHalf(half: Half): Select<GiftListRow> {
	const { from, to } = daysOfHalf(half);
	return select(
		`SELECT source, gift_id, part, day, name, amount, items, purpose, why, donor_id, member_id FROM public_gifts
		WHERE day BETWEEN ?1 AND ?2 ORDER BY items <> '', day, source, gift_id, part`,
		from,
		to,
	);
}

/** The list of a half-year as it was published last. */
export type PublishedList = {
	document_id: number;
	half: Half;
	version: number;
	published_at: number;
	published_by: string | null;
	/** The state and latest version of its document. */
	state: string;
	number: number;
	is_outdated: 0 | 1;
};
/** Selects the published lists, of one half-year or of all. */
export const publishedLists = (half: Half | null = null): Select<PublishedList> =>
	select(
		`SELECT l.document_id, l.half, l.version, l.published_at, u.name AS published_by, d.state, d.current_version AS number,
			l.half IN (SELECT half FROM gift_lists_outdated) AS is_outdated
		FROM gift_lists l JOIN documents d ON d.id = l.document_id LEFT JOIN users u ON u.id = l.published_by
		WHERE ?1 IS NULL OR l.half = ?1 ORDER BY l.half DESC`,
		half,
	);

/** Selects the half-years whose published lists are not true any more. */
export const outdatedLists = (): Select<{ half: Half }> => select("SELECT half FROM gift_lists_outdated ORDER BY half");

/** Selects the day of the first gift, null where there is none. */
export const firstGift = (): Select<{ day: string | null }> => selectOne("SELECT min(day) AS day FROM public_gifts");

/** The accounts of gifts: 4210 and 4220, their sub-accounts, and those that gifts are posted to by the association's choice. */
const GIFT_ACCOUNTS = `(SELECT id FROM accounts WHERE substr(code, 1, 4) IN ('4210', '4220')
	OR id IN (SELECT account_id FROM posting_accounts WHERE purpose IN ('member_donation', 'donation')))`;
/** The vouchers `v` of a half-year (?1 to ?2) that move the accounts of gifts, with the record that each is about. */
const BOOKED = `booked AS (SELECT v.id, v.date, v.description, v.reverses_id, ${voucherNumber("v")} AS number,
		coalesce(o.source, v.source) AS source, coalesce(o.source_id, v.source_id) AS source_id, sum(l.credit - l.debit) AS amount
	FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id LEFT JOIN vouchers o ON o.id = v.reverses_id
	WHERE v.state = 'posted' AND v.is_closing = 0 AND v.date BETWEEN ?1 AND ?2 AND l.account_id IN ${GIFT_ACCOUNTS} GROUP BY v.id),
kinds AS (SELECT b.*, CASE
		WHEN source = 'payment' OR (source = 'income' AND EXISTS (SELECT 1 FROM income_records WHERE id = source_id AND kind = 'donation'))
			THEN iif(reverses_id IS NULL, 'gift', 'reversal')
		WHEN source = 'finance' AND EXISTS (SELECT 1 FROM finance_postings p JOIN finance_documents f ON f.id = p.document_id
			WHERE p.id = source_id AND p.kind = 'approval' AND (f.refund_of = 'donation' OR f.register = 'refunds')) THEN 'refund' ELSE 'other' END AS kind
	FROM booked b)`;
/** The gifts whose vouchers are of the half-year: what they were, what of it is on the accounts of gifts, what went back. */
const POSTED = `posted AS (SELECT v.id, i.amount, i.state = 'reversed' AS is_reversed, 0 AS back
	FROM vouchers v JOIN income_records i ON i.id = v.source_id
	WHERE v.source <> 'manual' AND v.source = 'income' AND v.state = 'posted' AND v.date BETWEEN ?1 AND ?2 AND i.kind = 'donation'
	UNION ALL
	SELECT v.id, (SELECT sum(a.amount) FROM payment_allocations a WHERE a.payment_id = p.id AND a.kind = 'donation'), p.status = 'reversed',
		${givenBack("p.id")}
	FROM vouchers v JOIN payments p ON p.id = v.source_id
	WHERE v.source <> 'manual' AND v.source = 'payment' AND v.state = 'posted' AND v.date BETWEEN ?1 AND ?2)`;

/**
 * How the list of a half-year comes to what the books have on the accounts of gifts, in whole NT$: `booked` is the list's
 * sum, less `elsewhere`, plus `reversed` and `given_back` (booked in the half-year, undone since), plus `reversals`,
 * `refunds` and `others` (vouchers of the half-year that undo gifts, or are of no gift).
 */
export type GiftBooks = {
	booked: number;
	elsewhere: number;
	reversed: number;
	given_back: number;
	reversals: number;
	refunds: number;
	others: number;
};
const sumOfKind = (kind: string): string => `coalesce((SELECT sum(amount) FROM kinds WHERE kind = '${kind}'), 0)`;

export function giftBooks(half: Half): Select<GiftBooks> {
	const { from, to } = daysOfHalf(half);
	return selectOne(
		`WITH ${BOOKED}, ${POSTED}
		SELECT coalesce((SELECT sum(amount) FROM kinds), 0) AS booked,
			coalesce((SELECT sum(amount) FROM posted), 0) - ${sumOfKind("gift")} AS elsewhere,
			coalesce((SELECT sum(amount) FROM posted WHERE is_reversed), 0) AS reversed,
			coalesce((SELECT sum(back) FROM posted WHERE NOT is_reversed), 0) AS given_back,
			${sumOfKind("reversal")} AS reversals, ${sumOfKind("refund")} AS refunds, ${sumOfKind("other")} AS others`,
		from,
		to,
	);
}

/** A voucher of the half-year that moves the accounts of gifts and is of no gift. */
export type OtherVoucher = { id: number; number: string; date: string; description: string; amount: number };
export function otherVouchers(half: Half): Select<OtherVoucher> {
	const { from, to } = daysOfHalf(half);
	return select(
		`WITH ${BOOKED} SELECT id, number, date, description, amount FROM kinds WHERE kind = 'other' ORDER BY date, id`,
		from,
		to,
	);
}

/**
 * Opens the list of a half-year for the rows that follow in the batch, as a new one where `version` is undefined. Refuses
 * `gift_list.moved` when somebody published it meanwhile.
 */
export function openList(
	half: Half,
	{ id, version, by }: { id: SQL<number>; version: number | undefined; by: By },
): Write[] {
	const { from, to } = daysOfHalf(half);
	return [
		version === undefined
			? sql`INSERT INTO gift_lists (document_id, half, from_on, to_on, published_by, published_at)
				VALUES (${id}, ${half}, ${from}, ${to}, ${by.userId}, ${by.at})`
			: sql`UPDATE gift_lists SET is_sealed = 0, published_by = ${by.userId}, published_at = ${by.at}, version = version + 1
				WHERE half = ${half} AND version = ${version}`,
		guard("gift_list.moved"),
		sql`DELETE FROM gift_list_rows WHERE document_id = ${id}`,
	];
}

/**
 * Inserts the rows of an open list and seals it. A trigger refuses with `gift_list.moved` when they are not what the
 * gifts are now and their givers allow now.
 */
export const sealRows = (id: SQL<number>, rows: readonly GiftListRow[]): Write[] => [
	sql`INSERT INTO gift_list_rows (document_id, source, gift_id, part, day, name, amount, items, purpose)
		SELECT ${id}, value ->> 'source', value ->> 'gift_id', value ->> 'part', value ->> 'day', value ->> 'name', value ->> 'amount',
			value ->> 'items', value ->> 'purpose' FROM json_each(${JSON.stringify(rows)})`,
	sql`UPDATE gift_lists SET is_sealed = 1 WHERE document_id = ${id}`,
	guard("gift_list.moved"),
];
