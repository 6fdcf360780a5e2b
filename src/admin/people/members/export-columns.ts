import type { ListedMember } from "#db/people/member-exports.ts";
import { DISABILITY_LABELS, GENDER_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { EXEMPT_TYPES, identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#domain/people/membership.ts";
import { tableOf } from "#kits/list/taking-away.ts";

type Column = {
	label: string;
	/** In characters, as a spreadsheet counts them. */
	width: number;
	/** What stands in its cell, on a day of Taipei (YYYY-MM-DD). */
	cell: (member: ListedMember, today: string) => string | null;
};

/** THE columns of an export, in their order. Their labels are those that an import of a roster knows. */
const COLUMNS = {
	member_no: { label: "會員編號", width: 12, cell: (m) => m.member_no },
	name: { label: "姓名", width: 12, cell: (m) => m.name },
	name_en: { label: "英文姓名", width: 20, cell: (m) => m.name_en },
	identity_type: { label: "身分", width: 8, cell: identityTypeLabel },
	membership_type: { label: "會員類別", width: 14, cell: (m) => MEMBERSHIP_TYPE_LABELS[m.membership_type] },
	status: { label: "狀態", width: 12, cell: (m, today) => MEMBER_STATUS_LABELS[memberStatusNow(m, today)] },
	valid_until: { label: "有效期限", width: 12, cell: validUntil },
	gender: { label: "性別", width: 6, cell: (m) => m.gender && GENDER_LABELS[m.gender] },
	birth_date: { label: "出生日期", width: 12, cell: (m) => m.birth_date },
	national_id: { label: "身分證字號", width: 14, cell: (m) => m.national_id_mask },
	phone: { label: "手機", width: 13, cell: (m) => m.phone },
	phone_home: { label: "市話", width: 16, cell: (m) => m.phone_home },
	email: { label: "電子郵件", width: 28, cell: (m) => m.email },
	line_id: { label: "LINE ID", width: 16, cell: (m) => m.line_id },
	postal_code: { label: "郵遞區號", width: 10, cell: (m) => m.postal_code },
	city: { label: "縣市", width: 8, cell: (m) => m.city },
	district: { label: "鄉鎮市區", width: 10, cell: (m) => m.district },
	address: { label: "地址", width: 36, cell: (m) => m.address },
	occupation: { label: "職業", width: 14, cell: (m) => m.occupation },
	emergency_name: { label: "緊急聯絡人", width: 12, cell: (m) => m.emergency_name },
	emergency_relation: { label: "緊急聯絡人關係", width: 16, cell: (m) => m.emergency_relation },
	emergency_phone: { label: "緊急聯絡電話", width: 16, cell: (m) => m.emergency_phone },
	guardian: { label: "監護人", width: 12, cell: (m) => m.guardian_name },
	joined_on: { label: "入會日期", width: 12, cell: (m) => m.joined_on },
	left_on: { label: "離會日期", width: 12, cell: (m) => m.left_on },
	disability: { label: "身心障礙證明", width: 24, cell: disabilityWords },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;
export const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);
export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMNS).filter(isColumn);
export const columnOf = (name: ColumnName): Column => COLUMNS[name];

/** 有效期限: types that owe nothing have none. */
function validUntil({ membership_type, paid_until }: ListedMember): string | null {
	return EXEMPT_TYPES.includes(membership_type) ? "無期限" : paid_until;
}

/** 身心障礙證明 as it counts on a day, with its date. */
function disabilityWords({ disability_status: status, disability_until: until }: ListedMember, today: string): string {
	if (status !== "approved" || until === null) return DISABILITY_LABELS[status];
	return until < today ? `${DISABILITY_LABELS.expired}（${until}）` : `${DISABILITY_LABELS.approved}（至 ${until}）`;
}

/** A sheet of these columns, in the order of the table. */
export const sheetOf = (rows: readonly ListedMember[], names: readonly ColumnName[], today: string) =>
	tableOf(
		"會員",
		COLUMN_NAMES.filter((name) => names.includes(name))
			.map(columnOf)
			.map(({ cell, ...column }) => ({ ...column, cell: (row: ListedMember) => cell(row, today) })),
		rows,
	);
