import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { CERTIFICATES_PER_PAGE, type QueueRow } from "#db/people/certificate-queue.ts";
import { relatedTo } from "#domain/people/certificates/actions.ts";
import { QUEUES, type Queue } from "#domain/people/certificates/form.ts";
import { daysBetween, type Reviewer, reviewsAs } from "#domain/people/certificates/rules.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

const { certificates } = paths.admin;
export const CERTIFICATE_CRUMBS = [...OFFICE_CRUMBS, { label: "身障證明", href: certificates.list() }];

const TABS: Record<Queue, string> = {
	waiting: "等待審查",
	approved: "已核准",
	expiring: "90 天內到期",
	rejected: "未通過與撤銷",
};

export type CertificateList = {
	rows: QueueRow[];
	total: number;
	counts: Record<Queue, number>;
	tab: Queue;
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	reviewer: Reviewer;
	today: string;
	at: number;
};

/** The queue of 身心障礙證明: what waits, what holds, what ends soon, what was refused. */
export function certificateListPage(list: CertificateList): Page {
	const { rows, total, counts, tab, page, query } = list;
	const here: Here = { path: certificates.list(), query };
	const first = tab === "waiting" ? rows.find((row) => mayReview(row, list)) : undefined;
	return {
		title: "身障證明",
		area: "會務",
		crumbs: OFFICE_CRUMBS,
		lead: counts.waiting > 0 ? `有 ${figure(counts.waiting)} 件等待審查。` : "目前沒有等待審查的證明。",
		actions: first && linkButton({ label: "開始審查", tone: "primary", href: certificates.show(first.id) }),
		tabs: QUEUES.map((one) => ({
			label: TABS[one],
			href: hrefWith({ path: here.path, query: {} }, { tab: one === "waiting" ? undefined : one, q: query.q }),
			current: one === tab,
			count: counts[one],
		})),
		body: card(
			{ flush: true, label: TABS[tab] },
			filters({ here, search: { placeholder: "姓名、會員編號" } }),
			table({ caption: TABS[tab], cards: true, columns: COLUMNS[tab](list), rows, empty: emptyOf(list, here) }),
			rows.length > 0 && pager({ here, page, size: CERTIFICATES_PER_PAGE, total, unit: "件" }),
		),
	};
}

const mayReview = (row: QueueRow, { reviewer }: CertificateList): boolean =>
	reviewsAs(reviewer, relatedTo(row)) !== undefined;

const NONE: Record<Queue, { title: string; text: string }> = {
	waiting: { title: "沒有等待審查的證明", text: "會員上傳，或由工作人員從會員資料代為上傳後，會排在這裡。" },
	approved: { title: "還沒有核准的證明", text: "審查通過的證明會列在這裡。" },
	expiring: { title: "90 天內沒有到期的證明", text: "到期前 90 天與 60 天，系統會自動提醒會員更新。" },
	rejected: { title: "沒有未通過或撤銷的證明", text: "退回補正與撤銷的證明會列在這裡。" },
};

function emptyOf({ total, tab }: CertificateList, here: Here): VNode {
	const clearHref = hrefWith(here, { q: undefined });
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	return here.query.q ? noMatch({ title: "找不到符合的證明", clearHref }) : noneYet(NONE[tab]);
}

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const who: Column<QueueRow> = {
	label: "會員",
	head: true,
	cell: ({ id, name, member_no }) =>
		html`<span><a href=${certificates.show(id)}>${name}</a><small>${member_no ?? "還沒有編號"}</small></span>`,
};

/** A last day as the cards print it, and how far it is. */
const until = ({ today }: CertificateList): Column<QueueRow> => ({
	label: "到期日",
	nowrap: true,
	cell: ({ until: day }) =>
		day === null
			? "沒有到期日"
			: html`<span>${rocWords(day)}<small>${leftWords(daysBetween(today, day))}</small></span>`,
});
const leftWords = (days: number): string =>
	days < 0 ? `已過 ${-days} 天` : days === 0 ? "今天到期" : `還有 ${days} 天`;

const decided = (label: string, { at }: CertificateList): Column<QueueRow> => ({
	label,
	sheet: "line",
	cell: ({ decided_at, reviewer }) =>
		html`<span>${decided_at === null ? quiet("—") : ago(decided_at, at)}<small>${reviewer}</small></span>`,
});

const standing = ({ today }: CertificateList): Column<QueueRow> => ({
	label: "狀態",
	sheet: "corner",
	bare: true,
	cell: ({ status: now, is_revoked, until: day }) => {
		if (now === "pending") return status({ ...DISABILITY_LOOKS.pending, word: "待審查" });
		if (now === "approved") return status(DISABILITY_LOOKS[day !== null && day < today ? "expired" : "approved"]);
		return status(DISABILITY_LOOKS[is_revoked === 1 ? "revoked" : "rejected"]);
	},
});

const kindOf = ({ is_renewal, has_file }: QueueRow): string =>
	has_file === 0 ? "名冊註記" : is_renewal === 1 ? "更新" : "新申請";

const COLUMNS: Record<Queue, (list: CertificateList) => Column<QueueRow>[]> = {
	waiting: (list) => [
		who,
		{
			label: "申請",
			cell: (row) =>
				html`<span>${kindOf(row)}${row.on_paper === 1 && "（紙本）"}${!mayReview(row, list) && html`<small>須由其他人審查</small>`}</span>`,
		},
		{ label: "送出", nowrap: true, cell: ({ applied_at }) => ago(applied_at, list.at) },
		standing(list),
	],
	approved: (list) => [who, until(list), decided("核准", list), standing(list)],
	expiring: (list) => [who, until(list), decided("核准", list), standing(list)],
	rejected: (list) => [who, decided("審查", list), standing(list)],
};
