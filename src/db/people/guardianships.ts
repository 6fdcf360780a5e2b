import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { dataOf, isStaff, notifyEach } from "#db/system/index.ts";
import type { GuardianStanding } from "#domain/system/index.ts";
import type { GuardianOpening } from "./sealed-writes.ts";

/** A member and the guardian that they are to get; null for none. */
export type NewGuardian = { memberId: number; guardianId: number | null };

/** A member's guardian of now: as what they stand, and since when (UTC milliseconds); null when nobody wrote it down. */
export type GuardianshipRow = Omit<GuardianStanding, "has_custody"> & {
	guardian_id: number;
	has_custody: 0 | 1;
	since: number | null;
	opened_at: number | null;
};
export const guardianshipsOf = (memberId: number): Select<GuardianshipRow> =>
	select(
		`SELECT guardian_id, role, authority, paper, paper_on, has_custody, since, opened_at FROM guardianships
		WHERE member_id = ? AND until IS NULL ORDER BY id`,
		memberId,
	);

/**
 * Stores as what a guardian of now stands. The triggers of migration 0108 refuse with `member.guardian_paper` what is not
 * by paper, and with `member.guardian_alone` somebody beside a guardian who acts alone.
 */
export const setStanding = (
	{ memberId, guardianId }: NewGuardian,
	{ role, authority, paper, paper_on, has_custody }: GuardianStanding,
): Write =>
	sql`UPDATE guardianships SET role = ${role}, authority = ${authority}, paper = ${paper}, paper_on = ${paper_on},
			has_custody = ${has_custody ? 1 : 0}
		WHERE member_id = ${memberId} AND guardian_id = ${guardianId} AND until IS NULL`;

/** Returns SQL: whether staff are involved: one of the two records belongs to a member of the staff or their family. */
const ofStaff = ({ memberId, guardianId }: NewGuardian): SQL =>
	sql`EXISTS (SELECT 1 FROM related_users r WHERE r.member_id IN (${memberId}, ${guardianId}) AND ${sql.raw(isStaff("r.user_id"))})`;

/** Returns SQL: whether the guardian's user sent the member's application. */
const handedIn = ({ memberId, guardianId }: NewGuardian): SQL =>
	sql`EXISTS (SELECT 1 FROM members g JOIN member_logins l ON l.user_id = g.user_id
		WHERE g.id = ${guardianId} AND l.member_id = ${memberId} AND l.opened_how IN ('made', 'handed_in'))`;

/** Returns SQL: whether only staff name this guardian, and neither the member's own application nor a roster does. */
const isUnnamed = (of: NewGuardian): SQL =>
	sql`(${of.guardianId} IS NOT NULL AND NOT ${handedIn(of)} AND NOT EXISTS (SELECT 1 FROM guardianships
		WHERE member_id = ${of.memberId} AND guardian_id = ${of.guardianId} AND named = 'roster'))`;

/** Refuses with `member.guardian_second_person` a guardianship in which staff are involved. */
export const refuseOfStaff = (of: NewGuardian): Write => refuseWhere("member.guardian_second_person", ofStaff(of));

/**
 * Refuses with `member.guardian_second_person` a guardianship in which staff are involved, or whose guardian only staff
 * name.
 */
export const refuseConcerned = (of: NewGuardian): Write =>
	refuseWhere("member.guardian_second_person", sql`(${ofStaff(of)} OR ${isUnnamed(of)})`);

/**
 * Why a second person has to confirm a guardianship first: staff are involved (`staff`), or only staff name the
 * guardian (`unnamed`).
 */
export type Concern = "staff" | "unnamed";
export const concernOf = (of: NewGuardian): SQL =>
	sql`SELECT CASE WHEN ${ofStaff(of)} THEN 'staff' WHEN ${isUnnamed(of)} THEN 'unnamed' END AS concern`;

/**
 * Opens a member's sealed (encrypted health and identity) data to a guardian who sent it with the member's own
 * application.
 */
export const openWhatWasHandedIn = (of: NewGuardian, at: number): Write =>
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${"handed_in" satisfies GuardianOpening}
		WHERE member_id = ${of.memberId} AND guardian_id = ${of.guardianId} AND until IS NULL AND opened_at IS NULL AND ${handedIn(of)}`;

/** Opens to a parent what they handed in with the application of their child. */
export const openAnnounced = (memberId: SQL<number>, at: number): Write =>
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${"handed_in" satisfies GuardianOpening}
		WHERE member_id = ${memberId} AND until IS NULL AND opened_at IS NULL`;

