import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import type { BookedRow } from "./bank-booked.ts";
import type { LineRef } from "./bank-lines.ts";

/** A record that is in the books and may be what a bank line shows. */
export type Booked = Pick<BookedRow, "kind" | "id">;

const OPEN = sql`status IN ('unmatched', 'suggested')`;
const refuseMoved = ({ id, version }: LineRef): Write =>
	refuseWhere("bank.stale", sql`NOT EXISTS (SELECT 1 FROM bank_lines WHERE id = ${id} AND version = ${version})`);

/**
 * 就是這一筆: ties a bank line to the booked record that it shows. Refuses with `bank.line_used` or `bank.stale` when
 * the line changed after the user saw `version`, or the line or the record is tied already; a trigger refuses with
 * `bank.mismatch` a line that does not show the record's money.
 */
export function tie(line: LineRef, { kind, id }: Booked, at: number): Write[] {
	const used = guard("bank.line_used");
	if (kind === "payment" || kind === "voucher")
		return [
			sql`UPDATE bank_lines SET status = 'matched', payment_id = ${kind === "payment" ? id : null},
					voucher_line_id = ${kind === "voucher" ? id : null}, tied_at = ${at}, version = version + 1, updated_at = ${at}
				WHERE id = ${line.id} AND version = ${line.version} AND ${OPEN}`,
			used,
		];
	const change = sql`bank_line_id = ${line.id}, version = version + 1, updated_at = ${at} WHERE id = ${id} AND bank_line_id IS NULL`;
	return [refuseMoved(line), updateOf(kind, change), used];
}

/**
 * Unties a bank line from its record: the line is open again, the record stays booked. Refuses with `bank.stale` when
 * the line changed after the user saw `version`, or is not tied to such a record.
 */
export function untie(line: LineRef, kind: Booked["kind"], at: number): Write[] {
	const stale = guard("bank.stale");
	if (kind === "payment" || kind === "voucher")
		return [
			sql`UPDATE bank_lines SET status = 'unmatched', payment_id = NULL, voucher_line_id = NULL, tied_at = NULL,
					version = version + 1, updated_at = ${at}
				WHERE id = ${line.id} AND version = ${line.version} AND tied_at IS NOT NULL`,
			stale,
		];
	const change = sql`bank_line_id = NULL, version = version + 1, updated_at = ${at} WHERE bank_line_id = ${line.id}`;
	return [refuseMoved(line), updateOf(kind, change), stale];
}

const updateOf = (kind: "income" | "deposit", change: SQL): Write =>
	kind === "income"
		? sql`UPDATE income_records SET ${change} AND state IN ('recorded', 'posted')`
		: sql`UPDATE cash_deposits SET ${change} AND reversed_at IS NULL`;

/**
 * 都不是: notes that the line's money is none of the records booked until now. Refuses with `bank.stale` when the line
 * changed after the user saw `version`, or is not open.
 */
export const setApart = ({ id, version }: LineRef, at: number): Write[] => [
	sql`UPDATE bank_lines SET apart_at = ${at}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND ${OPEN}`,
	guard("bank.stale"),
];
