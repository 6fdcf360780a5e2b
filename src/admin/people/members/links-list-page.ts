import { LINKS_PER_PAGE, type LinkListRow, type LinkState } from "#db/people/link-requests.ts";
import type { LinkListQuery } from "#domain/people/link-requests/form.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Status, status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { members } = paths.admin;
export const LINK_CRUMBS = [...MEMBER_CRUMBS, { label: "連結申請", href: members.links.list() }];

/** THE words and looks of a request. */
export const LINK_LOOKS: Record<LinkState, Status> = {
	open: { word: "待處理", tone: "warn" },
	linked: { word: "已連結", tone: "ok", icon: "link" },
	created: { word: "已建立新會員", tone: "ok", icon: "plus" },
	refused: { word: "已退回", icon: "undo" },
	withdrawn: { word: "已撤回", icon: "undo" },
};

export type LinkList = {
	rows: LinkListRow[];
	total: number;
	waiting: number;
	asked: LinkListQuery;
	/** What the address asks for. */
	query: Record<string, string>;
	at: number;
};

const TABS = { open: "待處理", closed: "已處理" } as const;

/** 連結申請: users who may be in the roster already. */
export function linkListPage(list: LinkList): Page {
	const { rows, total, waiting, asked, query } = list;
	const here: Here = { path: members.links.list(), query };
	return {
		title: "連結申請",
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: "登入者填的資料與名冊上的人相似時，由工作人員核對：連結到原有的會員、建立新的入會申請，或退回補正。",
		tabs: (["open", "closed"] as const).map((tab) => ({
			label: TABS[tab],
			href: hrefWith({ path: here.path, query: {} }, { tab: tab === "open" ? undefined : tab, q: query.q }),
			current: tab === asked.tab,
			...(tab === "open" ? { count: waiting } : {}),
		})),
		body: card(
			{ flush: true, label: TABS[asked.tab] },
			filters({ here, search: { placeholder: "姓名、手機、電子郵件" } }),
			table({
				caption: TABS[asked.tab],
				cards: true,
				columns: asked.tab === "open" ? openColumns(list) : closedColumns(list),
				rows,
				empty: emptyOf(list, here),
			}),
			rows.length > 0 && pager({ here, page: asked.page, size: LINKS_PER_PAGE, total, unit: "件" }),
		),
	};
}

function emptyOf({ total, asked }: LinkList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (asked.q) return noMatch({ title: "找不到符合的申請", clearHref: hrefWith(here, { q: undefined }) });
	return asked.tab === "open"
		? noneYet({ title: "沒有待處理的申請", text: "登入者填的資料與名冊上的人相似時，會排在這裡。" })
		: noneYet({ title: "還沒有處理過的申請", text: "連結、建立與退回的申請會列在這裡。" });
}

const applicant: Column<LinkListRow> = {
	label: "申請人",
	head: true,
	cell: ({ id, user_name, user_phone, user_email }) => [
		html`<a href=${members.links.show(id)}>${user_name}</a>`,
		html`<small class="soft">${user_phone === null ? user_email : phoneWords(user_phone)}</small>`,
	],
};

const openColumns = ({ at }: LinkList): Column<LinkListRow>[] => [
	applicant,
	{ label: "送出", nowrap: true, cell: ({ created_at }) => ago(created_at, at) },
	{ label: "相似的會員", nowrap: true, cell: ({ found }) => `${figure(found)} 位` },
	{
		label: "操作",
		end: true,
		sheet: "acts",
		bare: true,
		cell: ({ id, user_name }) =>
			linkButton({ label: "核對", about: `：${user_name}`, tone: "quiet", size: "s", href: members.links.show(id) }),
	},
];

const closedColumns = ({ at }: LinkList): Column<LinkListRow>[] => [
	applicant,
	{ label: "結果", nowrap: true, sheet: "corner", bare: true, cell: (row) => status(LINK_LOOKS[row.status]) },
	{
		label: "會員",
		cell: ({ member_id, member_name }) =>
			member_id === null
				? html`<span class="soft">—</span>`
				: html`<a href=${members.show(member_id)}>${member_name}</a>`,
	},
	{
		label: "處理",
		cell: ({ closed_at, closed_by }) => [closed_by, " ", closed_at === null ? null : ago(closed_at, at)],
	},
];
