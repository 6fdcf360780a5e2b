import type { PartKind } from "./parts.ts";
import type { BankKind } from "./rules.ts";

/**
 * An open bank line to be matched, by what is left of it. `paid` is what the payer paid: the amount that arrived plus
 * the fee that the post office kept. Both are negative for money that went out.
 */
export type MatchLine = {
	id: number;
	day: string;
	paid: number;
	/** The amount that arrived at the bank, in NT$. */
	arrived: number;
	last5: string | null;
	accountId: number;
	accountKind: BankKind;
	/**
	 * The time (UTC milliseconds) at which a user declared that no record booked by then is this line's money; negative
	 * when nobody did.
	 */
	apartAt: number;
	/** True for a line of a 劃撥 account whose list shows no fees: less may have arrived than was paid. */
	mayLackFee: boolean;
	/**
	 * True when the bank's list shows a fee for the line, so it cannot be a bank transfer (which costs the receiver no
	 * fee).
	 */
	hasFee: boolean;
	/** True when the line is in the books as 暫收款 or 暫付款: no booked record is its money then. */
	isSuspense: boolean;
};
/**
 * A record in the books that no bank line shows yet; `amount` is what arrived. Without `accountId` the money came to
 * some account of `accountKind`.
 */
export type MatchBooked = {
	kind: PartKind;
	id: number;
	amount: number;
	/** True for a 劃撥 payment booked at its full amount: the post office may have kept a fee that nobody booked. */
	mayLackFee: boolean;
	last5: string | null;
	day: string;
	accountId: number | null;
	accountKind: BankKind | null;
	at: number;
	memberIds: readonly number[];
	/** True for the rest of a record of which another line shows a part: it may come some weeks later. */
	isRest: boolean;
};
/** A submitted payment that waits to be verified. */
export type MatchPayment = {
	id: number;
	amount: number;
	last5: string | null;
	paidOn: string;
	accountId: number | null;
	isPostal: boolean;
	memberIds: readonly number[];
};
/**
 * A hint that a bank line comes from a member: the last five digits of an earlier payment, the member's number in the
 * memo (with letters, or digits alone), or the member's name.
 */
export type Evidence = {
	lineId: number;
	memberId: number;
	/** The id of the member's guardian, or of the member when there is none. */
	headId: number;
	by: "last5" | "number" | "digits" | "name";
};

export const MATCH_REASONS = [
	"amount",
	"last5",
	"same_day",
	"day",
	"remembered",
	"number",
	"name",
	"fee",
	"other_amount",
	"other_line",
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
/**
 * What a bank line's money may be: a booked record without a line, a waiting payment, or the dues of a family, paid by
 * `memberId`. `lacks` is a fee that nobody booked, in NT$: the line is smaller than the record by that much.
 */
export type Candidate = { isExact: boolean; reasons: MatchReason[]; score: number } & (
	| { kind: "booked"; of: MatchBooked["kind"]; id: number; lacks: number }
	| { kind: "payment"; paymentId: number }
	| { kind: "dues"; memberId: number; itemIds: number[]; sum: number }
);
/**
 * The candidates of a line: booked records, waiting payments, and dues. It is exact only where exactly one candidate is
 * exact and no other line wants the same one. `alike` is how many of the best candidates fit equally well when none is
 * exact: then a user must choose.
 */
export type Match = { isExact: boolean; alike: number; candidates: Candidate[] };

/** The number of days by which the reported day of a transfer and the bank's day may differ. */
export const DAYS = 7;
/** The number of days within which the rest of a partly shown record may come (bank_lines_booked_in_part). */
export const REST_DAYS = 45;
export const WEIGHT: Record<MatchReason, number> = {
	last5: 8,
	amount: 8,
	remembered: 5,
	number: 5,
	name: 4,
	same_day: 3,
	day: 2,
	fee: -1,
	other_amount: -6,
	other_line: -20,
};

export type Hints = readonly Evidence[];
const REASON_OF = { last5: "remembered", number: "number", digits: "number", name: "name" } as const;
export const scoreOf = (reasons: readonly MatchReason[]): number => reasons.reduce((sum, one) => sum + WEIGHT[one], 0);
export const reasonsFor = (hints: Hints, isWanted: (memberId: number) => boolean): MatchReason[] => [
	...new Set(hints.filter(({ memberId }) => isWanted(memberId)).map(({ by }) => REASON_OF[by])),
];
