import type { Visitor } from "#auth/visitor.ts";
import type { ShowingLine } from "#db/money/bank-shown.ts";
import type { EntryAccount } from "#db/money/payment-entries.ts";
import type { PaymentPlace, QueuedPayment } from "#db/money/payment-queue.ts";
import type {
	Alike,
	CertificatesBeside,
	DiscountBeside,
	LineBeside,
	OpenDue,
	PaymentEvent,
	PaymentReceipt,
	PaymentReview,
} from "#db/money/payment-reviews.ts";
import type { AllocationRow } from "#db/money/payments.ts";
import { type Reviewer, relatedIn, reviewsAs } from "#domain/people/index.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

export type PaymentPage = {
	payment: PaymentReview;
	parts: readonly AllocationRow[];
	discounts: readonly DiscountBeside[];
	/** The open dues of the families of the payment's members. */
	dues: readonly OpenDue[];
	alike: readonly Alike[];
	lines: readonly LineBeside[];
	/**
	 * The bank lines that may be the bank's record of the payment, when no line is matched with it: open lines, and
	 * lines that another record used.
	 */
	shown: readonly ShowingLine[];
	/** The bank accounts in use. */
	accounts: readonly EntryAccount[];
	events: readonly PaymentEvent[];
	receipts: readonly PaymentReceipt[];
	place: PaymentPlace;
	/** The payments that wait, this one first. */
	queue: readonly QueuedPayment[];
	/** The names of the users who may verify the payment, or reverse it once it is verified. */
	verifiers: readonly { name: string }[];
	waiting: CertificatesBeside;
	reviewer: Reviewer;
	/** On whose behalf the current user may decide as 理事長 or 監事, when no verifier can. */
	standIn?: Reviewer;
	who: Visitor;
	at: number;
};

/** The values and errors of the page's forms that were refused. */
export type Refusals = { verification?: FormState; rejection?: FormState; other?: FormState };

/**
 * Returns on whose behalf the current user may verify or reverse the payment (`onBehalfOf`: the user for whom the
 * current user is deputy); undefined when the user may not.
 */
export const mayDecide = ({ payment, reviewer, standIn }: Pick<PaymentPage, "payment" | "reviewer" | "standIn">) =>
	reviewsAs(reviewer, relatedIn(payment.related)) ?? (standIn && reviewsAs(standIn, relatedIn(payment.related)));

/** Returns the refused form, or a fresh form when none was sent, with the prefix of its field ids. */
export const stateOf = (sent: FormState | undefined, prefix: string, values: FormState["values"] = {}): FormState =>
	sent ? { ...sent, prefix } : freshForm(values, prefix);
