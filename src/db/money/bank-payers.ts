import { membersFrom } from "#db/people/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { guardianNames } from "#db/system/index.ts";

/** The maximum number of members that a page offers to choose from. */
const OFFERED = 20;

/** A member whose dues a bank line may pay; `owed` is the sum of the member's open dues. */
export type PayerRow = {
	id: number;
	member_no: string | null;
	name: string;
	guardian_name: string | null;
	owed: number;
};

/**
 * Selects at most OFFERED members that fit the search words (a typed text split by searchWords); no row without words.
 */
export function payersFound(words: readonly string[]): Select<PayerRow> {
	const columns = `m.id, m.member_no, m.name, ${guardianNames()} AS guardian_name,
		(SELECT coalesce(sum(d.amount - d.paid_amount), 0) FROM dues_items d
			WHERE d.member_id = m.id AND d.status IN ('open', 'partially_paid')) AS owed`;
	if (words.length === 0) return select(`SELECT ${columns} FROM members m WHERE false`);
	const { from, params } = membersFrom({ words, today: "" });
	return select(`SELECT ${columns} ${from} ORDER BY m.name, m.id ${limitTo(OFFERED)}`, ...params);
}

/** Selects a member by id, unless the record was merged into another or pseudonymised. */
export const payerRow = (id: number): Select<{ id: number; name: string; member_no: string | null }> =>
	select(
		"SELECT id, name, member_no FROM members WHERE id = ? AND merged_into IS NULL AND pseudonymised_at IS NULL",
		id,
	);
