import {
	type Candidate,
	DAYS,
	type Hints,
	type MatchBooked,
	type MatchLine,
	type MatchReason,
	reasonsFor,
	scoreOf,
} from "#domain/bank/candidates.ts";
import { daysBetween } from "#domain/certificates/rules.ts";

/** What is booked and fits a line: by its account and what arrived, within a week, without other last digits. */
export function bookedBy(booked: readonly MatchBooked[]): (line: MatchLine, hints: Hints) => Candidate[] {
	const byAmount = Map.groupBy(booked, ({ amount }) => amount);
	return (line, hints) =>
		(byAmount.get(line.arrived) ?? [])
			.filter((one) => fitsLine(one, line))
			.map((one) => bookedCandidate(one, line, hints));
}

function fitsLine(one: MatchBooked, line: MatchLine): boolean {
	const isOther5 = one.last5 !== null && line.last5 !== null && one.last5 !== line.last5;
	const isThere = one.accountId === null ? one.accountKind === line.accountKind : one.accountId === line.accountId;
	return !isOther5 && isThere && one.at > line.apartAt && Math.abs(daysBetween(line.day, one.day)) <= DAYS;
}

/** Exact by the digits; where one of the two knows none, by the day and what the memo tells, or for cash that was taken there. */
function bookedCandidate(one: MatchBooked, line: MatchLine, hints: Hints): Candidate {
	const isSame5 = line.last5 !== null && line.last5 === one.last5;
	const isSameDay = line.day === one.day;
	const told = reasonsFor(hints, (memberId) => one.memberIds.includes(memberId));
	const reasons: MatchReason[] = [
		"amount",
		...(isSame5 ? (["last5"] as const) : []),
		isSameDay ? "same_day" : "day",
		...told.filter((reason) => !isSame5 || reason !== "remembered"),
	];
	const isCash = one.kind === "deposit" && line.last5 === null;
	return {
		kind: "booked",
		of: one.kind,
		id: one.id,
		isExact: isSame5 || (isSameDay && (isCash || told.length > 0)),
		reasons,
		score: scoreOf(reasons),
	};
}
