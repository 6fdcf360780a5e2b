import type { DuesStatus } from "#domain/money/dues/labels.ts";
import type { DuesKind } from "#domain/people/fees.ts";
import { type Known, matchRow, type Named, type Records, recordsOf } from "#domain/people/roster/match.ts";
import type { Passed } from "#domain/people/roster/rows.ts";
import type { ReadPayment } from "./interpret.ts";
import type { PaymentOutcome, PaymentReason } from "./reasons.ts";
import { splitOver, type Weights } from "./split.ts";
import { type Target, targetsOf } from "./targets.ts";

/** What somebody owes or paid, as it is stored. `isBare`: a roster says that it was paid, without money. */
export type KnownItem = {
	id: number;
	memberId: number;
	kind: DuesKind;
	year: number;
	left: number;
	status: Exclude<DuesStatus, "cancelled">;
	isBare: boolean;
	/** A payment waits for it. */
	isClaimed: boolean;
};
/** A part of a verified payment: what an import must not write once more. */
export type KnownPart = { payment: number; memberId: number; paidOn: string; amount: number; target: string };

/** What a payment of a row pays: an item that is owed, one that a roster says was paid, one that it makes, a donation. */
export type PlannedPart =
	| { kind: "dues"; item: number; isBare: boolean; of: Target; amount: number }
	| { kind: "new"; of: Target; amount: number }
	| { kind: "donation"; amount: number };

/** What becomes of a row. `said` is missing of rows that are no payments. */
export type PlannedPayment = {
	row: number;
	name: string;
	outcome: PaymentOutcome;
	reasons: PaymentReason[];
	said: ReadPayment | undefined;
	member: Known | undefined;
	parts: PlannedPart[];
};

export type PaymentPlanInput = {
	payments: readonly (ReadPayment & { hash: string | undefined })[];
	passed: readonly Passed[];
	known: readonly Known[];
	items: readonly KnownItem[];
	paid: readonly KnownPart[];
	/** Current fees: they part an amount that is for several things. */
	weights: Weights;
	/** Members whose payments whoever imports may not verify: their own, and their family's. */
	own: ReadonlySet<number>;
};

/**
 * What an import of payments would do, row by row: decided here, written nowhere. Rows with an error or a conflict change
 * nothing; the same list planned again after it was applied is all `skip`.
 */
export function planPayments(input: PaymentPlanInput): PlannedPayment[] {
	const state: State = {
		records: recordsOf(input.known),
		items: Map.groupBy(input.items, ({ memberId }) => memberId),
		left: new Map(input.items.map(({ id, left }) => [id, left])),
		paid: paidKeys(input.paid),
		seen: new Map(),
		weights: input.weights,
		own: input.own,
	};
	const rows = input.payments.map((payment) => planRow(payment, state));
	refuseTwice(rows);
	return [...rows, ...input.passed.map(passedRow)].sort((a, b) => a.row - b.row);
}

type State = {
	records: Records;
	items: ReadonlyMap<number, readonly KnownItem[]>;
	/** What is left of each item behind the rows before. */
	left: Map<number, number>;
	/** Verified payments by member, day, amount and what they are for. */
	paid: ReadonlySet<string>;
	/** The same of rows of this list, with their rows. */
	seen: Map<string, number>;
	weights: Weights;
	own: ReadonlySet<number>;
};

const passedRow = ({ row, reason, text }: Passed): PlannedPayment => ({
	row,
	name: text,
	outcome: "skip",
	reasons: [reason],
	said: undefined,
	member: undefined,
	parts: [],
});

function planRow(said: ReadPayment & { hash: string | undefined }, state: State): PlannedPayment {
	const plan: PlannedPayment = {
		row: said.row,
		name: said.name,
		outcome: "error",
		reasons: said.errors,
		said,
		member: undefined,
		parts: [],
	};
	if (said.errors.length > 0) return plan;
	const isSame = (known: Known): boolean => state.paid.has(keyOf(said, known));
	const match = matchRow(named(said, state.records), state.records, isSame);
	const stops: PaymentReason[] = [...said.conflicts, ...(match.conflict ? [match.conflict] : [])];
	if (stops.length > 0) return { ...plan, outcome: "conflict", reasons: stops };
	const { known: member } = match;
	if (!member) return { ...plan, reasons: [{ code: "not_found", text: said.values.member_no ?? said.name }] };
	const found = { ...plan, member, name: member.name };
	const key = keyOf(said, member);
	if (state.paid.has(key)) return { ...found, outcome: "skip", reasons: [{ code: "same" }] };
	const before = state.seen.get(key);
	if (before !== undefined) return { ...found, outcome: "skip", reasons: [{ code: "duplicate", rows: [before] }] };
	state.seen.set(key, said.row);
	if (state.own.has(member.id)) return { ...found, outcome: "conflict", reasons: [{ code: "own" }] };
	const money = partsOf(said, member, state);
	if ("stop" in money) return { ...found, outcome: "conflict", reasons: [money.stop] };
	const reasons = [...said.notices, ...(match.notices ?? []), ...money.told];
	return { ...found, outcome: "create", reasons, parts: money.parts };
}

