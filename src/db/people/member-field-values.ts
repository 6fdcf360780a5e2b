import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { OwnField } from "#domain/people/member-fields/rules.ts";
import type { By } from "#kernel/by.ts";
import { FIELD_COLUMNS, IN_ORDER } from "./member-fields.ts";

/** SQL: whether the member (SQL of the id) agrees to the purpose of the field `f`. */
const agreed = (member: string): string =>
	`EXISTS (SELECT 1 FROM member_field_agreed a WHERE a.member_id = ${member} AND a.purpose = f.purpose)`;

/**
 * A field with what a member has in it. `value` is the canonical text of a plain field, the sealed text of a special one
 * (with its `seal_id`), or null; pages never get sealed texts. `has_value` also counts what is not shown.
 */
export type ValueRow = OwnField & { value: string | null; seal_id: string | null; has_value: 0 | 1; agreed: 0 | 1 };

const ROWS = `FROM member_fields f LEFT JOIN member_field_values v ON v.field_id = f.id AND v.member_id = ?1
	WHERE (f.is_active = 1 OR v.id IS NOT NULL)`;

/**
 * Selects the fields in use, and those in which the member has a value, for pages of staff: without sealed texts, and
 * without fields that are closed to who may not see sensitive data, unless these are sealed.
 */
export const valuesShown = (memberId: number, seesAll: boolean): Select<ValueRow> =>
	select(
		`SELECT ${FIELD_COLUMNS}, iif(f.is_special, NULL, v.value) AS value, NULL AS seal_id, v.id IS NOT NULL AS has_value,
			${agreed("?1")} AS agreed ${ROWS} AND (f.seen_by = 'view' OR f.is_special OR ?2) ${IN_ORDER}`,
		memberId,
		Number(seesAll),
	);

/** Selects the same with sealed texts, for actions. */
export const valuesStored = (memberId: number): Select<ValueRow> =>
	select(
		`SELECT ${FIELD_COLUMNS}, v.value, v.seal_id, v.id IS NOT NULL AS has_value, ${agreed("?1")} AS agreed ${ROWS} ${IN_ORDER}`,
		memberId,
	);

/** A member's row id, or SQL for it in a batch that makes the member. */
export type MemberId = number | SQL<number>;

/** A new value: canonical, or sealed with its tokens. */
export type NewValue = { field: number; value: string; seal_id: string | null; tokens: readonly string[] };

/**
 * Stores a value in the place of the one before. The triggers refuse `member_field.consent_needed`,
 * `member_field.bad_value` and `member_field.no_member`.
 */
export const putValue = (memberId: MemberId, { field, value, seal_id, tokens }: NewValue, at: number): Write[] => [
	sql`INSERT INTO member_field_values (member_id, field_id, value, seal_id, updated_at)
		VALUES (${memberId}, ${field}, ${value}, ${seal_id}, ${at})
		ON CONFLICT (member_id, field_id) DO UPDATE SET value = excluded.value, seal_id = excluded.seal_id, updated_at = excluded.updated_at`,
	...(seal_id === null
		? []
		: [
				sql`DELETE FROM member_field_tokens WHERE member_id = ${memberId} AND field_id = ${field}`,
				sql`INSERT INTO member_field_tokens (field_id, token, member_id)
					SELECT DISTINCT CAST(${field} AS INTEGER), value, ${memberId} FROM json_each(${JSON.stringify(tokens)})`,
			]),
];

/** A sealed value of a field that is found by tokens, with those that it has: a JSON list in their order. */
export type IndexedRow = Pick<OwnField, "kind"> & {
	id: number;
	field_id: number;
	value: string;
	seal_id: string;
	tokens: string;
};
/** Selects such values, `limit` at most, with ids after `after`. */
export const indexedValues = (after: number, limit: number): Select<IndexedRow> =>
	select(
		`SELECT v.id, v.field_id, f.kind, v.value, v.seal_id,
			(SELECT json_group_array(t.token ORDER BY t.token) FROM member_field_tokens t
				WHERE t.member_id = v.member_id AND t.field_id = v.field_id) AS tokens
		FROM member_field_values v JOIN member_fields f ON f.id = v.field_id
		WHERE v.seal_id IS NOT NULL AND f.kind IN ('choice', 'choices', 'year', 'yes_no') AND v.id > ?1 ORDER BY v.id ${limitTo(limit)}`,
		after,
	);

/** Replaces the tokens of a value, unless the value was changed meanwhile. */
export const replaceTokens = ({ id, value }: IndexedRow, tokens: readonly string[]): Write[] => {
	const of = sql`SELECT field_id, member_id FROM member_field_values WHERE id = ${id} AND value = ${value}`;
	return [
		sql`DELETE FROM member_field_tokens WHERE (field_id, member_id) IN (${of})`,
		sql`INSERT INTO member_field_tokens (field_id, token, member_id)
			SELECT DISTINCT v.field_id, j.value, v.member_id FROM (${of}) v JOIN json_each(${JSON.stringify(tokens)}) j`,
	];
};

/** Stores a file, which the same batch makes, as the value of its field, in which the member has none. */
export const insertFileValue = (
	memberId: MemberId,
	{ field, file }: { field: number; file: SQL<number> },
	at: number,
): Write =>
	sql`INSERT INTO member_field_values (member_id, field_id, value, updated_at) VALUES (${memberId}, ${field}, CAST(${file} AS TEXT), ${at})`;

export const deleteValue = (memberId: MemberId, field: number): Write =>
	sql`DELETE FROM member_field_values WHERE member_id = ${memberId} AND field_id = ${field}`;

/** Records that a member agreed to a purpose, or took the consent back; then the trigger deletes the values. */
export const insertConsent = (
	memberId: MemberId,
	{ purpose, given, channel }: { purpose: string; given: boolean; channel: "web" | "paper" },
	by: By,
): Write =>
	sql`INSERT INTO member_field_consents (member_id, purpose, given, by_user_id, channel, at)
		VALUES (${memberId}, ${purpose}, ${Number(given)}, ${by.userId}, ${channel}, ${by.at})`;

/** The newest consent of a member to a purpose, with the names of the fields that have it: JSON. */
export type PurposeRow = {
	purpose: string;
	given: 0 | 1;
	channel: "web" | "paper";
	at: number;
	by: string | null;
	fields: string;
};
export const purposesOf = (memberId: number): Select<PurposeRow> =>
	select(
		`SELECT c.purpose, c.given, c.channel, c.at, u.name AS by,
			(SELECT json_group_array(f.name ORDER BY f.position, f.id) FROM member_fields f WHERE f.is_special = 1 AND f.purpose = c.purpose) AS fields
		FROM member_field_consents c LEFT JOIN users u ON u.id = c.by_user_id
		WHERE c.member_id = ?1 AND NOT EXISTS (SELECT 1 FROM member_field_consents n
			WHERE n.member_id = c.member_id AND n.purpose = c.purpose AND n.id > c.id) ORDER BY c.id`,
		memberId,
	);
/** Refuses with `member_field.not_agreed` a purpose that the member does not agree to now. */
export const refuseNotAgreed = (memberId: number, purpose: string): Write =>
	refuseWhere(
		"member_field.not_agreed",
		sql`NOT EXISTS (SELECT 1 FROM member_field_agreed WHERE member_id = ${memberId} AND purpose = ${purpose})`,
	);
