import { revisionsPart } from "#admin/content/revisions/card.ts";
import { chipsField } from "#admin/content/writing/chips-field.ts";
import { coverField } from "#admin/content/writing/cover-field.ts";
import { otherSteps, readingLinks } from "#admin/content/writing/editor-parts.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { pinFields, publishFields } from "#admin/content/writing/publish-fields.ts";
import { relatedField } from "#admin/content/writing/related-field.ts";
import { seoFields } from "#admin/content/writing/seo-fields.ts";
import { ArticleForm } from "#domain/content/articles/form.ts";
import { ARTICLE_TYPE_LABELS, ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { hasAddress } from "#domain/content/content/states.ts";
import { mediaFileOf } from "#domain/content/media/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { checkboxes } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Editor } from "./editor.ts";
import { listsOf } from "./form-state.ts";
import { groundPart } from "./ground-part.ts";

const { articles } = paths.admin;
const writtenField = fieldsOf(ArticleForm);

/** Draws the card with an article's settings beside its text, in collapsible sections. */
export const settingsCard = (editor: Editor): VNode => html`<aside class="card" aria-label="文章設定">
	${fold({ label: "發布", open: true }, publishing(editor))}
	${fold({ label: "分類與標籤", open: true }, terms(editor))}
	${fold({ label: "同意", open: true }, groundPart(editor))}
	${fold({ label: "封面圖片", open: true }, coverField({ state: editor.state, picture: coverOf(editor) }))}
	${fold({ label: "搜尋引擎" }, seoFields({ state: editor.state, site: { name: editor.association, origin: editor.site.origin } }))}
	${fold({ label: "相關文章" }, relatedField({ state: editor.state, titles: titlesOf(editor), now: editor.related }))}
	${
		editor.row &&
		fold(
			{ label: "版本紀錄" },
			revisionsPart({ kind: "article", id: editor.row.id, rows: editor.revisions, at: editor.at }),
		)
	}
</aside>`;

const publishing = ({ row, state, live, site, at }: Editor): Children => [
	row && readingLinks(NOUNS.article, row, { live, address: site.origin + paths.site.article(row.slug) }),
	publishFields({ state, at, isPublished: hasAddress(row?.state) }),
	row?.state !== "archived" && row?.state !== "trashed" && pinFields({ state }),
	row && html`<div class="stack tight">${otherSteps(NOUNS.article, row)} ${copying(row.id)}</div>`,
];

const copying = (id: number): VNode => html`<p class="row between small">
	${button({ label: "建立複本", size: "s", formaction: articles.copy(id) })}<span class="soft">以現在的文字另存一篇草稿</span>
</p>`;

const terms = ({ state, categories, tags }: Editor): Children => [
	field({
		name: "type",
		label: "類型",
		state,
		type: "select",
		options: ARTICLE_TYPES.map((value) => ({ value, label: ARTICLE_TYPE_LABELS[value] })),
	}),
	categories.length > 0
		? html`<div class="terms">
				${checkboxes({
					name: "categories",
					label: "分類",
					state,
					options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
				})}
			</div>`
		: html`<p class="hint">還沒有分類，可以到<a href=${paths.admin.categories.list()}>分類</a>新增。</p>`,
	chipsField({ name: "tags", label: "標籤", state, suggestions: tags, hint: "新的標籤會在儲存時建立。" }),
	writtenField({ name: "author_name", label: "作者", state, optional: true }),
];

function coverOf({ state, files }: Editor) {
	const file = files.find(({ id }) => id === state.values.cover_id);
	return file ? mediaFileOf(file) : null;
}

const titlesOf = ({ row, related }: Editor): Record<string, string> =>
	Object.fromEntries([...related, ...(row ? listsOf(row).related : [])].map(({ slug, title }) => [slug, title]));
