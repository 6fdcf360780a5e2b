import { REASONS as ROSTER_REASONS, type Reason as RosterReason } from "#domain/people/index.ts";
import type { PaymentField } from "./columns.ts";

/** The remarks that a user should look at before a list is written; they do not stop a row. */
export const TO_CONFIRM = [
	"formula",
	"renamed",
	"kind_assumed",
	"method_assumed",
	"paid_on_assumed",
	"verified_on_assumed",
	"entrance_year_assumed",
	"pays_part",
	"in_roster",
] as const;

/** The reasons for a row's outcome that only lists of payments have; the others are those of a roster. */
export const OWN_REASONS = [
	// error
	"no_member",
	"not_found",
	"no_amount",
	"no_day",
	"verified_early",
	// conflict
	"no_year",
	"year_paid",
	"year_waived",
	"year_twice",
	"own",
	"claimed",
	"over_owed",
	"amount_unclear",
	// remarks
	"kind_assumed",
	"method_assumed",
	"paid_on_assumed",
	"verified_on_assumed",
	"entrance_year_assumed",
	"pays_part",
	"pays_open",
	"in_roster",
] as const;
export type OwnReason = (typeof OWN_REASONS)[number];
export const PAYMENT_REASONS = [...ROSTER_REASONS, ...OWN_REASONS] as const;
export type PaymentReasonCode = (typeof PAYMENT_REASONS)[number];

/**
 * A reason: `text` is what the file says, `read` how it was understood; `rows` are rows of the file, `members` ids of
 * member records.
 */
export type PaymentReason = Omit<RosterReason, "code" | "field"> & {
	code: PaymentReasonCode;
	field?: PaymentField | RosterReason["field"];
};

/** The planned outcomes of a row. */
export const PAYMENT_OUTCOMES = ["conflict", "error", "create", "skip"] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];
/** The outcomes of a row after its import was applied. */
export const WRITTEN_PAYMENTS = ["created", "unchanged", "conflict", "skipped", "error"] as const;
export type WrittenPayment = (typeof WRITTEN_PAYMENTS)[number];
