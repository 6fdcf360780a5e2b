import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import { type TypeRow, typeRows } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { APPLIES, APPLIES_LABELS, TERM_LABELS, TERMS } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { IN_USE } from "#ui/in-use.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";

const { membershipTypes, members, dues } = paths.admin;
export const TYPE_CRUMBS = [...OFFICE_CRUMBS, { label: "會員類別", href: membershipTypes.list() }];

const addButton = linkButton({ label: "新增類別", icon: "plus", tone: "primary", href: membershipTypes.create() });
const feesButton = linkButton({ label: "會費標準", href: dues.fees() });

/** The list page 會員類別: each type with what it gives and how many members it has. */
export const typeList = listing({
	path: membershipTypes.list(),
	gate: "members",
	title: "會員類別",
	unit: "類",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {},
	read: async ({ env }) => {
		const [rows] = await readRows(env.DB, typeRows());
		return { rows, total: rows.length };
	},
	lead: () => "依章程：每一類的期限、有沒有表決權、誰可以申請。入會費與常年會費在「會費標準」依日期設定。",
	actions: ({ who }) => [allows("dues_view", who) && feesButton, allows("members_manage", who) && addButton],
	by: {
		name: ({ name }) => name,
		term: ({ term }) => TERMS.indexOf(term),
		vote: ({ has_vote, vote_age }) => (has_vote === 0 ? 0 : (vote_age ?? -1) + 2),
		applies: ({ applies }) => APPLIES.indexOf(applies),
		members: ({ members: many }) => many,
		state: ({ is_active }) => 1 - is_active,
	},
	columns: ({ who }) => columns(allows("members_manage", who)),
	none: () => noneYet({ title: "還沒有會員類別", text: "請新增一類。" }),
});

/** Returns in words whether a type gives 表決權, and from which age. */
const voteWords = ({ has_vote, vote_age }: TypeRow): string => {
	if (has_vote === 0) return "無";
	if (vote_age === null) return "有";
	return vote_age === 0 ? "有，不限年齡" : `有，滿 ${vote_age} 歲`;
};

const columns = (mayEdit: boolean): Column<TypeRow>[] => [
	{
		label: "類別",
		sort: "name",
		head: true,
		cell: ({ name, description }) => [name, description !== "" && html`<small class="soft">${description}</small>`],
	},
	{ label: "期限", sort: "term", nowrap: true, cell: ({ term }) => TERM_LABELS[term] },
	{ label: "表決權", sort: "vote", nowrap: true, cell: voteWords },
	{ label: "申請", sort: "applies", sheet: "line", cell: ({ applies }) => APPLIES_LABELS[applies] },
	{
		label: "會員",
		sort: "members",
		end: true,
		nowrap: true,
		cell: ({ code, members: many }) => html`<a href=${`${members.list()}?type=${code}`}>${figure(many)}</a>`,
	},
	IN_USE,
	...(mayEdit ? [EDIT] : []),
];

const EDIT: Column<TypeRow> = {
	label: "操作",
	sheet: "acts",
	bare: true,
	end: true,
	nowrap: true,
	cell: ({ id, name }) =>
		linkButton({ label: "編輯", about: `「${name}」`, tone: "quiet", size: "s", href: membershipTypes.edit(id) }),
};
