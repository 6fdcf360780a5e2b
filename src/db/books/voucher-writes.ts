import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { ofSource, postingAccount, stands } from "./books.ts";
import { voucherNumber } from "./vouchers.ts";

/** What a manual voucher says of itself, beside its lines. `date` is YYYY-MM-DD. */
export type VoucherHead = { date: string; description: string; turnsNextYear: boolean };
export type VoucherRef = { id: number; version: number };

/** A draft of a manual voucher; its lines come behind it. */
export const insertDraft = ({ date, description, turnsNextYear }: VoucherHead, by: By): Write =>
	sql`INSERT INTO vouchers (date, description, turns_next_year, created_by, created_at, updated_at)
		VALUES (${date}, ${description}, ${Number(turnsNextYear)}, ${by.userId}, ${by.at}, ${by.at})`;

const AS_SEEN = ({ id, version }: VoucherRef) =>
	sql`id = ${id} AND version = ${version} AND state = 'draft' AND source = 'manual'`;

/** Changes a draft and takes its lines away. Refuses `voucher.stale`. */
export const updateDraft = (ref: VoucherRef, { date, description, turnsNextYear }: VoucherHead, by: By): Write[] => [
	sql`UPDATE vouchers SET date = ${date}, description = ${description}, turns_next_year = ${Number(turnsNextYear)},
		edited_by = ${by.userId}, version = version + 1, updated_at = ${by.at} WHERE ${AS_SEEN(ref)}`,
	guard("voucher.stale"),
	sql`DELETE FROM voucher_lines WHERE voucher_id = ${ref.id}`,
];

/** Refuses `voucher.stale` where a draft is not as it was seen. */
export const draftAsSeen = (ref: VoucherRef): Write =>
	refuseWhere("voucher.stale", sql`NOT EXISTS (SELECT 1 FROM vouchers WHERE ${AS_SEEN(ref)})`);

/** Deletes a draft with its lines. Refuses `voucher.stale`. */
export const deleteDraft = (ref: VoucherRef): Write[] => [
	sql`DELETE FROM voucher_lines WHERE voucher_id = (SELECT id FROM vouchers WHERE ${AS_SEEN(ref)})`,
	sql`DELETE FROM vouchers WHERE ${AS_SEEN(ref)}`,
	guard("voucher.stale"),
];

/** What the rules of posting and reversing ask of a voucher. `total` is the sum of its debits. */
export type VoucherStanding = {
	id: number;
	state: "draft" | "posted";
	source: string;
	version: number;
	date: string;
	number: string | null;
	/** Who wrote it last, and who posted it. */
	author: number | null;
	posted_by: number | null;
	reversed: 0 | 1;
	total: number;
};

export const voucherStanding = (id: number): Select<VoucherStanding> =>
	selectOne(
		`SELECT v.id, v.state, v.source, v.version, v.date, ${voucherNumber("v")} AS number, coalesce(v.edited_by, v.created_by) AS author,
			v.posted_by, EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id) AS reversed,
			(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS total
		FROM vouchers v WHERE v.id = ?`,
		id,
	);

/** What reverses a voucher. */
export const reversalOf = (id: number): Select<{ id: number }> =>
	selectOne("SELECT id FROM vouchers WHERE reverses_id = ?", id);

const OPENED = `FROM vouchers v WHERE ${ofSource("opening", "0")} AND ${stands("v")} ORDER BY v.source_seq DESC LIMIT 1`;
/** The newest opening that is not reversed: its id and which of them it is; none where the books were not opened. */
export type OpeningStanding = { id: number; seq: number; date: string; posted_by: number | null };
export const openingStanding = (): Select<OpeningStanding> =>
	selectOne(`SELECT v.id, v.source_seq AS seq, v.date, v.posted_by ${OPENED}`);
/** How many openings there were, those that were reversed too. */
export const openingsSoFar = (): Select<{ seq: number }> =>
	selectOne(`SELECT coalesce(max(v.source_seq), 0) AS seq FROM vouchers v WHERE ${ofSource("opening", "0")}`);

/** Refuses a voucher of a day before 開帳 (`voucher.before_opening`) or behind `last`, a day too (`voucher.too_late`). */
export const refuseDay = (voucherId: SQL<number> | number, last: string): Write[] => {
	const where = (wrong: SQL): SQL => sql`EXISTS (SELECT 1 FROM vouchers d WHERE d.id = ${voucherId} AND ${wrong})`;
	return [
		refuseWhere("voucher.before_opening", where(sql`d.date < (SELECT v.date ${sql.raw(OPENED)})`)),
		refuseWhere("voucher.too_late", where(sql`d.date > ${last}`)),
	];
};

/**
 * Refuses 開帳 of a day behind which it leaves a voucher (`voucher.opening_too_late`): its sums would count twice. What lies
 * before the present opening stays there.
 */
export const refuseOpeningAfter = (day: string): Write =>
	refuseWhere(
		"voucher.opening_too_late",
		sql`EXISTS (SELECT 1 FROM vouchers v WHERE v.date < ${day} AND v.date >= coalesce((SELECT v.date ${sql.raw(OPENED)}), '')
			AND v.source NOT IN ('opening', 'reversal') AND ${sql.raw(stands("v"))})`,
	);

/** The lines of the opening that counts, but that of 累計餘絀. */
export const openingLinesNow = (): Select<{ code: string; debit: number; credit: number }> =>
	select(
		`SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
		WHERE l.voucher_id = (SELECT v.id ${OPENED}) AND a.id <> ${postingAccount(ACCOUNTS.accumulated)}`,
	);
