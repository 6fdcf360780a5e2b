import { type Select, select } from "#db/read.ts";
import type { By } from "#kernel/by.ts";

/**
 * A condition on an own field: a single value, as the token of a plain field (`plain`) and as that of a sealed one
 * (`sealed`); of a file "1" that there is one, "0" that there is none. The field's row says which of them counts, so that a
 * list asks in one round trip.
 */
export type OwnCondition = { field: number; plain: string; sealed: string };
/**
 * Conditions on own fields, for a reader who may see sensitive data (`seesAll`) or not; `isSealed` says that one of them is
 * on special data, once it was noted that they are used.
 */
export type OwnFilter = { conditions: readonly OwnCondition[]; seesAll: boolean; isSealed?: boolean };

/** SQL: whether the field `f` is in use, and open to a reader of an OwnFilter. */
const isOpen = (seesAll: boolean): string => `f.is_active = 1${seesAll ? "" : " AND f.seen_by = 'view'"}`;

/**
 * Returns the query, without its brackets, of the ids of the members who have a value in a field. A field that is closed
 * to the reader, or switched off, finds nobody.
 */
export const idsWithValue = (
	{ field, plain, sealed }: OwnCondition,
	{ bound, seesAll }: { bound: (value: string | number) => string; seesAll: boolean },
): string =>
	`SELECT t.member_id FROM member_fields f CROSS JOIN member_field_tokens t
		ON t.field_id = f.id AND t.token = iif(f.is_special AND f.kind <> 'file', ${bound(sealed)}, ${bound(plain)})
		WHERE f.id = ${bound(field)} AND ${isOpen(seesAll)}${plain === "0" ? withoutFile(bound(field), seesAll) : ""}`;

/** SQL that adds the ids of the members who have no file in a field (SQL) of files; of another kind it adds nobody. */
const withoutFile = (field: string, seesAll: boolean): string =>
	` UNION ALL SELECT m.id FROM member_fields f CROSS JOIN members m WHERE f.id = ${field} AND f.kind = 'file' AND ${isOpen(seesAll)}
		AND NOT EXISTS (SELECT 1 FROM member_field_tokens t WHERE t.field_id = f.id AND t.token = '1' AND t.member_id = m.id)`;

/**
 * Writes an audit row for each of the fields that is of special data, and returns these: by which of them somebody filters
 * or counts. It stands among the queries of the page, so that what is not noted is not read either.
 */
export const noteFilters = (fields: readonly number[], by: By): Select<{ field: string }> =>
	select(
		`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT CAST(?1 AS INTEGER), ?2, ?3, 'member_field.filter', 'member_field', CAST(f.id AS TEXT), f.name, ?4, '{}'
		FROM member_fields f WHERE f.is_special = 1 AND f.id IN (SELECT value FROM json_each(?5)) ORDER BY f.id
		RETURNING auditable_id AS field`,
		by.at,
		by.userId,
		by.actor,
		by.ip,
		JSON.stringify(fields),
	);

/** SQL for the values of a member `m` in the own fields of which the list has a column, as JSON by the fields' ids. */
export const LISTED_VALUES = `(SELECT json_group_object(v.field_id, v.value) FROM member_field_values v JOIN member_fields f ON f.id = v.field_id
	WHERE v.member_id = m.id AND f.in_list = 1 AND f.is_active = 1)`;
