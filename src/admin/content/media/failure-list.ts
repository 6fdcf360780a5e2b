import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Route } from "#auth/route.ts";
import { FAILURE_SORTS, FAILURES_PER_PAGE, type FailedPicture, failuresSelect } from "#db/content/picture-failures.ts";
import { NEVER_ENDED } from "#db/content/pictures.ts";
import { readRows } from "#db/read.ts";
import { FILE_ID } from "#domain/content/content/files.ts";
import { retryFailed } from "#domain/content/media/picture-failure-actions.ts";
import { NO_ORIGINAL, NO_SIZE } from "#domain/content/media/pictures.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { relayPictures } from "#platform/queue.ts";
import { button } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { CRUMBS } from "./list-page.ts";
import { thumbnail } from "./thumbnail.ts";

const { media } = paths.admin;
/** The id of the form that the buttons of all rows belong to. */
const RETRY = "picture-retry";

/** The list page 做不成較小版本的圖片: why it failed, and buttons that try again. Everybody sees the originals meanwhile. */
const failureList = listing({
	path: media.failures(),
	gate: "media_failures",
	title: "做不成較小版本的圖片",
	unit: "張",
	area: "媒體庫",
	crumbs: CRUMBS,
	sheets: ["media", "writing"],
	conditions: {},
	sorts: FAILURE_SORTS,
	sort: "state",
	size: FAILURES_PER_PAGE,
	read: async ({ env, who }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...failuresSelect(asked, allows("announcements_manage", who)));
		return { rows, total: count?.total ?? 0 };
	},
	lead: ({ total }) =>
		total > 0
			? `${figure(total)} 張。官網顯示這些圖片的原圖，讀者看得到，只是下載得慢。排除原因後再試一次；多試一次沒有壞處。`
			: undefined,
	above: ({ state }) => [
		state && errorSummary(state),
		html`<form id=${RETRY} method="post" action=${media.failures()}></form>`,
	],
	actions: ({ rows, total }) =>
		total > 1 && retryButton(rows, total > rows.length ? `這一頁的 ${rows.length} 張都再試一次` : "全部再試一次"),
	columns: ({ at }) => columns(at),
	none: () => noneYet({ title: "沒有做不成的圖片", text: "上傳的圖片都有適合手機的較小版本，或正在製作。" }),
	past: "圖片已經變少",
});

const retryButton = (rows: readonly FailedPicture[], label = "再試一次"): VNode =>
	button({
		label,
		about: rows.length === 1 ? `「${rows[0]?.filename}」` : undefined,
		icon: "refresh",
		size: rows.length === 1 ? "s" : undefined,
		form: RETRY,
		name: "ids",
		value: rows.map(({ id }) => id).join(" "),
		busy: "送出中...",
	});

const columns = (at: number): Column<FailedPicture>[] => [
	{ label: "圖片", bare: true, cell: thumbnail },
	{
		label: "檔名",
		sort: "name",
		head: true,
		cell: ({ id, filename }) => html`<a href=${media.show(id)}>${filename}</a>`,
	},
	{ label: "狀態", sort: "state", sheet: "corner", nowrap: true, cell: (row) => standing(row, at) },
	{
		label: "原因",
		sort: "why",
		sheet: "line",
		cell: ({ error }) => [reasonWords(error), html`<small class="soft"><code>${error}</code></small>`],
	},
	{ label: "嘗試", sort: "attempts", end: true, nowrap: true, cell: ({ attempts }) => `${attempts} 次` },
	{ label: "操作", end: true, sheet: "acts", cell: (row) => retryButton([row]) },
];

const standing = ({ due_at, settled_at }: FailedPicture, at: number): Children =>
	due_at === null
		? [status({ word: "已放棄", tone: "danger" }), settled_at !== null && html`<small>${ago(settled_at, at)}</small>`]
		: [status({ word: "會自動再試", tone: "warn" }), html`<small>${due_at <= at ? "馬上" : ago(due_at, at)}</small>`];

/** Returns in words why a try failed, and what staff can do. */
function reasonWords(error: string): string {
	if (error.endsWith(NO_ORIGINAL)) return "找不到原檔。請重新上傳同一張圖片，再按「再試一次」。";
	if (error.endsWith(NO_SIZE)) return "不知道圖片的寬高。請用「換成另一個檔案」換上重新存檔的圖片。";
	if (error.endsWith(NEVER_ENDED)) return "每次製作都中斷，圖片可能太大。請縮小後換成新的檔案。";
	return "圖片處理服務沒有做成。檔案可能損壞，或服務暫時有問題。";
}

/** The ids of the pictures to try again, separated by spaces. */
const Ids = z
	.string()
	.max(FAILURES_PER_PAGE * 27)
	.transform((text) => text.split(" "))
	.pipe(z.array(z.string().regex(FILE_ID)).max(FAILURES_PER_PAGE));

const retry = failureList.standing({}).form("sent", {
	form: z.strictObject({ ids: Ids }),
	run: async (ask, { input }) => {
		const tried = await retryFailed(ask.db, input.ids, { all: allows("announcements_manage", ask.who), by: ask.by });
		ask.c.executionCtx.waitUntil(relayPictures(ask.env));
		return { to: media.failures(), flash: `${figure(tried)} 張圖片已重新排入製作，幾秒到幾分鐘內完成。` };
	},
});

export const FAILURE_ROUTES: readonly Route[] = [...failureList.routes, retry];
