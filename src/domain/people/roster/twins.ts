import { grouped, type RosterRow } from "./match.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

/**
 * Rows of one file that are the same person, by row: a row that says nothing beside another is its `duplicate`; rows that
 * say different things of one person are `same_person`, a conflict of all of them.
 */
export function findTwins(rows: readonly RosterRow[]): Map<number, Reason> {
	const told = new Map<number, Reason>();
	for (const group of groupsOf(rows)) {
		const left = group.filter(({ row }) => told.get(row)?.code !== "duplicate");
		// A row with an error says nothing sure: nobody is the same as it, and nobody goes in beside it.
		const [first] = left.some(({ errors }) => errors.length > 0)
			? []
			: left.filter((row) => left.every((other) => covers(row, other)));
		for (const row of left.length < 2 ? [] : left) {
			if (first === row) continue;
			const others = left.filter((other) => other !== row).map((other) => other.row);
			if (first) told.set(row.row, { code: "duplicate", rows: [first.row] });
			else told.set(row.row, { code: "same_person", rows: others });
		}
	}
	return told;
}

/** By member number, national id, name and birthday, name and mobile; by the name where a row has nothing else. */
function groupsOf(rows: readonly RosterRow[]): RosterRow[][] {
	const name = (row: RosterRow): string => nameKey(row.name);
	const withOther = (row: RosterRow, other: string | null | undefined) => (other ? `${name(row)} ${other}` : null);
	const exact = [grouped(rows, ({ values }) => values.member_no), grouped(rows, ({ hash }) => hash)].flatMap(
		(groups) => [...groups.values()],
	);
	// Where all have an id, that tells: two of them are two people.
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

/** Whether number, national id or birthday tell it from another row. */
const differs = (row: RosterRow, group: readonly RosterRow[]): boolean =>
	group.some((other) =>
		[
			[row.values.member_no, other.values.member_no],
			[row.hash, other.hash],
			[row.values.birth_date, other.values.birth_date],
		].some(([a, b]) => a && b && a !== b),
	);

/** Whether a row says all that another one says, and nothing else of it. */
function covers(row: RosterRow, other: RosterRow): boolean {
	const [own, theirs] = [new Map(Object.entries(row.values)), Object.entries(other.values)];
	return (
		theirs.every(([field, value]) =>
			field === "name" ? nameKey(row.name) === nameKey(other.name) : own.get(field) === value,
		) &&
		(other.guardian === undefined || other.guardian === row.guardian) &&
		(!other.certificate || row.certificate) &&
		other.paidYears.every((year) => row.paidYears.includes(year)) &&
		other.notes.every((note) => row.notes.includes(note))
	);
}
