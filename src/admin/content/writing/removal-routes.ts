import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { trashedText } from "#db/content/trash.ts";
import { readRows } from "#db/read.ts";
import { deleteText } from "#domain/content/trash/actions.ts";
import { freshForm } from "#ui/form-state.ts";
import { type EditorNoun, NOUNS } from "./nouns.ts";
import { removeTextPage } from "./removal-page.ts";

/**
 * Builds the routes of 永久刪除. Only texts in the trash can be deleted; for others the page redirects to the editor.
 */
function removalRoutes(noun: EditorNoun): Route[] {
	const { kind, gate, word, places } = noun;
	const textOf = async ({ env, params: { id } }: Ask<{ id: number }>) =>
		(await readRows(env.DB, trashedText(kind, id)))[0][0];
	return [
		view({
			path: places.removal(":id"),
			gate,
			params: IdParams,
			show: async (ask) => {
				const text = await textOf(ask);
				const { id } = ask.params;
				if (!text) return "missing";
				if (text.state === "trashed") return removeTextPage(noun, { id, text }, freshForm());
				return { to: places.show(id), flash: "先移到垃圾桶，才能永久刪除。", tone: "info" };
			},
		}),
		action({
			path: places.removal(":id"),
			gate,
			params: IdParams,
			form: z.strictObject({ version: z.coerce.number().int() }),
			run: async ({ db, by, params: { id } }, { input: { version } }) => {
				await deleteText(db, kind, { id, version, by });
				return { to: `${places.list()}?state=trashed`, flash: `已永久刪除${word}。` };
			},
			page: async (ask, state) => {
				const text = await textOf(ask);
				return text ? removeTextPage(noun, { id: ask.params.id, text }, state) : "missing";
			},
		}),
	];
}

export const TEXT_REMOVAL_ROUTES: readonly Route[] = [NOUNS.article, NOUNS.page].flatMap(removalRoutes);
