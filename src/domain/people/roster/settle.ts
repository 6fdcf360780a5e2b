import { ROSTER_FIELDS } from "#domain/people/members/fields.ts";
import { type Doubt, doubtOf, namedBy, type Settled } from "./decisions.ts";
import type { Known, Records, RosterRow } from "./match.ts";
import { shownText } from "./own-fields.ts";
import type { Reason } from "./reasons.ts";
import { findTwins } from "./twins.ts";

/** Whether the member number or the national id of a row is somebody else's. */
type IsHeld = (of: { number?: string | undefined; hash?: string | undefined }) => boolean;

/** Returns a row without the number and the national id that are somebody else's, and says which were left out. */
function withoutHeld(row: RosterRow, isHeld: IsHeld): RosterRow {
	const { member_no, national_id, tax_id, ...values } = row.values;
	const keys = { member_no: member_no ?? undefined, national_id, tax_id };
	const held = (["member_no", "national_id", "tax_id"] as const).filter((field) =>
		keys[field] === undefined ? false : isHeld(field === "member_no" ? { number: keys.member_no } : { hash: row.hash }),
	);
	const told = held.map((field): Reason => ({ code: "key_left_out", field, text: keys[field] }));
	const left = Object.entries(keys).filter(
		([field, value]) => value !== undefined && !held.some((one) => one === field),
	);
	return {
		...row,
		hash: held.some((field) => field !== "member_no") ? undefined : row.hash,
		values: { ...values, ...Object.fromEntries(left) },
		notices: [...row.notices, ...told],
	};
}

type Among = { records: Records; takenNumbers: ReadonlySet<string> };

/**
 * Returns whom a row means by a decision about the doubt, and the row without what is another record's; undefined when
 * the doubt stays. The same person only gets what is empty there.
 */
export function settleMatch(
	row: RosterRow,
	{ reason, decision }: Doubt,
	{ records, takenNumbers }: Among,
): { row: RosterRow; known: Known | undefined; told: Reason } | undefined {
	const named = namedBy(decision);
	const known = named && "member" in named ? records.id.get(named.member) : undefined;
	if (!known && decision !== "other") return undefined;
	const isOthers = (one: Known | undefined) => one !== undefined && one.id !== known?.id;
	const kept = withoutHeld(row, ({ number = "", hash = "" }) =>
		[isOthers(records.number.get(number)), isOthers(records.hash.get(hash)), takenNumbers.has(number)].includes(true),
	);
	const told: Reason = known ? { code: "settled_same", members: [known.id] } : { code: "settled_other" };
	return { row: kept, known, told: known ? told : { ...told, members: reason.members } };
}

export type SettledTwins = { people: RosterRow[]; twins: Map<number, Reason>; doubts: Map<number, Doubt> };

/**
 * Finds the rows of one person in a file (`findTwins`) after the decisions about them: rows that are the same person
 * become one, the first of them, whose own values stay; who is somebody else is not compared with them any more, and
 * keeps no number or id that another row has.
 */
export function settleTwins(people: readonly RosterRow[], settled: Settled): SettledTwins {
	const found = findTwins(people);
	const doubts = new Map(
		[...found].flatMap(([row, reason]): [number, Doubt][] =>
			reason.code === "same_person" ? [[row, doubtOf(reason, settled[String(row)])]] : [],
		),
	);
	const decided = [...doubts].filter(([, { decision }]) => decision !== undefined);
	if (decided.length === 0) return { people: [...people], twins: found, doubts };
	const isOut = (row: number): boolean => doubts.get(row)?.decision === "skip";
	const groups = joinedRows(people, decided, isOut);
	const joined = new Map(groups.map(({ first, others }) => [first.row, joinRows(first, others)]));
	const into = new Map(groups.flatMap(({ first, others }) => others.map(({ row }) => [row, first.row])));
	const left = people.filter(({ row }) => !isOut(row) && !into.has(row)).map((one) => joined.get(one.row) ?? one);
	const apart = new Map(
		decided.flatMap(([row, { decision, reason }]): [number, ReadonlySet<number>][] =>
			decision === "other" ? [[row, new Set(reason.rows)]] : [],
		),
	);
	const told = left.map((one) => (apart.has(one.row) ? besideOthers(one, left) : one));
	const twins = findTwins(told, apart);
	for (const [row, first] of into) twins.set(row, { code: "duplicate", rows: [first] });
	for (const { row } of people.filter((one) => isOut(one.row))) twins.set(row, { code: "set_aside" });
	const byRow = new Map(told.map((one) => [one.row, one]));
	return { people: people.map((one) => byRow.get(one.row) ?? one), twins, doubts };
}

