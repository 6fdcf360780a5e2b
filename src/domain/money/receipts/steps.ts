import { type Step, workflow } from "#kernel/steps.ts";
import { RECEIPT_STATUSES, type ReceiptStatus } from "./labels.ts";

/**
 * The only table of the steps of a receipt (docs/workflows.md#receipts). A receipt whose title is neither the payer's
 * name nor the title submitted with the payment needs two users: it waits in receipt_asks for a second person.
 */
export const RECEIPT_STEPS = {
	void: { from: ["issued"], to: "voided", by: ["receipts.void"], asks: ["reason", "replacement", "payer_title?"] },
	replace: {
		from: ["voided"],
		to: "voided",
		by: ["receipts.void"],
		asks: ["payer_title"],
		done: "已補開收據。",
	},
} as const satisfies Record<string, Step<ReceiptStatus>>;
export const RECEIPTS = workflow<ReceiptStatus, keyof typeof RECEIPT_STEPS, Step<ReceiptStatus>>({
	states: RECEIPT_STATUSES,
	steps: RECEIPT_STEPS,
	refusal: "receipt.wrong_state",
});
