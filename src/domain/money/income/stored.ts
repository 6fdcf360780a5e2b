import * as z from "zod";

const Receipts = z.array(z.object({ id: z.int(), number: z.string(), status: z.enum(["issued", "voided"]) }));
const Vouchers = z.array(z.object({ id: z.int(), number: z.string() }));

/** Reads the receipts of an income record from the JSON in its row. */
export const receiptsIn = (json: string): z.infer<typeof Receipts> => Receipts.parse(JSON.parse(json));
/** Reads the voucher of an income record and that voucher's reversal from the JSON in its row. */
export const vouchersIn = (json: string): z.infer<typeof Vouchers> => Vouchers.parse(JSON.parse(json));
