import type { BankKind } from "./rules.ts";

/** A line that waits. `paid` is what somebody paid: what arrived and what the post office kept of it. */
export type MatchLine = {
	id: number;
	day: string;
	paid: number;
	/** What arrived of it. */
	arrived: number;
	last5: string | null;
	accountId: number;
	accountKind: BankKind;
	/** What was booked by then is none of it; 0: nobody said so. */
	apartAt: number;
	/** Of a 劃撥 account whose list tells no fees: less may arrive than was paid. */
	mayLackFee: boolean;
	/** Its list tells a fee: no transfer pays one. */
	hasFee: boolean;
};
/** What is in the books without a line; `amount` is what arrived. Without an account it came to one of its kind. */
export type MatchBooked = {
	kind: "payment" | "income" | "deposit" | "voucher";
	id: number;
	amount: number;
	/** 劃撥 that was booked whole: the post office may have kept a fee that nobody booked. */
	mayLackFee: boolean;
	last5: string | null;
	day: string;
	accountId: number | null;
	accountKind: BankKind | null;
	at: number;
	memberIds: readonly number[];
};
/** A payment that waits to be verified. */
export type MatchPayment = {
	id: number;
	amount: number;
	last5: string | null;
	paidOn: string;
	accountId: number | null;
	isPostal: boolean;
	memberIds: readonly number[];
};
/** What points from a line to a member: an earlier payment's last five digits, their number (with letters, or digits alone), their name. */
export type Evidence = {
	lineId: number;
	memberId: number;
	/** Their guardian, or they themselves. */
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
 * What a line may be: what is booked without one, a payment that waits, or the dues of a family, paid by `memberId`. `lacks` is the
 * fee that nobody booked: so much less than the record the line brought.
 */
export type Candidate = { isExact: boolean; reasons: MatchReason[]; score: number } & (
	| { kind: "booked"; of: MatchBooked["kind"]; id: number; lacks: number }
	| { kind: "payment"; paymentId: number }
	| { kind: "dues"; memberId: number; itemIds: number[]; sum: number }
);
/**
 * The candidates of a line: what is booked, payments that wait, dues; exact only where there is just one such, and no other
 * line wants the same. `alike` is how many of the first fit equally, where none is exact: nobody but a person chooses one.
 */
export type Match = { isExact: boolean; alike: number; candidates: Candidate[] };

/** A transfer may be told some days before or after the bank has it. */
export const DAYS = 7;
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
