import { areTwo, factsOfRecord, factsOfRow, grouped, type Records, type RosterRow } from "./match.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

/**
 * Finds rows of one file that are the same person; returns the reason by row. A row that adds nothing to another one is
 * its `duplicate`; rows that contradict each other about one person are `same_person`, a conflict for all of them.
 * `apart` has the rows that are known to be other people than a row.
 */
export function findTwins(
	rows: readonly RosterRow[],
	apart: ReadonlyMap<number, ReadonlySet<number>> = new Map(),
): Map<number, Reason> {
	const told = new Map<number, Reason>();
	for (const group of groupsOf(rows)) {
		const left = group
			.filter(({ row }) => told.get(row)?.code !== "duplicate")
			.filter(({ row }, _, all) => !all.every((other) => other.row === row || apart.get(row)?.has(other.row)));
		if (areApart(left)) continue;
		// A row with an error is uncertain: no row counts as equal to it, and none of its group is written.
		const [first] = left.some(({ errors }) => errors.length > 0)
			? []
			: left.filter((row) => left.every((other) => covers(row, other)));
		for (const row of left.length < 2 ? [] : left) {
			if (first === row) continue;
			const others = left.filter((other) => other !== row).map((other) => other.row);
			if (first) told.set(row.row, { code: "duplicate", rows: [first.row] });
			else {
				const before = told.get(row.row)?.rows ?? [];
				told.set(row.row, { code: "same_person", rows: [...new Set([...before, ...others])].sort((a, b) => a - b) });
			}
		}
	}
	return told;
}

/** Whether any two of these rows of one name are two people by their number and phone. */
const areApart = (rows: readonly RosterRow[]): boolean =>
	rows.every((row, at) => rows.slice(at + 1).every((other) => areTwo(row, factsOfRow(other))));

/**
 * Returns the function that tells whom a row is not, though name and birthday are the same: rows and records with
 * another number and phone (`namesake`), so that somebody looks at them once.
 */
export function namesakesOf(rows: readonly RosterRow[], records: Records): (row: RosterRow) => Reason[] {
	const keyOf = (name: string, born: string | null | undefined) => (born ? `${nameKey(name)} ${born}` : null);
	const byKey = grouped(rows, ({ name, values }) => keyOf(name, values.birth_date));
	return (row) => {
		const key = keyOf(row.name, row.values.birth_date) ?? "";
		const others = (byKey.get(key) ?? []).filter((other) => other !== row && areTwo(row, factsOfRow(other)));
		const known = (records.name.get(nameKey(row.name)) ?? []).filter(
			(one) => keyOf(one.name, one.birth_date) === key && areTwo(row, factsOfRecord(one)),
		);
		if (others.length + known.length === 0) return [];
		const place = {
			...(others.length > 0 ? { rows: others.map((one) => one.row) } : {}),
			...(known.length > 0 ? { members: known.map(({ id }) => id) } : {}),
		};
		return [{ code: "namesake", ...place }];
	};
}

/**
 * Groups rows by member number, national id, name and birthday, or name and mobile; by the name alone when a row has
 * nothing else.
 */
function groupsOf(rows: readonly RosterRow[]): RosterRow[][] {
	const name = (row: RosterRow): string => nameKey(row.name);
	const withOther = (row: RosterRow, other: string | null | undefined) => (other ? `${name(row)} ${other}` : null);
	const exact = [grouped(rows, ({ values }) => values.member_no), grouped(rows, ({ hash }) => hash)].flatMap(
		(groups) => [...groups.values()],
	);
	// When all rows have a national id, the ids decide: two ids are two people.
	const born = [...grouped(rows, (row) => withOther(row, row.values.birth_date)).values()].filter((group) =>
		group.some(({ hash }) => hash === undefined),
	);
	const likely = grouped(rows, (row) => withOther(row, row.values.phone));
	const bare = [...grouped(rows, name).values()].filter((group) => group.some(hasNoKey));
	return [
		...[...exact, ...born].filter((group) => group.length > 1),
		...[...likely.values(), ...bare].filter((group) => group.length > 1 && !group.some((row) => differs(row, group))),
	];
}

const hasNoKey = ({ values, hash }: RosterRow): boolean =>
	!values.member_no && !hash && !values.birth_date && !values.phone && !values.email;

/** Whether the member number, national id or birthday of a row differs from that of any row of the group. */
const differs = (row: RosterRow, group: readonly RosterRow[]): boolean =>
	group.some((other) =>
		[
			[row.values.member_no, other.values.member_no],
			[row.hash, other.hash],
			[row.values.birth_date, other.values.birth_date],
		].some(([a, b]) => a && b && a !== b),
	);

/** Whether the row has everything that the row `other` has, without a contradiction. */
function covers(row: RosterRow, other: RosterRow): boolean {
	const [own, theirs] = [new Map(Object.entries(row.values)), Object.entries(other.values)];
	return (
		theirs.every(([field, value]) =>
			field === "name" ? nameKey(row.name) === nameKey(other.name) : own.get(field) === value,
		) &&
		other.guardians.every(({ name, as }) => row.guardians.some((one) => one.name === name && (!as || one.as === as))) &&
		(!other.certificate || row.certificate) &&
		other.paidYears.every((year) => row.paidYears.includes(year)) &&
		other.groups.every((name) => row.groups.includes(name)) &&
		other.own.every(({ field, text }) => row.own.some((one) => one.field.id === field.id && one.text === text)) &&
		other.notes.every((note) => row.notes.includes(note))
	);
}
