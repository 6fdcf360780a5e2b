import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { NoticeRow } from "#db/money/dues-notice-log.ts";
import { NOTICES_PER_PAGE } from "#db/money/dues-notices.ts";
import {
	NOTICE_CHANNEL_LABELS,
	NOTICE_CHANNELS,
	NOTICE_KIND_LABELS,
	NOTICE_KINDS,
} from "#domain/money/dues-notices/rules.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { channelWords, kindWords, NOTICES, noticeTabs, whoWords } from "./notices-words.ts";

const { dues, members } = paths.admin;

export type NoticeLog = { rows: NoticeRow[]; total: number; page: number; query: Record<string, string>; at: number };

/** 通知紀錄: who was reminded of what, how, when and by whom. */
export function noticeLogPage({ rows, total, page, query, at }: NoticeLog): Page {
	const here: Here = { path: dues.noticesLog(), query };
	return {
		title: NOTICES,
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: `共 ${figure(total)} 筆。到期前 30 天、到期與寬限期滿的提醒由系統自動寄出，每位會員各一次。`,
		tabs: noticeTabs("log"),
		body: card(
			{ flush: true, label: "通知紀錄" },
			filters({
				here,
				fields: [
					{
						name: "kind",
						label: "種類",
						options: NOTICE_KINDS.map((value) => ({ value, label: NOTICE_KIND_LABELS[value] })),
					},
					{
						name: "channel",
						label: "方式",
						options: NOTICE_CHANNELS.map((value) => ({ value, label: NOTICE_CHANNEL_LABELS[value] })),
					},
				],
				also: query.member ? [{ name: "member", words: rows[0]?.name ?? "一位會員" }] : [],
			}),
			table({ caption: "通知紀錄，新的在前", cards: true, columns: columns(at), rows, empty: nothing(total, here) }),
			rows.length > 0 && pager({ here, page, size: NOTICES_PER_PAGE, total, unit: "筆" }),
		),
	};
}

function nothing(total: number, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "紀錄沒有這麼多", "紀錄");
	if (["kind", "channel", "member"].some((name) => here.query[name]))
		return noMatch({ title: "沒有符合的紀錄", clearHref: here.path });
	return noneYet({ title: "還沒有通知過會員", text: "寄出、列印或記下的通知都會列在這裡。" });
}

const columns = (at: number): Column<NoticeRow>[] => [
	{ label: "時間", nowrap: true, cell: (row) => ago(row.at, at) },
	{
		label: "會員",
		head: true,
		cell: ({ member_id, name, member_no }) => [
			html`<a href=${members.show(member_id)}>${name}</a>`,
			member_no && html`<small class="soft">${member_no}</small>`,
		],
	},
	{ label: "種類", cell: kindWords },
	{ label: "方式", sheet: "line", cell: channelWords },
	{ label: "當時尚欠（元）", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{ label: "由誰", cell: whoWords },
];