/** How many applications of one parent's children may wait for staff at a time. */
const MOST_ANNOUNCED = 6;

/** Refuses with `member.children_wait` one more application of a child while MOST_ANNOUNCED of the parent's wait. */
export const refuseManyAnnounced = (guardianId: number): Write =>
	refuseWhere(
		"member.children_wait",
		sql`(SELECT count(*) FROM members WHERE guardian_member_id = ${guardianId} AND status = 'applied' AND source = 'self') >= ${MOST_ANNOUNCED}`,
	);

/**
 * Marks guardianships as named by a roster; `links` is JSON of the members' `id` and their `guardian`. Refuses with
 * `member.guardian_second_person` when staff are involved.
 */
export const nameByRoster = (links: string): Write[] => [
	refuseWhere(
		"member.guardian_second_person",
		sql`EXISTS (SELECT 1 FROM json_each(${links}) j JOIN related_users r ON r.member_id IN (j.value ->> '$.id', j.value ->> '$.guardian')
			WHERE ${sql.raw(isStaff("r.user_id"))})`,
	),
	sql`UPDATE guardianships SET named = 'roster' WHERE until IS NULL AND (member_id, guardian_id) IN (
		SELECT value ->> '$.id', value ->> '$.guardian' FROM json_each(${links}))`,
];

/**
 * Notifies a new or former guardian (a member): their user, when that user is active and has an e-mail address, else
 * the address in the guardian's member record. The caller must relay `mail.due` to the queue afterwards.
 */
export const tellGuardian = (guardianId: number | null, { isNew, at }: { isNew: boolean; at: number }): Write =>
	notifyEach("guardian_changed", {
		user: sql`u.id`,
		member: sql`iif(u.id IS NULL, m.id, NULL)`,
		data: dataOf("guardian_changed", { isNew }),
		from: sql`members m LEFT JOIN users u ON u.id = m.user_id AND u.status = 'active' AND u.email IS NOT NULL
			WHERE m.id = ${guardianId} AND m.pseudonymised_at IS NULL`,
		at,
	});

/**
 * The SQL time modifier for the 30 days after a guardianship's end in which the former guardian may agree that the new
 * one reads the sealed data.
 */
const AGREES_FOR = "'-30 days'";

/**
 * Returns FROM and WHERE of the present guardianships `g` to whose guardians the sealed data is not open, with the
 * guardianship `o` before: its guardian can read the data as the user `user` and may agree to open it. No guardian came
 * between, and at most thirty days passed.
 */
const agreeable = (user: string): string => `FROM member_logins l JOIN users u ON u.id = l.user_id
		JOIN guardianships o ON o.guardian_id = l.member_id JOIN guardianships g ON g.member_id = o.member_id
		JOIN members m ON m.id = g.member_id JOIN members n ON n.id = g.guardian_id
	WHERE l.user_id = ${user} AND l.until IS NULL AND l.opened_at IS NOT NULL AND coalesce(u.sealed_from, 0) <= unixepoch() * 1000
		AND o.opened_at IS NOT NULL AND o.until > unixepoch('now', ${AGREES_FOR}) * 1000
		AND NOT EXISTS (SELECT 1 FROM banned_users k WHERE k.member_id = g.member_id AND k.user_id = ${user})
		AND g.until IS NULL AND g.opened_at IS NULL AND m.merged_into IS NULL AND m.status <> 'deceased'
		AND NOT EXISTS (SELECT 1 FROM guardianships b WHERE b.member_id = o.member_id AND b.id > o.id AND b.id <> g.id)`;

/** A new guardian to whom a former guardian may agree to open the sealed data. */
export type Agreeable = { member_id: number; name: string; guardian_id: number; guardian: string };
export const agreeableBy = (userId: number): Select<Agreeable> =>
	select(
		`SELECT DISTINCT g.member_id, m.name, g.guardian_id, n.name AS guardian ${agreeable("?1")} ORDER BY g.member_id`,
		userId,
	);

/**
 * Opens a member's sealed data to the present guardian because the former one, the user `userId`, agreed. Refuses with
 * `member.stale` when this user may not agree (any more).
 */
export const agreeToGuardian = (
	{ memberId, guardianId }: { memberId: number; guardianId: number },
	{ userId, at }: { userId: number; at: number },
): Write[] => [
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${"guardian_agreed" satisfies GuardianOpening}
		WHERE id IN (SELECT g.id ${sql.raw(agreeable(String(Math.trunc(userId))))} AND g.member_id = ${memberId} AND g.guardian_id = ${guardianId})`,
	guard("member.stale"),
];
