import { PLAIN_STANDING, readStanding, standingText } from "#domain/people/members/standing-text.ts";
import type { GuardianStanding } from "#domain/system/index.ts";
import { cellText } from "#kernel/table.ts";
import type { Wanted } from "./interpret.ts";
import { grouped, type Known, type Records } from "./match.ts";
import type { GuardianLink, PlanRow } from "./plan-row.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

type Wish = { row: PlanRow; to: GuardianLink; wanted: Wanted; guardian: Person };
/** A person named as a guardian or a dependent: a row of the roster, an existing record (`id`), or both. */
type Person = {
	row?: PlanRow | undefined;
	id?: number | undefined;
	hasGuardian: boolean;
	isOrganisation: boolean;
	dependents: number;
	ofStaff: boolean;
};

/**
 * Links named guardians, two at most, to the only person of the name among the rows and the records. There is one level
 * (docs/workflows.md#guardians): when somebody would be a guardian and have one, neither link is made, because nobody
 * knows which is right.
 */
export function linkGuardians(rows: PlanRow[], wanted: ReadonlyMap<number, Wanted[]>, records: Records): void {
	const open = rows.filter(({ outcome }) => outcome === "create");
	const peopleByName = grouped(open, ({ name }) => nameKey(name));
	const wishes = open.flatMap((row) => wishesOf(row, wanted.get(row.row) ?? [], { row, peopleByName, records }));
	const [guardians, wards] = [
		new Set(wishes.map(({ to }) => keyOf(to))),
		new Set(wishes.map(({ row }) => ownKey(row))),
	];
	for (const { row, to, wanted: one, guardian } of wishes) {
		const isOneLevel =
			!guardian.hasGuardian &&
			!wards.has(keyOf(to)) &&
			(row.known?.dependents ?? 0) === 0 &&
			!guardians.has(ownKey(row));
		if (!isOneLevel) row.reasons.push({ code: "guardian_refused", field: one.field, text: one.name });
		else if (isBesideSole(row, to)) row.reasons.push({ code: "guardian_alone", field: one.field, text: one.name });
		else if (row.guardian) row.second = to;
		else row.guardian = to;
	}
}

/** Whether somebody would stand beside a guardian who acts alone. */
function isBesideSole({ known, guardian }: PlanRow, to: GuardianLink): boolean {
	const others = [...(known?.standings ?? []), ...(guardian ? [guardian.as ?? PLAIN_STANDING] : [])];
	return others.length > 0 && [...others, to.as ?? PLAIN_STANDING].some(({ authority }) => authority === "sole");
}

const keyOf = (to: { id: number } | { row: number }): string => ("id" in to ? `id ${to.id}` : `row ${to.row}`);
const ownKey = ({ known, row }: PlanRow): string => (known ? `id ${known.id}` : `row ${row}`);

type Among = { row: PlanRow; peopleByName: ReadonlyMap<string, PlanRow[]>; records: Records };

function candidates(name: string, { row, peopleByName, records }: Among): Person[] {
	const rows = (peopleByName.get(nameKey(name)) ?? []).filter((other) => other !== row);
	const inRows = new Set([row.known?.id, ...rows.map(({ known }) => known?.id)]);
	const others = (records.name.get(nameKey(name)) ?? []).filter(({ id }) => !inRows.has(id));
	return [
		...rows.map((other) => ({ row: other, ...personOf(other.known, other.isOrganisation) })),
		...others.map((known) => personOf(known)),
	];
}

const personOf = (known: Known | undefined, isOrganisation = known?.isOrganisation): Person => ({
	id: known?.id,
	isOrganisation: isOrganisation === true,
	hasGuardian: (known?.guardian_member_id ?? null) !== null,
	dependents: known?.dependents ?? 0,
	ofStaff: known?.ofStaff ?? false,
});

/** Returns the ids of the guardians that a record has, the first of them first. */
export const guardiansNow = (known: Known | undefined): number[] =>
	[known?.guardian_member_id, known?.second_guardian_id].flatMap((id) => id ?? []);

/** Returns the links that a row wishes for, and tells why the others are not made. */
function wishesOf(row: PlanRow, wanted: readonly Wanted[], among: Among): Wish[] {
	const now = guardiansNow(row.known);
	const named = wanted.map((one) => ({ one, found: candidates(one.name, among) }));
	// Beside a guardian who is there another one only comes when the file names both.
	const isThere = (found: readonly Person[]) => found.find(({ id }) => id !== undefined && now.includes(id));
	const mayCome = now.length === 0 || (now.length === 1 && named.some(({ found }) => isThere(found)));
	return named.flatMap(({ one, found }) => {
		const there = isThere(found);
		if (there) return standsOtherwise(row, one, there.id);
		const told = toldOf({ row, wanted: one, found, mayCome });
		const [guardian] = found;
		if (told || !guardian) {
			if (told) row.reasons.push(told);
			return [];
		}
		const to = guardian.id === undefined ? { row: guardian.row?.row ?? 0 } : { id: guardian.id };
		return [{ row, to: { ...to, as: standingFor(row, one) }, wanted: one, guardian }];
	});
}

type Asked = { row: PlanRow; wanted: Wanted; found: readonly Person[]; mayCome: boolean };
/** Returns why a guardian is not linked; undefined when nothing is in the way. */
function toldOf({ row, wanted: { name: text, field, as }, found, mayCome }: Asked): Reason | undefined {
	const [guardian, ...others] = found;
	if (!guardian) return { code: "guardian_unknown", field, text };
	if (others.length > 0) return { code: "guardian_several", field, text };
	if (guardian.isOrganisation || row.isOrganisation) return { code: "not_of_kind", field, text };
	if (!mayCome) return { code: "guardian_kept", field, text };
	if (guardian.ofStaff || row.known?.ofStaff)
		return {
			code: "guardian_second_person",
			field,
			text,
			members: guardian.id === undefined ? [] : [guardian.id],
		};
	if (guardian.id !== undefined && row.known?.banned.includes(guardian.id))
		return { code: "guardian_banned", field, text };
	if (as !== undefined && (readStanding(as)?.role ?? "parent") !== "parent")
		return { code: "guardian_elsewhere", field, text };
	return undefined;
}

/** Tells that a guardian stands otherwise than the file says: that changes on the page of the member. */
function standsOtherwise(row: PlanRow, { as, field, name }: Wanted, id: number | undefined): [] {
	const now = row.known?.standings.find(({ guardian_id }) => guardian_id === id);
	if (as !== undefined && now && as !== cellText(standingText(now))) {
		const said = readStanding(as);
		const isSame = said !== undefined && standingText(said) === standingText(now);
		if (!isSame) row.reasons.push({ code: "guardian_standing", field, text: name });
	}
	return [];
}

/** Returns as what a new guardian stands by the file; undefined for a plain one. 共同／單獨 is by paper (民法 §1055). */
function standingFor(row: PlanRow, { as, field, name }: Wanted): GuardianStanding | undefined {
	if (as === undefined) return undefined;
	const said = readStanding(as);
	if (said === undefined) row.reasons.push({ code: "guardian_as_unclear", field, text: as });
	if (!said?.authority || (said.paper && said.paper_on)) return said;
	row.reasons.push({ code: "guardian_paper", field, text: name });
	return { ...said, authority: null };
}
