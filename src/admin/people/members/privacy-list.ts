import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { privacyRequests, REQUEST_SORTS, REQUESTS_PER_PAGE, type RequestRow } from "#db/people/privacy.ts";
import { readRows } from "#db/read.ts";
import { REQUEST_KIND_LABELS } from "#domain/people/privacy/labels.ts";
import { KEPT_DAYS, REQUEST_KINDS } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { choice, tab } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago } from "#ui/time.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { closerWords, dayWords, requesterWords, requestStatus } from "./privacy-words.ts";

const { members } = paths.admin;
const TABS = { open: "處理中", closed: "已結案" } as const;

/** The list page 個人資料申請: members' requests about their data, the most urgent first. */
export const requestList = listing({
	path: members.privacy.list(),
	gate: "members_manage",
	title: "個人資料申請",
	name: "申請",
	unit: "件",
	area: "會員",
	caption: (asked) => TABS[asked.tab],
	crumbs: MEMBER_CRUMBS,
	conditions: {
		tab: tab(z.enum(["open", "closed"]).default("open")),
		kind: choice("申請", [REQUEST_KINDS, REQUEST_KIND_LABELS]),
	},
	sorts: REQUEST_SORTS,
	// The most urgent first, and what was closed last.
	sort: ({ tab }) => (tab === "open" ? "due" : "-closed"),
	size: REQUESTS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [counts]] = await readRows(env.DB, ...privacyRequests({ ...asked, open: asked.tab === "open" }));
		return { rows, ...(counts ?? { total: 0, waiting: 0 }) };
	},
	lead: () =>
		"會員查詢、更正或刪除個人資料的申請。查詢與複本 15 天內、更正與刪除 30 天內答覆，必要時各可延長一次（個資法第 13 條）。",
	actions: ({ who }) => [
		linkButton({ label: "告知事項", icon: "file", href: members.privacy.texts() }),
		allows("access_log", who) && linkButton({ label: "個資存取紀錄", icon: "eye", href: members.privacy.access() }),
	],
	tabs: ({ here, asked, waiting }) =>
		tabsOf({ here, name: "tab", now: asked.tab }, [
			{ value: "open", label: TABS.open, count: waiting },
			{ value: "closed", label: TABS.closed },
		]),
	below: () =>
		card(
			{ label: "資料保存多久" },
			disclosure({ label: "資料保存多久" }, html`<ul>${KEPT.map((words) => html`<li>${words}</li>`)}</ul>`),
		),
	columns: (list) => columnsOf(list),
	none: ({ asked }) =>
		asked.tab === "open"
			? noneYet({
					title: "沒有處理中的申請",
					text: "會員在會員專區提出的申請會列在這裡；紙本收到的，請從會員的頁面登錄。",
				})
			: noneYet({ title: "還沒有結案的申請", text: "答覆、拒絕與撤回的申請會列在這裡。" }),
});

/** The retention periods in short, for staff; docs/privacy.md has them in full. */
const KEPT = [
	"會員資料：保存到去識別化；帳冊、收據、會員編號與決議依法保留。",
	"病況：收回健康資料的同意時立刻刪除。",
	"身障證明的檔案：審查後依設定的天數刪除，審查結果保留。",
	`名冊匯入前的內容：${KEPT_DAYS.importedBefore} 天，之後不能復原那次匯入；沒有套用的名冊與檔案：${KEPT_DAYS.importDraft} 天。`,
	"帳號對應填的內容：處理後立刻刪除。寄出的信：180 天後刪除收件人與內容。",
	"同意紀錄與稽核紀錄：長期保留，只有編號與時間。",
];

function columnsOf({ asked, at }: { asked: { tab: "open" | "closed" }; at: number }): Column<RequestRow>[] {
	const today = dateInTaipei(at);
	const who: Column<RequestRow> = {
		label: "會員",
		sort: "member",
		head: true,
		cell: ({ id, member_name, member_no }) => [
			html`<a href=${members.privacy.show(id)}>${member_name}</a>`,
			html`<small class="soft">${member_no ?? "尚無編號"}</small>`,
		],
	};
	const kind: Column<RequestRow> = {
		label: "申請",
		sort: "kind",
		nowrap: true,
		sheet: "line",
		cell: (row) => REQUEST_KIND_LABELS[row.kind],
	};
	const state: Column<RequestRow> = {
		label: "狀態",
		sort: "state",
		nowrap: true,
		sheet: "corner",
		bare: true,
		cell: (row) => requestStatus(row, today),
	};
	if (asked.tab === "open")
		return [
			who,
			kind,
			{
				label: "收到",
				sort: "received",
				nowrap: true,
				sheet: "away",
				cell: ({ received_on }) => dayWords(received_on),
			},
			{
				label: "期限",
				sort: "due",
				nowrap: true,
				sheet: "line",
				cell: ({ due_on, extended_at }) => [
					dayWords(due_on),
					extended_at !== null && html`<small class="soft">已延長</small>`,
				],
			},
			state,
			{ label: "申請人", sort: "requester", sheet: "line", cell: requesterWords },
		];
	return [
		who,
		kind,
		state,
		{
			label: "結案",
			sort: "closed",
			sheet: "line",
			cell: (row) => [closerWords(row), " ", row.closed_at === null ? null : ago(row.closed_at, at)],
		},
	];
}
