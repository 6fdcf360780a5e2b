import { html, type VNode } from "#admin/html.ts";
import { form } from "#admin/ui/form.ts";
import type { Page } from "#admin/ui/page.ts";
import { autosaveNote } from "#admin/writing/autosave-note.ts";
import { bodyField } from "#admin/writing/body-field.ts";
import { type EditorNoun, endButtons, headButtons, notices, standing } from "#admin/writing/editor-parts.ts";
import { excerptField } from "#admin/writing/excerpt-field.ts";
import { slugField } from "#admin/writing/slug-field.ts";
import { titleField } from "#admin/writing/title-field.ts";
import { pathOf } from "#domain/pages/rules.ts";
import { paths } from "#http/paths.ts";
import type { PageEditor } from "./editor.ts";
import { listsOf } from "./form-state.ts";
import { CRUMBS } from "./list-page.ts";
import { settingsCard } from "./settings-card.ts";

const { pages } = paths.admin;
export const PAGE_NOUN: EditorNoun = { word: "單頁", unit: "個", form: "page", places: pages };

export type EditorPage = PageEditor & { owner: number; key: string; association: string };

/** What stands before the slug in the address, as the form says now. */
export function prefixOf({ state, tree }: PageEditor): string {
	const parent = tree.find(({ id }) => String(id) === state.values.parent_id);
	return `/${pathOf(parent?.path ?? null, "")}`;
}

/** The editor of a page, stored or new. */
export function editPage(editor: EditorPage): Page {
	const { row, state, slot, site } = editor;
	return {
		title: row ? "編輯單頁" : "新增單頁",
		name: row?.title,
		area: "單頁",
		crumbs: CRUMBS,
		lead: row ? standing(row, editor) : undefined,
		actions: headButtons(PAGE_NOUN, row, site.origin + paths.site.page(row?.path ?? "")),
		sheets: ["writing"],
		outside: true,
		body: html`<div class="stack">
			${notices(PAGE_NOUN, editor)}
			${form(
				{
					id: PAGE_NOUN.form,
					action: row ? pages.show(row.id) : pages.create(),
					state,
					key: editor.key,
					version: row?.version ?? 0,
					main: true,
					guard: true,
					upload: true,
				},
				html`<input type="hidden" name="slot" value=${slot} />`,
				html`<div class="split">${writing(editor)} ${settingsCard(editor)}</div>`,
				endButtons(PAGE_NOUN, row),
			)}
		</div>`,
	};
}

const writing = (editor: EditorPage): VNode => {
	const { row, state, slot, draft, owner } = editor;
	return html`<div class="stack">
		${autosaveNote({
			href: pages.draft(slot),
			version: draft.version,
			savedAt: draft.savedAt,
			restored: draft.savedAt !== null,
			owner,
			discard: pages.draftRemoval(slot),
		})}
		${titleField({ state })}
		${slugField({
			state,
			prefix: prefixOf(editor),
			isFixed: row?.state === "published" || row?.state === "archived",
			was: row ? listsOf(row).oldPaths.map((path) => `/${path}`) : [],
		})}
		${bodyField({ state, name: "body", label: "內文", kind: "page" })} ${excerptField({ state })}
	</div>`;
};
