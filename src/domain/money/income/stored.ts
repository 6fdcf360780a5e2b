import * as z from "zod";

const Receipts = z.array(z.object({ id: z.int(), number: z.string(), status: z.enum(["issued", "voided"]) }));
const Vouchers = z.array(z.object({ id: z.int(), number: z.string() }));

/** The receipts of a record, as its row has them. */
export const receiptsIn = (json: string): z.infer<typeof Receipts> => Receipts.parse(JSON.parse(json));
/** Its voucher, and the reversal behind it. */
export const vouchersIn = (json: string): z.infer<typeof Vouchers> => Vouchers.parse(JSON.parse(json));
