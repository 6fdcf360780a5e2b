import { sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { receiptMarkOf, receiptNumberOf } from "#db/record-numbers.ts";
import type { ReceiptMethod, ReceiptSeries, ReceiptStatus } from "#domain/money/receipts/labels.ts";

/**
 * A receipt series of one year, checked from its receipts: `counted_last` is the last number by the counter, null when
 * there is no counter; `first` and `last` are the numbers that receipts have, null when there are none.
 */
export type SeriesCheck = {
	series: ReceiptSeries;
	roc_year: number;
	/** The number with which the series begins in the year. */
	first_no: number;
	counted_last: number | null;
	first: number | null;
	last: number | null;
	/** The marks (such as 會) before the first and the last number: '' before there were marks. */
	first_mark: string;
	last_mark: string;
	receipts: number;
	voided: number;
	/** The sum of the valid receipts in whole NT$. */
	amount: number;
};

const SERIES = `SELECT replace(series, 'receipt:', '') AS series, roc_year FROM number_series WHERE series LIKE 'receipt:%'
	UNION SELECT series, roc_year FROM receipts`;

const markOf = (seq: string): string =>
	`(SELECT r.mark FROM receipts r WHERE r.series = s.series AND r.roc_year = s.roc_year AND r.seq = ${seq})`;

/** Selects every series and year, newest first: figures from the receipts themselves, next to the counter. */
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

/** A range of numbers, from `first` to `last`, that no receipt has; `mark` is the mark of the receipt after it. */
export type Gap = { series: ReceiptSeries; roc_year: number; mark: string; first: number; last: number };

/**
 * The maximum number of gaps that are listed one by one; how many numbers are missing in all follows from
 * `SeriesCheck`.
 */
export const GAPS_SHOWN = 200;
/** Selects the first GAPS_SHOWN gaps between the receipts and before the first receipt of a series. */
export const seriesGaps = (): Select<Gap> =>
	select(
		`SELECT series, roc_year, mark, before + 1 AS first, seq - 1 AS last FROM (
			SELECT r.series, r.roc_year, r.mark, r.seq, lag(r.seq, 1, coalesce(n.first_no, 1) - 1)
				OVER (PARTITION BY r.series, r.roc_year ORDER BY r.seq) AS before
			FROM receipts r LEFT JOIN number_series n ON n.series = 'receipt:' || r.series AND n.roc_year = r.roc_year)
		WHERE seq > before + 1 ORDER BY roc_year DESC, series DESC, first ${limitTo(GAPS_SHOWN)}`,
	);

/** A receipt as a row of the stub book (存根簿). */
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

/** Selects the stub book (存根簿) of a series and a year, or of one month: every number, at most `limit`. */
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

/** The first number of a series in a year. */
export type First = { series: ReceiptSeries; year: number; firstNo: number };

/**
 * Sets the first number of a series in a year. Refuses with `number.in_use` when the series has already given a number
 * in that year.
 */
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
