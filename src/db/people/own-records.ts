import { type Select, select, selectOne } from "#db/read.ts";
import { GUARDED } from "#db/system/index.ts";
import type { IdentityType } from "#domain/people/members/codes.ts";
import { PLAIN_FIELDS, type PlainField } from "#domain/people/members/fields.ts";
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

/** Returns SQL: whether the member `m` has or had a guardian `x` (with the login `y`) beside the user ?1 who fits `is`. */
const anyOther = (is: string): string =>
	`EXISTS (SELECT 1 FROM guardianships o JOIN members x ON x.id = o.guardian_id LEFT JOIN users y ON y.id = x.user_id
		WHERE o.member_id = m.id AND x.user_id IS NOT ?1 AND m.user_id IS NOT ?1 AND ${is})`;
/**
 * Returns SQL: whether a value of the record `m` is one of another guardian, now or before, beside the user ?1. `is` returns SQL:
 * whether the value is one of the record (alias) and the login (alias) of a person. What the user has too is not the other's alone;
 * members themselves see everything of theirs.
 */
const isOthers = (is: (record: string, login: string) => string): string =>
	`(${anyOther(is("x", "y"))} AND NOT EXISTS (SELECT 1 FROM members v JOIN users w ON w.id = v.user_id WHERE v.user_id = ?1 AND ${is("v", "w")}))`;
const reaches = (column: string): string =>
	isOthers((x, y) => `m.${column} IN (${x}.phone, ${x}.phone_home, ${x}.email, ${x}.line_id, ${y}.phone, ${y}.email)`);
const LIVES = isOthers((x) => `m.address = ${x}.address`);
const HELPS = isOthers(
	(x, y) => `(m.emergency_name = ${x}.name OR m.emergency_phone IN (${x}.phone, ${x}.phone_home, ${y}.phone))`,
);
const HIDDEN: Partial<Record<PlainField, string>> = {
	...Object.fromEntries((["phone", "phone_home", "email", "line_id"] as const).map((name) => [name, reaches(name)])),
	...{ postal_code: LIVES, city: LIVES, district: LIVES, address: LIVES },
	...{ emergency_name: HELPS, emergency_relation: HELPS, emergency_phone: HELPS },
};
/** The readable columns of a record, NULL where the value is another guardian's (docs/workflows.md#guardians). */
const READABLE = PLAIN_FIELDS.map((name) => {
	const hidden = HIDDEN[name];
	return hidden ? `iif(${hidden}, NULL, m.${name}) AS ${name}` : `m.${name}`;
}).join(", ");

/** Selects which values of a record are another guardian's, which the user does not see: JSON of their names. */
export const hiddenFrom = (userId: number, id: number): Select<{ fields: string }> =>
	selectOne(
		`SELECT (SELECT json_group_array(j.key) FROM json_each(json_object(${Object.entries(HIDDEN)
			.map(([name, hidden]) => `'${name}', ${hidden}`)
			.join(", ")})) j WHERE j.value) AS fields FROM members m WHERE m.id = ?2`,
		userId,
		id,
	);

/** Selects whether a member has or had another guardian beside this user; 0 for the member themselves. */
export const hasOtherGuardian = (userId: number, id: number): Select<{ has: 0 | 1 }> =>
	selectOne(`SELECT ${anyOther("true")} AS has FROM members m WHERE m.id = ?2`, userId, id);

/**
 * Selects a record for a user who acts for it: their own, or that of a dependent for whom they act as the guardian.
 * Sealed (encrypted health and identity) data is left out when it is not open to the user, except what the user sent
 * themselves. No row for any other user.
 */
export const recordFor = (userId: number, id: number): Select<OwnRecord> =>
	selectOne(
		`${memberRowIf(isOpenTo("?1", "?2"), { readable: READABLE, more: `${openingOf("?1", "?2")}, ${SENT_MASK}` })}
		WHERE m.id = ?2 AND ${actsFor("?1", "?2")}`,
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
	is_contact: 0 | 1;
};

const FAMILY = `SELECT f.id, f.name, f.member_no, f.acts, iif(f.acts, f.identity_type, NULL) AS identity_type,
		iif(f.acts, f.status, NULL) AS status, f.paid_until, f.grace_until, f.is_contact
	FROM (SELECT m.*, ${PAID_COLUMNS}, s.acts FROM members g ${GUARDED}
		WHERE g.user_id = ?1 AND g.merged_into IS NULL AND m.merged_into IS NULL AND m.status <> 'deceased') f`;

/** Selects the dependents (我的家人) of a user, eldest first. */
export const familyOf = (userId: number): Select<FamilyMember> =>
	select(`${FAMILY} ORDER BY f.birth_date, f.id`, userId);

/** Selects one dependent of a user; no row for a member who is none. */
export const familyMember = (userId: number, id: number): Select<FamilyMember> =>
	selectOne(`${FAMILY} WHERE f.id = ?2`, userId, id);
