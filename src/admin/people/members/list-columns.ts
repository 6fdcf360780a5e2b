import { ownColumns } from "#admin/people/member-fields/list-parts.ts";
import { notesCell } from "#admin/people/notes/cell.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { MemberListRow } from "#db/people/member-lists.ts";
import type { OwnField } from "#domain/people/member-fields/rules.ts";
import { EXEMPT_TYPES, identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { rowBox } from "#kits/list/chosen.ts";
import { type Children, html } from "#ui/html.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { BULK_FORM, bulkActionsFor } from "./list-bulk.ts";
import { memberStatus } from "./list-words.ts";

const { members } = paths.admin;
const NONE = html`<span class="soft">—</span>`;

type Columns = { who: Visitor; today: string; own: readonly OwnField[] };
/** Returns the columns of the members' list (docs/手冊.md#會員名冊), on a day in Taipei (YYYY-MM-DD): seven, and those of own fields. */
export function memberColumns({ who, today, own }: Columns): Column<MemberListRow>[] {
	const hasBoxes = bulkActionsFor(who).length > 0;
	return [
		{ label: "會員編號", sort: "number", bare: true, nowrap: true, cell: (row) => numberOf(row, hasBoxes) },
		{ label: "姓名", sort: "name", head: true, cell: nameOf },
		{ id: "identity", label: "身分", sort: "identity", cell: identityTypeLabel },
		{ id: "type", label: "會員類別", sort: "type", spare: true, cell: ({ type_name }) => type_name },
		{ id: "valid", label: "有效期限", sort: "valid", sheet: "line", nowrap: true, cell: validUntil },
		{
			id: "state",
			label: "狀態",
			sort: "state",
			sheet: "corner",
			bare: true,
			nowrap: true,
			cell: (row) => memberStatus(memberStatusNow(row, today)),
		},
		...ownColumns(own, NONE),
		{ id: "city", label: "縣市", sort: "city", extra: true, nowrap: true, cell: ({ city }) => city ?? NONE },
		{
			id: "phone",
			label: "手機",
			sort: "phone",
			extra: true,
			nowrap: true,
			cell: ({ phone }) => (phone === null ? NONE : phoneWords(phone)),
		},
		{ id: "email", label: "電子郵件", sort: "email", extra: true, cell: ({ email }) => email ?? NONE },
		{ id: "joined", label: "入會日", sort: "joined", extra: true, nowrap: true, cell: joinedOn },
		{
			id: "notes",
			label: "備忘錄",
			bare: true,
			nowrap: true,
			cell: (row) => (allows("notes", who) ? notesOf(row, who.userId) : NONE),
		},
	];
}

const numberOf = ({ member_no, name, id }: MemberListRow, hasBox: boolean): Children => html`<span class="who">
	${hasBox && rowBox(BULK_FORM, { id, name })}
	${member_no ?? NONE}
</span>`;

function nameOf(row: MemberListRow): Children {
	const more = beside(row);
	return [html`<a href=${members.show(row.id)}>${row.name}</a>`, more && html`<small class="soft">${more}</small>`];
}

/**
 * Returns what tells two members of the same name apart: the guardian, else the phone, else the email; null without
 * any.
 */
function beside({ guardian_name, phone, email }: MemberListRow): string | null {
	if (guardian_name !== null) return `受監護：${guardian_name}`;
	return phone === null ? email : phoneWords(phone);
}

function validUntil({ type_base, is_contact, paid_until }: MemberListRow): Children {
	if (is_contact === 1) return NONE;
	if (EXEMPT_TYPES.includes(type_base)) return "無期限";
	return paid_until === null ? NONE : dateWords(Date.parse(paid_until));
}

const joinedOn = ({ joined_on }: MemberListRow): Children =>
	joined_on === null ? NONE : dateWords(Date.parse(joined_on));

const notesOf = ({ id, name, notes }: MemberListRow, me: number): Children =>
	notesCell({ type: "member", id, name, count: notes, me });
