import { type SQL, sql } from "drizzle-orm";
import type { Select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { HELD, isCashClass } from "./books.ts";

/** A cash-class account with a negative balance; `since` is the day at whose end it became negative (YYYY-MM-DD). */
export type BelowZero = { id: number; code: string; name: string; held: number; since: string | null };

/**
 * Returns the query of the ids and balances of the cash-class accounts that are negative at the end of a month
 * (YYYY-MM).
 */
export const belowZero = (month: string): SQL =>
	sql`SELECT a.id, a.code, a.name, sum(${sql.raw(HELD)}) AS held FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE ${sql.raw(isCashClass("a.code"))} AND m.month <= ${month} GROUP BY a.id HAVING held < 0`;

/**
 * Selects the negative cash-class accounts by code, each with the day since when; as of the end of a month, or of
 * everything posted when no month is given.
 */
export const cashBelowZero = (month = "9999-12"): Select<BelowZero> =>
	selectOf(
		sql`WITH below AS (${belowZero(month)}), ends AS (SELECT l.account_id, v.date, sum(sum(l.debit - l.credit)) OVER (
				PARTITION BY l.account_id ORDER BY v.date) AS held
			FROM below b JOIN voucher_lines l ON l.account_id = b.id JOIN vouchers v ON v.id = l.voucher_id
			WHERE v.state = 'posted' AND v.date <= ${`${month}-31`} GROUP BY l.account_id, v.date)
		SELECT b.*, (SELECT min(e.date) FROM ends e WHERE e.account_id = b.id AND e.date > coalesce((SELECT max(o.date) FROM ends o
			WHERE o.account_id = b.id AND o.held >= 0), '')) AS since FROM below b ORDER BY b.code`,
	);
