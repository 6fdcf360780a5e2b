import * as z from "zod";
import { listColumnOf } from "#admin/people/member-fields/list-parts.ts";
import type { ListedMember } from "#db/people/member-exports.ts";
import { fieldName, type OwnField } from "#domain/people/member-fields/rules.ts";
import { type FieldName, PLAIN_FIELDS, type PlainField } from "#domain/people/members/fields.ts";
import { DISABILITY_LABELS, GENDER_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { RECORD, type RecordField } from "#domain/people/members/record.ts";
import { EXEMPT_TYPES, identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { standingText } from "#domain/people/members/standing-text.ts";
import { GuardianStanding } from "#domain/system/index.ts";
import { own } from "#kernel/own.ts";
import { type FileColumn, tableOf } from "#kits/list/taking-away.ts";

type Column = {
	label: string;
	/** The width in characters, as spreadsheets count them. */
	width: number;
	/** Returns the cell's text on a day in Taipei (YYYY-MM-DD). */
	cell: (member: ListedMember, today: string) => string | null;
};

/** The functions that return the cell of a field whose stored value is a code, in words. */
const CELLS: Partial<Record<PlainField, Column["cell"]>> = {
	identity_type: identityTypeLabel,
	membership_type: (m) => m.type_name,
	gender: (m) => m.gender && GENDER_LABELS[m.gender],
};
const { member_no, name, name_en, identity_type, membership_type, gender, birth_date, joined_on, ...others } =
	Object.fromEntries(
		PLAIN_FIELDS.map((field) => [field, columnOfField(field, CELLS[field] ?? ((member) => member[field]))]),
	) as Record<PlainField, Column>;

function columnOfField(field: FieldName, cell: Column["cell"]): Column {
	const { label, file }: RecordField = RECORD[field];
	return { label: file?.label ?? label, width: file?.width ?? 12, cell };
}

/** All columns of an export, in order. Their labels are those that an import of a roster recognizes. */
const COLUMNS = {
	...{ member_no, name, name_en, identity_type, membership_type },
	status: { label: "狀態", width: 12, cell: (m, today) => MEMBER_STATUS_LABELS[memberStatusNow(m, today)] },
	valid_until: { label: "有效期限", width: 12, cell: validUntil },
	...{ gender, birth_date },
	national_id: columnOfField("national_id", (m) => m.national_id_mask),
	...others,
	guardian: { label: "監護人", width: 12, cell: (m) => m.guardian_name },
	guardian_as: { label: "監護人身分", width: 24, cell: (m) => guardianAs(m.guardian_as) },
	second_guardian: { label: "第二位監護人", width: 12, cell: (m) => m.second_guardian_name },
	second_guardian_as: { label: "第二位監護人身分", width: 24, cell: (m) => guardianAs(m.second_guardian_as) },
	joined_on,
	left_on: { label: "離會日期", width: 12, cell: (m) => m.left_on },
	disability: { label: "身心障礙證明", width: 24, cell: disabilityWords },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;
export const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);
export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMNS).filter(isColumn);
export const columnOf = (name: ColumnName): Column => COLUMNS[name];

/** The columns of an export that show what a column of the list shows, by that column's id. */
const OF_LIST: Readonly<Record<string, ColumnName>> = {
	...{ identity: "identity_type", type: "membership_type", valid: "valid_until", state: "status" },
	...{ city: "city", phone: "phone", email: "email", joined: "joined_on" },
};
/**
 * Returns the columns of an export of a list whose columns the reader chose (`cols`, their ids): number and name, and those
 * that show what the list shows, in its order; all of them without a choice.
 */
export function columnsFor(cols: string | undefined, open: readonly OwnField[]): string[] {
	if (cols === undefined) return [...COLUMN_NAMES, ...open.filter(({ is_special }) => is_special === 0).map(fieldName)];
	const shown = cols.split(".").flatMap((id) => {
		const field = open.find((one) => listColumnOf(one) === id);
		return own(OF_LIST, id) ?? (field ? fieldName(field) : []);
	});
	return ["member_no", "name", ...new Set(shown)];
}

/**
 * Returns 有效期限 as text: null for contacts, 無期限 for membership types without dues, otherwise the last day that is paid for
 * (YYYY-MM-DD), or null.
 */
function validUntil({ type_base, is_contact, paid_until }: ListedMember): string | null {
	if (is_contact === 1) return null;
	return EXEMPT_TYPES.includes(type_base) ? "無期限" : paid_until;
}

const Stands = GuardianStanding.extend({
	has_custody: z.union([z.literal(0), z.literal(1)]).transform((is) => is === 1),
});
/** Returns as what a guardian stands, as an import of a roster reads it; null without a guardian. */
const guardianAs = (json: string | null): string | null =>
	json === null ? null : standingText(Stands.parse(JSON.parse(json)));

/** Returns the state of 身心障礙證明 on a day, with its last day. */
function disabilityWords({ disability_status: status, disability_until: until }: ListedMember, today: string): string {
	if (status !== "approved" || until === null) return DISABILITY_LABELS[status];
	return until < today ? `${DISABILITY_LABELS.expired}（${until}）` : `${DISABILITY_LABELS.approved}（至 ${until}）`;
}

type Sheet = {
	rows: readonly ListedMember[];
	names: readonly ColumnName[];
	/** The columns of own fields, which come last. */
	own: readonly FileColumn<ListedMember>[];
	today: string;
};
/** Returns a sheet of the named columns, in their order. */
export const sheetOf = ({ rows, names, own, today }: Sheet) =>
	tableOf(
		"會員",
		[
			...[...new Set(names)]
				.map(columnOf)
				.map(({ cell, ...column }) => ({ ...column, cell: (row: ListedMember) => cell(row, today) })),
			...own,
		],
		rows,
	);
