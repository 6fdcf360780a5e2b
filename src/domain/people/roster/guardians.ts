import { grouped, type Records } from "./match.ts";
import type { PlanRow } from "./plan-row.ts";
import { nameKey } from "./values.ts";

type Wish = { row: PlanRow; to: { id: number } | { row: number }; guardian: Person };
/** A person named as a guardian or a dependent: a row of the roster, an existing record (`id`), or both. */
type Person = {
	row?: PlanRow | undefined;
	id?: number | undefined;
	hasGuardian: boolean;
	dependents: number;
	ofStaff: boolean;
};

/**
 * Links a named guardian to the only person of that name among the rows and the records. There is one level
 * (docs/workflows.md#guardians): when somebody would be a guardian and have one, neither link is made, because nobody
 * knows which is right.
 */
export function linkGuardians(rows: PlanRow[], names: ReadonlyMap<number, string | undefined>, records: Records): void {
	const open = rows.filter(({ outcome }) => outcome === "create");
	const peopleByName = grouped(open, ({ name }) => nameKey(name));
	const wishes = open.flatMap((row): Wish[] => {
		const name = names.get(row.row);
		return name === undefined ? [] : wishOf(row, candidates(name, { row, peopleByName, records }), name);
	});
	const [guardians, wards] = [
		new Set(wishes.map(({ to }) => keyOf(to))),
		new Set(wishes.map(({ row }) => ownKey(row))),
	];
	for (const { row, to, guardian } of wishes) {
		const isOneLevel =
			!guardian.hasGuardian &&
			!wards.has(keyOf(to)) &&
			(row.known?.dependents ?? 0) === 0 &&
			!guardians.has(ownKey(row));
		if (isOneLevel) row.guardian = to;
		else row.reasons.push({ code: "guardian_refused", field: "guardian", text: names.get(row.row) });
	}
}

const keyOf = (to: { id: number } | { row: number }): string => ("id" in to ? `id ${to.id}` : `row ${to.row}`);
const ownKey = ({ known, row }: PlanRow): string => (known ? `id ${known.id}` : `row ${row}`);

type Among = { row: PlanRow; peopleByName: ReadonlyMap<string, PlanRow[]>; records: Records };

function candidates(name: string, { row, peopleByName, records }: Among): Person[] {
	const rows = (peopleByName.get(nameKey(name)) ?? []).filter((other) => other !== row);
	const inRows = new Set([row.known?.id, ...rows.map(({ known }) => known?.id)]);
	const others = (records.name.get(nameKey(name)) ?? []).filter(({ id }) => !inRows.has(id));
	return [
		...rows.map((other) => ({
			row: other,
			id: other.known?.id,
			hasGuardian: (other.known?.guardian_member_id ?? null) !== null,
			dependents: other.known?.dependents ?? 0,
			ofStaff: other.known?.ofStaff ?? false,
		})),
		...others.map(({ id, guardian_member_id, dependents, ofStaff }) => ({
			id,
			hasGuardian: guardian_member_id !== null,
			dependents,
			ofStaff,
		})),
	];
}

function wishOf(row: PlanRow, found: Person[], text: string): Wish[] {
	const tell = (
		code: "guardian_unknown" | "guardian_several" | "guardian_kept" | "guardian_second_person",
		members?: number[],
	) => {
		row.reasons.push({ code, field: "guardian", text, members });
		return [];
	};
	const [guardian, ...others] = found;
	if (!guardian) return tell("guardian_unknown");
	if (others.length > 0) return tell("guardian_several");
	const now = row.known?.guardian_member_id ?? null;
	if (now !== null) return now === guardian.id ? [] : tell("guardian_kept");
	if (guardian.ofStaff || row.known?.ofStaff)
		return tell("guardian_second_person", guardian.id === undefined ? [] : [guardian.id]);
	const to = guardian.id === undefined ? { row: guardian.row?.row ?? 0 } : { id: guardian.id };
	return [{ row, to, guardian }];
}
