import { MOST_POSTAL_FEE } from "#domain/money/payments/rules.ts";
import { daysBetween } from "#domain/people/index.ts";
import {
	type Candidate,
	DAYS,
	type Hints,
	type MatchBooked,
	type MatchLine,
	type MatchReason,
	REST_DAYS,
	reasonsFor,
	scoreOf,
} from "./candidates.ts";

/**
 * Returns a function that finds the booked records that fit a bank line: same account, amount that arrived, at most a
 * week apart, and no different last five digits. When a 劃撥 payment was booked without its fee, the line may be
 * smaller by the post office's fee.
 */
export function bookedBy(booked: readonly MatchBooked[]): (line: MatchLine, hints: Hints) => Candidate[] {
	const byAmount = Map.groupBy(booked, ({ amount }) => amount);
	return (line, hints) =>
		amountsOf(line)
			.flatMap((amount) => byAmount.get(amount) ?? [])
			.filter((one) => fitsLine(one, line))
			.map((one) => bookedCandidate(one, line, hints));
}

/**
 * Returns the amounts that a booked record of this line may have: the amount that arrived and, for 劃撥, the amount
 * that was paid; where the bank's list shows no fee, any fee up to the maximum is tried.
 */
function amountsOf({ arrived, paid, hasFee, mayLackFee }: MatchLine): number[] {
	const fees = mayLackFee ? Array.from({ length: MOST_POSTAL_FEE }, (_, n) => n + 1) : [];
	return [arrived, ...(hasFee ? [paid] : fees.map((fee) => arrived + fee))];
}

function fitsLine(one: MatchBooked, line: MatchLine): boolean {
	const isOther5 = one.last5 !== null && line.last5 !== null && one.last5 !== line.last5;
	const isThere = one.accountId === null ? one.accountKind === line.accountKind : one.accountId === line.accountId;
	const isWhole = one.amount === line.arrived || one.mayLackFee;
	return (
		!isOther5 &&
		isThere &&
		isWhole &&
		one.at > line.apartAt &&
		Math.abs(daysBetween(line.day, one.day)) <= (one.isRest ? REST_DAYS : DAYS)
	);
}

/**
 * Builds the candidate for a booked record. It is exact when no fee is missing and the last five digits agree or, where
 * line or record has no digits, the day is the same and either the memo points to the member or the record is a cash
 * deposit or a paid expense request.
 */
function bookedCandidate(one: MatchBooked, line: MatchLine, hints: Hints): Candidate {
	const isSame5 = line.last5 !== null && line.last5 === one.last5;
	const isSameDay = line.day === one.day;
	const lacks = one.amount - line.arrived;
	const told = reasonsFor(hints, (memberId) => one.memberIds.includes(memberId));
	const reasons: MatchReason[] = [
		lacks === 0 ? "amount" : "fee",
		...(isSame5 ? (["last5"] as const) : []),
		isSameDay ? "same_day" : "day",
		...told.filter((reason) => !isSame5 || reason !== "remembered"),
	];
	const isNameless = (one.kind === "deposit" && line.last5 === null) || one.kind === "expense";
	return {
		kind: "booked",
		of: one.kind,
		id: one.id,
		lacks,
		isExact:
			!one.isRest && !line.isSuspense && lacks === 0 && (isSame5 || (isSameDay && (isNameless || told.length > 0))),
		reasons,
		score: scoreOf(reasons),
	};
}
