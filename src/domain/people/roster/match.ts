import type { MemberStatus } from "#domain/people/members/codes.ts";
import type { PlainRecord } from "#domain/people/members/fields.ts";
import type { GuardianStanding } from "#domain/system/index.ts";
import type { Interpreted } from "./interpret.ts";
import type { KnownOwn } from "./own-fields.ts";
import type { Reason } from "./reasons.ts";
import { nameKey } from "./values.ts";

/**
 * A stored record that a roster may mean. `numbers` are all member numbers that it ever had or that were merged into
 * it.
 */
export type Known = PlainRecord & {
	id: number;
	version: number;
	status: MemberStatus;
	national_id_hash: string | null;
	guardian_member_id: number | null;
	second_guardian_id: number | null;
	/** As what the guardians stand. */
	standings: (GuardianStanding & { guardian_id: number })[];
	/** The records of those to whom nothing about the member may be told. */
	banned: number[];
	dependents: number;
	hasCertificate: boolean;
	/** Whether the record is an organisation's (團體會員): then `national_id_hash` is its 統一編號. */
	isOrganisation: boolean;
	tax_id: string | null;
	seats: string | null;
	/** Whether the record is of staff or of their family: a guardianship over it takes a second person. */
	ofStaff: boolean;
	numbers: string[];
	notes: string[];
	/** The years whose annual fee is assessed, and whether each is still owed. */
	duesYears: { year: number; isOwed: boolean }[];
	/** The names of the groups that the member is in today. */
	groups: string[];
	/** What is stored of the own fields that the file has columns of. */
	own: KnownOwn;
};

/** A row of a roster with the keyed hash of its national id. */
export type RosterRow = Interpreted & { hash: string | undefined };
/** The part of a row of any list that names a person. */
export type Named = Pick<RosterRow, "name" | "values" | "hash">;

export type Records = {
	id: ReadonlyMap<number, Known>;
	number: ReadonlyMap<string, Known>;
	hash: ReadonlyMap<string, Known>;
	name: ReadonlyMap<string, readonly Known[]>;
	email: ReadonlyMap<string, readonly Known[]>;
};

/** Returns the records indexed by the keys that identify them. */
export function recordsOf(known: readonly Known[]): Records {
	return {
		id: new Map(known.map((one) => [one.id, one])),
		number: new Map(known.flatMap((one) => one.numbers.map((number) => [number, one]))),
		hash: new Map(known.flatMap((one) => (one.national_id_hash === null ? [] : [[one.national_id_hash, one]]))),
		name: grouped(known, (one) => nameKey(one.name)),
		email: grouped(known, (one) => one.email),
	};
}

export function grouped<T>(all: readonly T[], keyOf: (one: T) => string | null | undefined): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		if (key === null || key === undefined || key === "") continue;
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}

/** The result of matching a row: a record, none (the row is new), or the reason why it cannot be decided. */
export type Match = { known?: Known; conflict?: Reason; notices?: Reason[] };

/**
 * Finds the record that a row means (docs/import.md#whom-a-row-means): by member number, national id, name and
 * birthday, name and mobile, or e-mail, in this order; the first key that finds a record decides. Several records, keys
 * that lead to different records, and a record that contradicts the row are conflicts. `addsNothing` says whether the
 * row has nothing new for a record: only then is a record with the same name alone taken as the same person, else it is
 * a conflict.
 */
export function matchRow(row: Named, records: Records, addsNothing: (known: Known) => boolean): Match {
	const found = [byNumber, byHash, byBirthday, byMobile, byEmail]
		.map((by) => by(row, records))
		.find((candidates) => candidates.length > 0);
	if (found === undefined) return byNameAlone(row, records, addsNothing);
	const [known, ...others] = found;
	if (!known) return {};
	if (others.length > 0) return { conflict: { code: "several", members: found.map(({ id }) => id) } };
	const strong = [...byNumber(row, records), ...byHash(row, records)].find(({ id }) => id !== known.id);
	if (strong) return { conflict: { code: "keys_disagree", members: [known.id, strong.id] } };
	return agreed(row, known);
}

