import { SITE_CRUMBS } from "#admin/crumbs.ts";
import type { PageTreeRow, TrashedPageRow } from "#db/content/page-tree.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { SHOWN_PAGES } from "#domain/content/pages/rules.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { contentStatus, STATE_LOOKS } from "#ui/content-status.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { treeOf } from "./tree.ts";

const { pages } = paths.admin;

export type PageList = {
	rows: PageTreeRow[];
	trash: TrashedPageRow[];
	counts: { shown: number; trashed: number };
	/** The query of the page's address. */
	query: { q?: string | undefined; state?: string | undefined };
	at: number;
	/** The refused form of a button on this page, with its errors. */
	refused?: FormState | undefined;
};

const STATES = ["draft", "scheduled", "published", "archived"] as const;
const TRASH = "trashed";

/** Draws the list of the website's pages: the tree, the results of a search, or the trash. */
export function pageListPage(list: PageList): Page {
	const { counts, query, refused } = list;
	const inTrash = query.state === TRASH;
	const add = linkButton({ label: "新增單頁", icon: "plus", tone: "primary", href: pages.create() });
	return {
		title: "單頁",
		list: true,
		area: "官網管理",
		crumbs: SITE_CRUMBS,
		sheets: ["media", "writing"],
		lead: "官網上固定的頁面，例如關於我們、聯絡方式；上下層就是網址的層次。",
		actions: counts.shown > 0 && add,
		tabs: [
			{ label: "全部", href: pages.list(), current: !inTrash, count: counts.shown },
			{ label: "垃圾桶", href: `${pages.list()}?state=${TRASH}`, current: inTrash, count: counts.trashed },
		],
		body: html`<div class="stack">
			${refused && notice({ tone: "danger", role: "alert" }, whyOf(refused))}
			${inTrash ? trashCard(list) : treeCard(list, add)}
		</div>`,
	};
}

const whyOf = ({ problem, errors }: FormState): string => problem ?? Object.values(errors).flat().join("；");

function treeCard({ rows, counts, query }: PageList, add: VNode): VNode {
	const here: Here = { path: pages.list(), query };
	const isFiltered = Boolean(query.q || query.state);
	if (counts.shown === 0)
		return card(
			{ label: "單頁" },
			noneYet({ title: "還沒有單頁", text: "先寫一頁「關於我們」，再把其他頁放在它的下層。", actions: add }),
		);
	return card(
		{ flush: true, label: "單頁" },
		filters({
			here,
			search: { placeholder: "標題、網址" },
			fields: [
				{ name: "state", label: "狀態", options: STATES.map((value) => ({ value, label: STATE_LOOKS[value].word })) },
			],
		}),
		rows.length > SHOWN_PAGES && notice({ tone: "info" }, `只列出前 ${figure(SHOWN_PAGES)} 頁，其餘請用搜尋找。`),
		isFiltered ? foundTable(rows.slice(0, SHOWN_PAGES), here) : treeOf(rows.slice(0, SHOWN_PAGES)),
	);
}

const foundTable = (rows: PageTreeRow[], here: Here): VNode =>
	table({
		caption: "找到的單頁",
		cards: true,
		columns: [
			{ label: "標題", head: true, cell: ({ id, title }: PageTreeRow) => html`<a href=${pages.show(id)}>${title}</a>` },
			{ label: "網址", sheet: "line", bare: true, cell: ({ path }) => html`<span class="soft">/${path}</span>` },
			{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => contentStatus(state) },
		],
		rows,
		empty: noMatch({ title: "找不到符合的單頁", clearHref: here.path }),
	});

function trashCard({ trash, query, at }: PageList): VNode {
	const here: Here = { path: pages.list(), query };
	return card(
		{ flush: true, label: "垃圾桶" },
		(trash.length > 0 || query.q) && filters({ here, search: { placeholder: "標題、網址" } }),
		table({
			caption: "垃圾桶裡的單頁",
			cards: true,
			columns: [
				{
					label: "標題",
					head: true,
					cell: ({ id, title }: TrashedPageRow) => html`<a href=${pages.show(id)}>${title}</a>`,
				},
				{ label: "原網址", sheet: "line", bare: true, cell: ({ path }) => html`<span class="soft">/${path}</span>` },
				{ label: "丟棄時間", sheet: "line", cell: (row) => (row.trashed_at === null ? "" : ago(row.trashed_at, at)) },
				{ label: "動作", quiet: true, end: true, sheet: "acts", cell: restoring },
			],
			rows: trash,
			empty: query.q
				? noMatch({ title: "垃圾桶裡找不到符合的單頁", clearHref: `${pages.list()}?state=${TRASH}` })
				: noneYet({ title: "垃圾桶是空的", text: "刪除的單頁會先放在這裡，可以還原。" }),
		}),
	);
}

const restoring = ({ id, title, version }: TrashedPageRow): VNode => html`<form
	method="post"
	action=${pages.step(id, STEP_PLACES.restore)}
>
	<input type="hidden" name="version" value=${String(version)} />
	${button({ label: "還原", icon: "undo", size: "s", about: title })}
</form>`;
