import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { ACTING, NAMES_OF_ACTING, type NameRow } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { Asked } from "#domain/money/receipt-rights/rules.ts";
import type { By } from "#kernel/by.ts";

type Whose = {
	members?: readonly number[];
	paymentId?: number | null;
	incomeId?: number | null;
	donorId?: number | null;
};

/**
 * Selects the names of `users` and their families, and of the persons in whose name a receipt of the given payment,
 * income record, donor or members would be.
 */
export const namesFor = (
	users: readonly number[],
	{ members = [], paymentId, incomeId, donorId }: Whose,
): Select<NameRow> =>
	select(
		`WITH ${ACTING},
		donor AS (SELECT d.* FROM donors d WHERE d.id = coalesce(?4, (SELECT donor_id FROM income_records WHERE id = ?5))),
		people AS (SELECT value AS id FROM json_each(?2)
			UNION SELECT payer_member_id FROM payments WHERE id = ?3
			UNION SELECT member_id FROM payment_allocations WHERE payment_id = ?3
			UNION SELECT member_id FROM donor
			UNION SELECT m.id FROM donor d JOIN members m ON m.national_id_hash = d.national_id_hash)
		${NAMES_OF_ACTING}
		UNION ALL SELECT 'members', m.id, m.name, m.name_folded, 0 FROM people p JOIN members m ON m.id = p.id
		UNION ALL SELECT 'donors', id, name, name_folded, 0 FROM donor`,
		JSON.stringify(users),
		JSON.stringify(members),
		paymentId ?? null,
		donorId ?? null,
		incomeId ?? null,
	);

/** Selects the request for a replacement of a receipt; no row when there is none. */
export const askOf = (receiptId: number): Select<Asked & { reason: string }> =>
	selectOne("SELECT replacement, payer_title, reason, asked_by FROM receipt_asks WHERE receipt_id = ?", receiptId);

type Ask = { replacement: string; payerTitle: string; reason: string };

/** Stores the request for a replacement of a receipt, in the place of an earlier request. */
export const keepAsk = (receiptId: number, { replacement, payerTitle, reason }: Ask, by: By): Write =>
	sql`INSERT INTO receipt_asks (receipt_id, replacement, reason, payer_title, asked_by, asked_at)
		VALUES (${receiptId}, ${replacement}, ${reason}, ${payerTitle}, ${by.userId}, ${by.at})
		ON CONFLICT DO UPDATE SET replacement = excluded.replacement, reason = excluded.reason, payer_title = excluded.payer_title,
			asked_by = excluded.asked_by, asked_at = excluded.asked_at`;

/**
 * Deletes the request for a replacement that the user saw. Refuses with `receipt.stale` when there is another request
 * meanwhile.
 */
export const endAsk = (receiptId: number, { payer_title, asked_by }: Asked): Write[] => [
	sql`DELETE FROM receipt_asks WHERE receipt_id = ${receiptId} AND payer_title = ${payer_title} AND asked_by = ${asked_by}`,
	guard("receipt.stale"),
];

/**
 * A receipt whose requested replacement waits for a second person. The query selects the oldest requests, without those
 * of the reading user.
 */
export type WaitingAsk = {
	id: number;
	number: string;
	payer_title: string;
	asked_by: string;
	asked_at: number;
	waiting: number;
};
export const waitingAsks = (userId: number, most: number): Select<WaitingAsk> =>
	select(
		`SELECT r.id, r.number, a.payer_title, u.name AS asked_by, a.asked_at, count(*) OVER () AS waiting FROM receipt_asks a INDEXED BY receipt_asks_by_time
			JOIN receipts r ON r.id = a.receipt_id JOIN users u ON u.id = a.asked_by
		WHERE a.asked_by <> ?1 ORDER BY a.asked_at ${limitTo(most)}`,
		userId,
	);
