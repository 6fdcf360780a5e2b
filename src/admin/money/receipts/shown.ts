import type { Visitor } from "#auth/visitor.ts";
import type { ReceiptEvent, ReceiptRow } from "#db/money/receipts.ts";

export type ReceiptShown = {
	receipt: ReceiptRow;
	events: ReceiptEvent[];
	vouchers: { id: number; number: string }[];
	who: Visitor;
	at: number;
};
