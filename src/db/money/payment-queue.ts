import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { relatedToPayment } from "./payments.ts";

/**
 * A payment's place in the queue: how many wait and are ahead, its neighbours' ids, how many the user settled today.
 */
export type PaymentPlace = {
	waiting: number;
	ahead: number;
	before: number | null;
	after: number | null;
	first: number | null;
	done: number;
};
const EARLIER = "(p.submitted_at, p.id) < (SELECT submitted_at, id FROM payments WHERE id = ?1)";
const WAITS = "p.status = 'submitted'";
/** Selects a payment's place in the queue for the user `userId`; `since` (UTC milliseconds) is when today began. */
export const paymentPlace = (id: number, { userId, since }: { userId: number; since: number }): Select<PaymentPlace> =>
	selectOne(
		`SELECT
			(SELECT count(*) FROM payments p WHERE ${WAITS}) AS waiting,
			(SELECT count(*) FROM payments p WHERE ${WAITS} AND ${EARLIER}) AS ahead,
			(SELECT p.id FROM payments p WHERE ${WAITS} AND ${EARLIER} ORDER BY p.submitted_at DESC, p.id DESC LIMIT 1) AS before,
			(SELECT p.id FROM payments p WHERE ${WAITS} AND NOT ${EARLIER} AND p.id <> ?1 ORDER BY p.submitted_at, p.id LIMIT 1) AS after,
			(SELECT p.id FROM payments p WHERE ${WAITS} AND p.id <> ?1 ORDER BY p.submitted_at, p.id LIMIT 1) AS first,
			(SELECT count(DISTINCT e.payment_id) FROM payment_events e INDEXED BY payment_events_by_person
				WHERE e.user_id = ?2 AND e.at >= ?3 AND e.step IN ('verify', 'reject')) AS done`,
		id,
		userId,
		since,
	);

/** A payment of the queue; `related` is JSON of the users who may not verify it. */
export type QueuedPayment = { id: number; name: string; amount: number; related: string };
/**
 * Selects the payments that wait, at most `most`: the payment `id` and those after it, then those before it, in the
 * order of the queue.
 */
export const queueFrom = (id: number, most: number): Select<QueuedPayment> =>
	select(
		`SELECT p.id, coalesce(m.name, p.payer_title) AS name, p.amount,
			(SELECT json_group_array(user_id) FROM (${relatedToPayment("p.id")})) AS related
		FROM payments p LEFT JOIN members m ON m.id = p.payer_member_id
		WHERE ${WAITS} ORDER BY ${EARLIER}, p.submitted_at, p.id ${limitTo(most)}`,
		id,
	);

/** Selects the payment that has waited longest, preferring payments to which none of these users is related. */
export const firstWaiting = (users: readonly number[]): Select<{ id: number }> =>
	select(
		`SELECT p.id FROM payments p WHERE p.status = 'submitted'
		ORDER BY EXISTS (SELECT 1 FROM (${relatedToPayment("p.id")}) WHERE user_id IN (SELECT value FROM json_each(?1))),
			p.submitted_at, p.id LIMIT 1`,
		JSON.stringify(users),
	);
