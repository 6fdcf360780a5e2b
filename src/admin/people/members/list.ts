import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { groupOptions } from "#admin/people/groups/choice.ts";
import { countWords, ownConditions } from "#admin/people/member-fields/list-parts.ts";
import { segmentsMenu } from "#admin/people/segments/menu.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import { groupNames } from "#db/people/groups.ts";
import { alikeCount, MOST_COUNTED } from "#db/people/member-duplicates.ts";
import { activeFields } from "#db/people/member-fields.ts";
import {
	isLookedUp,
	MEMBERS_PER_PAGE,
	type MemberFilter,
	MOST_LOOKED_UP,
	memberPage,
	shownMembers,
} from "#db/people/member-lists.ts";
import { MEMBER_SORTS } from "#db/people/member-orders.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { segmentsInUse } from "#db/people/segments.ts";
import { readRows } from "#db/read.ts";
import { noting, ownFilter } from "#domain/people/member-fields/filter-actions.ts";
import { CONDITION_NAMES } from "#domain/people/member-fields/rules.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { typeOptions } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { type Here, hrefWith, sortHref, sortOf } from "#ui/url-state.ts";
import { bulkBand, exportsMenu } from "./list-bulk.ts";
import { memberColumns } from "./list-columns.ts";
import { MEMBER_CONDITIONS } from "./list-conditions.ts";

const { members } = paths.admin;

/** The list page 會員名冊: all members, filtered by the conditions. */
export const memberList = listing({
	path: members.list(),
	gate: "members",
	title: "會員",
	unit: "位",
	area: "會務",
	caption: "會員名冊",
	crumbs: OFFICE_CRUMBS,
	conditions: MEMBER_CONDITIONS,
	sorts: MEMBER_SORTS,
	sort: "number",
	size: MEMBERS_PER_PAGE,
	read: async (ask, { sort, page, counts, ...asked }) => {
		const filter = filterOf(asked, ask);
		const [rows, [alike], groups, segments, own, types, noted] = await readRows(
			ask.env.DB,
			memberPage({ filter, sort, page, counts: counts === "1" }),
			alikeCount(allows("members_merge", ask.who)),
			groupNames(),
			segmentsInUse(),
			activeFields(),
			membershipTypes(),
			...noting(filter.own, ask.by),
		);
		const shown = shownMembers(rows);
		const isMore = shown.total > MOST_LOOKED_UP && counts !== "1" && isLookedUp(filter);
		return {
			rows: shown.rows,
			// The last page that is reached without counting has more rows than were counted.
			total: isMore ? Math.max(shown.total, (page - 1) * MEMBERS_PER_PAGE + shown.rows.length) : shown.total,
			isMore,
			alike: alike?.open ?? 0,
			groups,
			segments,
			own,
			types,
			isSealed: (noted ?? []).length > 0,
		};
	},
	options: ({ who, groups, types }) => ({
		type: typeOptions(types),
		group: groupOptions(groups),
		...(allows("notes", who) ? {} : { notes: undefined }),
	}),
	open: { names: CONDITION_NAMES, fields: ({ own, who }) => ownConditions(own, allows("members_sensitive", who)) },
	told: (list) => toldTotal(list),
	lead: ({ isNarrowed, total, alike, here, ...of }) =>
		html`<p>${isNarrowed ? `符合條件的有 ${toldTotal({ total, ...of })} 位。` : `共 ${figure(total)} 位。`}${of.isMore && countLink(here)}${total > 1 && byDay(here)}${alike > 0 && alikeLink(alike)}</p>`,
	actions: ({ total, isNarrowed, who, query, conditions, segments }) =>
		(total > 0 || isNarrowed) && [
			segmentsMenu({ segments, conditions, isNarrowed, mayEdit: allows("members_manage", who) }),
			allows("members_manage", who) && importButton,
			total > 0 && exportsMenu({ who, query, conditions }),
			allows("members_manage", who) && addButton,
		],
	band: (list) => bulkBand({ ...list, total: toldTotal(list) }),
	columns: ({ who, at, own }) => memberColumns({ who, today: dateInTaipei(at), own }),
	none: ({ who }) =>
		noneYet({
			title: "還沒有會員",
			text: "可以匯入原有的名冊，或一位一位新增。",
			actions: allows("members_manage", who) && [importButton, addButton],
		}),
	past: "名冊已經變短",
});

/** Returns the number of members as the list tells it: the exact number only when it was counted, and when it may be told. */
const toldTotal = ({ total, isMore, isSealed }: { total: number; isMore: boolean; isSealed: boolean }): string =>
	isMore ? `${figure(MOST_LOOKED_UP)}+` : countWords(total, isSealed);

type MembersAsked = Omit<MemberFilter, "words" | "notes" | "own" | "today"> & {
	q: string;
	notes?: "yes" | "no" | undefined;
	counts?: "1" | undefined;
};

/** Whoever asks for a list of members. */
export type Asking = Pick<Ask, "env" | "who" | "at">;

/**
 * Returns the conditions as the database filter for a user. The condition on notes is ignored for users who may not see
 * notes; conditions on special data of own fields find nobody for users who may not see sensitive data, and their use is
 * recorded by whoever reads (`noting`).
 */
export function filterOf({ q, notes, counts: _, ...asked }: MembersAsked, { env, who, at }: Asking): MemberFilter {
	return {
		...asked,
		words: searchWords(q),
		notes: notes && allows("notes", who) ? notes === "yes" : undefined,
		own: ownFilter(env, { asked, seesAll: allows("members_sensitive", who) }),
		today: dateInTaipei(at),
	};
}

/** Draws the link that sorts by 入會日, which has no column of its own. */
function byDay(here: Here): VNode {
	const { by, down } = sortOf(here, "number");
	const words = by === "joined" ? (down ? "改為最早入會的在前" : "改為最近入會的在前") : "依入會日排列";
	return html`<a href=${sortHref(here, { by, down: by !== "joined" || down }, "joined")}>${words}</a>`;
}

/** Draws the link that counts all of a list whose number is not told. */
const countLink = (here: Here): Children => [html`<a href=${hrefWith(here, { counts: "1" })}>算出總數</a>`, "　"];

/** Draws the link to the records that may be the same person's. */
const alikeLink = (alike: number): Children => [
	"　",
	html`<a href=${members.duplicates()}>可能重複 ${figure(alike)} 組${alike >= MOST_COUNTED ? "以上" : ""}</a>`,
];

const importButton = linkButton({ label: "匯入名冊", icon: "upload", href: members.imports.list() });
const addButton = linkButton({ label: "新增會員", icon: "plus", tone: "primary", href: members.create() });
