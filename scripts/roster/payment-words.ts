import { duesLabel } from "#domain/money/dues/labels.ts";
import type { PlannedPart, PlannedPayment } from "#domain/money/payment-imports/plan.ts";
import type { OwnReason, PaymentReason } from "#domain/money/payment-imports/reasons.ts";
import { reasonWords as rosterWords } from "./words.ts";

const WORDS: Record<OwnReason, string> = {
	no_member: "has neither a number nor a name",
	not_found: "is no member",
	no_amount: "has no amount",
	no_day: "has no day",
	verified_early: "verified before it was paid",
	no_year: "says no year",
	year_paid: "is paid already",
	year_waived: "is waived",
	year_twice: "another row pays the same",
	own: "is of whoever imports, or their family",
	claimed: "a payment waits for it",
	over_owed: "is more than is owed",
	amount_unclear: "does not come out even over what it pays",
	kind_assumed: "no kind: taken as the annual fee",
	method_assumed: "way unknown: taken as shown",
	paid_on_assumed: "no day of payment: taken as verified",
	verified_on_assumed: "no day of verification: taken as paid",
	entrance_year_assumed: "year of joining unknown: taken as",
	pays_part: "pays a part, left",
	pays_open: "pays what is owed",
	in_roster: "a roster says that it was paid: gets its money",
};
const isOwn = (code: string): code is OwnReason => code in WORDS;

/**
 * Writes in a few words why a row of payments has its outcome, with the value that the reason is about; a bad national
 * ID is not shown.
 */
export function paymentReasonWords({ code, field, ...reason }: PaymentReason): string {
	if (!isOwn(code)) {
		const about = reason.text === undefined ? "" : ` "${reason.text}"`;
		if (code === "bad_value" || code === "date_ambiguous")
			return `${String(field).replaceAll("_", " ")}: ${rosterWords({ code })}${field === "national_id" ? "" : about}`;
		return rosterWords({ code, ...reason });
	}
	const about = [
		reason.text === undefined ? "" : `"${reason.text}"`,
		reason.read === undefined ? "" : `(${reason.read})`,
		reason.rows === undefined ? "" : `row ${reason.rows.join(", ")}`,
	].filter((part) => part !== "");
	return [WORDS[code], ...about].join(" ");
}

const partWords = (part: PlannedPart): string =>
	`${part.kind === "donation" ? "捐款" : duesLabel({ kind: part.of.kind, dues_year: part.of.year })} ${part.amount}`;

/**
 * Writes a row of payments as it was understood: day, amount, method and so on; "" for a row that was not understood.
 */
export function saidWords({ said, parts }: PlannedPayment): string {
	if (!said) return "";
	return [
		said.paidOn === "" ? "" : `paid ${said.paidOn}`,
		said.verifiedOn === "" ? "" : `verified ${said.verifiedOn}`,
		said.amount === 0 ? "" : `NT$${said.amount}`,
		said.method,
		said.last5 === null ? "" : `*${said.last5}`,
		said.receiptNo === null ? "" : `receipt ${said.receiptNo}`,
		parts.map(partWords).join(" + "),
	]
		.filter((part) => part !== "")
		.join(", ");
}
