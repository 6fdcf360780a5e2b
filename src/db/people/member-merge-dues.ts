import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";

/** Of an item: whether money came for it, or is said to have come. Nothing cancels that but a rejection or a reversal. */
const hasMoney = (
	item: string,
): string => `(${item}.paid_amount > 0 OR ${item}.credited_amount > 0 OR EXISTS (SELECT 1 FROM payment_allocations l
	JOIN payments p ON p.id = l.payment_id AND p.status IN ('submitted', 'verified') WHERE l.dues_item_id = ${item}.id))`;
const isCovered = (item: string): string => `${item}.status IN ('paid', 'waived')`;

/**
 * Items of the two records of one due: the annual fee of one year, or the entrance fee, which is paid once in whichever year.
 * `a` is of the record that stays, `b` of the other.
 */
const DOUBLE = (kept: string, other: string): string => `FROM dues_items a JOIN dues_items b ON b.kind = a.kind
		AND (b.dues_year = a.dues_year OR a.kind = 'entrance') AND b.status <> 'cancelled' AND b.member_id = ${other}
	WHERE a.member_id = ${kept} AND a.status <> 'cancelled'`;

/** Which of two goes: what no money came for, and of such what is still owed; else the other record's. */
const GOES = `CASE WHEN ${hasMoney("a")} THEN 'b' WHEN ${hasMoney("b")} THEN 'a' WHEN ${isCovered("a")} THEN 'b'
	WHEN ${isCovered("b")} THEN 'a' ELSE 'b' END`;
/** Why one of two cannot go: money came for it too, or it is settled and the one with money is not yet. */
const HINDERS = `(a.dues_year = b.dues_year AND (${hasMoney("a")} AND ${hasMoney("b")}
	OR ${hasMoney("a")} AND NOT ${isCovered("a")} AND ${isCovered("b")}
	OR ${hasMoney("b")} AND NOT ${isCovered("b")} AND ${isCovered("a")}))`;
/** Entrance fees of two years may both stand, where both are settled or have money. */
const MAY_GO = (item: string): string =>
	`NOT ${hasMoney(item)} AND (a.dues_year = b.dues_year OR NOT ${isCovered(item)})`;

/** The ids of the items that go, as SQL of both records' ids. */
export const doubleDues = (kept: string, other: string): string =>
	`SELECT iif(goes = 'a', a_id, b_id) AS id FROM (SELECT a.id AS a_id, b.id AS b_id, ${GOES} AS goes,
		${MAY_GO("a")} AS a_may, ${MAY_GO("b")} AS b_may ${DOUBLE(kept, other)}) WHERE iif(goes = 'a', a_may, b_may)`;

/**
 * Whether both have dues that only staff can settle, as SQL of both records' ids: of one year with money for each, or one
 * payment that gives both something of one kind.
 */
export const duesHinder = (kept: string, other: string): string =>
	`(EXISTS (SELECT 1 ${DOUBLE(kept, other)} AND ${HINDERS}) OR EXISTS (SELECT 1 FROM payment_allocations a JOIN payment_allocations b
		ON b.payment_id = a.payment_id AND b.kind = a.kind AND b.dues_item_id IS a.dues_item_id AND b.member_id = ${other}
		WHERE a.member_id = ${kept}))`;

const REASON = "與合併的另一筆會員資料重複。";

/** The dues of both under the record that stays: what is there twice goes. Refuses `member.merge_dues`. */
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

/** Both records by their ids: the one that stays, and the one that becomes part of it. */
export type MergePair = { kept: number; other: number };
