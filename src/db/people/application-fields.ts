import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import type { IndexedRow, NewValue, ValueRow } from "./member-field-values.ts";
import { FIELD_COLUMNS, IN_ORDER } from "./member-fields.ts";

/**
 * Selects the own fields that people fill in themselves (a file only once they are members), with what the user filled in for the application that waits:
 * special data come sealed.
 */
export const fieldsOfApplicant = (userId: number): Select<ValueRow> =>
	select(
		`SELECT ${FIELD_COLUMNS}, v.value, v.seal_id, v.id IS NOT NULL AS has_value, EXISTS (SELECT 1 FROM application_values a
				WHERE a.user_id = ?1 AND a.seal_id IS NOT NULL AND a.purpose = f.purpose) AS agreed
		FROM member_fields f LEFT JOIN application_values v ON v.field_id = f.id AND v.user_id = ?1
		WHERE f.is_active = 1 AND f.self = 'fills' AND f.kind <> 'file' ${IN_ORDER}`,
		userId,
	);

/**
 * Stores a value of an applicant in the place of the one before, of special data with the consent to the field's purpose,
 * given now or before. Refuses `application.not_waiting`, `member_field.stale` (not asked any more),
 * `member_field.consent_needed` and `member_field.bad_value`.
 */
export const putApplied = (userId: number, { field, value, seal_id, tokens }: NewValue, at: number): Write =>
	sql`INSERT INTO application_values (user_id, field_id, value, seal_id, tokens, purpose, agreed_at, updated_at)
		SELECT ${userId}, f.id, ${value}, ${seal_id}, ${JSON.stringify(tokens)}, f.purpose, iif(f.is_special = 1, coalesce((SELECT min(a.agreed_at)
			FROM application_values a WHERE a.user_id = ${userId} AND a.purpose = f.purpose AND a.agreed_at IS NOT NULL), ${at}), NULL), ${at}
		FROM member_fields f WHERE f.id = ${field}
		ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, seal_id = excluded.seal_id, tokens = excluded.tokens,
			updated_at = excluded.updated_at`;

export const deleteApplied = (userId: number, field: number): Write =>
	sql`DELETE FROM application_values WHERE user_id = ${userId} AND field_id = ${field}`;

/** SQL: the fields with what applicants `v` filled in, as staff see them: no sealed texts, and what is closed to them left out. */
const SHOWN = `SELECT ${FIELD_COLUMNS}, iif(f.is_special, NULL, v.value) AS value, NULL AS seal_id, 1 AS has_value, f.is_special AS agreed
	FROM application_values v JOIN member_fields f ON f.id = v.field_id`;
const OPEN = "(f.seen_by = 'view' OR f.is_special OR ?2)";

/** Selects the own fields that wait with the application of a member record, for staff. */
export const appliedFieldsOf = (memberId: number, seesAll: boolean): Select<ValueRow> =>
	select(
		`${SHOWN} JOIN members m ON m.user_id = v.user_id WHERE m.id = ?1 AND m.status = 'applied' AND ${OPEN} ${IN_ORDER}`,
		memberId,
		Number(seesAll),
	);

/** Selects the own fields that wait with a request to be linked, for staff. */
export const appliedFieldsOfRequest = (id: number, seesAll: boolean): Select<ValueRow> =>
	select(
		`${SHOWN} JOIN link_requests r ON r.user_id = v.user_id WHERE r.id = ?1 AND r.status = 'open' AND ${OPEN} ${IN_ORDER}`,
		id,
		Number(seesAll),
	);

/** Selects values of applicants that are found by tokens, `limit` at most, with ids after `after`. */
export const indexedApplied = (after: number, limit: number): Select<IndexedRow> =>
	select(
		`SELECT v.id, v.field_id, f.kind, v.value, v.seal_id, v.tokens FROM application_values v JOIN member_fields f ON f.id = v.field_id
		WHERE v.seal_id IS NOT NULL AND f.kind IN ('choice', 'choices', 'year', 'yes_no') AND v.id > ?1 ORDER BY v.id ${limitTo(limit)}`,
		after,
	);

/** Replaces the tokens of a value of an applicant, unless the value was changed meanwhile. */
export const replaceAppliedTokens = ({ id, value }: IndexedRow, tokens: readonly string[]): Write[] => [
	sql`UPDATE application_values SET tokens = ${JSON.stringify(tokens)} WHERE id = ${id} AND value = ${value}`,
];

/**
 * Writes, behind the acceptance of an application at `by.at`, the audit rows about what came with it (migrations 0113 and
 * 0114): one for the record of each child, and one that names the own fields that were handed over.
 */
export const auditHandedOver = (memberId: number, by: By & { onBehalfOf?: number | null }): Write[] => {
	const row = sql`INSERT INTO audit_log (at, user_id, actor, ip_address, on_behalf_of, action, auditable_type, auditable_id, description, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, ${by.ip}, ${by.onBehalfOf ?? null}`;
	return [
		sql`${row}, 'member.create', 'member', CAST(m.id AS TEXT), 'new member',
				json_object('guardian', json_object('from', NULL, 'to', m.guardian_member_id))
			FROM members m WHERE m.guardian_member_id = ${memberId} AND m.status = 'applied' AND m.source = 'self'
				AND m.created_at = ${by.at} ORDER BY m.id`,
		sql`${row}, 'member.edit', 'member', CAST(v.member_id AS TEXT), 'member ' || v.member_id,
				json_object('fields', json_group_array('自訂欄位「' || f.name || '」' ORDER BY f.position, f.id))
			FROM member_field_values v JOIN member_fields f ON f.id = v.field_id
			WHERE v.member_id = ${memberId} AND v.updated_at = ${by.at} HAVING count(*) > 0`,
	];
};
