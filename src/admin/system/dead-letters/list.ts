import * as z from "zod";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { readRows } from "#db/read.ts";
import { countDeadLetters, DEAD_LETTER_SORTS, type DeadLetterRow, listDeadLetters } from "#db/system/dead-letters.ts";
import { paths } from "#http/paths.ts";
import { tab } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { messageType } from "#platform/queue.ts";
import { button } from "#ui/button.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { WORK } from "./words.ts";

const SIZE = 50;
/** A dead letter with the name of its work; `work` is null for a message of a type that is no longer handled. */
type ShownLetter = DeadLetterRow & { work: string | null };

const STATES = [
	{ state: undefined, label: "全部" },
	{ state: "open", label: "待處理" },
	{ state: "replayed", label: "已重新執行" },
] as const;

/**
 * The list page 背景工作失敗: background work that was given up after several tries, with buttons that start it again.
 */
export const deadLetterList = listing({
	path: paths.admin.deadLetters.list(),
	gate: "operations",
	title: "背景工作失敗",
	unit: "項",
	area: "背景工作失敗",
	crumbs: SYSTEM_CRUMBS,
	conditions: { state: tab(z.enum(["open", "replayed"]).optional()) },
	sorts: DEAD_LETTER_SORTS,
	sort: "state",
	size: SIZE,
	read: async ({ env }, { state, sort, page }) => {
		const [letters, [found]] = await readRows(
			env.DB,
			listDeadLetters({ limit: SIZE, offset: (page - 1) * SIZE, state, sort }),
			countDeadLetters(),
		);
		const { total: all, open } = found ?? { total: 0, open: 0 };
		const totals = [all, open, all - open];
		const rows = letters.map((letter): ShownLetter => ({ ...letter, work: workOf(letter.body) }));
		return { rows, total: totals[STATES.findIndex((one) => one.state === state)] ?? 0, totals };
	},
	lead: () => "背景工作試了多次仍未完成，會列在這裡。排除原因後可以重新執行；多執行一次不會造成重複。",
	tabs: ({ here, asked, totals }) =>
		tabsOf(
			{ here, name: "state", now: asked.state },
			STATES.map(({ state, label }, nth) => ({ value: state, label, count: totals[nth] })),
		),
	above: ({ state }) => state && errorSummary(state),
	columns: ({ here, at }) => columns(here, at),
	none: ({ totals, here }) =>
		totals[0] === 0
			? noneYet({ title: "沒有失敗項目", text: "背景工作都順利完成。" })
			: noMatch({ title: "這裡沒有項目", text: "其他分頁還有紀錄。", clearHref: here.path }),
});

/** Returns in words what a stored message asks for; null for a type that is no longer handled. */
export function workOf(body: string): string | null {
	const type = messageType(JSON.parse(body));
	return type === undefined ? null : WORK[type];
}

const columns = (here: Here, at: number): Column<ShownLetter>[] => [
	{ label: "工作", sort: "work", head: true, cell: ({ work }) => work ?? "系統已不使用的工作" },
	{ label: "發生時間", sort: "at", nowrap: true, cell: (row) => ago(row.at, at) },
	{ label: "嘗試", sort: "attempts", end: true, nowrap: true, cell: ({ attempts }) => `${attempts} 次` },
	{ label: "狀態", sort: "state", sheet: "corner", cell: (row) => standing(row, at) },
	{ label: "內容", bare: true, cell: content },
	{ label: "操作", end: true, sheet: "acts", cell: (row) => replay(row, here) },
];

const standing = ({ replayedAt }: ShownLetter, at: number): Children =>
	replayedAt === null
		? status({ word: "待處理", tone: "danger" })
		: [status({ word: "已重新執行", tone: "ok" }), html`<small>${ago(replayedAt, at)}</small>`];

const content = ({ id, queue, body }: ShownLetter): VNode =>
	disclosure({ label: "內容" }, html`<code>${body}</code>`, html`<small>佇列 ${queue}　編號 ${id}</small>`);

function replay({ id, work, replayedAt }: ShownLetter, here: Here): Children {
	if (work === null) return html`<span class="soft">無法重新執行</span>`;
	const label = replayedAt === null ? "重新執行" : "再執行一次";
	return html`<form method="post" action=${hrefWith({ ...here, path: paths.admin.deadLetters.replay(id) }, { page: here.query.page })}>
		<input type="hidden" name="replayed_at" value=${replayedAt ?? ""} />
		${button({ label, about: work, size: "s", tone: replayedAt === null ? "plain" : "quiet", icon: "refresh", busy: "送出中..." })}
	</form>`;
}
