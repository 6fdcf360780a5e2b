import * as z from "zod";
import {
	LINK_SORTS,
	LINKS_PER_PAGE,
	type LinkListRow,
	type LinkState,
	linkRequests,
} from "#db/people/link-requests.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { tab, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Status, status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago } from "#ui/time.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { members } = paths.admin;
export const LINK_CRUMBS = [...MEMBER_CRUMBS, { label: "帳號對應待確認", href: members.links.list() }];

/** The words and looks of the states of a request to link an account; the only table of them. */
export const LINK_LOOKS: Record<LinkState, Status> = {
	open: { word: "待處理", tone: "warn" },
	linked: { word: "已連結", tone: "ok", icon: "link" },
	created: { word: "已建立新會員", tone: "ok", icon: "plus" },
	refused: { word: "已退回", icon: "undo" },
	withdrawn: { word: "已撤回", icon: "undo" },
};

const TABS = { open: "待處理", closed: "已處理" } as const;

/** The list page 帳號對應待確認: users who ask to be linked to a record that may exist already. */
export const linkList = listing({
	path: members.links.list(),
	gate: "members_manage",
	title: "帳號對應待確認",
	name: "申請",
	unit: "件",
	area: "會員",
	caption: (asked) => TABS[asked.tab],
	crumbs: MEMBER_CRUMBS,
	conditions: { tab: tab(z.enum(["open", "closed"]).default("open")), q: words("姓名、手機、電子郵件") },
	sorts: LINK_SORTS,
	// Who has waited longest first, and what was closed last.
	sort: ({ tab }) => (tab === "open" ? "sent" : "-closed"),
	size: LINKS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [counts]] = await readRows(env.DB, ...linkRequests({ ...asked, open: asked.tab === "open" }));
		return { rows, ...(counts ?? { total: 0, waiting: 0 }) };
	},
	lead: () => "登入者填的資料與名冊上的人相似時，由工作人員核對：連結到原有的會員、建立新的入會申請，或退回補正。",
	tabs: ({ here, asked, waiting }) =>
		tabsOf({ here, name: "tab", now: asked.tab }, [
			{ value: "open", label: TABS.open, count: waiting },
			{ value: "closed", label: TABS.closed },
		]),
	columns: ({ asked, at }) => (asked.tab === "open" ? openColumns(at) : closedColumns(at)),
	none: ({ asked }) =>
		asked.tab === "open"
			? noneYet({ title: "沒有待處理的申請", text: "登入者填的資料與名冊上的人相似時，會排在這裡。" })
			: noneYet({ title: "還沒有處理過的申請", text: "連結、建立與退回的申請會列在這裡。" }),
});

const applicant: Column<LinkListRow> = {
	label: "申請人",
	sort: "applicant",
	head: true,
	cell: ({ id, user_name, user_phone, user_email }) => [
		html`<a href=${members.links.show(id)}>${user_name}</a>`,
		html`<small class="soft">${user_phone === null ? user_email : phoneWords(user_phone)}</small>`,
	],
};

const openColumns = (at: number): Column<LinkListRow>[] => [
	applicant,
	{ label: "送出", sort: "sent", nowrap: true, cell: ({ created_at }) => ago(created_at, at) },
	{ label: "相似的會員", sort: "found", nowrap: true, cell: ({ found }) => `${figure(found)} 位` },
	{
		label: "操作",
		end: true,
		sheet: "acts",
		bare: true,
		cell: ({ id, user_name }) =>
			linkButton({ label: "核對", about: `：${user_name}`, tone: "quiet", size: "s", href: members.links.show(id) }),
	},
];

const closedColumns = (at: number): Column<LinkListRow>[] => [
	applicant,
	{
		label: "結果",
		sort: "result",
		nowrap: true,
		sheet: "corner",
		bare: true,
		cell: (row) => status(LINK_LOOKS[row.status]),
	},
	{
		label: "會員",
		sort: "member",
		cell: ({ member_id, member_name }) =>
			member_id === null
				? html`<span class="soft">—</span>`
				: html`<a href=${members.show(member_id)}>${member_name}</a>`,
	},
	{
		label: "處理",
		sort: "closed",
		cell: ({ closed_at, closed_by }) => [closed_by, " ", closed_at === null ? null : ago(closed_at, at)],
	},
];
