import * as z from "zod";
import type { Db } from "#db/commit.ts";
import { type GroupName, groupNames } from "#db/people/groups.ts";
import { knownConsents, knownValues } from "#db/people/roster-own.ts";
import * as reads from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { membersRelatedTo } from "#db/system/index.ts";
import { nationalIdHash } from "#platform/member-seals.ts";
import type { Interpreted } from "./interpret.ts";
import type { Known, Named } from "./match.ts";
import { knownOwn } from "./own-actions.ts";

type Keys = { SEALING_KEY: string };

/** The keys of existing records, by member id. */
export type KnownKeys = ReadonlyMap<
	number,
	{ seal_id: string | null; person_key: string | null; national_id_mask: string | null }
>;

/** Returns the rows with the keyed hashes of their national ids. */
export const hashed = <Row extends Pick<Interpreted, "values">>(
	env: Keys,
	people: readonly Row[],
): Promise<(Row & { hash: string | undefined })[]> =>
	Promise.all(
		people.map(async (row) => {
			const { national_id: id } = row.values;
			return { ...row, hash: id === undefined ? undefined : await nationalIdHash(env, id) };
		}),
	);

type Asking = {
	users: readonly number[];
	today: string;
	/** The ids of the own fields that the file has columns of. */
	fields: readonly number[];
};

/**
 * Reads the stored records that the rows may name, the members of these users' families and the groups in use, in one
 * round trip.
 */
export async function readKnown(
	{ env, db }: { env: Keys; db: Db },
	rows: readonly (Named & { guardians?: readonly { name: string }[] })[],
	{ users, today, fields }: Asking,
): Promise<{
	known: Known[];
	keys: KnownKeys;
	taken: Set<string>;
	family: Set<number>;
	groups: GroupName[];
}> {
	const names = rows.flatMap(({ name, guardians = [] }) => [name, ...guardians.map((one) => one.name)]);
	const asked: reads.Keys = {
		numbers: rows.flatMap(({ values }) => values.member_no ?? []),
		hashes: rows.flatMap(({ hash }) => hash ?? []),
		names: names.flatMap((name) => [name, name.replaceAll("臺", "台"), name.replaceAll("台", "臺")]),
		emails: rows.flatMap(({ values }) => values.email ?? []),
	};
	const [members, numbers, notes, years, joined, family, groups, values, consents, standings] = await readRows(
		db.$client,
		reads.knownMembers(asked),
		reads.ledNumbers(asked),
		reads.knownNotes(asked),
		reads.knownDuesYears(asked),
		reads.knownGroups(asked, today),
		membersRelatedTo(users),
		groupNames(),
		knownValues(asked, fields),
		knownConsents(asked, fields),
		reads.knownGuardianships(asked),
	);
	const ownOf = await knownOwn(env, { values, consents });
	const [numbersOf, notesOf, yearsOf, joinedOf, standingOf] = [
		Map.groupBy(numbers, ({ id }) => id),
		Map.groupBy(notes, ({ id }) => id),
		Map.groupBy(years, ({ id }) => id),
		Map.groupBy(joined, ({ id }) => id),
		Map.groupBy(standings, ({ id }) => id),
	];
	const known = members.map(
		({ has_certificate, of_staff, is_organisation, banned, ...row }): Known => ({
			...row,
			isOrganisation: is_organisation === 1,
			banned: z.array(z.int()).parse(JSON.parse(banned)),
			standings: (standingOf.get(row.id) ?? []).map(({ has_custody, ...one }) => ({
				...one,
				has_custody: has_custody === 1,
			})),
			hasCertificate: has_certificate === 1,
			ofStaff: of_staff === 1,
			numbers: (numbersOf.get(row.id) ?? []).map(({ number }) => number).concat(row.member_no ?? []),
			notes: (notesOf.get(row.id) ?? []).map(({ content }) => content),
			duesYears: (yearsOf.get(row.id) ?? []).map(({ year, is_owed }) => ({ year, isOwed: is_owed === 1 })),
			groups: (joinedOf.get(row.id) ?? []).map(({ name }) => name),
			own: ownOf(row.id),
		}),
	);
	return {
		known,
		keys: new Map(members.map((row) => [row.id, row])),
		taken: new Set((numbersOf.get(null) ?? []).map(({ number }) => number)),
		family: new Set(family.map(({ id }) => id)),
		groups: groups.filter(({ is_active }) => is_active === 1),
	};
}
