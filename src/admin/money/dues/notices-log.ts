import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { LOG_SORTS, type NoticeRow, noticeLog as noticesSelect } from "#db/money/dues-notice-log.ts";
import { NOTICES_PER_PAGE } from "#db/money/dues-notices.ts";
import { readRows } from "#db/read.ts";
import {
	NOTICE_CHANNEL_LABELS,
	NOTICE_CHANNELS,
	NOTICE_KIND_LABELS,
	NOTICE_KINDS,
} from "#domain/money/dues-notices/rules.ts";
import { paths } from "#http/paths.ts";
import { choice, linked, RecordId } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { channelWords, kindWords, NOTICES, noticeTabs, whoWords } from "./notices-words.ts";

const { dues, members } = paths.admin;

/** The list page 通知紀錄: every notice of dues with its recipient, kind, channel, time and sender. */
export const noticeLog = listing({
	path: dues.noticesLog(),
	gate: "dues",
	title: NOTICES,
	name: "紀錄",
	unit: "筆",
	area: "會費與收款",
	caption: "通知紀錄",
	crumbs: MONEY_CRUMBS,
	conditions: {
		kind: choice("種類", [NOTICE_KINDS, NOTICE_KIND_LABELS]),
		channel: choice("方式", [NOTICE_CHANNELS, NOTICE_CHANNEL_LABELS]),
		member: linked(RecordId),
	},
	sorts: LOG_SORTS,
	sort: "-at",
	size: NOTICES_PER_PAGE,
	read: async ({ env }, { sort, page, ...filter }) => {
		const [rows, [count]] = await readRows(env.DB, ...noticesSelect(filter, { sort, page }));
		return { rows, total: count?.total ?? 0 };
	},
	also: ({ asked, rows }) => (asked.member ? [{ name: "member", words: rows[0]?.name ?? "一位會員" }] : []),
	lead: ({ total }) => `共 ${figure(total)} 筆。到期前 30 天、到期與寬限期滿的提醒由系統自動寄出，每位會員各一次。`,
	tabs: () => noticeTabs("log"),
	columns: ({ at }) => columns(at),
	none: () => noneYet({ title: "還沒有通知過會員", text: "寄出、列印或記下的通知都會列在這裡。" }),
	noMatch: "沒有符合的紀錄",
	past: "紀錄沒有這麼多",
});

const columns = (at: number): Column<NoticeRow>[] => [
	{ label: "時間", sort: "at", nowrap: true, cell: (row) => ago(row.at, at) },
	{
		label: "會員",
		sort: "member",
		head: true,
		cell: ({ member_id, name, member_no }) => [
			html`<a href=${members.show(member_id)}>${name}</a>`,
			member_no && html`<small class="soft">${member_no}</small>`,
		],
	},
	{ label: "種類", sort: "kind", cell: kindWords },
	{ label: "方式", sort: "channel", sheet: "line", cell: channelWords },
	{ label: "當時尚欠（元）", sort: "amount", end: true, nowrap: true, cell: ({ amount }) => figure(amount) },
	{ label: "由誰", sort: "by", cell: whoWords },
];
