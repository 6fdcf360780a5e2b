import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { reviewerOf } from "#admin/reviewers.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	CERTIFICATES_PER_PAGE,
	QUEUE_SORTS,
	type QueueRow,
	queueCounts,
	queueSelect,
} from "#db/people/certificate-queue.ts";
import { readRows } from "#db/read.ts";
import { relatedTo } from "#domain/people/certificates/actions.ts";
import { QUEUES, type Queue } from "#domain/people/certificates/form.ts";
import { daysBetween, reviewsAs } from "#domain/people/certificates/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { tab, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago } from "#ui/time.ts";
import { daysAt } from "./asks.ts";

const { certificates } = paths.admin;
export const CERTIFICATE_CRUMBS = [...OFFICE_CRUMBS, { label: "身障證明", href: certificates.list() }];

const TABS: Record<Queue, string> = {
	waiting: "等待審查",
	approved: "已核准",
	expiring: "90 天內到期",
	rejected: "未通過與撤銷",
};

/** Who has waited longest first, what ends soonest, and what was decided last. */
const FIRST = { waiting: "sent", approved: "-decided", expiring: "until", rejected: "-decided" } as const;

type Seen = { who: Visitor; at: number };

/** The list page of 身心障礙證明, with tabs for waiting, approved, expiring and rejected applications. */
export const certificateList = listing({
	path: certificates.list(),
	gate: "certificates",
	title: "身障證明",
	name: "證明",
	unit: "件",
	area: "會務",
	caption: (asked) => TABS[asked.tab],
	crumbs: OFFICE_CRUMBS,
	conditions: { tab: tab(z.enum(QUEUES).default("waiting")), q: words("姓名、會員編號") },
	sorts: QUEUE_SORTS,
	sort: ({ tab }) => FIRST[tab],
	size: CERTIFICATES_PER_PAGE,
	read: async ({ env, at }, asked) => {
		const days = daysAt(at);
		const [rows, [count], [counts]] = await readRows(env.DB, ...queueSelect(asked, days), queueCounts(days));
		const none = { waiting: 0, approved: 0, expiring: 0, rejected: 0 };
		return { rows, total: count?.total ?? 0, counts: counts ?? none };
	},
	lead: ({ counts: { waiting } }) => (waiting > 0 ? `有 ${figure(waiting)} 件等待審查。` : "目前沒有等待審查的證明。"),
	actions: (list) => {
		const first = list.asked.tab === "waiting" ? list.rows.find((row) => mayReview(row, list)) : undefined;
		return first && linkButton({ label: "開始審查", tone: "primary", href: certificates.show(first.id) });
	},
	tabs: ({ here, asked, counts }) =>
		tabsOf(
			{ here, name: "tab", now: asked.tab },
			QUEUES.map((value) => ({ value, label: TABS[value], count: counts[value] })),
		),
	columns: (list) => COLUMNS[list.asked.tab](list),
	none: ({ asked }) => noneYet(NONE[asked.tab]),
});

const mayReview = (row: QueueRow, { who }: Seen): boolean =>
	reviewsAs(reviewerOf(who, "certificates.review"), relatedTo(row)) !== undefined;

const NONE: Record<Queue, { title: string; text: string }> = {
	waiting: { title: "沒有等待審查的證明", text: "會員上傳，或由工作人員從會員資料代為上傳後，會排在這裡。" },
	approved: { title: "還沒有核准的證明", text: "審查通過的證明會列在這裡。" },
	expiring: { title: "90 天內沒有到期的證明", text: "到期前 90 天與 60 天，系統會自動提醒會員更新。" },
	rejected: { title: "沒有未通過或撤銷的證明", text: "退回補正與撤銷的證明會列在這裡。" },
};

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const person: Column<QueueRow> = {
	label: "會員",
	sort: "member",
	head: true,
	cell: ({ id, name, member_no }) =>
		html`<span><a href=${certificates.show(id)}>${name}</a><small>${member_no ?? "還沒有編號"}</small></span>`,
};

/** The column of a certificate's last day, as certificates print it, and the days left until then. */
const until = ({ at }: Seen): Column<QueueRow> => ({
	label: "到期日",
	sort: "until",
	nowrap: true,
	cell: ({ until: day }) =>
		day === null
			? "沒有到期日"
			: html`<span>${dayText(day)}<small>${leftWords(daysBetween(dateInTaipei(at), day))}</small></span>`,
});
const leftWords = (days: number): string =>
	days < 0 ? `已過 ${-days} 天` : days === 0 ? "今天到期" : `還有 ${days} 天`;

const decided = (label: string, { at }: Seen): Column<QueueRow> => ({
	label,
	sort: "decided",
	sheet: "line",
	cell: ({ decided_at, reviewer }) =>
		html`<span>${decided_at === null ? quiet("—") : ago(decided_at, at)}<small>${reviewer}</small></span>`,
});

const standing = ({ at }: Seen): Column<QueueRow> => ({
	label: "狀態",
	sort: "state",
	sheet: "corner",
	bare: true,
	cell: ({ status: now, is_revoked, until: day }) => {
		if (now === "pending") return status({ ...DISABILITY_LOOKS.pending, word: "待審查" });
		if (now === "approved")
			return status(DISABILITY_LOOKS[day !== null && day < dateInTaipei(at) ? "expired" : "approved"]);
		return status(DISABILITY_LOOKS[is_revoked === 1 ? "revoked" : "rejected"]);
	},
});

const kindOf = ({ is_renewal, has_file }: QueueRow): string =>
	has_file === 0 ? "名冊註記" : is_renewal === 1 ? "更新" : "新申請";

const COLUMNS: Record<Queue, (list: Seen) => Column<QueueRow>[]> = {
	waiting: (list) => [
		person,
		{
			label: "申請",
			sort: "kind",
			cell: (row) =>
				html`<span>${kindOf(row)}${row.on_paper === 1 && "（紙本）"}${!mayReview(row, list) && html`<small>須由其他人審查</small>`}</span>`,
		},
		{ label: "送出", sort: "sent", nowrap: true, cell: ({ applied_at }) => ago(applied_at, list.at) },
		standing(list),
	],
	approved: (list) => [person, until(list), decided("核准", list), standing(list)],
	expiring: (list) => [person, until(list), decided("核准", list), standing(list)],
	rejected: (list) => [person, decided("審查", list), standing(list)],
};
