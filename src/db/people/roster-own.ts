import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { inPieces } from "#db/content/index.ts";
import { type Select, select } from "#db/read.ts";
import type { OwnColumn } from "#domain/people/roster/own-fields.ts";
import type { By } from "#kernel/by.ts";
import type { NewValue } from "./member-field-values.ts";
import { FIELD_COLUMNS, IN_ORDER } from "./member-fields.ts";
import { type Keys, LED, parameters } from "./roster-reads.ts";

/**
 * Selects the own fields in use that a table may have a column of, so none of files, and whether the user may fill them in
 * from it: what only some of the staff see is compared with what is stored, so it takes their permission. `userId` is null for whoever has the database's key.
 */
export const ownColumns = (userId: number | null): Select<OwnColumn> =>
	select(
		`SELECT ${FIELD_COLUMNS}, f.seen_by = 'view' OR ?1 = 0 OR EXISTS (SELECT 1 FROM user_roles x
				JOIN role_permissions p ON p.role_id = x.role_id WHERE x.user_id = ?1 AND p.permission = 'members.view_sensitive') AS is_open
		FROM member_fields f WHERE f.is_active = 1 AND f.kind <> 'file' ${IN_ORDER}`,
		userId ?? 0,
	);

/** A stored value of a record that a roster may mean: plain, or sealed with its `seal_id`. */
export type StoredOwn = { id: number; field: number; value: string; seal_id: string | null };
/** Selects the values that the records have in some own fields. */
export const knownValues = (keys: Keys, fields: readonly number[]): Select<StoredOwn> =>
	select(
		`${LED} SELECT v.member_id AS id, v.field_id AS field, v.value, v.seal_id FROM found
			JOIN member_field_values v ON v.member_id = found.id AND v.field_id IN (SELECT value FROM json_each(?5))`,
		...parameters(keys),
		JSON.stringify(fields),
	);

/** Selects what the members of the records said last about the purposes of some own fields: agreed to, or taken back. */
export const knownConsents = (
	keys: Keys,
	fields: readonly number[],
): Select<{ id: number; purpose: string; given: 0 | 1 }> =>
	select(
		`${LED} SELECT c.member_id AS id, c.purpose, c.given FROM found JOIN member_field_consents c ON c.member_id = found.id
			AND c.purpose IN (SELECT purpose FROM member_fields WHERE is_special = 1 AND id IN (SELECT value FROM json_each(?5)))
			AND NOT EXISTS (SELECT 1 FROM member_field_consents n
				WHERE n.member_id = c.member_id AND n.purpose = c.purpose AND n.id > c.id)`,
		...parameters(keys),
		JSON.stringify(fields),
	);

/** Records consents on paper. */
export const insertPaperConsents = (consents: readonly { id: number; purpose: string }[], by: By): Write[] =>
	inPieces(consents, (json) => [
		sql`INSERT INTO member_field_consents (member_id, purpose, given, by_user_id, channel, at)
			SELECT value ->> '$.id', value ->> '$.purpose', 1, ${by.userId}, 'paper', ${by.at} FROM json_each(${json}) ORDER BY key`,
	]);

export type OwnValue = NewValue & { id: number };
/**
 * Stores values of members in the place of those before. The triggers refuse what those of `putValue` refuse; with
 * `onlyAgreed`, special data without a consent are left out instead.
 */
export const putValues = (values: readonly OwnValue[], at: number, onlyAgreed = false): Write[] =>
	inPieces(values, (json) => [
		sql`INSERT INTO member_field_values (member_id, field_id, value, seal_id, updated_at)
			SELECT j.value ->> '$.id', j.value ->> '$.field', j.value ->> '$.value', j.value ->> '$.seal_id', ${at}
			FROM json_each(${json}) j JOIN member_fields f ON f.id = j.value ->> '$.field'
			WHERE ${Number(onlyAgreed)} = 0 OR f.is_special = 0 OR EXISTS (SELECT 1 FROM member_field_agreed a
				WHERE a.member_id = j.value ->> '$.id' AND a.purpose = f.purpose)
			ON CONFLICT (member_id, field_id) DO UPDATE SET value = excluded.value, seal_id = excluded.seal_id, updated_at = excluded.updated_at`,
		sql`DELETE FROM member_field_tokens WHERE (member_id, field_id) IN (SELECT value ->> '$.id', value ->> '$.field'
			FROM json_each(${json}) WHERE value ->> '$.seal_id' IS NOT NULL)`,
		sql`INSERT INTO member_field_tokens (field_id, token, member_id)
			SELECT DISTINCT v.field_id, t.value, v.member_id FROM json_each(${json}) j
				JOIN member_field_values v ON v.member_id = j.value ->> '$.id' AND v.field_id = j.value ->> '$.field'
					AND v.seal_id = j.value ->> '$.seal_id'
				JOIN json_each(j.value, '$.tokens') t`,
	]);

export const deleteValues = (values: readonly { id: number; field: number }[]): Write[] =>
	inPieces(values, (json) => [
		sql`DELETE FROM member_field_values WHERE (member_id, field_id) IN (
			SELECT value ->> '$.id', value ->> '$.field' FROM json_each(${json}))`,
	]);

/**
 * Deletes the values of the records that an import made, and the consents that it recorded (migration 0121 lets those of
 * an import go that is being undone).
 */
export const removeOwn = (importId: number, appliedAt: number): Write[] => {
	const rows = sql`FROM roster_import_rows WHERE import_id = ${importId} AND outcome`;
	return [
		sql`DELETE FROM member_field_values WHERE member_id IN (SELECT member_id ${rows} = 'created')`,
		sql`DELETE FROM member_field_consents WHERE at = ${appliedAt} AND channel = 'paper'
			AND member_id IN (SELECT member_id ${rows} IN ('created', 'updated', 'filled'))`,
	];
};
