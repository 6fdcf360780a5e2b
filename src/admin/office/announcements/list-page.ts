import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { ANNOUNCEMENTS_PER_PAGE, type AnnouncementListRow } from "#db/office/announcement-edits.ts";
import { type AudienceRole, seesAllAnnouncements } from "#domain/office/announcements/audience.ts";
import { ANNOUNCEMENT_STATE_LABELS, ANNOUNCEMENT_STATES } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#kernel/permissions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page, Tab } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago, dayAndClock } from "#ui/time.ts";
import { type Here, hrefWith, sortOf } from "#ui/url-state.ts";
import { audienceLook, audienceOptions, MAILING_LOOKS, STATE_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;
export const ANNOUNCEMENT_CRUMBS = [...OFFICE_CRUMBS, { label: "公告", href: announcements.list() }];

export type AnnouncementList = {
	rows: AnnouncementListRow[];
	total: number;
	roles: readonly AudienceRole[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	may: ReadonlySet<Permission>;
	at: number;
};

/** Every announcement that one may see, or those that fit the conditions. */
export function announcementListPage(list: AnnouncementList): Page {
	const { rows, total, page, query, at, roles } = list;
	const here: Here = { path: announcements.list(), query };
	const isFirst = total === 0 && !isNarrowed(query);
	return {
		title: "公告",
		area: "會務",
		crumbs: OFFICE_CRUMBS,
		lead: isNarrowed(query) ? `符合條件的有 ${figure(total)} 則。` : `共 ${figure(total)} 則。`,
		actions: !isFirst && addButton,
		tabs: isFirst ? undefined : stateTabs(here),
		body: card(
			{ flush: true, label: "公告列表" },
			filters({ here, search: { placeholder: "標題、內文" }, fields: filterFields(list) }),
			table({
				caption: "公告",
				cards: true,
				columns: columns(roles, at),
				rows,
				sorted: { here, now: sortOf(here, "-updated") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: ANNOUNCEMENTS_PER_PAGE, total, unit: "則" }),
		),
	};
}

const addButton = linkButton({ label: "新增公告", icon: "plus", tone: "primary", href: announcements.create() });

const isNarrowed = (query: Record<string, string>): boolean =>
	["q", "audience", "state", "pinned"].some((name) => query[name]);

const stateTabs = (here: Here): Tab[] =>
	[undefined, ...ANNOUNCEMENT_STATES].map((state) => ({
		label: state ? ANNOUNCEMENT_STATE_LABELS[state] : "全部",
		href: hrefWith(here, { state, page: undefined }),
		current: (here.query.state || undefined) === state,
	}));

const filterFields = ({ roles, may }: AnnouncementList): Filter[] => [
	...(seesAllAnnouncements(may)
		? [
				{
					name: "audience",
					label: "對象",
					options: [
						...audienceOptions(roles),
						{ value: "type:", label: "所有只給一種會員的" },
						{ value: "staff:", label: "所有給工作人員的" },
					],
				},
			]
		: []),
	{ name: "pinned", label: "置頂", options: [{ value: "1", label: "只看置頂" }] },
];

function nothing({ total, query }: AnnouncementList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短", "公告");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的公告", clearHref: here.path });
	return noneYet({
		title: "還沒有公告",
		text: "活動、停診、繳費提醒：寫一則公告，會員登入後就看得到，也可以同時寄電子郵件。",
		actions: addButton,
	});
}

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const columns = (roles: readonly AudienceRole[], at: number): Column<AnnouncementListRow>[] => [
	{
		label: "標題",
		sort: "title",
		head: true,
		cell: ({ id, title, is_pinned }) => [
			html`<a href=${announcements.show(id)}>${title}</a>`,
			is_pinned === 1 && [" ", status({ word: "置頂", icon: "pin" })],
		],
	},
	{ label: "對象", sheet: "line", cell: ({ audience }) => status(audienceLook(audience, roles)) },
	{ label: "狀態", sheet: "corner", bare: true, cell: (row) => status(STATE_LOOKS[standingOf(row, at)]) },
	{
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
	{ label: "電子郵件", cell: ({ mailing }) => (mailing === null ? quiet("未寄") : status(MAILING_LOOKS[mailing])) },
	{ label: "更新", sort: "updated", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
];
