import * as z from "zod";
import type { ArticleListRow } from "#db/content/article-lists.ts";
import { ARTICLE_TYPE_LABELS } from "#domain/content/articles/schema.ts";
import { paths } from "#http/paths.ts";
import { rowBox } from "#kits/list/chosen.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { type Children, html } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago, dayAndClock } from "#ui/time.ts";
import { BULK_FORM } from "./bulk-band.ts";

const Terms = z.array(z.object({ name: z.string() }));
const namesOf = (json: string): string =>
	Terms.parse(JSON.parse(json))
		.map(({ name }) => name)
		.join("、");

export const articleColumns = (at: number): Column<ArticleListRow>[] => [
	{ label: "標題", sort: "title", head: true, cell: (row) => titleOf(row, at) },
	{ id: "type", label: "類型", sort: "type", spare: true, nowrap: true, cell: ({ type }) => ARTICLE_TYPE_LABELS[type] },
	{
		id: "author",
		label: "作者",
		sort: "author",
		spare: true,
		cell: ({ author_name }) => author_name ?? html`<span class="soft">—</span>`,
	},
	{ id: "terms", label: "分類與標籤", sheet: "line", bare: true, cell: termsOf },
	{ id: "state", label: "狀態", sort: "state", bare: true, nowrap: true, cell: (row) => stateOf(row, at) },
	{ id: "updated", label: "更新", sort: "updated", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
];

const titleOf = (row: ArticleListRow, at: number): Children => html`<span class="who">
	${rowBox(BULK_FORM, { id: row.id, name: row.title })}
	<span>
		<a href=${paths.admin.articles.show(row.id)}>${row.title}</a>
		<small>${row.slug}</small>
		${row.draft_saved_at !== null && html`<small>${icon("edit")}您有未儲存的修改（${ago(row.draft_saved_at, at)}）</small>`}
	</span>
</span>`;

function termsOf({ categories, tags }: ArticleListRow): Children {
	const [inside, tagged] = [namesOf(categories), namesOf(tags)];
	if (inside === "" && tagged === "") return html`<span class="soft">—</span>`;
	return [inside || html`<span class="soft">未分類</span>`, tagged && html`<small>${tagged}</small>`];
}

/** Draws an article's state, its planned times and whether it is pinned. */
const stateOf = (row: ArticleListRow, at: number): Children => [
	status(STATE_LOOKS[row.state]),
	row.is_pinned === 1 && [" ", status({ word: "置頂", tone: "info", icon: "pin" })],
	timeOf(row, at),
	row.unpublish_at !== null && html`<small>下架於 ${dayAndClock(row.unpublish_at, at)}</small>`,
];

function timeOf({ state, publish_at, published_at, archived_at, trashed_at }: ArticleListRow, at: number): Children {
	const when = {
		draft: null,
		scheduled: publish_at,
		published: published_at,
		archived: archived_at,
		trashed: trashed_at,
	}[state];
	return when !== null && html`<small>${dayAndClock(when, at)}</small>`;
}
