import { editorPage } from "#admin/content/writing/editor-page.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import type { Page } from "#ui/page.ts";
import { type PageEditor, prefixOf } from "./editor.ts";
import { listsOf } from "./form-state.ts";
import { settingsCard } from "./settings-card.ts";

/** Draws the editor of a stored or a new page of the website (單頁). */
export function editPage(editor: PageEditor): Page {
	const { row } = editor;
	return editorPage(NOUNS.page, editor, {
		prefix: prefixOf(editor),
		was: row ? listsOf(row).oldPaths.map((path) => `/${path}`) : [],
		settings: settingsCard(editor),
	});
}
