import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { Part } from "#domain/money/bank/parts.ts";
import { type LineRef, refuseMoved } from "./bank-lines.ts";
import { RECORD_NUMBER, RECORD_TITLE, RECORDS } from "./bank-records.ts";

/* The parts that explain a bank line (migration 0068). Triggers refuse a part that does not show its record's money. */

const OPEN = sql`status IN ('unmatched', 'suggested')`;
/**
 * 就是這一筆: explains a bank line with records that were booked before, in their order. Refuses with `bank.stale` a
 * line that changed after the user saw `version`, with `bank.line_used` one that is explained or in suspense, and with
 * `bank.mismatch` a part that is more than its record has left, or is of another account.
 */
export const tie = (line: LineRef, parts: readonly Part[], at: number): Write[] => [
	refuseMoved(line),
	sql`INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
		SELECT ${line.id}, value ->> '$.kind', value ->> '$.id', value ->> '$.amount', 1, ${at}
		FROM json_each(${JSON.stringify(parts)}) ORDER BY key`,
];

/**
 * Takes back a part of a bank line; its record stays booked. Refuses with `bank.stale` when the line changed after the
 * user saw `version`, or the part is not of a record that was booked before.
 */
export const untie = (line: LineRef, partId: number): Write[] => [
	refuseMoved(line),
	sql`DELETE FROM bank_line_parts WHERE id = ${partId} AND line_id = ${line.id} AND is_tie = 1`,
	guard("bank.stale"),
];

/** Makes the line's own voucher, which the same batch posted, the part that explains what is left of the line. */
export const explainByOwnVoucher = (lineId: number, seq: number, at: number): Write[] => [
	sql`INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
		SELECT l.id, 'voucher', e.id, e.debit - e.credit, 0, ${at} FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
			JOIN vouchers v ON v.source <> 'manual' AND v.source = 'bank_line' AND v.source_id = l.id AND v.source_seq = ${seq}
			JOIN voucher_lines e ON e.voucher_id = v.id AND e.account_id = b.account_id
		WHERE l.id = ${lineId}`,
	guard("bank.line_used"),
];

/**
 * 都不是: notes that the line's money is none of the records booked until now. Refuses with `bank.stale` when the line
 * changed after the user saw `version`, or is not open.
 */
export const setApart = ({ id, version }: LineRef, at: number): Write[] => [
	sql`UPDATE bank_lines SET apart_at = ${at}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND ${OPEN}`,
	guard("bank.stale"),
];

/** A booked record that bank lines do not explain wholly yet; `left` is what is left of it, below zero for money out. */
export type MovementRow = {
	kind: Part["kind"];
	id: number;
	day: string;
	amount: number;
	left: number;
	title: string;
	number: string | null;
	voucher_id: number | null;
	reference: string | null;
};

/** SQL for what bank lines do not show of a record `moved` of bank_movements. */
const LEFT = `moved.amount - coalesce((SELECT sum(u.amount) FROM bank_line_parts u
	WHERE u.kind = moved.kind AND u.record_id = moved.record_id), 0) AS left`;

/** How many days a record that a line is explained by may lie from the line's day. */
const NEAR_DAYS = 45;
const MOST_NEAR = 200;

/**
 * Selects the records of a bank line's account, or of its kind of account where none is named, that are not used up and
 * lie near the line's day, at most 200, nearest first.
 */
export const movementsNear = (lineId: number): Select<MovementRow> =>
	select(
		`WITH line AS (SELECT l.booked_on, l.bank_account_id, b.kind FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id WHERE l.id = ?1),
			near AS (SELECT moved.kind, moved.record_id, moved.day, moved.amount, moved.account_id, moved.account_kind,
				${LEFT}
			FROM bank_movements moved WHERE moved.of_line IS NULL
				AND moved.day BETWEEN (SELECT date(booked_on, '-${NEAR_DAYS} days') FROM line) AND (SELECT date(booked_on, '+${NEAR_DAYS} days') FROM line))
		SELECT x.kind, x.record_id AS id, x.day, x.amount, x.left, ${RECORD_TITLE} AS title, ${RECORD_NUMBER} AS number, v.id AS voucher_id, f.paid_reference AS reference
		FROM near x CROSS JOIN line ${RECORDS}
		WHERE x.left <> 0 AND coalesce(x.account_id, iif(x.account_kind = line.kind, line.bank_account_id, 0)) = line.bank_account_id
		ORDER BY abs(julianday(x.day) - julianday(line.booked_on)), x.day, x.kind, x.record_id LIMIT ${MOST_NEAR}`,
		lineId,
	);

/** A booked record with what is left of it, and the voucher of which it is a line; no row when it is not in the books. */
export type MovementLeft = { kind: Part["kind"]; id: number; left: number; voucher_id: number | null };
export const movementNamed = ({ kind, id }: Pick<Part, "kind" | "id">): Select<MovementLeft> =>
	selectOne(
		`SELECT moved.kind, moved.record_id AS id,
			${LEFT},
			(SELECT e.voucher_id FROM voucher_lines e WHERE ?1 = 'voucher' AND e.id = ?2) AS voucher_id
		FROM bank_movements moved WHERE moved.kind = ?1 AND moved.record_id = ?2`,
		kind,
		id,
	);
