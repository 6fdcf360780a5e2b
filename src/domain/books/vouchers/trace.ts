import * as z from "zod";

const Read = z.object({
	source: z.string(),
	who: z.string().nullable(),
	member_no: z.string().nullable(),
	number: z.string().nullable(),
	receipts: z.string().nullable(),
	last5: z.string().nullable(),
	files: z.int().nullable(),
});
/**
 * What a voucher can be traced by: who paid or was paid, the number of its record, the receipts, the last five digits
 * of a transfer, and how many files the record has (null where it can have none).
 */
export type Trace = z.infer<typeof Read>;

/** Reads the JSON of a voucher's trace (traceOf of db/books/voucher-trace.ts). */
export const traceIn = (json: string): Trace => Read.parse(JSON.parse(json));

const WHO: Record<string, string> = { payment: "繳款人", income: "付款人", finance: "受款人" };

/** Returns a trace in words: 繳款人 王小明（M0001）　收款 12　收據 會115-000001　末五碼 12345; empty for a voucher by hand. */
export function traceWords({ source, who, member_no, number, receipts, last5 }: Trace): string {
	return [
		who && `${WHO[source] ?? ""} ${who}${member_no ? `（${member_no}）` : ""}`,
		number,
		receipts && `收據 ${receipts}`,
		last5 && `末五碼 ${last5}`,
	]
		.filter(Boolean)
		.join("　");
}
