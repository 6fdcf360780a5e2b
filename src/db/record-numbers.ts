import type { TypedNumber } from "#kernel/record-numbers.ts";

/** Returns SQL for the number of a finance document under this alias, such as F115-0142; NULL until it has one. */
export const financeNumberOf = (document: string): string =>
	`'F' || ${document}.roc_year || '-' || printf('%04d', ${document}.seq)`;

/** Returns SQL for the number of an income record under this alias, such as I115-0007; NULL until it has one. */
export const incomeNumberOf = (record: string): string =>
	`'I' || ${record}.roc_year || '-' || printf('%04d', ${record}.seq)`;

/** Returns SQL for the number of a voucher under this alias, such as 收115-0142; NULL until it is posted. */
export const voucherNumber = (voucher: string): string =>
	`(CASE ${voucher}.kind WHEN 'income' THEN '收' WHEN 'expense' THEN '支' ELSE '轉' END || ${voucher}.roc_year || '-' || printf('%04d', ${voucher}.seq))`;

/**
 * Returns SQL for the number of a receipt under this alias, as it is shown everywhere: 會115-000007, unique across all
 * series. A receipt from before there were marks (migration 0040) is shown as 115-000007（會費）, because another
 * series may have the same number; only its paper says 115-000007.
 */
export const receiptNumberOf = (receipt: string): string =>
	`iif(${receipt}.mark = '', ${receipt}.number || iif(${receipt}.series = 'donation', '（捐款）', '（會費）'), ${receipt}.mark || ${receipt}.number)`;
/** Returns SQL for a receipt's number with half-width brackets, as a user's search text is folded. */
export const receiptNumberFolded = (receipt: string): string =>
	`replace(replace(${receiptNumberOf(receipt)}, '（', '('), '）', ')')`;

/** Returns SQL for the mark, such as 會, of receipts that a series (SQL) issues now. */
export const receiptMarkOf = (series: string): string => `(SELECT mark FROM receipt_marks WHERE series = ${series})`;

/**
 * Returns SQL: whether a receipt under this alias has the number that was typed. A typed number without mark or kind
 * fits the receipts of every series.
 */
export const isReceipt = (
	receipt: string,
	{ mark, series, rocYear, seq }: TypedNumber,
	bound: (value: string | number) => string,
): string =>
	[
		`${receipt}.series IN ${series === null ? "(SELECT series FROM receipt_marks)" : `(${bound(series)})`}`,
		`${receipt}.roc_year = ${bound(rocYear)} AND ${receipt}.seq = ${bound(seq)}`,
		...(mark === null ? [] : [`${receipt}.mark = ${bound(mark)}`]),
	].join(" AND ");

type Numbered = readonly [table: string, number: (record: string) => string];
const FINANCE: Numbered = ["finance_documents", financeNumberOf];
/** The kinds of records that have a number of their own: where they are stored, and SQL for the number. */
const NUMBERED: Readonly<Record<string, Numbered>> = {
	// The log, the places of free text and the bank lines each have their name for it.
	finance_document: FINANCE,
	finance: FINANCE,
	expense: FINANCE,
	income: ["income_records", incomeNumberOf],
	member: ["members", (record) => `${record}.member_no`],
	receipt: ["receipts", receiptNumberOf],
	voucher: ["vouchers", voucherNumber],
};

/**
 * Returns SQL for the number by which people know a record, of SQL for its kind and its id; NULL for a kind without
 * numbers, for a record that has none yet and for one that is gone.
 */
export const recordNumberOf = (kind: string, id: string): string =>
	`CASE ${kind} ${Object.entries(NUMBERED)
		.map(
			([type, [table, number]]) =>
				`WHEN '${type}' THEN (SELECT ${number("numbered")} FROM ${table} numbered WHERE numbered.id = CAST(${id} AS INTEGER))`,
		)
		.join(" ")} END`;
