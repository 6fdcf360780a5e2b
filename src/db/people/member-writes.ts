import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { members } from "#db/schema/members.ts";
import type { PlainInput, SealedInput } from "#domain/people/members/fields.ts";
import { hasHealthConsent } from "./member-reads.ts";

/** What an action on a record starts from: `version` is the one that staff saw. */
export type MemberRef = { id: number; version: number };
/** What a record needs for its values in the audit log to be sealed. */
export type Keyed = { id: number; seal_id: string | null; person_key: string | null };
/** Columns of a record by their Drizzle names. */
export type MemberColumns = Partial<typeof members.$inferInsert>;
export type NewMember = Omit<typeof members.$inferInsert, "id" | "version">;

/** What an editor said and what was sealed of it, by column; what was not said is left out. */
export const columnsOf = (said: PlainInput, sealed: SealedInput): MemberColumns =>
	Object.fromEntries(
		Object.entries({ ...said, ...sealed })
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value]),
	);

/**
 * A record. Refuses `member.number_taken`, `member.national_id_taken`, `member.login_taken`, `member.guardian_refused`
 * (triggers of 0019, which also keep the number and the words of the search).
 */
export const insertMember = (db: Db, member: NewMember): Write => db.insert(members).values(member);

/** Refuses as a guardian who died, was merged away, or is nobody (`member.guardian_refused`). */
export const refuseGuardianGone = (id: number): Write =>
	refuseWhere(
		"member.guardian_refused",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${id} AND status <> 'deceased'
			AND merged_into IS NULL AND pseudonymised_at IS NULL)`,
	);

/**
 * Changes a record as it was seen and raises its version; refuses `member.stale` where it changed since or was merged
 * away, and what `insertMember` refuses. `set` may hold fragments of SQL.
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

/** Refuses, as `member.stale`, a record that changed since it was seen, or was merged away. */
export const refuseStale = ({ id, version }: MemberRef): Write =>
	refuseWhere(
		"member.stale",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${id} AND version = ${version} AND merged_into IS NULL)`,
	);

/** Gives keys to a record that came without any; nothing where it has some, or was pseudonymised. */
export const keepKeys = (id: number, keys: { seal_id: string; person_key: string }): Write =>
	sql`UPDATE members SET seal_id = ${keys.seal_id}, person_key = ${keys.person_key}
		WHERE id = ${id} AND seal_id IS NULL AND pseudonymised_at IS NULL`;

/** Refuses, as `member.consent_needed`, a record that holds health data without a consent that counts. */
export const refuseUnconsented = (id: number | SQL<number>): Write =>
	refuseWhere(
		"member.consent_needed",
		sql`EXISTS (SELECT 1 FROM members m WHERE m.id = ${id} AND m.diagnosis_note IS NOT NULL
			AND ${sql.raw(hasHealthConsent("m.id"))} = 0)`,
	);

/** Ends what is open of a certificate when its member dies. Its row and the old decision stay. */
export const withdrawOpenCertificates = (memberId: number, at: number): Write =>
	sql`UPDATE disability_certificates SET status = 'withdrawn', version = version + 1, updated_at = ${at}
		WHERE member_id = ${memberId} AND status = 'pending'`;

/** Gives a login the role that opens the member's own pages, beside what it has. */
export const addMemberRole = (userId: number): Write =>
	sql`INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, id FROM roles WHERE code = 'member' ON CONFLICT DO NOTHING`;
