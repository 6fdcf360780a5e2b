import { MOST_POSTAL_FEE } from "#domain/money/payments/rules.ts";
import { daysBetween } from "#domain/people/index.ts";
import { bookedBy } from "./booked.ts";
import {
	type Candidate,
	DAYS,
	type Evidence,
	type Hints,
	type Match,
	type MatchBooked,
	type MatchLine,
	type MatchPayment,
	type MatchReason,
	reasonsFor,
	scoreOf,
	WEIGHT,
} from "./candidates.ts";
import { type MatchDues, setsOf, sumOf } from "./dues-sets.ts";

export type Matching = {
	lines: readonly MatchLine[];
	booked: readonly MatchBooked[];
	payments: readonly MatchPayment[];
	evidence: readonly Evidence[];
	dues: readonly MatchDues[];
};

const MOST_CANDIDATES = 4;

type Found = { line: MatchLine; candidates: Candidate[] };

/**
 * Returns the match of each bank line, by the line's id. While a booked record fits a line, no other candidate is
 * exact. A payment is exact by amount, last five digits and a day within a week; dues when one set of items has the
 * amount, and only this family has a hint `last5` or `number`. Of a line at most one candidate is exact; one that would
 * be exact for two lines is exact for neither.
 */
export function matchLines({ lines, booked, payments, evidence, dues }: Matching): Map<number, Match> {
	const pointing = Map.groupBy(evidence, ({ lineId }) => lineId);
	const hintsOf = ({ id }: MatchLine): Hints => pointing.get(id) ?? [];
	const bookedFor = bookedBy(booked);
	const there = new Map(
		settled(lines.map((line) => ({ line, candidates: onlyOneExact(bookedFor(line, hintsOf(line))) }))).map(
			({ line, candidates }) => [line.id, candidates],
		),
	);
	const waiting = sortedOut(payments);
	const byHead = Map.groupBy(dues, ({ headId }) => headId);
	const found = lines.map((line) => {
		const hints = hintsOf(line);
		const candidates =
			line.arrived < 0
				? []
				: [
						...waiting(line, hints).flatMap((payment) => paymentCandidate(line, payment, hints)),
						...duesCandidates(line, hints, byHead),
					];
		const isBooked = (there.get(line.id) ?? []).length > 0;
		return { line, candidates: isBooked ? candidates.map(inexact) : onlyOneExact(candidates) };
	});
	return new Map(
		settled(found).map(({ line, candidates }) => {
			const first = (there.get(line.id) ?? []).toSorted(byWorth).slice(0, MOST_CANDIDATES);
			const all = [...first, ...candidates.toSorted(byWorth).slice(0, MOST_CANDIDATES - Math.min(first.length, 2))];
			const isExact = all.some((one) => one.isExact);
			return [line.id, { isExact, alike: isExact ? 1 : alikeOf(all), candidates: all }];
		}),
	);
}

/**
 * Makes candidates inexact that are exact for several lines. A candidate that is exact for one line only is removed
 * from all other lines; a booked record stays there, ranked last.
 */
function settled(found: readonly Found[]): Found[] {
	const wanted = wantedTwice(found.flatMap(({ candidates }) => candidates.filter(({ isExact }) => isExact)));
	const left = found.map(({ line, candidates }) => ({
		line,
		candidates: candidates.map((one) => (keysOf(one).some((key) => wanted.has(key)) ? inexact(one) : one)),
	}));
	const taken = new Set(left.flatMap(({ candidates }) => candidates.filter(({ isExact }) => isExact)).flatMap(keysOf));
	return left.map(({ line, candidates }) => ({
		line,
		candidates: candidates.flatMap((one) => {
			if (one.isExact || !keysOf(one).some((key) => taken.has(key))) return [one];
			return one.kind === "booked" ? [elsewhere(one)] : [];
		}),
	}));
}

/** Ranks a booked record last that exactly matches another line; it bars this line until the other line is matched. */
const elsewhere = (one: Candidate): Candidate => ({
	...one,
	reasons: [...one.reasons, "other_line"],
	score: one.score + WEIGHT.other_line,
});

const PLACE = { booked: 0, payment: 1, dues: 2 } as const;
const byWorth = (a: Candidate, b: Candidate): number =>
	Number(b.isExact) - Number(a.isExact) || PLACE[a.kind] - PLACE[b.kind] || b.score - a.score;
const alikeOf = ([best, ...rest]: readonly Candidate[]): number =>
	best ? 1 + rest.filter(({ kind, score }) => kind === best.kind && score === best.score).length : 0;

