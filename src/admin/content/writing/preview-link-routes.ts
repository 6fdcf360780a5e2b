import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { action, IdParams, type Route } from "#auth/route.ts";
import { previewTitle } from "#db/content/previews.ts";
import { readRows } from "#db/read.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { PREVIEW_MS, signPreview } from "#http/preview-token.ts";
import { Refusal } from "#kernel/refusal.ts";
import { timeWords } from "#ui/time.ts";
import { type EditorNoun, NOUNS } from "./nouns.ts";
import { noPreviewLinkPage, previewLinkPage } from "./preview-link-page.ts";
import { UPLOAD_BYTES } from "./uploads.ts";

/**
 * Builds the route that makes a preview link to the stored text. Refuses with `content.wrong_state` for a text in the
 * trash. Its button stands in the editor, so the whole form is sent along and ignored.
 */
const previewLink = ({ kind, gate, places }: EditorNoun): Route => {
	const titleOf = async (db: D1Database, id: number) => (await readRows(db, previewTitle(kind, id)))[0][0];
	return action({
		path: places.previewLink(":id"),
		gate,
		params: IdParams,
		form: z.object({}),
		only: [],
		maxBytes: UPLOAD_BYTES,
		run: async ({ c, env, params: { id }, at }) => {
			const text = await titleOf(env.DB, id);
			if (!text) return "missing";
			if (text.state === "trashed") throw new Refusal("content.wrong_state");
			const token = await signPreview(env.PREVIEW_KEY, { kind, id }, at);
			const url = readConfig(env).PUBLIC_BASE_URL + paths.preview.show(kind, id, token);
			const until = timeWords(at + PREVIEW_MS);
			if (wantsJson(c)) return { data: { data: { url, expires_at_label: until } } };
			return previewLinkPage({ title: text.title, url, until, back: places.show(id) });
		},
		page: async ({ env, params: { id } }, { problem = "" }) => {
			const text = await titleOf(env.DB, id);
			return text ? noPreviewLinkPage({ title: text.title, problem, back: places.show(id) }) : "missing";
		},
	});
};

export const PREVIEW_LINK_ROUTES: readonly Route[] = [NOUNS.article, NOUNS.page].map(previewLink);
