import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { REQUESTS_PER_PAGE, type RequestRow } from "#db/people/privacy.ts";
import type { RequestsQuery } from "#domain/people/privacy/form.ts";
import { REQUEST_KIND_LABELS } from "#domain/people/privacy/labels.ts";
import { KEPT_DAYS, REQUEST_KINDS } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { closerWords, dayWords, requesterWords, requestStatus } from "./privacy-words.ts";

const { members } = paths.admin;

export type RequestList = {
	rows: RequestRow[];
	total: number;
	waiting: number;
	asked: RequestsQuery;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
	at: number;
};

const TABS = { open: "處理中", closed: "已結案" } as const;

/** 個人資料申請: what members ask of their data, the most urgent first. */
export function requestListPage(list: RequestList): Page {
	const { waiting, asked, query, who } = list;
	const here: Here = { path: members.privacy.list(), query };
	return {
		title: "個人資料申請",
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: "會員查詢、更正或刪除個人資料的申請。查詢與複本 15 天內、更正與刪除 30 天內答覆，必要時各可延長一次（個資法第 13 條）。",
		actions:
			allows("access_log", who) && linkButton({ label: "個資存取紀錄", icon: "eye", href: members.privacy.access() }),
		tabs: (["open", "closed"] as const).map((tab) => ({
			label: TABS[tab],
			href: hrefWith({ path: here.path, query: {} }, { tab: tab === "open" ? undefined : tab, kind: query.kind }),
			current: tab === asked.tab,
			...(tab === "open" ? { count: waiting } : {}),
		})),
		body: html`<div class="stack">
			${listCard(list, here)} ${card(
				{ label: "資料保存多久" },
				disclosure({ label: "資料保存多久" }, html`<ul>${KEPT.map((words) => html`<li>${words}</li>`)}</ul>`),
			)}
		</div>`,
	};
}

/** In short, for staff; docs/privacy.md has all of it. */
const KEPT = [
	"會員資料：保存到去識別化；帳冊、收據、會員編號與決議依法保留。",
	"病況：收回健康資料的同意時立刻刪除。",
	"身障證明的檔案：審查後依設定的天數刪除，審查結果保留。",
	`名冊匯入前的內容：${KEPT_DAYS.importedBefore} 天，之後不能復原那次匯入；沒有套用的名冊與檔案：${KEPT_DAYS.importDraft} 天。`,
	"連結申請填的內容：處理後立刻刪除。寄出的信：180 天後刪除收件人與內容。",
	"同意紀錄與稽核紀錄：長期保留，只有編號與時間。",
];

const listCard = (list: RequestList, here: Here): VNode => {
	const { rows, total, asked } = list;
	return card(
		{ flush: true, label: TABS[asked.tab] },
		filters({
			here,
			fields: [
				{
					name: "kind",
					label: "申請",
					options: REQUEST_KINDS.map((value) => ({ value, label: REQUEST_KIND_LABELS[value] })),
				},
			],
		}),
		table({
			caption: TABS[asked.tab],
			cards: true,
			columns: columnsOf(list),
			rows,
			empty: emptyOf(list, here),
		}),
		rows.length > 0 && pager({ here, page: asked.page, size: REQUESTS_PER_PAGE, total, unit: "件" }),
	);
};

function emptyOf({ total, asked }: RequestList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (asked.kind) return noMatch({ title: "找不到符合的申請", clearHref: hrefWith(here, { kind: undefined }) });
	return asked.tab === "open"
		? noneYet({
				title: "沒有處理中的申請",
				text: "會員在會員專區提出的申請會列在這裡；紙本收到的，請從會員的頁面登錄。",
			})
		: noneYet({ title: "還沒有結案的申請", text: "答覆、拒絕與撤回的申請會列在這裡。" });
}

function columnsOf({ asked, at }: RequestList): Column<RequestRow>[] {
	const today = dateInTaipei(at);
	const who: Column<RequestRow> = {
		label: "會員",
		head: true,
		cell: ({ id, member_name, member_no }) => [
			html`<a href=${members.privacy.show(id)}>${member_name}</a>`,
			html`<small class="soft">${member_no ?? "尚無編號"}</small>`,
		],
	};
	const kind: Column<RequestRow> = {
		label: "申請",
		nowrap: true,
		sheet: "line",
		cell: (row) => REQUEST_KIND_LABELS[row.kind],
	};
	const state: Column<RequestRow> = {
		label: "狀態",
		nowrap: true,
		sheet: "corner",
		bare: true,
		cell: (row) => requestStatus(row, today),
	};
	if (asked.tab === "open")
		return [
			who,
			kind,
			{ label: "收到", nowrap: true, sheet: "away", cell: ({ received_on }) => dayWords(received_on) },
			{
				label: "期限",
				nowrap: true,
				sheet: "line",
				cell: ({ due_on, extended_at }) => [
					dayWords(due_on),
					extended_at !== null && html`<small class="soft">已延長</small>`,
				],
			},
			state,
			{ label: "申請人", sheet: "line", cell: requesterWords },
		];
	return [
		who,
		kind,
		state,
		{
			label: "結案",
			sheet: "line",
			cell: (row) => [closerWords(row), " ", row.closed_at === null ? null : ago(row.closed_at, at)],
		},
	];
}
