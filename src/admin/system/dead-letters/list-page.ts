import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { DeadLetterRow } from "#db/system/dead-letters.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";

/** A letter, and what its work is called; null for a message that nobody takes any more. */
export type ShownLetter = DeadLetterRow & { work: string | null };
export type DeadLetterList = {
	rows: ShownLetter[];
	counts: { total: number; open: number };
	page: number;
	size: number;
	here: Here;
	at: number;
};

const STATES = [
	{ state: undefined, label: "全部" },
	{ state: "open", label: "待處理" },
	{ state: "replayed", label: "已重新執行" },
];

/** Work of the background that was given up after several tries, and the buttons that start it again. */
export function deadLettersPage(of: DeadLetterList, state: FormState = freshForm()): Page {
	const { rows, counts, page, size, here, at } = of;
	const totals = [counts.total, counts.open, counts.total - counts.open];
	const total = totals[STATES.findIndex((one) => one.state === here.query.state)] ?? 0;
	return {
		title: "處理失敗項目",
		area: "處理失敗項目",
		crumbs: SYSTEM_CRUMBS,
		lead: "背景工作試了多次仍未完成，會列在這裡。排除原因後可以重新執行；多執行一次不會造成重複。",
		tabs: STATES.map((one, nth) => ({
			label: one.label,
			href: hrefWith({ path: here.path, query: {} }, { state: one.state }),
			current: one.state === here.query.state,
			count: totals[nth],
		})),
		body: html`<div class="stack">
			${errorSummary(state)}
			${card(
				{ label: "處理失敗項目", flush: true },
				table({
					caption: "處理失敗項目，待處理的在前，新的在前",
					columns: columns(here, at),
					rows,
					cards: true,
					empty: nothing(of),
				}),
				pager({ here, page, size, total, unit: "項" }),
			)}
		</div>`,
	};
}

const nothing = ({ counts, here }: DeadLetterList): VNode =>
	counts.total === 0
		? noneYet({ title: "沒有失敗項目", text: "背景工作都順利完成。" })
		: noMatch({ title: "這裡沒有項目", text: "其他分頁還有紀錄。", clearHref: here.path });

const columns = (here: Here, at: number): Column<ShownLetter>[] => [
	{ label: "工作", head: true, cell: ({ work }) => work ?? "系統已不使用的工作" },
	{ label: "發生時間", nowrap: true, cell: (row) => ago(row.at, at) },
	{ label: "嘗試", end: true, nowrap: true, cell: ({ attempts }) => `${attempts} 次` },
	{ label: "狀態", sheet: "corner", cell: (row) => standing(row, at) },
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
