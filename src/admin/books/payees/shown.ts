import type { Visitor } from "#auth/visitor.ts";
import type { ExemptionRow, PayeeAccountRow, PayeePaymentRow, PayeeRow } from "#db/books/payees.ts";

/** A payee with everything that the payee's page shows. */
export type PayeeShown = {
	payee: PayeeRow;
	accounts: PayeeAccountRow[];
	exemptions: ExemptionRow[];
	payments: PayeePaymentRow[];
	who: Visitor;
};
/** The forms of the page: one more account, its switch, one more exemption, and its end. */
export type PayeeForms = "account" | "switch" | "exemption" | "ending";
