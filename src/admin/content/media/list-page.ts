import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { type ListedMediaRow, MEDIA_PER_PAGE } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { sizeWords } from "#ui/file-size.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import type { Here } from "#ui/url-state.ts";
import { thumbnail } from "./thumbnail.ts";
import { uploadForm } from "./upload-form.ts";
import { isPicture, pixelWords, typeWords } from "./words.ts";

const { media } = paths.admin;
/** The breadcrumbs of every page of a file. */
export const CRUMBS = [...SITE_CRUMBS, { label: "媒體庫", href: media.list() }];

export type MediaList = {
	rows: ListedMediaRow[];
	total: number;
	page: number;
	/** The query of the page's address. */
	query: Record<string, string>;
	/** The upload form, when it was refused. */
	state?: FormState;
};

const FILTERS: Filter[] = [
	{
		name: "kind",
		label: "種類",
		options: [
			{ value: "picture", label: "圖片" },
			{ value: "file", label: "檔案" },
		],
	},
	{ name: "alt", label: "替代文字", options: [{ value: "missing", label: "還沒有寫" }] },
	{ name: "use", label: "使用", options: [{ value: "none", label: "沒有內容使用" }] },
	{
		name: "sort",
		label: "排序",
		empty: "新的在前",
		options: [
			{ value: "name", label: "依檔名" },
			{ value: "size", label: "大的在前" },
		],
	},
];

/** Draws the grid of the website's pictures and files. */
export function mediaListPage({ rows, total, page, query, state = freshForm() }: MediaList): Page {
	const here: Here = { path: media.list(), query };
	const isFiltered = ["q", "kind", "alt", "use"].some((name) => query[name]);
	return {
		title: "媒體庫",
		list: true,
		area: "官網管理",
		crumbs: SITE_CRUMBS,
		lead: isFiltered ? `符合條件的有 ${figure(total)} 個。` : `共 ${figure(total)} 個。`,
		actions: linkButton({ label: "上傳檔案", icon: "upload", tone: "primary", href: "#upload" }),
		sheets: ["media", "writing"],
		body: html`<div class="split">
			${card(
				{ flush: true, label: "圖片與檔案" },
				filters({ here, search: { placeholder: "檔名、替代文字" }, fields: FILTERS }),
				rows.length > 0 ? grid(rows) : nothing({ isFiltered, total, here }),
				rows.length > 0 && pager({ here, page, size: MEDIA_PER_PAGE, total, unit: "個" }),
			)}
			${card({ label: "上傳" }, uploadForm(state))}
		</div>`,
	};
}

function nothing({ isFiltered, total, here }: { isFiltered: boolean; total: number; here: Here }): VNode {
	if (total > 0) return pastTheEnd(here, "檔案已經變少");
	return isFiltered
		? noMatch({ title: "找不到符合的檔案", clearHref: here.path })
		: noneYet({ title: "還沒有圖片或檔案", text: "上傳的檔案會列在這裡；編輯文章時貼上或拖入的圖片也會。" });
}

const grid = (rows: ListedMediaRow[]): VNode => html`<ul class="media-grid">
	${rows.map((row) => html`<li>${tile(row)}</li>`)}
</ul>`;

const tile = (row: ListedMediaRow): VNode => html`<a class="media-tile" href=${media.show(row.id)}>
	${thumbnail(row)}
	<b>${row.filename}</b>
	<small class="soft">${[pixelWords(row) || typeWords(row.content_type), sizeWords(row.size)].join("・")}</small>
	<span class="row"
		>${isPicture(row) && row.alt === "" && status({ word: "缺替代文字", tone: "warn", icon: "warn" })}
		${row.uses > 0 ? html`<small>用在 ${figure(row.uses)} 處</small>` : html`<small class="soft">沒有使用</small>`}</span
	>
</a>`;
