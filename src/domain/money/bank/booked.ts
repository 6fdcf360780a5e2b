import { MOST_POSTAL_FEE } from "#domain/money/payments/rules.ts";
import { daysBetween } from "#domain/people/certificates/rules.ts";
import {
	type Candidate,
	DAYS,
	type Hints,
	type MatchBooked,
	type MatchLine,
	type MatchReason,
	reasonsFor,
	scoreOf,
} from "./candidates.ts";

/**
 * What is booked and fits a line: by its account and what arrived, within a week, without other last digits. Of 劃撥 that was
 * booked whole less may have arrived, by the fee of the post office.
 */
export function bookedBy(booked: readonly MatchBooked[]): (line: MatchLine, hints: Hints) => Candidate[] {
	const byAmount = Map.groupBy(booked, ({ amount }) => amount);
	return (line, hints) =>
		amountsOf(line)
			.flatMap((amount) => byAmount.get(amount) ?? [])
			.filter((one) => fitsLine(one, line))
			.map((one) => bookedCandidate(one, line, hints));
}

/** What may have been booked of a line: what arrived, and of 劃撥 what was paid, where its list tells no fee any there may be. */
function amountsOf({ arrived, paid, hasFee, mayLackFee }: MatchLine): number[] {
	const fees = mayLackFee ? Array.from({ length: MOST_POSTAL_FEE }, (_, n) => n + 1) : [];
	return [arrived, ...(hasFee ? [paid] : fees.map((fee) => arrived + fee))];
}

function fitsLine(one: MatchBooked, line: MatchLine): boolean {
	const isOther5 = one.last5 !== null && line.last5 !== null && one.last5 !== line.last5;
	const isThere = one.accountId === null ? one.accountKind === line.accountKind : one.accountId === line.accountId;
	const isWhole = one.amount === line.arrived || one.mayLackFee;
	return !isOther5 && isThere && isWhole && one.at > line.apartAt && Math.abs(daysBetween(line.day, one.day)) <= DAYS;
}

/** Exact by the digits, never where a fee is lacking; where one of the two knows none, by the day and what the memo tells, or for cash that was taken there. */
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
	const isCash = one.kind === "deposit" && line.last5 === null;
	return {
		kind: "booked",
		of: one.kind,
		id: one.id,
		lacks,
		isExact: lacks === 0 && (isSame5 || (isSameDay && (isCash || told.length > 0))),
		reasons,
		score: scoreOf(reasons),
	};
}
