import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { members } from "#db/schema/members.ts";
import type { PlainInput, SealedInput } from "#domain/people/members/fields.ts";
import { hasHealthConsent } from "./member-reads.ts";

/** The member record that an action changes: `version` is the version that staff saw. */
export type MemberRef = { id: number; version: number };
/** The keys of a record by which its values in the audit log are sealed. */
export type Keyed = { id: number; seal_id: string | null; person_key: string | null };
/** Columns of a record by their Drizzle names. */
export type MemberColumns = Partial<typeof members.$inferInsert>;
export type NewMember = Omit<typeof members.$inferInsert, "id" | "version">;

/**
 * Returns the fields that an editor entered, and the sealed (encrypted) values made of them, under the Drizzle names of
 * their columns; undefined fields are left out.
 */
export const columnsOf = (said: PlainInput, sealed: SealedInput): MemberColumns =>
	Object.fromEntries(
		Object.entries({ ...said, ...sealed })
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [
				(name === "membership_type" ? "type_code" : name).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
				value,
			]),
	);

/**
 * Inserts a member record. The triggers of migration 0019 refuse with `member.number_taken`, `member.national_id_taken`
 * or `member.login_taken` what another record has, and with `member.guardian_refused` a guardian who may not be one;
 * they also maintain the number and the words of the search.
 */
export const insertMember = (db: Db, member: NewMember): Write => db.insert(members).values(member);

/** Refuses with `member.guardian_refused` a guardian who died, was merged into another record or is pseudonymised. */
export const refuseGuardianGone = (id: number): Write =>
	refuseWhere(
		"member.guardian_refused",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${id} AND status <> 'deceased'
			AND merged_into IS NULL AND pseudonymised_at IS NULL)`,
	);

/**
 * Changes a record that the user saw at a version, and raises the version. Refuses with `member.stale` when it changed
 * since or was merged, and with the codes of `insertMember`. `set` may hold fragments of SQL.
 */
export const updateMember = (
	db: Db,
	{ id, version }: MemberRef,
	set: { [K in keyof MemberColumns]: MemberColumns[K] | SQL },
): [Write, Write] => [
	db
		.update(members)
		.set({ ...set, version: version + 1 })
		.where(sql`id = ${id} AND version = ${version} AND merged_into IS NULL`),
	guard("member.stale"),
];

/** Refuses with `member.stale` a record that changed since the user saw it, or was merged. */
export const refuseStale = ({ id, version }: MemberRef): Write =>
	refuseWhere(
		"member.stale",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${id} AND version = ${version} AND merged_into IS NULL)`,
	);

/** Gives keys to a record that came without any; nothing when it has keys or was pseudonymised. */
export const keepKeys = (id: number, keys: { seal_id: string; person_key: string }): Write =>
	sql`UPDATE members SET seal_id = ${keys.seal_id}, person_key = ${keys.person_key}
		WHERE id = ${id} AND seal_id IS NULL AND pseudonymised_at IS NULL`;

/** Refuses with `member.consent_needed` a record that holds health data without a valid consent. */
export const refuseUnconsented = (id: number | SQL<number>): Write =>
	refuseWhere(
		"member.consent_needed",
		sql`EXISTS (SELECT 1 FROM members m WHERE m.id = ${id} AND m.diagnosis_note IS NOT NULL
			AND ${sql.raw(hasHealthConsent("m.id"))} = 0)`,
	);

/** Withdraws the open certificate applications of a member who died. The rows and earlier decisions stay. */
export const withdrawOpenCertificates = (memberId: number, at: number): Write =>
	sql`UPDATE disability_certificates SET status = 'withdrawn', version = version + 1, updated_at = ${at}
		WHERE member_id = ${memberId} AND status = 'pending'`;

/** Adds to a user the role that opens a member's own pages. */
export const addMemberRole = (userId: number): Write =>
	sql`INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, id FROM roles WHERE code = 'member' ON CONFLICT DO NOTHING`;
