import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import { GROUP_SORTS, type GroupRow, groupCount, groupRows } from "#db/people/groups.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { IN_USE } from "#ui/in-use.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";

const { groups } = paths.admin;
const PER_PAGE = 50;
export const GROUP_CRUMBS = [...OFFICE_CRUMBS, { label: "群組", href: groups.list() }];

const addButton = linkButton({ label: "新增群組", icon: "plus", tone: "primary", href: groups.create() });

/** The list page 群組: each group with the number of people who are in it today. */
export const groupList = listing({
	path: groups.list(),
	gate: "members",
	title: "群組",
	unit: "個",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {
		q: words("名稱、說明"),
		active: choice("狀態", [["1", "0"], { 1: "使用中", 0: "已停用" }]),
	},
	sorts: GROUP_SORTS,
	sort: "state",
	size: PER_PAGE,
	read: async ({ env, at }, { sort, page, ...asked }) => {
		const filter = { ...asked, today: dateInTaipei(at) };
		const [rows, [count]] = await readRows(
			env.DB,
			groupRows(filter, { rows: PER_PAGE, page, sort }),
			groupCount(filter),
		);
		return { rows, total: count?.many ?? 0, all: count?.all ?? 0 };
	},
	lead: ({ isNarrowed }) =>
		isNarrowed
			? undefined
			: "支持團體、分區、志工：誰從哪一天到哪一天在裡面。會員列表可以只看一個群組，公告可以只給一個群組。",
	actions: ({ all, who }) => all > 0 && allows("members_manage", who) && addButton,
	columns: ({ who }) => columns(allows("members_manage", who)),
	none: ({ who }) =>
		noneYet({
			title: "還沒有群組",
			text: "常常要一起聯絡的會員，例如支持團體、北區、志工，可以設成群組。",
			actions: allows("members_manage", who) && addButton,
		}),
});

const columns = (mayEdit: boolean): Column<GroupRow>[] => [
	{
		label: "群組",
		sort: "name",
		head: true,
		cell: ({ id, name, description }) => [
			html`<a href=${groups.of(id)}>${name}</a>`,
			description !== "" && html`<small class="soft">${description}</small>`,
		],
	},
	{ label: "今天", sort: "people", end: true, nowrap: true, cell: ({ people }) => `${figure(people)} 位` },
	IN_USE,
	...(mayEdit ? [EDIT] : []),
];

const EDIT: Column<GroupRow> = {
	label: "操作",
	sheet: "acts",
	bare: true,
	end: true,
	nowrap: true,
	cell: ({ id, name, is_active }) => [
		is_active === 1 &&
			linkButton({ label: "加入", about: `「${name}」`, tone: "quiet", size: "s", href: groups.joining(id) }),
		linkButton({ label: "編輯", about: `「${name}」`, tone: "quiet", size: "s", href: groups.edit(id) }),
	],
};