function besideOthers(row: RosterRow, all: readonly RosterRow[]): RosterRow {
	const others = all.filter((one) => one !== row);
	const kept = withoutHeld(row, ({ number, hash }) =>
		others.some(({ values, hash: id }) => (number ? values.member_no === number : hash !== undefined && id === hash)),
	);
	return { ...kept, notices: [...kept.notices, { code: "settled_other" }] };
}

/** Returns the groups of rows that are one person by the decisions, each in the order of the file. */
function joinedRows(
	people: readonly RosterRow[],
	decided: readonly (readonly [number, Doubt])[],
	isOut: (row: number) => boolean,
): { first: RosterRow; others: RosterRow[] }[] {
	const readable = new Map(people.filter(({ errors }) => errors.length === 0).map((one) => [one.row, one]));
	const groups = new Map<number, Set<number>>();
	for (const [row, { decision }] of decided) {
		const named = namedBy(decision);
		const other = named && "row" in named ? named.row : undefined;
		if (other === undefined || isOut(other) || !readable.has(other) || !readable.has(row)) continue;
		const all = new Set([row, other].flatMap((one) => [...(groups.get(one) ?? [one])]));
		for (const one of all) groups.set(one, all);
	}
	return [...new Set(groups.values())].flatMap((all) => {
		const [first, ...others] = [...readable.values()].filter(({ row }) => all.has(row));
		return first ? [{ first, others }] : [];
	});
}

/** Returns the first row with what is empty there from the others, and says where they differ. */
function joinRows(first: RosterRow, others: readonly RosterRow[]): RosterRow {
	const all = [first, ...others];
	const values = all.toReversed().map((one) => one.values);
	return {
		...first,
		values: Object.assign({}, ...values),
		hash: all.find(({ hash }) => hash !== undefined)?.hash,
		guardians: all.find(({ guardians }) => guardians.length > 0)?.guardians ?? [],
		certificate: all.some(({ certificate }) => certificate),
		paidYears: [...new Set(all.flatMap(({ paidYears }) => paidYears))].sort((x, y) => x - y),
		groups: [...new Set(all.flatMap(({ groups }) => groups))],
		own: [
			...new Map(all.toReversed().flatMap((row) => row.own.map((cell) => [cell.field.id, cell] as const))).values(),
		],
		notes: [...new Set(all.flatMap(({ notes }) => notes))],
		conflicts: all.flatMap(({ conflicts }) => conflicts),
		notices: [
			...all.flatMap(({ notices }) => notices),
			{ code: "settled_same", rows: others.map(({ row }) => row) },
			...others.flatMap((other) => [...differing(first, other.values), ...differingOwn(first, other)]),
		],
	};
}

/** Says which own fields another row fills in otherwise; of special data only that it does. */
const differingOwn = ({ own }: RosterRow, other: RosterRow): Reason[] =>
	other.own
		.filter(({ field, text }) => own.some((one) => one.field.id === field.id && one.text !== text))
		.map((cell) => ({ code: "row_kept", own: cell.field.name, text: shownText(cell) }));

const differing = ({ values }: RosterRow, other: RosterRow["values"]): Reason[] =>
	ROSTER_FIELDS.filter((field) => values[field] && other[field] && values[field] !== other[field]).map((field) => ({
		...{ code: "row_kept", field, text: String(other[field]) },
	}));
