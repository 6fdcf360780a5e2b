import * as z from "zod";
import { memberStatus } from "#admin/people/members/list-words.ts";
import { allows } from "#auth/permissions.ts";
import {
	GROUP_PEOPLE_PER_PAGE,
	GROUP_PEOPLE_SORTS,
	type GroupPersonRow,
	groupPeople,
	groupPeopleCounts,
} from "#db/people/group-people.ts";
import { type GroupName, groupNames } from "#db/people/groups.ts";
import { readRows } from "#db/read.ts";
import { type GroupTime, TIMES } from "#domain/people/groups/rules.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { memberStatusNow } from "#domain/people/members/rules.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { paths } from "#http/paths.ts";
import { asked as optional } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { RecordId, tab, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import type { FileColumn } from "#kits/list/taking-away.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { GROUP_CRUMBS } from "./list.ts";

const { groups, members } = paths.admin;

export const TIME_LABELS: Record<GroupTime, string> = { now: "目前", later: "之後加入", past: "曾經" };

type Asked = { q: string; group: number | undefined; time: GroupTime };
const filterOf = ({ q, group, time }: Asked, at: number) => ({
	...{ group, time },
	words: searchWords(q),
	today: dateInTaipei(at),
});

type Of = { asked: { group: number | undefined }; names: readonly GroupName[] };
const chosen = ({ asked, names }: Of): GroupName | undefined => names.find(({ id }) => id === asked.group);

/**
 * The list page of the people of groups: of one group, whose page it is, or of all. Who is in it today, who will be, and
 * who was.
 */
export const groupPeopleList = listing({
	path: groups.people(),
	gate: "members",
	title: "群組的人",
	name: "人",
	unit: "筆",
	area: "群組",
	caption: ({ time }) => TIME_LABELS[time],
	crumbs: GROUP_CRUMBS,
	conditions: {
		time: tab(z.enum(TIMES).default("now")),
		q: words("姓名、編號、電話、電子郵件"),
		group: tab(optional(RecordId)),
	},
	sorts: GROUP_PEOPLE_SORTS,
	sort: "number",
	size: GROUP_PEOPLE_PER_PAGE,
	read: async ({ env, at }, { sort, page, ...asked }) => {
		const filter = filterOf(asked, at);
		const skipped = (page - 1) * GROUP_PEOPLE_PER_PAGE;
		const [rows, [found], names] = await readRows(
			env.DB,
			groupPeople(filter, { sort, most: GROUP_PEOPLE_PER_PAGE, skipped }),
			groupPeopleCounts(filter),
			groupNames(),
		);
		const counts = found ?? { now: 0, later: 0, past: 0 };
		return { rows, total: counts[asked.time], counts, names };
	},
	heading: (list) => chosen(list)?.name,
	lead: (list) => leadOf(list.total, chosen(list)),
	tabs: ({ here, asked, counts }) =>
		tabsOf(
			{ here, name: "time", now: asked.time },
			TIMES.map((value) => ({ value, label: TIME_LABELS[value], count: counts[value] })),
		),
	actions: (list) => {
		const group = chosen(list);
		const manages = allows("members_manage", list.who);
		return [
			manages && list.total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(groups.peopleFile, list.query)),
			group && linkButton({ label: "在會員列表開啟", href: `${members.list()}?group=${group.id}` }),
			group && manages && linkButton({ label: "編輯群組", icon: "edit", href: groups.edit(group.id) }),
			group?.is_active === 1 && manages && joinButton(group.id),
		];
	},
	columns: (list) =>
		columns({
			mayEdit: allows("members_manage", list.who),
			isOfOne: chosen(list) !== undefined,
			today: dateInTaipei(list.at),
		}),
	none: (list) => {
		const group = chosen(list);
		return noneYet({
			title: { now: "目前沒有人", later: "沒有之後才加入的人", past: "沒有曾經在裡面的人" }[list.asked.time],
			text: "加入的人會列在這裡；填了最後一天的，過了那天會移到「曾經」。",
			actions: group?.is_active === 1 && allows("members_manage", list.who) && joinButton(group.id),
		});
	},
	file: {
		path: groups.peopleFile,
		gate: "members_manage",
		holds: "contacts",
		narrow: "請選擇一個群組後再匯出",
		noted: ["group.export", "group"],
		columns: fileColumns(),
		read: async ({ env, at }, { sort, ...asked }, most) => {
			const filter = filterOf(asked, at);
			const [rows] = await readRows(env.DB, groupPeople(filter, { sort, most }));
			return { rows: rows.map((row) => ({ ...row, today: filter.today })) };
		},
	},
});

/** Draws the number of rows, and what the group is about; undefined, as every list has it, without a description. */
const leadOf = (total: number, group: GroupName | undefined) =>
	group && group.description !== ""
		? html`<div><p>${figure(total)} 筆。</p><p class="small soft note-text">${group.description}</p></div>`
		: undefined;

const joinButton = (id: number) =>
	linkButton({ label: "加入人", icon: "plus", tone: "primary", href: groups.joining(id) });

type Shown = { mayEdit: boolean; isOfOne: boolean; today: string };
const columns = ({ mayEdit, isOfOne, today }: Shown): Column<GroupPersonRow>[] => [
	{
		label: "會員",
		sort: "name",
		head: true,
		cell: ({ member_id, name, phone, email }) => [
			html`<a href=${members.show(member_id)}>${name}</a>`,
			(phone ?? email) && html`<small class="soft">${phone ? phoneWords(phone) : email}</small>`,
		],
	},
	{ label: "會員編號", sort: "number", nowrap: true, cell: ({ member_no }) => member_no ?? "—" },
	...(isOfOne ? [] : [GROUP]),
	{ label: "加入", sort: "from", nowrap: true, cell: ({ from_on }) => dayText(from_on) },
	{
		label: "最後一天",
		sort: "until",
		nowrap: true,
		cell: ({ until_on }) => (until_on === null ? html`<span class="soft">—</span>` : dayText(until_on)),
	},
	{
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		nowrap: true,
		cell: (row) => memberStatus(memberStatusNow(row, today)),
	},
	...(mayEdit ? [EDIT] : []),
];

const GROUP: Column<GroupPersonRow> = {
	label: "群組",
	sort: "group",
	sheet: "line",
	cell: ({ group_id, group_name }) => html`<a href=${groups.of(group_id)}>${group_name}</a>`,
};
const EDIT: Column<GroupPersonRow> = {
	label: "操作",
	sheet: "acts",
	bare: true,
	end: true,
	nowrap: true,
	cell: ({ id, name, until_on }) =>
		linkButton({
			label: until_on === null ? "離開" : "改日期",
			about: `：${name}`,
			tone: "quiet",
			size: "s",
			href: groups.membership(id),
		}),
};

function fileColumns(): FileColumn<GroupPersonRow & { today: string }>[] {
	return [
		{ label: "群組", width: 16, cell: ({ group_name }) => group_name },
		{ label: "會員編號", width: 12, cell: ({ member_no }) => member_no },
		{ label: "姓名", width: 14, cell: ({ name }) => name },
		{ label: "狀態", width: 10, cell: (row) => MEMBER_STATUS_LABELS[memberStatusNow(row, row.today)] },
		{ label: "手機", width: 14, cell: ({ phone }) => phone },
		{ label: "電子郵件", width: 28, cell: ({ email }) => email },
		{ label: "加入", width: 12, cell: ({ from_on }) => from_on },
		{ label: "最後一天", width: 12, cell: ({ until_on }) => until_on },
	];
}