/** A number alone names somebody too. */
function named(said: ReadPayment & { hash: string | undefined }, { number }: Records): Named {
	const name = said.name || (number.get(said.values.member_no ?? "")?.name ?? "");
	return { name, values: said.values, hash: said.hash };
}

type Money = { parts: PlannedPart[]; told: PaymentReason[] } | { stop: PaymentReason };

function partsOf(said: ReadPayment, member: Known, state: State): Money {
	const targets = targetsOf(said, member);
	if ("stop" in targets) return targets;
	if (said.kinds.includes("donation"))
		return said.kinds.length === 1
			? { parts: [{ kind: "donation", amount: said.amount }], told: [] }
			: { stop: { code: "amount_unclear", text: String(said.amount) } };
	const own = state.items.get(member.id) ?? [];
	const wanted = targets.list.map((target) => ({ of: target, item: itemOf(own, target) }));
	for (const { of, item } of wanted) {
		const stop = item && stopOf(item, of);
		if (stop) return { stop };
	}
	const split = splitOver(
		said.amount,
		wanted.map(({ of, item }) => ({
			kind: of.kind,
			left: item && !item.isBare ? (state.left.get(item.id) ?? 0) : undefined,
		})),
		state.weights,
	);
	if ("stop" in split) return split;
	const told: PaymentReason[] = [...targets.told];
	const parts = wanted.flatMap(({ of, item }, at): PlannedPart[] => {
		const amount = split.amounts[at] ?? 0;
		if (amount === 0) return [];
		if (!item) return [{ kind: "new", of, amount }];
		if (item.isBare) told.push({ code: "in_roster", text: String(of.year - 1911) });
		else {
			const left = (state.left.get(item.id) ?? 0) - amount;
			state.left.set(item.id, left);
			told.push(left > 0 ? { code: "pays_part", text: String(left) } : { code: "pays_open" });
		}
		return [{ kind: "dues", item: item.id, isBare: item.isBare, of, amount }];
	});
	return { parts, told };
}

/** An entrance fee is owed once, whatever its year. */
const itemOf = (items: readonly KnownItem[], { kind, year }: Target): KnownItem | undefined =>
	items.find((item) => item.kind === kind && (kind === "entrance" || item.year === year));

function stopOf({ status, isBare, isClaimed }: KnownItem, { kind, year }: Target): PaymentReason | undefined {
	const text = kind === "entrance" ? "入會費" : String(year - 1911);
	if (isClaimed) return { code: "claimed", text };
	if (status === "waived") return { code: "year_waived", text };
	return status === "paid" && !isBare ? { code: "year_paid", text } : undefined;
}

/** Two rows that would make the same item: nobody can tell which one did. */
function refuseTwice(rows: PlannedPayment[]): void {
	const making = Map.groupBy(
		rows.flatMap((row) => row.parts.flatMap((part) => (part.kind === "donation" ? [] : [{ row, part }]))),
		({ row, part }) =>
			part.kind === "new"
				? `${row.member?.id}:${part.of.kind}:${part.of.kind === "entrance" ? "" : part.of.year}`
				: part.isBare
					? `item:${part.item}`
					: `part:${row.row}`,
	);
	for (const group of [...making.values()].filter(({ length }) => length > 1))
		for (const { row } of group) {
			const others = group.filter((other) => other.row !== row).map((other) => other.row.row);
			Object.assign(row, { outcome: "conflict", reasons: [{ code: "year_twice", rows: others }], parts: [] });
		}
}

/** What makes a row the same payment as another: whose, the day, the amount, and what it is for. */
const keyOf = (said: ReadPayment, member: Known): string =>
	keyFrom(member.id, said.paidOn, { amount: said.amount, targets: wordsOf(said) });
const keyFrom = (member: number, day: string, of: { amount: number; targets: readonly string[] }): string =>
	`${member}|${day}|${of.amount}|${[...new Set(of.targets)].sort().join(",")}`;
const wordsOf = ({ kinds, years }: ReadPayment): string[] =>
	kinds.flatMap((kind) => (kind === "annual" ? years.map((year) => `annual:${year}`) : [kind]));

function paidKeys(parts: readonly KnownPart[]): Set<string> {
	const payments = Map.groupBy(parts, ({ payment, memberId }) => `${payment}:${memberId}`);
	return new Set(
		[...payments.values()].flatMap((all) => {
			const [first] = all;
			const amount = all.reduce((sum, part) => sum + part.amount, 0);
			return first
				? [
						keyFrom(first.memberId, first.paidOn, {
							amount,
							targets: all.map(({ target }) => target).filter((target) => target !== "credit"),
						}),
					]
				: [];
		}),
	);
}

export type PaymentCounts = Record<PaymentOutcome, number> & { same: number; total: number };

/** How many rows come out how; `total` is the money of those that are written, in NT$. */
export function countsOf(rows: readonly PlannedPayment[]): PaymentCounts {
	const counts: PaymentCounts = { conflict: 0, error: 0, create: 0, skip: 0, same: 0, total: 0 };
	for (const { outcome, reasons, said } of rows) {
		counts[outcome]++;
		if (reasons.some(({ code }) => code === "same")) counts.same++;
		if (outcome === "create") counts.total += said?.amount ?? 0;
	}
	return counts;
}
