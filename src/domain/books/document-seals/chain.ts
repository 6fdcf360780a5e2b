/** A receipt or a voucher as a seal covers it: its values, in the order of COLUMNS. */
export type SealedDocument = { seq: number; values: readonly unknown[] };

/** A seal over the numbers from_seq to to_seq of a series and year. `prev` is the hash of the seal before it, '' in the first. */
export type DocumentSeal = {
	id: number;
	series: string;
	roc_year: number;
	from_seq: number;
	to_seq: number;
	prev: string;
	hash: string;
	sealed_at: number;
};

/**
 * The columns that a seal covers, none of which any step ever changes: voiding, printing, replacing, merging and
 * erasing change only other columns (of receipts status, voided_at, voided_by, reason, replaced_by, original_at,
 * original_by, version, member_id, payer_id_mask). A posted voucher and its lines never change. A receipt with a note
 * (words of the settings at its foot) has it as a last value, and a voucher by a resolution its day and number.
 */
export const COLUMNS = {
	receipt: [
		...[
			"id",
			"series",
			"mark",
			"roc_year",
			"seq",
			"number",
			"payment_id",
			"income_id",
			"payer_title",
			"amount",
			"items",
		],
		...["method", "paid_on", "issued_on", "issued_by", "created_at"],
	],
	voucher: [
		...["id", "kind", "roc_year", "seq", "date", "description", "source", "source_id", "source_seq", "reverses_id"],
		...["is_closing", "turns_next_year", "created_by", "edited_by", "posted_by", "posted_at", "version", "created_at"],
		"updated_at",
	],
	/**
	 * The columns of each line of a voucher, by line_no; the lines follow the voucher's own values as one array of
	 * arrays.
	 */
	line: [
		...["id", "line_no", "account_id", "debit", "credit", "memo", "member_id", "project_id", "budget_item_id"],
		"is_unbudgeted",
	],
} as const;

/**
 * Returns the text whose SHA-256 (in UTF-8) is a seal's hash: lines joined by "\n", each the JSON (as JSON.stringify
 * writes it) of an array. The first line is
 *   ["document_seals",1,id,series,roc_year,from_seq,to_seq,sealed_at,prev]
 * where 1 is the version of this form, and then comes one line for each document, in the order of numbers: its columns.
 */
export const sealedText = (seal: Omit<DocumentSeal, "hash">, documents: readonly SealedDocument[]): string =>
	[headOf(seal), ...documents.map(({ values }) => values)].map((line) => JSON.stringify(line)).join("\n");

/** Returns the text that the MAC of a seal is computed over: the first line of the sealed text, and the hash. */
export const macText = (seal: DocumentSeal): string => JSON.stringify([...headOf(seal), seal.hash]);

const headOf = (seal: Omit<DocumentSeal, "hash">) => [
	"document_seals",
	1,
	seal.id,
	seal.series,
	seal.roc_year,
	seal.from_seq,
	seal.to_seq,
	seal.sealed_at,
	seal.prev,
];
