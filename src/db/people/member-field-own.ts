import { type Select, select } from "#db/read.ts";
import type { PurposeRow, ValueRow } from "./member-field-values.ts";
import { FIELD_COLUMNS, IN_ORDER } from "./member-fields.ts";
import { actsFor } from "./member-reads.ts";
import { isOpenTo } from "./sealed-reading.ts";

/**
 * Selects the fields that a member reads or fills in, with the values, for a user who acts for the member: those of the
 * member's identity and those with a value. Special data come sealed, and only when sealed data are open to the user;
 * to any other user no row comes.
 */
export const ownValuesFor = (userId: number, memberId: number): Select<ValueRow> =>
	select(
		`SELECT ${FIELD_COLUMNS}, v.value, v.seal_id, v.id IS NOT NULL AS has_value,
			EXISTS (SELECT 1 FROM member_field_agreed a WHERE a.member_id = ?2 AND a.purpose = f.purpose) AS agreed
		FROM members o CROSS JOIN member_fields f LEFT JOIN member_field_values v ON v.field_id = f.id AND v.member_id = o.id
		WHERE o.id = ?2 AND ${actsFor("?1", "?2")} AND f.is_active = 1 AND f.self <> 'none'
			AND (f.for_whom IN ('all', o.identity_type) OR v.id IS NOT NULL)
			AND (f.is_special = 0 OR ${isOpenTo("?1", "?2")}) ${IN_ORDER}`,
		userId,
		memberId,
	);

/** Selects whether a member's sealed data are open to a user who acts for the member. */
export const opensTo = (userId: number, memberId: number): Select<{ reads: 0 | 1 }> =>
	select(`SELECT ${isOpenTo("?1", "?2")} AS reads`, userId, memberId);

/**
 * Selects the purposes of special data that a member agrees to now, each with the id of its consent, for a user who acts
 * for the member and to whom sealed data are open.
 */
export const ownPurposes = (userId: number, memberId: number): Select<PurposeRow & { id: number }> =>
	select(
		`SELECT c.id, c.purpose, c.given, c.channel, c.at, NULL AS by,
			(SELECT json_group_array(f.name ORDER BY f.position, f.id) FROM member_fields f WHERE f.is_special = 1 AND f.purpose = c.purpose) AS fields
		FROM member_field_consents c WHERE c.member_id = ?2 AND c.given = 1 AND ${actsFor("?1", "?2")} AND ${isOpenTo("?1", "?2")}
			AND NOT EXISTS (SELECT 1 FROM member_field_consents n
				WHERE n.member_id = c.member_id AND n.purpose = c.purpose AND n.id > c.id) ORDER BY c.id`,
		userId,
		memberId,
	);
