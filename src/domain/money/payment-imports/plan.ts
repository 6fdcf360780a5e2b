import type { DuesStatus } from "#domain/money/dues/labels.ts";
import {
	type DuesKind,
	type Known,
	matchRow,
	type Named,
	type Passed,
	type Records,
	recordsOf,
} from "#domain/people/index.ts";
import type { ReadPayment } from "./interpret.ts";
import type { PaymentOutcome, PaymentReason } from "./reasons.ts";
import { splitOver, type Weights } from "./split.ts";
import { type Target, targetsOf } from "./targets.ts";

/** A stored dues item. `isBare` says that a roster imported it as paid, without a payment. */
export type KnownItem = {
	id: number;
	memberId: number;
	kind: DuesKind;
	year: number;
	left: number;
	status: Exclude<DuesStatus, "cancelled">;
	isBare: boolean;
	/** Whether a waiting payment pays the item. */
	isClaimed: boolean;
};
/** A part of a verified payment: an import must not write the same payment once more. */
export type KnownPart = { payment: number; memberId: number; paidOn: string; amount: number; target: string };

/**
 * What a row's payment pays: an owed item, an item that a roster imported as paid, a new item that the import makes, or
 * a donation.
 */
export type PlannedPart =
	| { kind: "dues"; item: number; isBare: boolean; of: Target; amount: number }
	| { kind: "new"; of: Target; amount: number }
	| { kind: "donation"; amount: number };

/** What the import would do with a row. `said` is undefined for rows that are not payments. */
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
	/** The current fees: an amount for several new items is divided by them. */
	weights: Weights;
	/** The members whose payments the importing user may not verify: the user and the user's family. */
	own: ReadonlySet<number>;
};

/**
 * Plans row by row what an import of payments would do; it writes nothing. Rows with an error or a conflict change
 * nothing; planning the same list after it was applied gives only `skip`.
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
	/** What is still owed of each item, by its id, after the rows handled so far. */
	left: Map<number, number>;
	/** The keys of verified payments: member, day, amount and what they pay. */
	paid: ReadonlySet<string>;
	/** The keys of this list's rows, with the row of each. */
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

/** Returns the name to match a member by; a row with a member number alone gets the name on that record. */
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

/** Returns the stored item of a target, if any; an entrance fee matches whatever its year, because it is owed once. */
const itemOf = (items: readonly KnownItem[], { kind, year }: Target): KnownItem | undefined =>
	items.find((item) => item.kind === kind && (kind === "entrance" || item.year === year));

function stopOf({ status, isBare, isClaimed }: KnownItem, { kind, year }: Target): PaymentReason | undefined {
	const text = kind === "entrance" ? "入會費" : String(year - 1911);
	if (isClaimed) return { code: "claimed", text };
	if (status === "waived") return { code: "year_waived", text };
	return status === "paid" && !isBare ? { code: "year_paid", text } : undefined;
}

/** Turns rows that would make or pay the same item into conflicts, because nobody can tell which of them paid it. */
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

/** Returns the key by which two rows or payments are the same: member, day, amount, and what is paid. */
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

/** Counts the rows by outcome; `total` is the money of the rows to be written, in NT$. */
export function countsOf(rows: readonly PlannedPayment[]): PaymentCounts {
	const counts: PaymentCounts = { conflict: 0, error: 0, create: 0, skip: 0, same: 0, total: 0 };
	for (const { outcome, reasons, said } of rows) {
		counts[outcome]++;
		if (reasons.some(({ code }) => code === "same")) counts.same++;
		if (outcome === "create") counts.total += said?.amount ?? 0;
	}
	return counts;
}
