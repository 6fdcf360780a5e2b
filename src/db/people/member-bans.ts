import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { BanReason } from "#domain/people/members/bans.ts";
import type { By } from "#kernel/by.ts";
import { membersFrom } from "./member-lists.ts";
import { OFFERED } from "./member-picks.ts";
import { FAMILY_COLUMNS, type FamilyRow } from "./member-reads.ts";

/**
 * A person who is out of everything about a member (不得告知), for as long as it lasts. Times are UTC milliseconds.
 * `lift_asked_by` is who wants it to end.
 */
export type BanRow = {
	id: number;
	member_id: number;
	member: string;
	person_id: number;
	person: string;
	reason: BanReason;
	since: number;
	lift_asked_by: number | null;
	lift_asker: string | null;
	/** Whether the member's own record or login has the person's phone or e-mail, by which things would still reach them. */
	reaches: 0 | 1;
};

/**
 * SQL: whether the address of a member's record `m` is that of somebody who must not be told anything about the member: no
 * mail goes to it.
 */
export const SHARES_ADDRESS = `EXISTS (SELECT 1 FROM member_bans b JOIN members q ON q.id = b.person_id LEFT JOIN users l ON l.id = q.user_id
	WHERE b.member_id = m.id AND b.until IS NULL AND m.email IN (q.email, l.email))`;

/** Selects the bans that go on and in which a record is the member or the person, oldest first. */
export const bansOf = (id: number): Select<BanRow> =>
	select(
		`SELECT b.id, b.member_id, m.name AS member, b.person_id, p.name AS person, b.reason, b.since, b.lift_asked_by, u.name AS lift_asker,
			coalesce(m.phone IN (p.phone, p.phone_home, l.phone), 0) OR coalesce(m.email IN (p.email, l.email), 0)
				OR coalesce(o.phone IN (p.phone, l.phone), 0) OR coalesce(o.email IN (p.email, l.email), 0) AS reaches
		FROM member_bans b JOIN members m ON m.id = b.member_id JOIN members p ON p.id = b.person_id
			LEFT JOIN users u ON u.id = b.lift_asked_by LEFT JOIN users l ON l.id = p.user_id LEFT JOIN users o ON o.id = m.user_id
		WHERE b.until IS NULL AND (b.member_id = ?1 OR b.person_id = ?1) ORDER BY b.id`,
		id,
	);

/** Selects who is or was a guardian of a member, and at most OFFERED records that fit the search words, by name. */
export function banCandidates(memberId: number, words: readonly string[]): Select<FamilyRow> {
	const kin = `SELECT ${FAMILY_COLUMNS} FROM members m WHERE m.merged_into IS NULL
		AND m.id IN (SELECT guardian_id FROM guardianships WHERE member_id = ?1)`;
	if (words.length === 0) return select(`${kin} ORDER BY m.name, m.id`, memberId);
	const { from, params } = membersFrom({ words, today: "" });
	return select(
		`SELECT ${FAMILY_COLUMNS} ${from} AND m.id <> ?${params.length + 1} ORDER BY m.name, m.id ${limitTo(OFFERED)}`,
		...params,
		memberId,
	);
}

/**
 * Takes a person out of everything about a member, in this batch (triggers of migration 0109). Refuses with
 * `member.ban_there` a person who is out already, and with `member.stale` a record that is gone.
 */
export const insertBan = (
	{ memberId, personId, reason }: { memberId: number; personId: number; reason: BanReason },
	by: By,
): Write[] => [
	refuseWhere(
		"member.ban_there",
		sql`EXISTS (SELECT 1 FROM member_bans WHERE member_id = ${memberId} AND person_id = ${personId} AND until IS NULL)`,
	),
	sql`INSERT INTO member_bans (member_id, person_id, reason, since, created_by)
		SELECT m.id, p.id, ${reason}, ${by.at}, ${by.userId} FROM members m JOIN members p ON p.id = ${personId} AND p.id <> m.id
		WHERE m.id = ${memberId} AND m.merged_into IS NULL AND p.merged_into IS NULL AND p.pseudonymised_at IS NULL`,
	guard("member.stale"),
];

type Ref = { id: number; memberId: number };
const GOES_ON = ({ id, memberId }: Ref) => sql`id = ${id} AND member_id = ${memberId} AND until IS NULL`;

/** Asks that a ban ends; refuses with `member.stale` when somebody asked already, or it is over. */
export const askToLift = (ref: Ref, by: By): Write[] => [
	sql`UPDATE member_bans SET lift_asked_by = ${by.userId}, lift_asked_at = ${by.at} WHERE ${GOES_ON(ref)} AND lift_asked_by IS NULL`,
	guard("member.stale"),
];

/** Keeps a ban whose end somebody asked for; refuses with `member.stale` when nobody does (any more). */
export const keepBan = (ref: Ref): Write[] => [
	sql`UPDATE member_bans SET lift_asked_by = NULL, lift_asked_at = NULL WHERE ${GOES_ON(ref)} AND lift_asked_by IS NOT NULL`,
	guard("member.stale"),
];

/**
 * Ends a ban that another user asked to end. A trigger of migration 0109 refuses with `member.ban_by_two` the same user,
 * and one that nobody asked for.
 */
export const liftBan = (ref: Ref, by: By): Write[] => [
	sql`UPDATE member_bans SET until = ${by.at}, lifted_by = ${by.userId} WHERE ${GOES_ON(ref)}`,
	guard("member.stale"),
];

/** Refuses with `member.merge_kin` to make one record of a member and of a person who is out of everything about them. */
export const refuseBannedPair = (kept: number, other: number): Write =>
	refuseWhere(
		"member.merge_kin",
		sql`EXISTS (SELECT 1 FROM member_bans WHERE (member_id = ${kept} AND person_id = ${other})
			OR (member_id = ${other} AND person_id = ${kept}))`,
	);
