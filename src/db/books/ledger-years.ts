import { type Select, select, selectOne } from "#db/read.ts";
import { isPosted } from "./books.ts";

/** Selects the years in which anything was posted, newest first. */
export const bookYears = (): Select<{ year: number }> =>
	select("SELECT DISTINCT CAST(substr(month, 1, 4) AS INTEGER) AS year FROM account_months ORDER BY year DESC");

/** Selects how many months of a year are closed, and whether its closing voucher is posted and not reversed. */
export const yearClosed = (year: number): Select<{ months: number; year: 0 | 1 }> =>
	selectOne(
		`SELECT (SELECT count(*) FROM periods WHERE status = 'closed' AND month BETWEEN ?1 || '-01' AND ?1 || '-12') AS months,
			${isPosted("closing", "CAST(?1 AS INTEGER)")} AS year`,
		String(year),
	);
