import type { MemberStatus } from "#domain/people/members/codes.ts";
import { FIELD_NAMES, type FieldName, type PlainField, type PlainInput } from "#domain/people/members/fields.ts";
import { RECORD, type RecordField } from "#domain/people/members/record.ts";
import { guardiansOf } from "#domain/people/members/rules.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";

type Together<Group extends string> = {
	[K in FieldName]: (typeof RECORD)[K] extends { mergedWith: Group } ? K : never;
}[FieldName];
/** Returns the names of the fields that a merge takes together as one group (`mergedWith` in the table RECORD). */
const together = <Group extends "address" | "emergency">(group: Group) =>
	FIELD_NAMES.filter((name): name is Together<Group> => {
		const { mergedWith }: RecordField = RECORD[name];
		return mergedWith === group;
	});
/** A field that is chosen alone. The member number is not among them: it stays with its record. */
type Alone = Exclude<FieldName, Together<string> | "member_no">;
const isAlone = (field: FieldName): field is Alone => field !== "member_no" && !("mergedWith" in RECORD[field]);
const { name, name_en, identity_type, membership_type, joined_on, occupation, ...others } = Object.fromEntries(
	FIELD_NAMES.filter(isAlone).map((field) => [field, [field]]),
) as unknown as { [K in Alone]: readonly [K] };

/**
 * The only list of the parts of a record that a merge chooses between, each with its columns; columns that belong
 * together are one part.
 */
export const MERGE_PARTS = {
	...{ name, name_en, identity_type, membership_type },
	standing: ["status", "status_since", "resolution_no", "resolution_on", "left_on"],
	joined_on,
	...others,
	address: together("address"),
	occupation,
	emergency: together("emergency"),
	guardian: ["guardian_member_id", "second_guardian_id"],
	login: ["user_id"],
} as const;
export type MergePart = keyof typeof MERGE_PARTS;
type Column = (typeof MERGE_PARTS)[MergePart][number];
const isPart = (name: string): name is MergePart => name in MERGE_PARTS;
export const MERGE_PART_NAMES: readonly MergePart[] = Object.keys(MERGE_PARTS).filter(isPart);

/** The two sides of a merge: the record that stays, or the other one, which is merged into it. */
export const SIDES = ["kept", "other"] as const;
export type Side = (typeof SIDES)[number];

/** A record with its sealed fields decrypted. `dependents` is the number of members under the member's guardianship. */
export type Mergeable = { [F in PlainField]-?: Exclude<PlainInput[F], undefined> } & {
	id: number;
	status: MemberStatus;
	status_since: string | null;
	resolution_no: string | null;
	resolution_on: string | null;
	left_on: string | null;
	national_id: string | null;
	diagnosis_note: string | null;
	guardian_member_id: number | null;
	second_guardian_id: number | null;
	user_id: number | null;
	merged_into: number | null;
	pseudonymised_at: number | null;
	dependents: number;
	is_contact: 0 | 1;
};
export type Pair = { kept: Mergeable; other: Mergeable };

/**
 * The state of a part in the two records: `settled` when both agree or only the kept record has values; `filled` when
 * the other record has more and nothing contradicts; `differs` when they contradict. `side` is whose value counts
 * unless staff choose; `isForced` says that there is no choice.
 */
export type PartState = {
	part: MergePart;
	state: "settled" | "filled" | "differs";
	side: Side;
	isForced: boolean;
};

/** What a contact (聯絡人) has none of: a member into whom one is merged keeps these. */
const OF_MEMBERSHIP: readonly MergePart[] = ["identity_type", "membership_type", "standing", "joined_on"];

const isEmpty = (value: unknown): boolean => value === null || value === "";
/** Whether the record `all` has every value that the record `some` has in these columns. */
const covers = (all: Mergeable, some: Mergeable, columns: readonly Column[]): boolean =>
	columns.every((column) => isEmpty(some[column]) || some[column] === all[column]);

/** Returns the state of every part of two records. */
export const partsOf = (pair: Pair): PartState[] => MERGE_PART_NAMES.map((part) => partState(part, pair));

function partState(part: MergePart, { kept, other }: Pair): PartState {
	const columns = MERGE_PARTS[part];
	if (part === "standing" && (kept.status === "deceased") !== (other.status === "deceased"))
		return { part, state: "differs", side: kept.status === "deceased" ? "kept" : "other", isForced: true };
	if (other.is_contact > kept.is_contact && OF_MEMBERSHIP.includes(part))
		return { part, state: "settled", side: "kept", isForced: true };
	if (covers(kept, other, columns)) return { part, state: "settled", side: "kept", isForced: true };
	// A member who is a guardian has no guardian (docs/workflows.md#guardians).
	if (part === "guardian" && kept.dependents > 0) return { part, state: "differs", side: "kept", isForced: true };
	// The only login moves to the kept record, so that nobody loses access by a merge.
	if (covers(other, kept, columns)) return { part, state: "filled", side: "other", isForced: part === "login" };
	return { part, state: "differs", side: "kept", isForced: false };
}

export type Picks = Partial<Record<MergePart, Side>>;

/**
 * The side whose value each part takes. `sidesOf` returns the side that staff chose where there is a choice, else the
 * rule's.
 */
export type Sides = ReadonlyMap<MergePart, Side>;
export const sidesOf = (parts: readonly PartState[], picks: Picks): Sides =>
	new Map(parts.map(({ part, side, isForced }) => [part, isForced ? side : (picks[part] ?? side)]));

/** Returns the values that the kept record takes from the other one, by column. */
export function takenFrom({ other }: Pair, sides: Sides): Partial<Pick<Mergeable, Column>> {
	const columns = MERGE_PART_NAMES.filter((part) => sides.get(part) === "other").flatMap(
		(part): readonly Column[] => MERGE_PARTS[part],
	);
	return Object.fromEntries(columns.map((column) => [column, other[column]]));
}

/**
 * Returns why two records cannot be merged, whatever is chosen; undefined when they can. The reasons: both are the same
 * record, one is merged or pseudonymised already, one is the other's guardian, the kept record is of a contact and the other
 * of a member, it has no member number and the other has one, or the kept member has a guardian and the other member is a guardian.
 */
export function hindranceOf({ kept, other }: Pair): RefusalCode | undefined {
	if (kept.id === other.id) return "member.merge_self";
	if (kept.merged_into !== null || other.merged_into !== null) return "member.merged";
	if (kept.pseudonymised_at !== null || other.pseudonymised_at !== null) return "member.merge_pseudonymised";
	if (guardiansOf(kept).includes(other.id) || guardiansOf(other).includes(kept.id)) return "member.merge_kin";
	if (kept.is_contact > other.is_contact) return "member.is_contact";
	if (kept.member_no === null && other.member_no !== null) return "member.merge_number";
	if (kept.guardian_member_id !== null && other.dependents > 0) return "member.merge_guardian";
	return undefined;
}

/** Refuses a merge with the code that hindranceOf returns. */
export function refuseMerge(pair: Pair): void {
	const code = hindranceOf(pair);
	if (code) throw new Refusal(code);
}
