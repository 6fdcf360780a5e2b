import { type Select, select, selectOne } from "#db/read.ts";
import { GUARDIAN_ACTS } from "#db/system/index.ts";
import type { IdentityType } from "#domain/people/members/codes.ts";
import { actsFor, type MemberRow, memberRowIf } from "./member-reads.ts";
import { PAID_COLUMNS } from "./member-standing.ts";
import { isOpenTo, type Opening, openingOf } from "./sealed-reading.ts";

/**
 * A member record as the member, or the guardian who acts for the member, sees it. `sent_mask` is the mask of the
 * national id when it is the one that the user sent with their request to be linked.
 */
export type OwnRecord = MemberRow & Opening & { sent_mask: string | null };

// While access to sealed data is postponed for the user (`sealed_from`), this mask is not shown either.
const SENT_MASK = `(SELECT max(r.national_id_mask) FROM link_requests r JOIN users s ON s.id = r.user_id
	WHERE r.user_id = ?1 AND r.member_id = ?2 AND r.status = 'linked' AND r.national_id_mask = m.national_id_mask
		AND coalesce(s.sealed_from, 0) <= unixepoch() * 1000) AS sent_mask`;

/**
 * Selects a record for a user who acts for it: their own, or that of a dependent for whom they act as the guardian.
 * Sealed (encrypted health and identity) data is left out when it is not open to the user, except what the user sent
 * themselves. No row for any other user.
 */
export const recordFor = (userId: number, id: number): Select<OwnRecord> =>
	selectOne(
		`${memberRowIf(isOpenTo("?1", "?2"), `${openingOf("?1", "?2")}, ${SENT_MASK}`)} WHERE m.id = ?2 AND ${actsFor("?1", "?2")}`,
		userId,
		id,
	);

/**
 * A dependent (受監護會員) as the guardian sees them: of one who is of age and did not consent, only name, number and
 * dues (docs/workflows.md#guardians).
 */
export type FamilyMember = {
	id: number;
	name: string;
	member_no: string | null;
	acts: 0 | 1;
	/** Null when the guardian does not act for the dependent. */
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

/** Selects the dependents (我的家人) of a user, eldest first. */
export const familyOf = (userId: number): Select<FamilyMember> =>
	select(`${FAMILY} ORDER BY f.birth_date, f.id`, userId);

/** Selects one dependent of a user; no row for a member who is none. */
export const familyMember = (userId: number, id: number): Select<FamilyMember> =>
	selectOne(`${FAMILY} WHERE f.id = ?2`, userId, id);