type By = (row: Named, records: Records) => readonly Known[];
const listed = (known: Known | undefined): Known[] => (known ? [known] : []);
const byNumber: By = ({ values }, { number }) => listed(number.get(values.member_no ?? ""));
const byHash: By = ({ hash }, records) => listed(records.hash.get(hash ?? ""));
const named = ({ name }: Named, records: Records): readonly Known[] => records.name.get(nameKey(name)) ?? [];
/**
 * Finds records by name and birthday. Two different national ids mean two people, whatever else agrees, since their
 * check digits are valid.
 */
const byBirthday: By = (row, records) =>
	row.values.birth_date
		? named(row, records).filter(
				(known) =>
					known.birth_date === row.values.birth_date &&
					!differ(row.hash, known.national_id_hash) &&
					!areTwo(row, factsOfRecord(known)),
			)
		: [];
const byMobile: By = (row, records) =>
	row.values.phone
		? named(row, records).filter((known) => known.phone === row.values.phone && !contradicts(row, known))
		: [];
/** Finds records by e-mail, which families share: a record that another key contradicts is another person. */
const byEmail: By = (row, { email }) =>
	(email.get(row.values.email ?? "") ?? []).filter((known) => !contradicts(row, known));

const differ = (a: string | null | undefined, b: string | null | undefined): boolean =>
	a !== null && a !== undefined && b !== null && b !== undefined && a !== b;

const hasOtherNumber = ({ values: { member_no } }: Named, known: Known): boolean =>
	differ(member_no, known.member_no) && !known.numbers.includes(member_no ?? "");

/** Whether member number, national id or birthday show that row and record are two people. */
const contradicts = (row: Named, known: Known): boolean =>
	differ(row.hash, known.national_id_hash) ||
	hasOtherNumber(row, known) ||
	differ(row.values.birth_date, known.birth_date);

/** What tells people of one name apart; `numbers` are all member numbers that are or were theirs. */
export type Facts = { hash: string | null | undefined; numbers: readonly string[] } & Pick<
	Known,
	"phone" | "phone_home"
>;
export const factsOfRecord = ({ national_id_hash: hash, ...known }: Known): Facts => ({ ...known, hash });
export const factsOfRow = ({ hash, values: { member_no, phone = null, phone_home = null } }: Named): Facts => ({
	...{ hash, numbers: member_no ? [member_no] : [], phone, phone_home },
});

/**
 * Whether two of one name are two people by their number and phone: each has both, and both are other ones. A mobile is
 * compared with a mobile; landlines count where one of the two has no mobile. The same national id is the same person.
 */
export function areTwo(row: Named, other: Facts): boolean {
	const { hash, numbers, phone, phone_home: home } = factsOfRow(row);
	const isSameId = hash !== undefined && hash === other.hash;
	const hasOther =
		numbers.length > 0 && other.numbers.length > 0 && numbers.every((one) => !other.numbers.includes(one));
	const isComparable = phone === null || other.phone === null;
	return !isSameId && hasOther && (differ(phone, other.phone) || (isComparable && differ(home, other.phone_home)));
}

/**
 * Returns the record for the row, or a conflict when row and record contradict each other about the person. The same
 * national id means the same person, under any name.
 */
function agreed(row: Named, known: Known): Match {
	const members = [known.id];
	const isSameId = row.hash !== undefined && row.hash === known.national_id_hash;
	const isSameName = nameKey(row.name) === nameKey(known.name);
	if (differ(row.hash, known.national_id_hash)) return { conflict: { code: "other_national_id", members } };
	if (hasOtherNumber(row, known)) return { conflict: { code: "other_number", members } };
	if (!isSameId && !isSameName) return { conflict: { code: "other_name", members } };
	if (!isSameId && differ(row.values.birth_date, known.birth_date))
		return { conflict: { code: "other_birth_date", members } };
	return isSameName ? { known } : { known, notices: [{ code: "renamed", members }] };
}

function byNameAlone(row: Named, records: Records, addsNothing: (known: Known) => boolean): Match {
	const candidates = named(row, records).filter((known) => !contradicts(row, known));
	const [known, ...others] = candidates;
	if (!known) return {};
	if (others.length === 0 && addsNothing(known)) return { known };
	return { conflict: { code: "name_alone", members: candidates.map(({ id }) => id) } };
}
