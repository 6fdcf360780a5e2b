import { type Select, select, selectOne } from "#db/read.ts";
import { GUARDIAN_ACTS } from "#db/system/family.ts";
import type { IdentityType } from "#domain/people/members/codes.ts";
import { actsFor, type MemberRow, memberRowIf } from "./member-reads.ts";
import { PAID_COLUMNS } from "./member-standing.ts";
import { isOpenTo, type Opening, openingOf } from "./sealed-reading.ts";

/** `sent_mask` is of the national id where it is the one that they sent with their request to be linked. */
export type OwnRecord = MemberRow & Opening & { sent_mask: string | null };

// A login that somebody else had in hand shows nothing of it either, as long as that lasts (`sealed_from`).
const SENT_MASK = `(SELECT max(r.national_id_mask) FROM link_requests r JOIN users s ON s.id = r.user_id
	WHERE r.user_id = ?1 AND r.member_id = ?2 AND r.status = 'linked' AND r.national_id_mask = m.national_id_mask
		AND coalesce(s.sealed_from, 0) <= unixepoch() * 1000) AS sent_mask`;

/**
 * A record for whoever may act for it (`mayActFor`): their own, or that of a dependent; what lies sealed is left out where
 * it is not open to them, but for what they sent themselves. No row for anybody else.
 */
export const recordFor = (userId: number, id: number): Select<OwnRecord> =>
	selectOne(
		`${memberRowIf(isOpenTo("?1", "?2"), `${openingOf("?1", "?2")}, ${SENT_MASK}`)} WHERE m.id = ?2 AND ${actsFor("?1", "?2")}`,
		userId,
		id,
	);

/**
 * 受監護會員 as the guardian sees them: of one who is of age and did not agree, name, number and fees alone
 * (docs/workflows.md#guardians).
 */
export type FamilyMember = {
	id: number;
	name: string;
	member_no: string | null;
	acts: 0 | 1;
	/** NULL where the guardian does not act. */
	identity_type: IdentityType | null;
	status: MemberRow["status"] | null;
	paid_until: string | null;
	grace_until: string | null;
};

const FAMILY = `SELECT f.id, f.name, f.member_no, f.acts, iif(f.acts, f.identity_type, NULL) AS identity_type,
		iif(f.acts, f.status, NULL) AS status, f.paid_until, f.grace_until
	FROM (SELECT m.*, ${PAID_COLUMNS}, ${GUARDIAN_ACTS} AS acts FROM members m
		JOIN members g ON g.id = m.guardian_member_id AND g.user_id = ?1 AND g.merged_into IS NULL
		WHERE m.merged_into IS NULL AND m.status <> 'deceased') f`;

/** 我的家人 of a user, the eldest first. */
export const familyOf = (userId: number): Select<FamilyMember> =>
	select(`${FAMILY} ORDER BY f.birth_date, f.id`, userId);

/** One of them; no row for anybody else's. */
export const familyMember = (userId: number, id: number): Select<FamilyMember> =>
	selectOne(`${FAMILY} WHERE f.id = ?2`, userId, id);
