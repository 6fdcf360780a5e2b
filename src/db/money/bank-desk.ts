import { bankBalance } from "#db/books/index.ts";
import { type Select, select } from "#db/read.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { evidenceFrom } from "./bank-matching.ts";

/* What the list of bank lines shows over its rows and in the row that is open. */

/** The bank's own balance of an account after its newest line that tells one; null where none does. */
export type BalanceRow = { id: number; balance: number | null };
export const bankBalances = (): Select<BalanceRow> =>
	select(
		`SELECT n.id, ${bankBalance("n.id", "n.last")} AS balance FROM (SELECT b.id,
			(SELECT max(l.booked_on) FROM bank_lines l WHERE l.bank_account_id = b.id AND l.balance IS NOT NULL) AS last
			FROM bank_accounts b WHERE b.is_active = 1) n`,
	);

/** A member of a family that a bank line's money may be of; `owed` is the sum of the member's open dues, in NT$. */
export type HouseholdRow = { id: number; head_id: number; name: string; member_no: string | null; owed: number };

/**
 * Selects the members of the families to which a bank line points (by its hints, or by a payment that waits and has its
 * amount), at most 40; or of the family of `memberId` alone, when one was chosen.
 */
export const householdsOf = (lineId: number, memberId: number): Select<HouseholdRow> =>
	select(
		`WITH ${evidenceFrom("SELECT l.id, l.last5, l.words FROM bank_lines l WHERE l.id = ?1")}, line AS (SELECT amount - explained AS amount FROM bank_lines WHERE id = ?1),
			heads AS (SELECT head_id FROM evidence WHERE line_id = ?1 AND ?2 = 0
				UNION SELECT coalesce(m.guardian_member_id, m.id) FROM line CROSS JOIN payments p ON p.status = 'submitted' AND p.amount = line.amount
					JOIN payment_allocations a ON a.payment_id = p.id JOIN members m ON m.id = a.member_id WHERE ?2 = 0
				UNION SELECT coalesce(guardian_member_id, id) FROM members WHERE id = ?2)
		SELECT m.id, h.head_id, m.name, m.member_no,
			(SELECT coalesce(sum(d.amount - d.paid_amount), 0) FROM dues_items d
				WHERE d.member_id = m.id AND d.status IN ('open', 'partially_paid')) AS owed
		FROM heads h CROSS JOIN members m ON m.id = h.head_id OR m.guardian_member_id = h.head_id OR m.second_guardian_id = h.head_id
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL ORDER BY h.head_id, m.id LIMIT 40`,
		lineId,
		memberId,
	);

/** A part of a payment that waits to be verified, as its payer said. */
export type SaidPartRow = {
	payment_id: number;
	member_id: number | null;
	kind: "dues" | "donation" | "credit";
	amount: number;
	name: string | null;
	dues_kind: DuesKind | null;
	dues_year: number | null;
};
/** Selects the parts of the payments that wait and have the amount of a bank line, at most 40. */
export const saidParts = (lineId: number): Select<SaidPartRow> =>
	select(
		`SELECT p.id AS payment_id, m.id AS member_id, a.kind, a.amount, m.name, d.kind AS dues_kind, d.dues_year
		FROM bank_lines l CROSS JOIN payments p ON p.status = 'submitted' AND p.amount IN (l.amount - l.explained, l.amount + l.fee_amount)
			JOIN payment_allocations a ON a.payment_id = p.id
			LEFT JOIN dues_items d ON d.id = a.dues_item_id LEFT JOIN members m ON m.id = coalesce(a.member_id, d.member_id)
		WHERE l.id = ? ORDER BY p.id, a.id LIMIT 40`,
		lineId,
	);
