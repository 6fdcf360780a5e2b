import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { ChoiceEdit, FieldEdit, FieldInput } from "#domain/people/member-fields/form.ts";
import type { OwnField } from "#domain/people/member-fields/rules.ts";
import type { By } from "#kernel/by.ts";

/** SQL of the columns of an OwnField, over `member_fields f`. */
export const FIELD_COLUMNS = `f.id, f.name, f.hint, f.kind, f.for_whom, f.seen_by, f.self, f.is_special, f.purpose, f.in_list, f.is_active,
	(SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'is_active', c.is_active) ORDER BY c.position, c.id)
		FROM member_field_choices c WHERE c.field_id = f.id) AS choices`;
export const IN_ORDER = "ORDER BY f.position, f.id";

/** Selects the fields that are in use, in their order. */
export const activeFields = (): Select<OwnField> =>
	select(`SELECT ${FIELD_COLUMNS} FROM member_fields f WHERE f.is_active = 1 ${IN_ORDER}`);

/** A field as its own page shows it; `used` counts the members who have a value. */
export type FieldRow = OwnField & { code: string | null; position: number; version: number; used: number };
const ROW = `SELECT ${FIELD_COLUMNS}, f.code, f.position, f.version,
	(SELECT count(*) FROM member_field_values v WHERE v.field_id = f.id) AS used FROM member_fields f`;

export type FieldFilter = { q: string; active: "1" | "0" | undefined };
/** Selects all fields that fit, those in use first. */
export const fieldRows = ({ q, active }: FieldFilter): Select<FieldRow> =>
	select(
		`${ROW} WHERE (?1 = '' OR instr(lower(f.name), lower(?1)) > 0) AND (?2 = '' OR f.is_active = CAST(?2 AS INTEGER))
		ORDER BY f.is_active DESC, f.position, f.id`,
		q,
		active ?? "",
	);
export const fieldRow = (id: number): Select<FieldRow> => selectOne(`${ROW} WHERE f.id = ?1`, id);

type Columns = FieldInput & { is_active?: boolean };
const columns = (input: Columns): SQL =>
	sql`${input.name}, ${input.hint}, ${input.kind}, ${input.for_whom}, ${input.seen_by}, ${input.self},
		${Number(input.is_special)}, ${input.purpose}, ${Number(input.in_list)}, ${Number(input.is_active ?? true)}, ${input.position}`;
const NAMES = sql.raw("name, hint, kind, for_whom, seen_by, self, is_special, purpose, in_list, is_active, position");

/** Inserts a field. Refuses `member_field.taken` and `member_field.too_many`. */
export const insertField = (input: FieldInput, by: By): Write =>
	sql`INSERT INTO member_fields (${NAMES}, created_at, updated_at) VALUES (${columns(input)}, ${by.at}, ${by.at})`;

/**
 * Changes a field. Refuses `member_field.stale`, `member_field.taken`, `member_field.too_many`, and of one that has
 * values `member_field.has_values` (kind, special data) and `member_field.purpose_agreed`.
 */
export const updateField = (id: number, input: FieldEdit, by: By): Write[] => [
	sql`UPDATE member_fields SET (${NAMES}) = (SELECT ${columns(input)}), version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("member_field.stale"),
];

/** Adds choices behind those of a field; a name that it has already is switched on again. */
export const addChoices = (field: number | SQL<number>, names: readonly string[]): Write[] =>
	names.length === 0
		? []
		: [
				sql`INSERT INTO member_field_choices (field_id, name, position)
					SELECT ${field}, j.value, j.key + (SELECT count(*) FROM member_field_choices WHERE field_id = ${field})
					FROM json_each(${JSON.stringify(names)}) j WHERE true
					ON CONFLICT (field_id, name) DO UPDATE SET is_active = 1`,
			];

/** Renames choices of a field, and switches them on and off. Refuses `member_field.choice_taken`. */
export const changeChoices = (field: number, choices: readonly ChoiceEdit[]): Write[] =>
	choices.map(
		({ id, name, isActive }) =>
			sql`UPDATE member_field_choices SET name = ${name}, is_active = ${Number(isActive)} WHERE id = ${id} AND field_id = ${field}`,
	);
