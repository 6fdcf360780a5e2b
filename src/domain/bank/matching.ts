import { type MatchDues, setsOf, sumOf } from "#domain/bank/dues-sets.ts";
import { daysBetween } from "#domain/certificates/rules.ts";
import { MOST_POSTAL_FEE } from "#domain/payments/rules.ts";

/** A line that waits. `paid` is what somebody paid: what arrived and what the post office kept of it. */
export type MatchLine = {
	id: number;
	day: string;
	paid: number;
	last5: string | null;
	accountId: number;
	/** Of a 劃撥 account whose list tells no fees: less may arrive than was paid. */
	mayLackFee: boolean;
	/** Its list tells a fee: no transfer pays one. */
	hasFee: boolean;
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

export const MATCH_REASONS = ["amount", "last5", "day", "remembered", "number", "name", "fee", "other_amount"] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
/** What a line may be: a payment that waits, or the dues of a family, paid by `memberId`. */
export type Candidate = { isExact: boolean; reasons: MatchReason[]; score: number } & (
	| { kind: "payment"; paymentId: number }
	| { kind: "dues"; memberId: number; itemIds: number[]; sum: number }
);
/** The candidates of a line, the best first; exact only where there is just one such, and no other line wants the same. */
export type Match = { isExact: boolean; candidates: Candidate[] };

export type Matching = {
	lines: readonly MatchLine[];
	payments: readonly MatchPayment[];
	evidence: readonly Evidence[];
	dues: readonly MatchDues[];
};

/** A transfer may be told some days before or after the bank has it. */
const DAYS = 7;
const MOST_CANDIDATES = 4;
const WEIGHT: Record<MatchReason, number> = {
	last5: 8,
	amount: 8,
	remembered: 5,
	number: 5,
	name: 4,
	day: 2,
	fee: -1,
	other_amount: -6,
};

/**
 * Finds what each line is. A payment is exact by its amount, the last five digits and a day within a week; dues are exact by
 * the amount of one set of items of a member whom the last five digits of earlier payments or the number in the memo name,
 * and nobody else. Two candidates are never exact, nor are two lines for one payment or item.
 */
export function matchLines({ lines, payments, evidence, dues }: Matching): Map<number, Match> {
	const pointing = Map.groupBy(evidence, ({ lineId }) => lineId);
	const waiting = sortedOut(payments);
	const byHead = Map.groupBy(dues, ({ headId }) => headId);
	const found = lines.map((line) => {
		const hints = pointing.get(line.id) ?? [];
		const candidates = [
			...waiting(line, hints).flatMap((payment) => paymentCandidate(line, payment, hints)),
			...duesCandidates(line, hints, byHead),
		];
		return {
			line,
			candidates: onlyOneExact(
				candidates.toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score),
			),
		};
	});
	const wanted = wantedTwice(found.flatMap(({ candidates }) => candidates.filter(({ isExact }) => isExact)));
	const settled = found.map(({ line, candidates }) => ({
		line,
		candidates: candidates.map((one) => (keysOf(one).some((key) => wanted.has(key)) ? inexact(one) : one)),
	}));
	// What is one line's for sure is no other's suggestion.
	const taken = new Set(
		settled.flatMap(({ candidates }) => candidates.filter(({ isExact }) => isExact)).flatMap(keysOf),
	);
	return new Map(
		settled.map(({ line, candidates }) => {
			const left = candidates.filter((one) => one.isExact || !keysOf(one).some((key) => taken.has(key)));
			return [line.id, { isExact: left.some(({ isExact }) => isExact), candidates: left.slice(0, MOST_CANDIDATES) }];
		}),
	);
}

/** The payments that a line has to be held against: most have its amount, few its digits or its members. */
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
	one.kind === "payment" ? [`payment ${one.paymentId}`] : one.itemIds.map((id) => `item ${id}`);

function wantedTwice(exact: readonly Candidate[]): Set<string> {
	const seen = new Set<string>();
	return new Set(exact.flatMap(keysOf).filter((key) => seen.size === seen.add(key).size));
}

type Hints = readonly Evidence[];
const REASON_OF = { last5: "remembered", number: "number", digits: "number", name: "name" } as const;
const scoreOf = (reasons: readonly MatchReason[]): number => reasons.reduce((sum, one) => sum + WEIGHT[one], 0);
const reasonsFor = (hints: Hints, isWanted: (memberId: number) => boolean): MatchReason[] => [
	...new Set(hints.filter(({ memberId }) => isWanted(memberId)).map(({ by }) => REASON_OF[by])),
];

function paymentCandidate(line: MatchLine, payment: MatchPayment, hints: Hints): Candidate[] {
	if (payment.accountId !== null && payment.accountId !== line.accountId) return [];
	const isWhole = payment.amount === line.paid;
	if ((!isWhole || line.hasFee) && !payment.isPostal) return [];
	const isNear = Math.abs(daysBetween(line.day, payment.paidOn)) <= DAYS;
	const isSame5 = line.last5 !== null && line.last5 === payment.last5;
	const isOther5 = line.last5 !== null && payment.last5 !== null && !isSame5;
	const told = reasonsFor(hints, (memberId) => payment.memberIds.includes(memberId));
	const points = isSame5 || told.length > 0;
	// The amount alone says something within the week, unless the digits say no.
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
		// A payment of the family that waits is looked at first.
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
