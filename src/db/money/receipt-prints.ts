import { resolutionAt } from "#db/books/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import { storedWords } from "#domain/books/index.ts";
import { itemsOf, namedIn } from "#domain/money/receipts/items.ts";
import {
	RECEIPT_METHOD_LABELS,
	type ReceiptMethod,
	type ReceiptSeries,
	type ReceiptStatus,
	receiptTitle,
} from "#domain/money/receipts/labels.ts";
import type { PrintedReceipt } from "#domain/money/receipts/print.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { REPLACED_BY, REPLACES, type ReceiptFilter, receiptsFrom } from "./receipts.ts";

/** A receipt with everything that is printed on it. */
export type PrintRow = {
	id: number;
	series: ReceiptSeries;
	number: string;
	/** The mark (such as 會) before the receipt's number; '' on receipts that were issued before there were marks. */
	mark: string;
	/** The number as the original receipt shows it. */
	original_number: string;
	payer_title: string;
	payer_id_mask: string | null;
	amount: number;
	items: string;
	method: ReceiptMethod;
	paid_on: string;
	issued_on: string;
	issuer: string | null;
	status: ReceiptStatus;
	voided_at: number | null;
	reason: string | null;
	original_at: number | null;
	original_by: number | null;
	replaced_by: string;
	replaces: string;
	/**
	 * JSON of the board resolution by which one person was accountant (會計) and cashier (出納) when the receipt was
	 * issued.
	 */
	resolution: string | null;
	/** What the settings said at the foot when the receipt was issued: sentences, one a line. */
	note: string;
};

/** Which receipts to print: those of these ids, or all that fit a filter. */
export type Printed = { ids: readonly number[] } | { filter: ReceiptFilter };

/** Selects receipts to be printed, in the order of issue, at most `limit`. */
export function receiptsToPrint(of: Printed, limit: number): Select<PrintRow> {
	const { from, params } =
		"ids" in of
			? { from: "FROM json_each(?1) j JOIN receipts r ON r.id = j.value", params: [JSON.stringify(of.ids)] }
			: receiptsFrom(of.filter);
	return select(
		`SELECT r.id, r.series, ${receiptNumberOf("r")} AS number, r.mark, r.mark || r.number AS original_number, r.payer_title, r.payer_id_mask, r.amount, r.items, r.method, r.paid_on, r.issued_on, r.note,
			(SELECT u.name FROM users u WHERE u.id = r.issued_by) AS issuer, r.status, r.voided_at, r.reason, r.original_at,
			r.original_by, ${REPLACED_BY} AS replaced_by, ${REPLACES} AS replaces,
			${resolutionAt("r.created_at")} AS resolution
		${from} ORDER BY r.id ${limitTo(limit)}`,
		...params,
	);
}

/**
 * Returns what is printed of a receipt; the association is shown as its settings are now. The original of a receipt
 * from before there were marks shows the number as it was issued; a copy or a voided receipt shows the number with the
 * mark of its series.
 */
export function printedReceipt(
	row: Omit<PrintRow, "id" | "original_at" | "original_by">,
	{ isCopy, ...shown }: Pick<PrintedReceipt, "association" | "hasSealPlace" | "isCopy" | "roles" | "sealId">,
): PrintedReceipt {
	const [replaces, replacedBy] = [row.replaces, row.replaced_by].map((list) =>
		namedIn(list)
			.map(({ number }) => number)
			.join("、"),
	);
	return {
		title: receiptTitle(row),
		number: isCopy || row.status === "voided" ? row.number : row.original_number,
		payerTitle: row.payer_title,
		...(row.payer_id_mask ? { payerId: row.payer_id_mask } : {}),
		amount: row.amount,
		items: itemsOf(row.items).map(({ label, member_no, amount }) => ({
			label,
			amount,
			...(member_no ? { memberNo: member_no } : {}),
		})),
		method: RECEIPT_METHOD_LABELS[row.method],
		paidOn: row.paid_on,
		issuedOn: row.issued_on,
		...shown,
		isCopy,
		...(row.voided_at === null ? {} : { voided: { on: dateInTaipei(row.voided_at), reason: row.reason ?? "" } }),
		...(replaces ? { replaces } : {}),
		...(replacedBy ? { replacedBy } : {}),
		notes: row.note.split("\n").filter(Boolean),
		...(row.resolution === null ? {} : { resolution: storedWords(row.resolution) }),
		...(row.issuer ? { signers: { 經手人: row.issuer } } : {}),
	};
}
