import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/bank-shown.ts";
import type { EntryAccount } from "#db/money/payment-entries.ts";
import type {
	Alike,
	CertificatesBeside,
	DiscountBeside,
	LineBeside,
	OpenDue,
	PaymentEvent,
	PaymentPlace,
	PaymentReceipt,
	PaymentReview,
} from "#db/money/payment-reviews.ts";
import type { AllocationRow } from "#db/money/payments.ts";
import { type Reviewer, reviewsAs } from "#domain/people/certificates/rules.ts";
import { relatedIn } from "#domain/people/related.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

export type PaymentPage = {
	payment: PaymentReview;
	parts: readonly AllocationRow[];
	discounts: readonly DiscountBeside[];
	/** What the families of its members owe. */
	dues: readonly OpenDue[];
	alike: readonly Alike[];
	lines: readonly LineBeside[];
	/** Lines that may show its money, where none is its own: open ones, and those that something else used. */
	shown: readonly ShowingLine[];
	/** Bank accounts in use. */
	accounts: readonly EntryAccount[];
	events: readonly PaymentEvent[];
	receipts: readonly PaymentReceipt[];
	place: PaymentPlace;
	/** Who may verify it, or reverse it where it is verified, by name. */
	verifiers: readonly { name: string }[];
	waiting: CertificatesBeside;
	reviewer: Reviewer;
	/** As whom 理事長 or 監事 may, where no verifier can. */
	standIn?: Reviewer;
	who: Visitor;
	at: number;
};

/** What one of the page's forms was refused for. */
export type Refusals = { verification?: FormState; rejection?: FormState; other?: FormState };

/** Whether whoever looks may verify or reverse it; `onBehalfOf` is whom they stand in for. */
export const mayDecide = ({ payment, reviewer, standIn }: Pick<PaymentPage, "payment" | "reviewer" | "standIn">) =>
	reviewsAs(reviewer, relatedIn(payment.related)) ?? (standIn && reviewsAs(standIn, relatedIn(payment.related)));

/** A form of this page that nobody sent, or the one that was refused. */
export const stateOf = (sent: FormState | undefined, prefix: string, values: FormState["values"] = {}): FormState =>
	sent ? { ...sent, prefix } : freshForm(values, prefix);
