import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { receiptMarkOf, receiptNumberOf } from "#db/system/record-numbers.ts";
import type { ReceiptMethod, ReceiptSeries, ReceiptStatus } from "#domain/money/receipts/labels.ts";

/** A series of a year, checked from its receipts: `counted_last` is what the counter says, none where nothing was said. */
export type SeriesCheck = {
	series: ReceiptSeries;
	roc_year: number;
	/** Where the numbers begin. */
	first_no: number;
	counted_last: number | null;
	first: number | null;
	last: number | null;
	/** What stands before the first number and before the last one: '' before there were marks. */
	first_mark: string;
	last_mark: string;
	receipts: number;
	voided: number;
	/** The sum of those that count, in whole NT$. */
	amount: number;
};

const SERIES = `SELECT replace(series, 'receipt:', '') AS series, roc_year FROM number_series WHERE series LIKE 'receipt:%'
	UNION SELECT series, roc_year FROM receipts`;

const markOf = (seq: string): string =>
	`(SELECT r.mark FROM receipts r WHERE r.series = s.series AND r.roc_year = s.roc_year AND r.seq = ${seq})`;

/** Every series and year, the newest first: from the receipts themselves, beside the counter. */
export const seriesChecks = (): Select<SeriesCheck> =>
	select(
		`WITH found AS (SELECT series, roc_year, min(seq) AS first, max(seq) AS last, count(*) AS receipts,
				count(*) FILTER (WHERE status = 'voided') AS voided, sum(iif(status = 'issued', amount, 0)) AS amount
			FROM receipts GROUP BY series, roc_year)
		SELECT s.series, s.roc_year, coalesce(n.first_no, 1) AS first_no, n.last_no AS counted_last, f.first, f.last,
			coalesce(${markOf("f.first")}, ${receiptMarkOf("s.series")}) AS first_mark, coalesce(${markOf("f.last")}, '') AS last_mark,
			coalesce(f.receipts, 0) AS receipts, coalesce(f.voided, 0) AS voided, coalesce(f.amount, 0) AS amount
		FROM (${SERIES}) s LEFT JOIN number_series n ON n.series = 'receipt:' || s.series AND n.roc_year = s.roc_year
			LEFT JOIN found f ON f.series = s.series AND f.roc_year = s.roc_year
		ORDER BY s.roc_year DESC, s.series DESC`,
	);

/** Numbers that no receipt has, from `first` to `last`; `mark` is that of the one behind them. */
export type Gap = { series: ReceiptSeries; roc_year: number; mark: string; first: number; last: number };

/** Gaps that are told one by one; how many numbers are missing is counted apart (`SeriesCheck`). */
export const GAPS_SHOWN = 200;
/** The gaps between the receipts, and before the first of a series; the first GAPS_SHOWN. */
export const seriesGaps = (): Select<Gap> =>
	select(
		`SELECT series, roc_year, mark, before + 1 AS first, seq - 1 AS last FROM (
			SELECT r.series, r.roc_year, r.mark, r.seq, lag(r.seq, 1, coalesce(n.first_no, 1) - 1)
				OVER (PARTITION BY r.series, r.roc_year ORDER BY r.seq) AS before
			FROM receipts r LEFT JOIN number_series n ON n.series = 'receipt:' || r.series AND n.roc_year = r.roc_year)
		WHERE seq > before + 1 ORDER BY roc_year DESC, series DESC, first ${limitTo(GAPS_SHOWN)}`,
	);

/** A receipt as the stub book has it. */
export type BookRow = {
	id: number;
	number: string;
	payer_title: string;
	items: string;
	method: ReceiptMethod;
	issued_on: string;
	amount: number;
	status: ReceiptStatus;
	reason: string | null;
	replaced_by: string | null;
};
type Book = { series: ReceiptSeries; year: number; month?: number | undefined };

/** 存根簿 of a series and a year, or of one month: every number, at most `limit`. */
export const bookRows = ({ series, year, month }: Book, limit: number): Select<BookRow> =>
	select(
		`SELECT r.id, ${receiptNumberOf("r")} AS number, r.payer_title, r.items, r.method, r.issued_on, r.amount, r.status, r.reason,
			(SELECT ${receiptNumberOf("n")} FROM receipts n WHERE n.id = r.replaced_by) AS replaced_by
		FROM receipts r WHERE r.series = ?1 AND r.roc_year = ?2 AND (?3 IS NULL OR CAST(substr(r.issued_on, 6, 2) AS INTEGER) = ?3)
		ORDER BY r.seq ${limitTo(limit)}`,
		series,
		year,
		month ?? null,
	);

/** Where a series of a year begins. */
export type First = { series: ReceiptSeries; year: number; firstNo: number };

/** Says where a series of a year begins. Refuses `number.in_use` where it has given a number already. */
export const setFirstNumber = ({ series, year, firstNo }: First): Write[] => {
	const name = `receipt:${series}`;
	return [
		sql`INSERT INTO number_series (series, roc_year, first_no, last_no) SELECT ${name}, ${year}, ${firstNo}, ${firstNo - 1}
			WHERE NOT EXISTS (SELECT 1 FROM number_series WHERE series = ${name} AND roc_year = ${year})`,
		sql`UPDATE number_series SET first_no = ${firstNo}, last_no = ${firstNo - 1}
			WHERE series = ${name} AND roc_year = ${year} AND last_no = first_no - 1 AND first_no <> ${firstNo}`,
		refuseWhere(
			"number.in_use",
			sql`EXISTS (SELECT 1 FROM number_series WHERE series = ${name} AND roc_year = ${year} AND last_no <> ${firstNo - 1})`,
		),
	];
};
