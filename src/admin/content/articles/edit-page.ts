import { attachedIn } from "#admin/content/writing/attached.ts";
import { attachmentsField } from "#admin/content/writing/attachments-field.ts";
import { editorPage } from "#admin/content/writing/editor-page.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { card } from "#ui/card.ts";
import type { Page } from "#ui/page.ts";
import type { Editor } from "./editor.ts";
import { listsOf } from "./form-state.ts";
import { settingsCard } from "./settings-card.ts";

/** Draws the editor page of a stored or a new article. */
export function editArticlePage(editor: Editor): Page {
	const { row, state } = editor;
	return editorPage(NOUNS.article, editor, {
		prefix: "/articles/",
		was: row ? listsOf(row).oldSlugs : [],
		below: card({ title: "附件" }, attachmentsField({ state, files: attachedIn(state, editor.files) })),
		settings: settingsCard(editor),
	});
}
