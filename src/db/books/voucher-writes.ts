import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { FundResolution } from "#domain/books/vouchers/fund.ts";
import type { By } from "#kernel/by.ts";
import { ofSource, postingAccount, stands } from "./books.ts";
import { voucherNumber } from "./vouchers.ts";

/**
 * The day (YYYY-MM-DD), the text, the accrual flag (次年迴轉) of a manual voucher, and the resolution by which it takes
 * money out of 基金專戶, without its lines.
 */
export type VoucherHead = {
	date: string;
	description: string;
	turnsNextYear: boolean;
	resolution?: FundResolution | undefined;
};
export type VoucherRef = { id: number; version: number };

/** Inserts a draft of a manual voucher; its lines are inserted after it in the batch. */
export const insertDraft = ({ date, description, turnsNextYear, resolution }: VoucherHead, by: By): Write =>
	sql`INSERT INTO vouchers (date, description, turns_next_year, resolution_no, resolution_on, created_by, created_at, updated_at)
		VALUES (${date}, ${description}, ${Number(turnsNextYear)}, ${resolution?.no ?? null}, ${resolution?.on ?? null},
			${by.userId}, ${by.at}, ${by.at})`;

const AS_SEEN = ({ id, version }: VoucherRef) =>
	sql`id = ${id} AND version = ${version} AND state = 'draft' AND source = 'manual'`;

/**
 * Changes a draft and deletes its lines. Refuses with `voucher.stale` when it changed after the user saw `version`, was
 * posted or is no manual voucher.
 */
export const updateDraft = (ref: VoucherRef, head: VoucherHead, by: By): Write[] => [
	sql`UPDATE vouchers SET date = ${head.date}, description = ${head.description}, turns_next_year = ${Number(head.turnsNextYear)},
		resolution_no = ${head.resolution?.no ?? null}, resolution_on = ${head.resolution?.on ?? null}, edited_by = ${by.userId}, version = version + 1, updated_at = ${by.at} WHERE ${AS_SEEN(ref)}`,
	guard("voucher.stale"),
	sql`DELETE FROM voucher_lines WHERE voucher_id = ${ref.id}`,
];

/** Refuses with `voucher.stale` a draft that changed since the user saw it. */
export const draftAsSeen = (ref: VoucherRef): Write =>
	refuseWhere("voucher.stale", sql`NOT EXISTS (SELECT 1 FROM vouchers WHERE ${AS_SEEN(ref)})`);

/**
 * Deletes a draft with its lines. Refuses with `voucher.stale` when it changed after the user saw `version`, was posted
 * or is no manual voucher.
 */
export const deleteDraft = (ref: VoucherRef): Write[] => [
	sql`DELETE FROM voucher_lines WHERE voucher_id = (SELECT id FROM vouchers WHERE ${AS_SEEN(ref)})`,
	sql`DELETE FROM vouchers WHERE ${AS_SEEN(ref)}`,
	guard("voucher.stale"),
];

/** The columns of a voucher that the rules of posting and reversing need. `total` is the sum of its debits. */
export type VoucherStanding = {
	id: number;
	state: "draft" | "posted";
	source: string;
	version: number;
	date: string;
	number: string | null;
	/** The user who edited the voucher last, and the user who posted it. */
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

/** Selects the id of the voucher that reverses a voucher. */
export const reversalOf = (id: number): Select<{ id: number }> =>
	selectOne("SELECT id FROM vouchers WHERE reverses_id = ?", id);

const OPENED = `FROM vouchers v WHERE ${ofSource("opening", "0")} AND ${stands("v")} ORDER BY v.source_seq DESC LIMIT 1`;
/**
 * The newest opening voucher (開帳) that is not reversed: its id and its ordinal number; no row when the books were not
 * opened.
 */
export type OpeningStanding = { id: number; seq: number; date: string; posted_by: number | null };
export const openingStanding = (): Select<OpeningStanding> =>
	selectOne(`SELECT v.id, v.source_seq AS seq, v.date, v.posted_by ${OPENED}`);
/** Selects how many opening vouchers there were, reversed ones too. */
export const openingsSoFar = (): Select<{ seq: number }> =>
	selectOne(`SELECT coalesce(max(v.source_seq), 0) AS seq FROM vouchers v WHERE ${ofSource("opening", "0")}`);

/**
 * Refuses a voucher dated before the opening of the books (`voucher.before_opening`) or after the day `last`
 * (`voucher.too_late`).
 */
export const refuseDay = (voucherId: SQL<number> | number, last: string): Write[] => {
	const where = (wrong: SQL): SQL => sql`EXISTS (SELECT 1 FROM vouchers d WHERE d.id = ${voucherId} AND ${wrong})`;
	return [
		refuseWhere("voucher.before_opening", where(sql`d.date < (SELECT v.date ${sql.raw(OPENED)})`)),
		refuseWhere("voucher.too_late", where(sql`d.date > ${last}`)),
	];
};

/**
 * Refuses with `voucher.opening_too_late` an opening (開帳) dated after a posted voucher, whose sums would count twice.
 * Vouchers dated before the present opening do not matter.
 */
export const refuseOpeningAfter = (day: string): Write =>
	refuseWhere(
		"voucher.opening_too_late",
		sql`EXISTS (SELECT 1 FROM vouchers v WHERE v.date < ${day} AND v.date >= coalesce((SELECT v.date ${sql.raw(OPENED)}), '')
			AND v.source NOT IN ('opening', 'reversal') AND ${sql.raw(stands("v"))})`,
	);

/** Selects the lines of the valid opening voucher, except that of accumulated surplus (累計餘絀). */
export const openingLinesNow = (): Select<{ code: string; debit: number; credit: number }> =>
	select(
		`SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
		WHERE l.voucher_id = (SELECT v.id ${OPENED}) AND a.id <> ${postingAccount(ACCOUNTS.accumulated)}`,
	);
