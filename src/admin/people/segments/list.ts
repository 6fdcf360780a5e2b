import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { ownConditions } from "#admin/people/member-fields/list-parts.ts";
import { allows } from "#auth/permissions.ts";
import { activeFields } from "#db/people/member-fields.ts";
import { SEGMENT_SORTS, type SegmentRow, segmentCount, segmentRows } from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { choice, tab, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { IN_USE } from "#ui/in-use.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { hrefWith } from "#ui/url-state.ts";
import { segmentHref, segmentWords } from "./words.ts";

const { segments, members } = paths.admin;
const PER_PAGE = 50;
export const SEGMENT_CRUMBS = [...OFFICE_CRUMBS, { label: "條件名單", href: segments.list() }];

const addButton = linkButton({ label: "新增條件名單", icon: "plus", tone: "primary", href: segments.create() });

/** The list page 條件名單: each segment with its conditions and the number of people who fit them today. */
export const segmentList = listing({
	path: segments.list(),
	gate: "members",
	title: "條件名單",
	unit: "份",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {
		q: words("名稱、說明"),
		active: choice("使用狀態", [["1", "0"], { 1: "使用中", 0: "已停用" }]),
		people: tab(asked(z.enum(["1"]))),
	},
	sorts: SEGMENT_SORTS,
	sort: "state",
	size: PER_PAGE,
	read: async ({ env, at }, { sort, page, people, ...filter }) => {
		const [rows, [count], fields] = await readRows(
			env.DB,
			segmentRows(filter, { rows: PER_PAGE, page, sort, today: dateInTaipei(at), counts: people === "1" }),
			segmentCount(filter),
			activeFields(),
		);
		return { rows, total: count?.many ?? 0, all: count?.all ?? 0, own: ownConditions(fields, false) };
	},
	lead: ({ isNarrowed }) =>
		isNarrowed ? undefined : "把常用的條件取個名字，例如「臺北本年未繳」。名單不另外保存，打開時永遠是當下符合的人。",
	actions: ({ all, who, asked: { people }, here }) =>
		all > 0 && [
			people === undefined && linkButton({ label: "算出今天的人數", href: hrefWith(here, { people: "1" }) }),
			allows("members_manage", who) && addButton,
		],
	columns: ({ who, asked: { people }, own }) => [
		NAME,
		{ label: "條件", sheet: "line", cell: (row) => segmentWords(row, own).join("、") },
		...(people === "1" ? [PEOPLE] : []),
		IN_USE,
		...(allows("members_manage", who) ? [EDIT] : []),
	],
	none: ({ who }) =>
		noneYet({
			title: "還沒有條件名單",
			text: "在會員列表選好條件，按「條件名單」的「存成條件名單」；或在這裡新增。公告也可以只給名單上的人。",
			actions: [allows("members_manage", who) && addButton, linkButton({ label: "會員列表", href: members.list() })],
		}),
});

type Row = SegmentRow & { people: number | null };
const NAME: Column<Row> = {
	label: "條件名單",
	sort: "name",
	head: true,
	cell: (row) => [
		html`<a href=${segmentHref(row)}>${row.name}</a>`,
		row.description !== "" && html`<small class="soft">${row.description}</small>`,
	],
};
const PEOPLE: Column<Row> = {
	label: "今天",
	sort: "people",
	end: true,
	nowrap: true,
	cell: ({ people }) => `${figure(people ?? 0)} 位`,
};
const EDIT: Column<Row> = {
	label: "操作",
	sheet: "acts",
	bare: true,
	end: true,
	nowrap: true,
	cell: ({ id, name }) =>
		linkButton({ label: "編輯", about: `「${name}」`, tone: "quiet", size: "s", href: segments.edit(id) }),
};
