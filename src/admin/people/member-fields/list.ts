import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { type FieldRow, fieldRows } from "#db/people/member-fields.ts";
import { readRows } from "#db/read.ts";
import { FIELD_KIND_LABELS, FOR_WHOM_LABELS, SELF_LABELS } from "#domain/people/member-fields/rules.ts";
import { paths } from "#http/paths.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { IN_USE } from "#ui/in-use.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";

const { memberFields } = paths.admin;
export const FIELD_CRUMBS = [...OFFICE_CRUMBS, { label: "自訂欄位", href: memberFields.list() }];

const addButton = linkButton({ label: "新增欄位", icon: "plus", tone: "primary", href: memberFields.create() });

/** The list page 自訂欄位: what the association asks of members besides the fields of every record. */
export const fieldList = listing({
	path: memberFields.list(),
	gate: "member_fields",
	title: "自訂欄位",
	unit: "個",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {
		q: words("欄位名稱"),
		active: choice("狀態", [["1", "0"], { 1: "使用中", 0: "已停用" }]),
	},
	read: async ({ env }, asked) => {
		const [rows] = await readRows(env.DB, fieldRows(asked));
		return { rows, total: rows.length };
	},
	lead: ({ isNarrowed }) =>
		isNarrowed
			? undefined
			: "協會自己要問會員的事。新增以後，會員表單、會員專區、名冊的條件與欄位、匯出、合併、複本與統計都會自己帶上。",
	actions: () => addButton,
	by: {
		name: ({ name }) => name,
		kind: ({ kind, is_special }) => 2 * Object.keys(FIELD_KIND_LABELS).indexOf(kind) + is_special,
		whom: ({ for_whom }) => Object.keys(FOR_WHOM_LABELS).indexOf(for_whom),
		self: ({ self }) => Object.keys(SELF_LABELS).indexOf(self),
		used: ({ used }) => used,
		state: ({ is_active }) => 1 - is_active,
	},
	columns: () => COLUMNS,
	none: () =>
		noneYet({ title: "還沒有自訂欄位", text: "要記錄會員表單裡沒有的事，可以新增欄位。", actions: addButton }),
});

const COLUMNS: Column<FieldRow>[] = [
	{
		label: "欄位",
		sort: "name",
		head: true,
		cell: ({ id, name, hint }) => [
			html`<a href=${memberFields.edit(id)}>${name}</a>`,
			hint !== "" && html`<small class="soft">${hint}</small>`,
		],
	},
	{
		label: "種類",
		sort: "kind",
		cell: ({ kind, is_special }) => `${FIELD_KIND_LABELS[kind]}${is_special === 1 ? "，特種個資" : ""}`,
	},
	{ label: "給誰填", sort: "whom", cell: ({ for_whom }) => FOR_WHOM_LABELS[for_whom] },
	{ label: "會員自己", sort: "self", cell: ({ self }) => SELF_LABELS[self] },
	{ label: "已填", sort: "used", end: true, nowrap: true, cell: ({ used }) => `${figure(used)} 位` },
	IN_USE,
];
