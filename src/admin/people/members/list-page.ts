import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { MOST_COUNTED } from "#db/people/member-duplicates.ts";
import { MEMBERS_PER_PAGE, type MemberListRow } from "#db/people/member-lists.ts";
import { DUES_STANDINGS } from "#db/people/member-standing.ts";
import { ALL_MEMBERSHIP_TYPES, DISABILITY_STATUSES, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { DISABILITY_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { CITIES } from "#domain/people/members/places.ts";
import { IDENTITY_TYPE_LABELS, STATUSES_NOW } from "#domain/people/members/rules.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#domain/people/membership.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { type Here, sortHref, sortOf } from "#ui/url-state.ts";
import { bulkBand, exportsMenu } from "./list-bulk.ts";
import { memberColumns } from "./list-columns.ts";
import { isNarrowed } from "./list-query.ts";
import { DUES_STANDING_LABELS } from "./list-words.ts";

const { members } = paths.admin;

export type MemberList = {
	rows: MemberListRow[];
	total: number;
	/** Pairs of records that may be one person's, for whoever may merge them. */
	alike: number;
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
	at: number;
};

/** Everybody in the association, or who fits the conditions. */
export function memberListPage(list: MemberList): Page {
	const { rows, total, page, query, who, at } = list;
	const here: Here = { path: members.list(), query };
	const isFirst = total === 0 && !isNarrowed(query);
	return {
		title: "會員",
		area: "會務",
		crumbs: OFFICE_CRUMBS,
		lead: html`<p>${isNarrowed(query) ? `符合條件的有 ${figure(total)} 位。` : `共 ${figure(total)} 位。`}${total > 1 && byDay(here)}${list.alike > 0 && alikeLink(list.alike)}</p>`,
		actions: !isFirst && [
			allows("members_manage", who) && importButton,
			total > 0 && exportsMenu({ who, query }),
			allows("members_manage", who) && addButton,
		],
		body: card(
			{ flush: true, label: "會員名冊" },
			filters({ here, search: { placeholder: "姓名、編號、電話、電子郵件" }, fields: filterFields(who) }),
			rows.length > 0 && bulkBand({ who, total, query }),
			table({
				caption: "會員名冊",
				cards: true,
				columns: memberColumns({ who, today: dateInTaipei(at) }),
				rows,
				sorted: { here, now: sortOf(here, "number") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: MEMBERS_PER_PAGE, total, unit: "位" }),
		),
	};
}

/** 入會日 has no column of its own to be sorted by. */
function byDay(here: Here): VNode {
	const { by, down } = sortOf(here, "number");
	const words = by === "joined" ? (down ? "改為最早入會的在前" : "改為最近入會的在前") : "依入會日排列";
	return html`<a href=${sortHref(here, { by, down: by !== "joined" || down }, "joined")}>${words}</a>`;
}

/** The way to the records that may be one person's. */
const alikeLink = (alike: number): Children => [
	"　",
	html`<a href=${members.duplicates()}>可能重複 ${figure(alike)} 組${alike >= MOST_COUNTED ? "以上" : ""}</a>`,
];

const importButton = linkButton({ label: "匯入名冊", icon: "upload", href: members.imports.list() });
const addButton = linkButton({ label: "新增會員", icon: "plus", tone: "primary", href: members.create() });

function nothing({ total, query, who }: MemberList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "名冊已經變短", "會員");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的會員", clearHref: here.path });
	return noneYet({
		title: "還沒有會員",
		text: "可以匯入原有的名冊，或一位一位新增。",
		actions: allows("members_manage", who) && [importButton, addButton],
	});
}

const options = <C extends string>(codes: readonly C[], labels: Record<C, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));

const filterFields = (who: Visitor): Filter[] => [
	{ name: "status", label: "狀態", options: options(STATUSES_NOW, MEMBER_STATUS_LABELS) },
	{ name: "type", label: "會員類別", options: options(ALL_MEMBERSHIP_TYPES, MEMBERSHIP_TYPE_LABELS) },
	{ name: "identity", label: "身分", options: options(IDENTITY_TYPES, IDENTITY_TYPE_LABELS) },
	{ name: "disability", label: "身障證明", options: options([...DISABILITY_STATUSES, "expired"], DISABILITY_LABELS) },
	{ name: "dues", label: "會費", options: options(DUES_STANDINGS, DUES_STANDING_LABELS) },
	{ name: "city", label: "縣市", options: CITIES.map((city) => ({ value: city, label: city })) },
	...(allows("notes", who) ? [NOTES_FILTER] : []),
];
const NOTES_FILTER: Filter = {
	name: "notes",
	label: "備忘錄",
	options: [
		{ value: "yes", label: "有備忘錄" },
		{ value: "no", label: "沒有備忘錄" },
	],
};
