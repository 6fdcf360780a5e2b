import type { TypedNumber } from "#domain/system/record-numbers.ts";

/** F115-0142 of a finance document under this alias (SQL); NULL until it has one. */
export const financeNumberOf = (document: string): string =>
	`'F' || ${document}.roc_year || '-' || printf('%04d', ${document}.seq)`;

/** I115-0007 of a record of income under this alias (SQL); NULL until it has one. */
export const incomeNumberOf = (record: string): string =>
	`'I' || ${record}.roc_year || '-' || printf('%04d', ${record}.seq)`;

/**
 * THE number of a receipt under this alias (SQL), as everybody reads it: 會115-000007, unique whatever the series; of one from
 * before there were marks (0040) 115-000007（會費）, for another series may have the same. Its paper alone says 115-000007.
 */
export const receiptNumberOf = (receipt: string): string =>
	`iif(${receipt}.mark = '', ${receipt}.number || iif(${receipt}.series = 'donation', '（捐款）', '（會費）'), ${receipt}.mark || ${receipt}.number)`;
/** The same in half width, as what somebody types is folded. */
export const receiptNumberFolded = (receipt: string): string =>
	`replace(replace(${receiptNumberOf(receipt)}, '（', '('), '）', ')')`;

/** 會: what a receipt of this series (SQL) bears that is issued now. */
export const receiptMarkOf = (series: string): string => `(SELECT mark FROM receipt_marks WHERE series = ${series})`;

/** Whether a receipt under this alias has the number that was typed: of one without mark or kind those of every series (SQL). */
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
