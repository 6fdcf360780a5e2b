import * as z from "zod";
import { IdParams, type Route } from "#auth/route.ts";
import { trashedText } from "#db/content/trash.ts";
import { readRows } from "#db/read.ts";
import { deleteText } from "#domain/content/content/trash-actions.ts";
import { formPage } from "#kits/form/form.ts";
import { type EditorNoun, NOUNS } from "./nouns.ts";
import { removeTextPage } from "./removal-page.ts";

/**
 * Builds the routes of 永久刪除. Only texts in the trash can be deleted; the page of another text redirects to its
 * editor.
 */
function removalRoutes(noun: EditorNoun): Route[] {
	const { kind, gate, word, places } = noun;
	return formPage({
		path: places.removal(":id"),
		gate,
		params: IdParams,
		form: z.strictObject({ version: z.coerce.number().int() }),
		about: async ({ env, params: { id } }) => (await readRows(env.DB, trashedText(kind, id)))[0][0] ?? "missing",
		closed: ({ state }, { params: { id } }) =>
			state === "trashed" ? undefined : { to: places.show(id), flash: "先移到垃圾桶，才能永久刪除。", tone: "info" },
		page: (text, state, { params: { id } }) => removeTextPage(noun, { id, text }, state),
		run: async ({ db, by, params: { id } }, { input: { version } }) => {
			await deleteText(db, kind, { id, version, by });
			return { to: `${places.list()}?state=trashed`, flash: `已永久刪除${word}。` };
		},
	});
}

export const TEXT_REMOVAL_ROUTES: readonly Route[] = [NOUNS.article, NOUNS.page].flatMap(removalRoutes);
