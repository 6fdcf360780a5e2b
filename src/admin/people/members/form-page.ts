import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { asked, ownPart } from "#admin/people/member-fields/member-parts.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { askedAs, hasFileField, ORGANISATION } from "#domain/people/member-fields/rules.ts";
import { FIELD_WORDS, PLAIN_FIELDS, type PlainField } from "#domain/people/members/fields.ts";
import { canonicalText } from "#domain/people/members/form.ts";
import { GENDER_LABELS } from "#domain/people/members/labels.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import {
	CONTACT,
	type NamedType,
	offeredTypes,
	organisationTypes,
	typeNames,
} from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { own } from "#kernel/own.ts";
import { basedForm, baseOf, sidesOf, type Told } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { type Form, form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { notice } from "#ui/notice.ts";
import { againstOwn, withOwn } from "#ui/own-conflicts.ts";
import type { Crumb, Page } from "#ui/page.ts";
import {
	contactFields,
	contactPersonFields,
	emergencyFields,
	healthFields,
	membershipFields,
	organisationFields,
	personFields,
} from "./form-fields.ts";

const { members } = paths.admin;
export const MEMBER_CRUMBS = [...OFFICE_CRUMBS, { label: "會員", href: members.list() }];
const CONTACT_CRUMBS = [...OFFICE_CRUMBS, { label: "聯絡人", href: members.contacts() }];
/** Returns the breadcrumbs of the page of one record: it is below the list that it is in. */
export const listCrumbs = ({ is_contact }: Pick<MemberRow, "is_contact">): Crumb[] =>
	is_contact === 1 ? CONTACT_CRUMBS : MEMBER_CRUMBS;
/** Returns the breadcrumbs of a page about one record. */
export const recordCrumbs = (of: Pick<MemberRow, "id" | "name" | "is_contact">): Crumb[] => [
	...listCrumbs(of),
	{ label: of.name, href: members.show(of.id) },
];

/** What a record is of: a person who is or may become a member, an organisation (團體會員), or a contact (聯絡人). */
export type RecordKind = "member" | "organisation" | "contact";
const kindOf = ({ is_organisation, is_contact }: MemberRow): RecordKind => {
	if (is_contact === 1) return "contact";
	return is_organisation === 1 ? "organisation" : "member";
};

const NEW: Record<RecordKind, { title: string; lead: string; crumbs?: Crumb[] }> = {
	member: { title: "新增會員", lead: "只有姓名一定要填。儲存後是「入會審核中」，核准時才給會員編號。" },
	organisation: {
		title: "新增團體會員",
		lead: "只有團體名稱一定要填。儲存後是「入會審核中」，核准時才給會員編號。",
	},
	contact: {
		title: "新增聯絡人",
		crumbs: CONTACT_CRUMBS,
		lead: "家長、照顧者、志工或捐款人，不是會員。只有姓名一定要填；先搜尋一下，一個人只建一筆。",
	},
};

type Parts = {
	state: FormState;
	row: MemberRow | undefined;
	own: readonly ValueRow[];
	types: readonly NamedType[];
	kind: RecordKind;
	seesAll: boolean;
};
const parts = (of: Parts): VNode => {
	const { state, row, own: ownRows, types, kind, seesAll } = of;
	const whose = { id: row?.id ?? 0, seesAll };
	if (kind === "contact")
		return html`<div class="stack">
			${card({ title: "基本資料" }, contactPersonFields(state))} ${card({ title: "聯絡方式" }, contactFields(state))}
			${ownPart(ownRows, state, { ...whose, identity: CONTACT })}
		</div>`;
	if (kind === "organisation")
		return html`<div class="stack">
			${card({ title: "基本資料" }, organisationFields(state))}
			${card({ title: "會籍" }, membershipFields(state, row, organisationTypes(types, row?.membership_type)))}
			${card({ title: "聯絡方式" }, contactFields(state))} ${ownPart(ownRows, state, { ...whose, identity: ORGANISATION })}
		</div>`;
	return html`<div class="stack">
		${card({ title: "基本資料" }, personFields(state, row))}
		${card({ title: "會籍" }, membershipFields(state, row, offeredTypes(types, row?.membership_type)))}
		${card({ title: "聯絡方式" }, contactFields(state))} ${card({ title: "緊急聯絡人" }, emergencyFields(state))}
		${card({ title: "健康資料" }, healthFields(state, row))} ${ownPart(ownRows, state, { ...whose, identity: row?.identity_type })}
	</div>`;
};

const SHARED: Pick<Form, "main" | "guard"> = { main: true, guard: true };

/**
 * Returns the form of a new member: a patient and individual member, with the guardian and the guardian's phone if
 * given.
 */
export const freshMember = (guardian: FamilyRow | undefined, type = "individual"): FormState =>
	freshForm({
		identity_type: "patient",
		membership_type: type,
		...(guardian ? { guardian: String(guardian.id), phone: guardian.phone ?? "" } : {}),
	});

type NewMember = {
	state: FormState;
	key: string;
	guardian: FamilyRow | undefined;
	own: readonly ValueRow[];
	types: readonly NamedType[];
	kind: RecordKind;
	/** The id of the member whose guardian the new contact is to be. */
	ward?: string | undefined;
	seesAll: boolean;
	/** Whether the user may see records, and so be told while typing who has the same name or phone. */
	looks: boolean;
	/** Who has the same name or phone as what was sent. */
	doubles: VNode | false;
};

/**
 * Draws the page 新增會員. `key`: the idempotency key, so that sending the same form twice creates one member. With
 * `guardian`, the new member becomes that member's dependent.
 */
export const newMemberPage = (of: NewMember): Page => ({
	title: NEW[of.kind].title,
	area: "會員",
	crumbs: NEW[of.kind].crumbs ?? MEMBER_CRUMBS,
	lead: NEW[of.kind].lead,
	slim: true,
	body: html`<div class="stack">
		${of.doubles} ${of.looks ? part({ name: "picks", props: { of: "doubles", found: members.create() } }, newMemberForm(of)) : newMemberForm(of)}
	</div>`,
});

const newMemberForm = (of: NewMember): VNode =>
	form(
		{
			...SHARED,
			action: members.create(),
			state: of.state,
			upload: hasFileField(of.own),
			key: of.key,
			submit: NEW[of.kind].title,
			busy: "新增中...",
			cancel: of.guardian ? members.show(of.guardian.id) : (NEW[of.kind].crumbs?.at(-1)?.href ?? members.list()),
		},
		of.guardian && notice({ tone: "info" }, `監護人是${of.guardian.name}。手機先帶入監護人的，可以修改。`),
		html`<input type="hidden" name="guardian" value=${of.guardian ? String(of.guardian.id) : ""} />`,
		of.ward && html`<input type="hidden" name="ward" value=${of.ward} />`,
		parts({ ...of, row: undefined }),
	);

/**
 * Returns a member's form filled from the record. Encrypted values are left out; they are typed only to change them.
 */
export const formOf = (row: MemberRow, ownRows: readonly ValueRow[]): FormState =>
	withOwn(basedForm(row, PLAIN_FIELDS), ownRows);

/**
 * Draws the page 編輯會員. When another user saved meanwhile, it shows both texts where both changed a field, and the
 * stored value where only the other user did.
 */
export function editMemberPage(of: Omit<Stored, "fresh"> & { seesAll: boolean }, sent?: FormState): Page {
	const { row, own: ownRows, types, seesAll } = of;
	const fresh = formOf(row, ownRows);
	const state = sent ? shownOver({ row, own: ownRows, types, fresh }, sent) : fresh;
	return {
		title: `編輯${row.name}`,
		name: row.name,
		area: "會員",
		crumbs: recordCrumbs(row),
		slim: true,
		body: form(
			{
				...SHARED,
				action: members.edit(row.id),
				upload: hasFileField(ownRows),
				state,
				version: row.version,
				submit: "儲存",
				cancel: members.show(row.id),
			},
			html`<input type="hidden" name="base" value=${fresh.values.base} />`,
			parts({ state, row, own: ownRows, types, kind: kindOf(row), seesAll }),
		),
	};
}

type Stored = { row: MemberRow; own: readonly ValueRow[]; types: readonly NamedType[]; fresh: FormState };
const shownOver = ({ row, own: ownRows, types, fresh }: Stored, sent: FormState): FormState =>
	againstOwn(sent, {
		...{ version: row.version, fresh, rows: asked(ownRows, askedAs(row)) },
		fields: sidesOf(
			PLAIN_FIELDS.map((field) => told(field, types)),
			{ mine: sent.values, theirs: fresh.values, base: baseOf(sent) },
		),
	});

const told = (field: PlainField, types: readonly NamedType[]): Told => ({
	field,
	label: FIELD_WORDS[field],
	words: (value) => own(codeWords(field, types), value) ?? value,
	canonical: (text) => canonicalText(field, text),
});

function codeWords(field: PlainField, types: readonly NamedType[]): Record<string, string> | undefined {
	if (field === "identity_type") return IDENTITY_TYPE_LABELS;
	if (field === "membership_type") return typeNames(types);
	return field === "gender" ? GENDER_LABELS : undefined;
}
