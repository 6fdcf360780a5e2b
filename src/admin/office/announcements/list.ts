import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import {
	ANNOUNCEMENT_SORTS,
	ANNOUNCEMENTS_PER_PAGE,
	type AnnouncementListRow,
	announcementsSelect,
	namedAudiences,
} from "#db/office/announcement-edits.ts";
import { readRows } from "#db/read.ts";
import { type NamedAudience, seesAllAnnouncements } from "#domain/office/announcements/audience.ts";
import { AudienceAsked } from "#domain/office/announcements/form.ts";
import type { AnnouncementState } from "#domain/office/announcements/rules.ts";
import { ANNOUNCEMENT_STATE_LABELS, ANNOUNCEMENT_STATES } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import { choice, linked, oneOf, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Tab } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago, dayAndClock } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { sees } from "./asks.ts";
import { audienceLook, audienceOptions, MAILING_LOOKS, STATE_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;
export const ANNOUNCEMENT_CRUMBS = [...OFFICE_CRUMBS, { label: "公告", href: announcements.list() }];

/** The list page 公告: all announcements that the user may see, filtered by the conditions. */
export const announcementList = listing({
	path: announcements.list(),
	gate: "announcements",
	title: "公告",
	unit: "則",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {
		q: words("標題、內文"),
		audience: oneOf("對象", AudienceAsked),
		state: linked(z.enum(ANNOUNCEMENT_STATES)),
		pinned: choice("置頂", [["1"], { "1": "只看置頂" }]),
	},
	sorts: ANNOUNCEMENT_SORTS,
	sort: "-updated",
	size: ANNOUNCEMENTS_PER_PAGE,
	read: async (ask, { pinned, ...asked }) => {
		const [rows, [count], named] = await readRows(
			ask.env.DB,
			...announcementsSelect({ ...asked, pinned: pinned === "1" }, { all: sees(ask), at: ask.at }),
			namedAudiences(),
		);
		return { rows, total: count?.total ?? 0, named };
	},
	options: ({ named, who }) => ({
		audience: seesAllAnnouncements(who.permissions)
			? [
					...audienceOptions(named),
					{ value: "type:", label: "所有只給一種會員的" },
					{ value: "group:", label: "所有只給一個群組的" },
					{ value: "segment:", label: "所有只給一份條件名單的" },
					{ value: "staff:", label: "所有給工作人員的" },
				]
			: undefined,
	}),
	actions: (list) => !isFirst(list) && addButton,
	tabs: (list) => (isFirst(list) ? undefined : stateTabs(list)),
	columns: ({ named, at }) => columns(named, at),
	none: () =>
		noneYet({
			title: "還沒有公告",
			text: "活動、停診、繳費提醒：寫一則公告，會員登入後就看得到，也可以同時寄電子郵件。",
			actions: addButton,
		}),
});

const isFirst = ({ total, isNarrowed }: { total: number; isNarrowed: boolean }): boolean => total === 0 && !isNarrowed;

const addButton = linkButton({ label: "新增公告", icon: "plus", tone: "primary", href: announcements.create() });

const stateTabs = ({ here, asked }: { here: Here; asked: { state: AnnouncementState | undefined } }): Tab[] =>
	tabsOf({ here, name: "state", now: asked.state }, [
		{ value: undefined, label: "全部" },
		...ANNOUNCEMENT_STATES.map((value) => ({ value, label: ANNOUNCEMENT_STATE_LABELS[value] })),
	]);

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const columns = (named: readonly NamedAudience[], at: number): Column<AnnouncementListRow>[] => [
	{
		label: "標題",
		sort: "title",
		head: true,
		cell: ({ id, title, is_pinned }) => [
			html`<a href=${announcements.show(id)}>${title}</a>`,
			is_pinned === 1 && [" ", status({ word: "置頂", icon: "pin" })],
		],
	},
	{
		id: "audience",
		label: "對象",
		sort: "audience",
		sheet: "line",
		cell: ({ audience }) => status(audienceLook(audience, named)),
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: (row) => status(STATE_LOOKS[standingOf(row, at)]),
	},
	{
		id: "time",
		label: "公告時間",
		sort: "from",
		sheet: "line",
		nowrap: true,
		cell: ({ publish_from, publish_until, planned_from }) => {
			if (publish_from === null)
				return planned_from === null ? quiet("未定") : ["預定 ", dayAndClock(planned_from, at)];
			return [
				dayAndClock(publish_from, at),
				publish_until !== null && html`<small class="soft">至 ${dayAndClock(publish_until, at)}</small>`,
			];
		},
	},
	{
		id: "mail",
		label: "電子郵件",
		sort: "mail",
		spare: true,
		cell: ({ mailing }) => (mailing === null ? quiet("未寄") : status(MAILING_LOOKS[mailing])),
	},
	{
		id: "updated",
		label: "更新",
		spare: true,
		sort: "updated",
		nowrap: true,
		cell: ({ updated_at }) => ago(updated_at, at),
	},
];
