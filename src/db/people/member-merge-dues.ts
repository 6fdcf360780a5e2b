import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import type { MergePair } from "#db/personal-data.ts";
import type { By } from "#kernel/by.ts";

/**
 * Returns SQL: whether a dues item has money: something was paid or credited, or a payment for it is submitted or
 * verified. Only a rejection or a reversal takes that away.
 */
const hasMoney = (
	item: string,
): string => `(${item}.paid_amount > 0 OR ${item}.credited_amount > 0 OR EXISTS (SELECT 1 FROM payment_allocations l
	JOIN payments p ON p.id = l.payment_id AND p.status IN ('submitted', 'verified') WHERE l.dues_item_id = ${item}.id))`;
const isCovered = (item: string): string => `${item}.status IN ('paid', 'waived')`;

/**
 * Returns FROM and WHERE of pairs of dues items of the two records for the same due: the annual fee of one year, or the
 * entrance fee, which is paid once in whatever year. `a` belongs to the record that stays, `b` to the other.
 */
const DOUBLE = (kept: string, other: string): string => `FROM dues_items a JOIN dues_items b ON b.kind = a.kind
		AND (b.dues_year = a.dues_year OR a.kind = 'entrance') AND b.status <> 'cancelled' AND b.member_id = ${other}
	WHERE a.member_id = ${kept} AND a.status <> 'cancelled'`;

/**
 * SQL for which of the dues items `a` and `b` is cancelled: the one without money; when neither has money, the one that
 * is not paid or waived; else `b`.
 */
const GOES = `CASE WHEN ${hasMoney("a")} THEN 'b' WHEN ${hasMoney("b")} THEN 'a' WHEN ${isCovered("a")} THEN 'b'
	WHEN ${isCovered("b")} THEN 'a' ELSE 'b' END`;
/**
 * SQL: whether neither of the dues items `a` and `b` of one year may be cancelled, because both have money, or because
 * one has money but is not fully paid while the other is settled.
 */
const HINDERS = `(a.dues_year = b.dues_year AND (${hasMoney("a")} AND ${hasMoney("b")}
	OR ${hasMoney("a")} AND NOT ${isCovered("a")} AND ${isCovered("b")}
	OR ${hasMoney("b")} AND NOT ${isCovered("b")} AND ${isCovered("a")}))`;
/**
 * Returns SQL: whether a dues item of the pair may be cancelled: it has no money and, in a pair of entrance fees of two
 * different years, is not settled.
 */
const MAY_GO = (item: string): string =>
	`NOT ${hasMoney(item)} AND (a.dues_year = b.dues_year OR NOT ${isCovered(item)})`;

/**
 * Returns the query of the ids of the dues items that the merge cancels because the other record has one for the same
 * due, by SQL of both records' ids.
 */
export const doubleDues = (kept: string, other: string): string =>
	`SELECT iif(goes = 'a', a_id, b_id) AS id FROM (SELECT a.id AS a_id, b.id AS b_id, ${GOES} AS goes,
		${MAY_GO("a")} AS a_may, ${MAY_GO("b")} AS b_may ${DOUBLE(kept, other)}) WHERE iif(goes = 'a', a_may, b_may)`;

/**
 * Returns SQL: whether both records have dues that staff must settle first, by SQL of both ids: dues of one year with
 * money for each, or one payment with parts of the same kind for both.
 */
export const duesHinder = (kept: string, other: string): string =>
	`(EXISTS (SELECT 1 ${DOUBLE(kept, other)} AND ${HINDERS}) OR EXISTS (SELECT 1 FROM payment_allocations a JOIN payment_allocations b
		ON b.payment_id = a.payment_id AND b.kind = a.kind AND b.dues_item_id IS a.dues_item_id AND b.member_id = ${other}
		WHERE a.member_id = ${kept}))`;

const REASON = "與合併的另一筆會員資料重複。";

/**
 * Moves the dues of the other record to the record that stays; duplicates are cancelled. Refuses with
 * `member.merge_dues` records that duesHinder finds.
 */
export function moveDues({ kept, other }: MergePair, { at, userId }: By): Write[] {
	const pair = [kept, other].map((id) => String(Math.trunc(id))) as [string, string];
	const going = sql.raw(doubleDues(...pair));
	return [
		refuseWhere("member.merge_dues", sql.raw(duesHinder(...pair))),
		sql`INSERT INTO dues_events (dues_item_id, kind, from_amount, to_amount, reason, user_id, at)
			SELECT id, 'cancelled', amount, NULL, ${REASON}, ${userId}, ${at} FROM dues_items WHERE id IN (${going})`,
		sql`UPDATE dues_items SET status = 'cancelled', reason = ${REASON}, version = version + 1, updated_at = ${at}
			WHERE id IN (${going})`,
		sql`UPDATE dues_items SET member_id = ${kept} WHERE member_id = ${other}`,
	];
}
