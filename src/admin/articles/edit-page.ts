import { html, type VNode } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { form } from "#admin/ui/form.ts";
import type { Page } from "#admin/ui/page.ts";
import { attachmentsField } from "#admin/writing/attachments-field.ts";
import { autosaveNote } from "#admin/writing/autosave-note.ts";
import { bodyField } from "#admin/writing/body-field.ts";
import { type EditorNoun, endButtons, headButtons, notices, standing } from "#admin/writing/editor-parts.ts";
import { excerptField } from "#admin/writing/excerpt-field.ts";
import { slugField } from "#admin/writing/slug-field.ts";
import { titleField } from "#admin/writing/title-field.ts";
import { paths } from "#http/paths.ts";
import { type Editor, oldSlugsOf } from "./editor.ts";
import { settingsCard } from "./settings-card.ts";

const { articles } = paths.admin;
const CRUMBS = [
	{ label: "總覽", href: paths.admin.home() },
	{ label: "官網管理" },
	{ label: "文章", href: articles.list() },
];
export const ARTICLE_NOUN: EditorNoun = { word: "文章", unit: "篇", form: "article", places: articles };

export type EditorPage = Editor & { owner: number; key: string; association: string };

/** The editor of an article, stored or new. */
export function editArticlePage(editor: EditorPage): Page {
	const { row, state, slot, site } = editor;
	return {
		title: row ? "編輯文章" : "新增文章",
		name: row?.title,
		area: "文章",
		crumbs: CRUMBS,
		lead: row ? standing(row, editor) : undefined,
		actions: headButtons(ARTICLE_NOUN, row, site.origin + paths.site.article(row?.slug ?? "")),
		sheets: ["writing"],
		outside: true,
		body: html`<div class="stack">
			${notices(ARTICLE_NOUN, editor)}
			${form(
				{
					id: ARTICLE_NOUN.form,
					action: row ? articles.show(row.id) : articles.create(),
					state,
					key: editor.key,
					version: row?.version ?? 0,
					main: true,
					guard: true,
					upload: true,
				},
				html`<input type="hidden" name="slot" value=${slot} />`,
				html`<div class="split">${writing(editor)} ${settingsCard(editor)}</div>`,
				endButtons(ARTICLE_NOUN, row),
			)}
		</div>`,
	};
}

const writing = (editor: EditorPage): VNode => {
	const { row, state, slot, draft, owner } = editor;
	return html`<div class="stack">
		${autosaveNote({
			href: articles.draft(slot),
			version: draft.version,
			savedAt: draft.savedAt,
			restored: draft.savedAt !== null,
			owner,
			discard: articles.draftRemoval(slot),
		})}
		${titleField({ state })}
		${slugField({
			state,
			prefix: "/articles/",
			isFixed: row?.state === "published" || row?.state === "archived",
			was: oldSlugsOf(row),
		})}
		${bodyField({ state, name: "body", label: "內文", kind: "article" })} ${excerptField({ state })}
		${card({ title: "附件" }, attachmentsField({ state, files: attachedIn(editor) }))}
	</div>`;
};

/** The files in the order of the form. */
function attachedIn({ state, files }: Editor) {
	const known = new Map(files.map((file) => [file.id, file]));
	return [state.values.files ?? []].flat().flatMap((id) => known.get(id) ?? []);
}