/** Returns a function that finds a line's payments: of its amount, without other last digits or of a hinted member. */
function sortedOut(payments: readonly MatchPayment[]): (line: MatchLine, hints: Hints) => MatchPayment[] {
	const byAmount = Map.groupBy(payments, ({ amount }) => amount);
	const byDigits = Map.groupBy(payments, ({ amount, last5 }) => `${amount} ${last5}`);
	const byMember = Map.groupBy(
		payments.flatMap((payment) => payment.memberIds.map((memberId) => ({ payment, memberId }))),
		({ payment, memberId }) => `${payment.amount} ${memberId}`,
	);
	return ({ paid, last5, mayLackFee }, hints) => {
		const amounts = mayLackFee ? Array.from({ length: MOST_POSTAL_FEE + 1 }, (_, fee) => paid + fee) : [paid];
		const found = amounts.flatMap((amount) => [
			...(last5 === null
				? (byAmount.get(amount) ?? [])
				: [...(byDigits.get(`${amount} ${last5}`) ?? []), ...(byDigits.get(`${amount} null`) ?? [])]),
			...hints.flatMap(({ memberId }) => (byMember.get(`${amount} ${memberId}`) ?? []).map(({ payment }) => payment)),
		]);
		return [...new Set(found)];
	};
}

const inexact = <T extends Candidate>(one: T): T => ({ ...one, isExact: false });

const onlyOneExact = (candidates: Candidate[]): Candidate[] =>
	candidates.filter(({ isExact }) => isExact).length > 1 ? candidates.map(inexact) : candidates;

const keysOf = (one: Candidate): string[] =>
	one.kind === "booked"
		? [`${one.of} ${one.id} there`]
		: one.kind === "payment"
			? [`payment ${one.paymentId}`]
			: one.itemIds.map((id) => `item ${id}`);

function wantedTwice(exact: readonly Candidate[]): Set<string> {
	const seen = new Set<string>();
	return new Set(exact.flatMap(keysOf).filter((key) => seen.size === seen.add(key).size));
}

function paymentCandidate(line: MatchLine, payment: MatchPayment, hints: Hints): Candidate[] {
	if (payment.accountId !== null && payment.accountId !== line.accountId) return [];
	const isWhole = payment.amount === line.paid;
	if ((!isWhole || line.hasFee) && !payment.isPostal) return [];
	const isNear = Math.abs(daysBetween(line.day, payment.paidOn)) <= DAYS;
	const isSame5 = line.last5 !== null && line.last5 === payment.last5;
	const isOther5 = line.last5 !== null && payment.last5 !== null && !isSame5;
	const told = reasonsFor(hints, (memberId) => payment.memberIds.includes(memberId));
	const points = isSame5 || told.length > 0;
	// The amount alone counts only within the week, and not when the digits differ.
	if (!points && (!isNear || isOther5)) return [];
	const reasons: MatchReason[] = [
		"amount",
		...(isWhole ? [] : (["fee"] as const)),
		...(isSame5 ? (["last5"] as const) : []),
		...(isNear ? (["day"] as const) : []),
		...told.filter((one) => !isSame5 || one !== "remembered"),
	];
	return [
		{
			kind: "payment",
			paymentId: payment.id,
			isExact: isWhole && isSame5 && isNear,
			reasons,
			score: scoreOf(reasons) + 1,
		},
	];
}

function duesCandidates(line: MatchLine, hints: Hints, byHead: ReadonlyMap<number, readonly MatchDues[]>): Candidate[] {
	const strong = new Set(hints.filter(({ by }) => by === "last5" || by === "number").map(({ headId }) => headId));
	return [...Map.groupBy(hints, ({ headId }) => headId)].flatMap(([headId, own]) => {
		const owed = byHead.get(headId) ?? [];
		const free = owed.filter(({ isClaimed }) => !isClaimed);
		// A waiting payment of the family has to be handled first.
		const isClaimed = free.length < owed.length;
		if (free.length === 0) return [];
		const told = reasonsFor(own, () => true);
		const payer = own[0]?.memberId ?? headId;
		const sets = setsOf(free, new Set(own.map(({ memberId }) => memberId))).filter(
			(items) => sumOf(items) === line.paid,
		);
		if (sets.length === 0) return isClaimed ? [] : [duesCandidate(payer, free, { reasons: [...told, "other_amount"] })];
		const isExact = sets.length === 1 && strong.size === 1 && strong.has(headId) && !isClaimed;
		return sets.map((items) => duesCandidate(payer, items, { reasons: ["amount", ...told], isExact }));
	});
}

const duesCandidate = (
	memberId: number,
	items: readonly MatchDues[],
	{ reasons, isExact = false }: { reasons: MatchReason[]; isExact?: boolean },
): Candidate => ({
	kind: "dues",
	memberId,
	itemIds: items.map(({ itemId }) => itemId),
	sum: sumOf(items),
	isExact,
	reasons,
	score: scoreOf(reasons),
});
